"""`normal`: a heuristic that knows Rummy 500. It sees a view and nothing else.

It weighs a take by what it brings and what stays in hand, a discard also by what it gives
away, and holds a meld back where laying it would open the pile to the opponent.
"""

from collections.abc import Callable
from typing import Final

from games.rules.core.actions import Action
from games.rules.core.cardsets import CardSet, mask_of
from games.rules.rummy500.actions import Decline, Discard, DrawStock, Layoff, Meld, TakeDiscard
from games.rules.rummy500.knowledge import Knowledge, knowledge_of
from games.rules.rummy500.melds import value
from games.rules.rummy500.view import Rummy500View
from games.rules.rummy500.worth import Table, hand_worth, placeable, table_of, worth_after

DRAW_WORTH: Final = 45
"""What an unknown card from the stock is expected to add to a hand's worth."""
_LONG_STOCK: Final = 4
_MANY_CARDS: Final = 4
"""With so much stock, and so many cards in the opponent's hand, the end is far enough to wait."""


def normal(view: Rummy500View, seat: int, _key: bytes) -> Action:
    """The action that promises most by the hand, the table, the pile and the log."""
    return ranking(view, seat)[0]


def ranking(view: Rummy500View, seat: int) -> list[Action]:
    """The legal actions, the best first. At the draw those that bring nothing are left out,
    except the draw itself: a take without a use would let a deal go round."""
    hand, table = mask_of(view.hand or ()), table_of(view, seat)
    if view.phase == "draw":
        return _draws(view, hand, table)
    known = knowledge_of(view, seat)
    placements = [action for action in view.legal if isinstance(action, Meld | Layoff)]
    discards = [action for action in view.legal if isinstance(action, Discard)]
    placements.sort(key=_worths(view, hand, table), reverse=True)
    discards.sort(
        key=lambda discard: (
            hand_worth(hand ^ 1 << discard.card, table) - known.danger(discard.card)
        ),
        reverse=True,
    )
    near = view.stock < _LONG_STOCK or view.hand_sizes[1 - seat] < _MANY_CARDS
    # Who took a card to lay it and then held it back could let a deal go round.
    if not discards or near or view.blocked is not None:
        return [*placements, *discards]
    laid = [action for action in placements if not _opens_too_much(known, action)]
    held = [action for action in placements if _opens_too_much(known, action)]
    return [*laid, *discards, *held]


def _draws(view: Rummy500View, hand: CardSet, table: Table) -> list[Action]:
    before = hand_worth(hand, table)
    added: dict[Action, int] = {}
    for action in view.legal:
        match action:
            case DrawStock():
                added[action] = DRAW_WORTH
            case Decline():
                added[action] = 0
            case TakeDiscard(depth):
                taken = mask_of(view.discards[-depth:])
                if placeable(hand | taken, table)[0] & taken:
                    added[action] = hand_worth(hand | taken, table) - before
    return sorted(added, key=added.__getitem__, reverse=True)


def _worths(
    view: Rummy500View, hand: CardSet, table: Table
) -> Callable[[Meld | Layoff], tuple[int, int]]:
    return lambda action: worth_after(view, hand, table, action)


def _opens_too_much(known: Knowledge, placement: Meld | Layoff) -> bool:
    """Whether the opponent might take more than twice what the placement earns."""
    cards = placement.cards if isinstance(placement, Meld) else (placement.card,)
    return known.opened(placement) > 2 * sum(map(value, cards))
