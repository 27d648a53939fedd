"""The CPUs of Rummy 500. They see a view and nothing else; equal views give equal answers."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.rules.core.actions import Action
from games.rules.core.cardsets import CardSet, mask_of
from games.rules.core.cpus import Chooser, chosen, random_action
from games.rules.rummy500.actions import Decline, Discard, DrawStock, TakeDiscard
from games.rules.rummy500.easy import easy
from games.rules.rummy500.normal import normal
from games.rules.rummy500.search import SEARCH
from games.rules.rummy500.view import Rummy500View
from games.rules.rummy500.worth import Table, hand_worth, placeable, table_of, worth_after

_DRAW_WORTH: Final = 60
"""What an unknown card from the stock is expected to add to a hand's worth."""


def choose(view: Rummy500View, level: str, key: bytes) -> Action:
    """What a CPU of `level` does with its view. Raises RuleError as `chosen` does."""
    return chosen(LEVELS, view, level, key)


def _greedy(view: Rummy500View, seat: int, _key: bytes) -> Action:
    """Places all it can as soon as it can, and else keeps the hand that is worth most.

    It takes only discards of which it can place some, so that it never goes round without
    end.
    """
    hand = mask_of(view.hand or ())
    table = table_of(view, seat)
    if view.phase == "draw":
        return _draw(view, hand, table)
    worths = [worth_after(view, hand, table, action) for action in view.legal]
    placements = [n for n, action in enumerate(view.legal) if not isinstance(action, Discard)]
    return view.legal[max(placements or range(len(worths)), key=worths.__getitem__)]


def _draw(view: Rummy500View, hand: CardSet, table: Table) -> Action:
    """The take that adds most to the hand's worth, or the draw if that promises more."""
    before = hand_worth(hand, table)
    best: Action = DrawStock() if view.stock else Decline()
    most = _DRAW_WORTH if view.stock else 0
    for action in view.legal:
        if not isinstance(action, TakeDiscard):
            continue
        taken = mask_of(view.discards[-action.depth :])
        added = hand_worth(hand | taken, table) - before
        if added > most and placeable(hand | taken, table)[0] & taken:
            best, most = action, added
    return best


LEVELS: Final[Mapping[str, Chooser[Rummy500View]]] = MappingProxyType(
    {
        "random": random_action,
        "easy": easy,
        "greedy": _greedy,
        "normal": normal,
        "hard": SEARCH.choose,
        "normal@1": normal,
    }
)
