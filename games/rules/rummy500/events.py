"""The events of Rummy 500, and how the deal log packs them."""

from collections.abc import Sequence
from typing import Final

from games.rules.core.cards import SINGLE, Card
from games.rules.core.cardsets import cards_in
from games.rules.core.deal_events import DealEvents
from games.rules.core.events import Event, LogCodec, Shape
from games.rules.core.plain import Json
from games.rules.rummy500.actions import End
from games.rules.rummy500.melds import Kind
from games.rules.rummy500.state import Rummy500Result

_NAMES: Final = SINGLE.names
_name_all: Final = SINGLE.name_all

LOG: Final = LogCodec(
    SINGLE,
    (
        Shape("drew"),
        Shape("discarded", (("card", "card"),)),
        Shape("took", (("depth", "int"), ("cards", "cards"))),
        Shape("melded", (("meld", "int"), ("kind", "text"), ("cards", "cards"))),
        Shape("laid_off", (("card", "card"), ("meld", "int"), ("end", "text"))),
        Shape("declined"),
        Shape("dealt", (("count", "int"),)),
    ),
)


_COMMON: Final = DealEvents(SINGLE)
opening: Final = _COMMON.opening
drew: Final = _COMMON.drew
discarded: Final = _COMMON.discarded


def took(seat: int, depth: int, cards: Sequence[Card]) -> Event:
    """A seat took `depth` discards, the deepest first."""
    return Event("took", seat, {"depth": depth, "cards": _name_all(cards)})


def melded(seat: int, meld: int, kind: Kind, cards: Sequence[Card]) -> Event:
    """A seat laid a new set or run (`kind`), in table order; `meld` is its index."""
    return Event("melded", seat, {"meld": meld, "kind": kind, "cards": _name_all(cards)})


def laid_off(seat: int, card: Card, meld: int, end: End | None) -> Event:
    """A seat laid `card` off on the meld with that index; `end` of a run, None for a set."""
    return Event("laid_off", seat, {"card": _NAMES[card], "meld": meld, "end": end})


def declined(seat: int) -> Event:
    """A seat took nothing on the empty stock and so ended the deal."""
    return Event("declined", seat)


def result_form(result: Rummy500Result) -> dict[str, Json]:
    """The wire form of a deal's result, with both hands open."""
    return {
        "reason": result.reason,
        "rule": result.rule,
        "seat": result.seat,
        "scores": list(result.scores),
        "placed": list(result.placed),
        "left": list(result.left),
        "hands": [_name_all(cards_in(hand)) for hand in result.hands],
    }
