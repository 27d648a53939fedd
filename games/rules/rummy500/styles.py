"""Two more players, for measuring alone: one that collects, and one in a hurry."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.rules.core.actions import Action
from games.rules.core.cardsets import mask_of
from games.rules.core.cpus import Chooser
from games.rules.rummy500.actions import Discard, DrawStock, TakeDiscard
from games.rules.rummy500.masks import points
from games.rules.rummy500.normal import normal, ranking
from games.rules.rummy500.view import Rummy500View
from games.rules.rummy500.worth import hand_worth, placeable, table_of

_FEW: Final = 5


def hoarder(view: Rummy500View, seat: int, key: bytes) -> Action:
    """Takes the deepest discards it can place, and lays nothing before it must: until the
    opponent has few cards, the stock is short, or all but one card can go at once."""
    if view.phase == "draw":
        takes = [action for action in view.legal if isinstance(action, TakeDiscard)]
        deep = [action for action in takes if action.depth > 1]
        return deep[-1] if deep and view.stock > _FEW else normal(view, seat, key)
    discards = [action for action in view.legal if isinstance(action, Discard)]
    hand = mask_of(view.hand or ())
    left = hand & ~placeable(hand, table_of(view, seat))[0]
    near = view.stock <= _FEW or view.hand_sizes[1 - seat] <= _FEW
    if not discards or near or left.bit_count() <= 1:
        return normal(view, seat, key)
    return next(action for action in ranking(view, seat) if isinstance(action, Discard))


def closer(view: Rummy500View, seat: int, _key: bytes) -> Action:
    """Wants to go out: lays all at once, throws the dearest card, takes only the top discard
    and only to lay it."""
    hand, table = mask_of(view.hand or ()), table_of(view, seat)
    if view.phase == "draw":
        top = 1 << view.discards[-1]
        if placeable(hand | top, table)[0] & top:
            return TakeDiscard(1)
        return DrawStock() if view.stock else view.legal[-1]
    placements = [action for action in view.legal if not isinstance(action, Discard)]
    if placements:
        return next(a for a in ranking(view, seat) if not isinstance(a, Discard))
    discards = [action for action in view.legal if isinstance(action, Discard)]
    return max(discards, key=lambda a: (hand_worth(hand ^ 1 << a.card, table), points(1 << a.card)))


STYLES: Final[Mapping[str, Chooser[Rummy500View]]] = MappingProxyType(
    {"hoarder": hoarder, "closer": closer}
)
