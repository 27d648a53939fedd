"""How `hard` thinks in Remi: candidates, hidden hands that fit, and what an ending is worth."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from games.rules.core.actions import Action
from games.rules.core.cards import SINGLE, Card
from games.rules.core.cardsets import CardSet, mask_of
from games.rules.core.dice import Dice
from games.rules.core.hidden import hidden_cards
from games.rules.core.playout import Ending
from games.rules.core.search import Search
from games.rules.remi.actions import Close, Decline, Discard, DrawStock, TakeDiscard
from games.rules.remi.combinations import has_sequence, value
from games.rules.remi.masks import FULL, best_cover
from games.rules.remi.playout import CLOSE, CORE, DECLINE, DEPTH_AT, DRAW, RemiPosition
from games.rules.remi.state import SEATS
from games.rules.remi.view import RemiView

BUDGET: Final = 400


def candidates(view: RemiView, seat: int) -> Sequence[Action]:
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
        action
        for action in view.legal
        if isinstance(action, Discard) and loose >> action.card & 1
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


@dataclass(slots=True)
class History:
    """What the running deal's log tells: the pile, and the cards seen going into each hand
    that have not left it."""

    discards: list[Card]
    known: list[CardSet]


def history(view: RemiView) -> History:
    """Reads the log of a view."""
    pile: list[Card] = []
    known = [0] * SEATS
    for event in view.log:
        kind, seat = event["type"], event.get("seat")
        if kind == "discarded":
            assert isinstance(seat, int)
            card = SINGLE.parse(event["card"])
            pile.append(card)
            known[seat] &= ~(1 << card)
        elif kind == "took":
            depth = event["depth"]
            assert isinstance(seat, int)
            assert isinstance(depth, int)
            below = len(pile) - depth
            known[seat] |= mask_of(pile[below + 1 :])
            known[seat] &= ~_laid(view, seat)
            del pile[below:]
    return History(pile, [cards & ~_laid(view, seat) for seat, cards in enumerate(known)])


def _laid(view: RemiView, seat: int) -> CardSet:
    return mask_of(card for meld in view.table[seat] for card in meld)


def worlds(view: RemiView, seat: int) -> Callable[[Dice], RemiPosition]:
    """Positions in which the hands of the others, and the stock, are dealt anew."""
    seen = history(view)
    known = list(seen.known)
    known[seat] = mask_of(view.hand or ())
    base = RemiPosition()
    base.laid = [_laid(view, other) for other in range(SEATS)]
    base.sequence = [has_sequence(melds) for melds in view.table]
    base.discards = bytearray(seen.discards)
    base.hands = known
    base.stock = bytearray()
    base.seat = seat
    base.drawing = view.phase == "draw"
    base.gone = base.covered()
    base.ending = None
    base.moves = 0
    placed = mask_of(seen.discards) | sum(base.laid)
    hidden = hidden_cards(known, view.hand_sizes, placed, FULL)

    def world(dice: Dice) -> RemiPosition:
        hands, stock = hidden.deal(dice)
        position = base.copy()
        position.hands = hands
        position.stock = bytearray(stock)
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
