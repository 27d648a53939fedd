"""Two ways to play that the arena measures `hard` against; nobody is offered them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.rules.core.actions import Action
from games.rules.core.cards import Card
from games.rules.core.cardsets import mask_of
from games.rules.core.cpus import Chooser
from games.rules.ladder.actions import Discard, DrawDiscard, DrawStock, LayContract, LayOff
from games.rules.ladder.contracts import rung_after
from games.rules.ladder.melds import value
from games.rules.ladder.normal import Mind
from games.rules.ladder.playout import links_of
from games.rules.ladder.view import LadderView

_HELD: Final = 5
"""With so few cards in another hand the hoarder lays what it can."""


def hoarder(view: LadderView, seat: int, _key: bytes) -> Action:
    """Keeps its contract hidden until laying it leaves at most two cards, or another seat has
    few. It throws nothing of it away meanwhile."""
    mind = Mind.of(view, seat)
    if view.phase == "play" and isinstance(view.legal[0], LayContract):
        left = len(view.hand or ()) - sum(map(len, view.legal[0].melds))
        others = [size for other, size in enumerate(view.hand_sizes) if other != seat]
        if left > 2 and min(others) > _HELD:
            kept = mask_of(card for meld in view.legal[0].melds for card in meld)
            loose = [discard for discard in mind.discards() if not kept >> discard.card & 1]
            return loose[0] if loose else view.legal[0]
    return mind.choose()


def closer(view: LadderView, seat: int, _key: bytes) -> Action:
    """Hurries: every discard that goes with a card of its hand, then the dearest card that
    goes with none, and all on the table as soon as it can be."""
    if view.phase == "draw":
        top = view.top
        if top is None or len(view.legal) == 1:
            return view.legal[0]
        mind = Mind.of(view, seat)
        takes = mind.open >> top & 1 if mind.laid else _use(view, seat, top) > 1
        return DrawDiscard() if takes else DrawStock()
    if not isinstance(view.legal[0], Discard):
        lay_offs = [action for action in view.legal if isinstance(action, LayOff)]
        return max(lay_offs, key=lambda lay: value(lay.card)) if lay_offs else view.legal[0]
    mind = Mind.of(view, seat)
    if mind.laid:
        return mind.choose()
    return min(
        mind.discards(),
        key=lambda discard: 6 * _use(view, seat, discard.card) - value(discard.card),
    )


def _use(view: LadderView, seat: int, card: Card) -> int:
    """How many cards of the hand go with `card`."""
    links = links_of(card, rung_after(view.completed[seat]))
    return (links & mask_of(view.hand or ()) & ~(1 << card)).bit_count()


STYLES: Final[Mapping[str, Chooser[LadderView]]] = MappingProxyType(
    {"hoarder": hoarder, "closer": closer}
)
