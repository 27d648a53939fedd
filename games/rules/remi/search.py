"""How `hard` thinks in Remi: candidates, hidden hands that fit, and what an ending is worth."""

from collections.abc import Callable, Sequence
from typing import Final

from games.rules.core.actions import Action
from games.rules.core.cardsets import mask_of
from games.rules.core.dice import Dice
from games.rules.core.hidden import hidden_cards
from games.rules.core.playout import Ending
from games.rules.core.search import Search
from games.rules.remi.actions import Close, Decline, Discard, DrawStock, TakeDiscard
from games.rules.remi.combinations import value
from games.rules.remi.knowledge import knowledge_of
from games.rules.remi.masks import FULL, best_cover
from games.rules.remi.playout import CLOSE, CORE, DECLINE, DEPTH_AT, DRAW, RemiPosition
from games.rules.remi.state import SEATS
from games.rules.remi.view import RemiView

BUDGET: Final = 400


def candidates(view: RemiView, _seat: int) -> Sequence[Action]:
    """Everything legal at the draw. At the discard the dearest close, and the cards that are
    in no combination; where all or all but one are, every card."""
    if view.phase == "draw":
        return view.legal
    hand = mask_of(view.hand or ())
    closes = [action for action in view.legal if isinstance(action, Close)]
    sets, runs = best_cover(hand, True)
    loose = hand & ~(sets | runs)
    if loose.bit_count() < 2:
        loose = hand
    discards = [
        action for action in view.legal if isinstance(action, Discard) and loose >> action.card & 1
    ]
    if not closes:
        return discards
    return [max(closes, key=lambda close: value(close.card)), *discards]


def move(_position: RemiPosition, action: Action) -> int:
    """The core's number for an action."""
    match action:
        case DrawStock():
            return DRAW
        case Decline():
            return DECLINE
        case TakeDiscard(depth, own):
            return depth << DEPTH_AT | mask_of(own)
        case Discard(card):
            return card
        case Close(card):
            return CLOSE + card
    raise TypeError(f"not an action of Remi: {action!r}")


def worlds(view: RemiView, seat: int) -> Callable[[Dice], RemiPosition]:
    """Positions in which the hands of the others, and the stock, are dealt anew."""
    seen = knowledge_of(view)
    base = RemiPosition()
    base.hands = []
    base.laid = list(seen.laid)
    base.sequence = list(seen.sequence)
    base.stock = bytearray()
    base.discards = bytearray(seen.pile)
    base.seat = seat
    base.drawing = view.phase == "draw"
    base.gone = base.covered()
    base.ending = None
    base.moves = 0
    known = [seen.hand if other == seat else cards for other, cards in enumerate(seen.known)]
    hidden = hidden_cards(known, view.hand_sizes, mask_of(seen.pile) | sum(seen.laid), FULL)

    def world(dice: Dice) -> RemiPosition:
        hands, stock = hidden.deal(dice)
        position = base.copy()
        position.hands = hands
        position.stock = bytearray(stock[: view.stock])
        return position

    return world


def worth(_view: RemiView, seat: int) -> Callable[[Ending], int]:
    """How far the own score is above that of the others, times their number."""

    def of_ending(ending: Ending) -> int:
        return SEATS * ending.scores[seat] - sum(ending.scores)

    return of_ending


SEARCH: Final = Search(
    core=CORE, candidates=candidates, worlds=worlds, move=move, worth=worth, budget=BUDGET
)
