"""How `hard` thinks in Rummy 500: candidates, hidden cards that fit, what an ending is worth."""

from collections.abc import Callable, Sequence
from typing import Final

from games.rules.core.actions import Action
from games.rules.core.cardsets import mask_of
from games.rules.core.dice import Dice
from games.rules.core.playout import Ending
from games.rules.core.search import Search
from games.rules.rummy500.actions import Decline, Discard, DrawStock, Layoff, Meld, TakeDiscard
from games.rules.rummy500.guess import Walk
from games.rules.rummy500.knowledge import laid_cards, seen_in_hands
from games.rules.rummy500.meld_table import GROWN, LOW_END, number_of
from games.rules.rummy500.melds import arranged
from games.rules.rummy500.normal import ranking
from games.rules.rummy500.playout import CAREFUL
from games.rules.rummy500.position import (
    DECLINE,
    DRAW,
    LAYOFF,
    MELD,
    MELD_INDEX,
    NONE,
    Rummy500Position,
)
from games.rules.rummy500.scoring import placed_points
from games.rules.rummy500.state import SEATS
from games.rules.rummy500.view import Rummy500View

BUDGET: Final = 140
_MOST_PLACEMENTS: Final = 2
_MOST_DISCARDS: Final = 6
_HELD_BACK: Final = 5
"""So many discards are weighed where something can be placed instead."""
_MOST_TAKES: Final = 6
_FIRST_STEPS: Final = 150
_STEPS: Final = 8
"""Of the walk through the hands: before the first world, and before each other."""

_ACTIVE: Final = ("drew", "melded", "laid_off")
"""Events after which a turn is not idle."""


def candidates(view: Rummy500View, seat: int) -> Sequence[Action]:
    """The actions that `normal` ranks first, its own choice at the head.

    At the draw the top discard is always among them. Where something can be placed, some
    discards stand for holding back.
    """
    ranked = ranking(view, seat)
    if view.phase == "draw":
        top = [action for action in view.legal if action == TakeDiscard(1)]
        return ranked[:_MOST_TAKES] + [action for action in top if action not in ranked]
    discards = [action for action in ranked if isinstance(action, Discard)]
    placements = [action for action in ranked if not isinstance(action, Discard)]
    if not placements:
        return discards[:_MOST_DISCARDS]
    weighed = placements[:_MOST_PLACEMENTS] + discards[:_HELD_BACK]
    return sorted(weighed, key=lambda action: action != ranked[0])


def move(position: Rummy500Position, action: Action) -> int:
    """The core's number for an action."""
    match action:
        case DrawStock():
            return DRAW
        case Decline():
            return DECLINE
        case TakeDiscard(depth):
            return depth
        case Discard(card):
            return card
        case Meld(cards):
            found = arranged(cards)
            assert found is not None
            return MELD + number_of(found[1])
        case Layoff(index, card, end):
            growth = GROWN[position.melds[index]]
            low = end == "low" or card not in growth
            key = card + LOW_END if low and card + LOW_END in growth else card
            return LAYOFF + MELD_INDEX * index + key
    raise TypeError(f"not an action of Rummy 500: {action!r}")


def worlds(view: Rummy500View, seat: int) -> Callable[[Dice], Rummy500Position]:
    """Positions in which the opponent's hand, and the stock, are dealt anew."""
    base = _open_part(view, seat)
    walk: Walk | None = None

    def world(dice: Dice) -> Rummy500Position:
        nonlocal walk
        if walk is None:
            walk = Walk(view, seat, Dice(dice.below(1 << 32)))
            walk.steps(_FIRST_STEPS)
        else:
            walk.steps(_STEPS)
        position = base.copy()
        position.hands[1 - seat], stock = walk.hands(dice)
        position.stock = bytearray(stock)
        return position

    return world


def _open_part(view: Rummy500View, seat: int) -> Rummy500Position:
    """The position of a view, with the known cards of each hand and no stock."""
    base = Rummy500Position()
    base.hands = seen_in_hands(view)
    base.hands[seat] = mask_of(view.hand or ())
    base.seat = seat
    base.ending = None
    base.moves = 0
    base.melds = [number_of(meld.cards) for meld in view.melds]
    base.open = 0
    for meld in view.melds:
        base.open |= meld.fits
    base.laid = laid_cards(view)
    base.placed = list(placed_points(view.melds, SEATS))
    base.stock = bytearray()
    base.discards = bytearray(view.discards)
    base.under = [mask_of(view.discards[:n]) for n in range(len(view.discards) + 1)]
    base.drawing = view.phase == "draw"
    base.must_use = NONE if view.must_use is None else view.must_use
    base.blocked = NONE if view.blocked is None else view.blocked
    base.idle_turns = view.idle_turns
    base.active = False
    for event in view.log:
        if event["type"] != "took":
            base.active = event["type"] in _ACTIVE
    return base


def worth(_view: Rummy500View, seat: int) -> Callable[[Ending], int]:
    """How far the own score is above the other's."""

    def of_ending(ending: Ending) -> int:
        return ending.scores[seat] - ending.scores[1 - seat]

    return of_ending


SEARCH: Final = Search(
    core=CAREFUL, candidates=candidates, worlds=worlds, move=move, worth=worth, budget=BUDGET
)
