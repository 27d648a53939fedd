"""The events of Remi, and how the deal log packs them."""

from collections.abc import Sequence
from typing import Final

from games.rules.core.cards import SINGLE, Card
from games.rules.core.deal_events import DealEvents
from games.rules.core.events import Event, LogCodec, Shape
from games.rules.core.plain import Json
from games.rules.remi.combinations import Meld
from games.rules.remi.state import RemiResult

_NAMES: Final = SINGLE.names
_name_all: Final = SINGLE.name_all

LOG: Final = LogCodec(
    SINGLE,
    (
        Shape("drew"),
        Shape("discarded", (("card", "card"),)),
        Shape("took", (("depth", "int"), ("card", "card"), ("with", "cards"), ("picked", "cards"))),
        Shape("declined"),
        Shape("closed", (("card", "card"), ("melds", "melds"))),
        Shape("dealt", (("count", "int"),)),
    ),
)


_COMMON: Final = DealEvents(SINGLE)
opening: Final = _COMMON.opening
drew: Final = _COMMON.drew
discarded: Final = _COMMON.discarded


def took(seat: int, depth: int, card: Card, own: Sequence[Card], picked: Sequence[Card]) -> Event:
    """A seat laid the discard `card` with `own` cards; those above it were `picked` up."""
    return Event(
        "took",
        seat,
        {
            "depth": depth,
            "card": _NAMES[card],
            "with": _name_all(own),
            "picked": _name_all(picked),
        },
    )


def declined(seat: int) -> Event:
    """A seat ended the deal on the empty stock."""
    return Event("declined", seat)


def closed(seat: int, card: Card, melds: Sequence[Meld]) -> Event:
    """A seat laid the rest of its hand as `melds` and closed with `card`."""
    return Event(
        "closed", seat, {"card": _NAMES[card], "melds": [_name_all(meld) for meld in melds]}
    )


def result_form(result: RemiResult) -> dict[str, Json]:
    """The wire form of a deal's result, with every hand open."""
    return {
        "reason": result.reason,
        "seat": result.seat,
        "card": None if result.card is None else _NAMES[result.card],
        "bonus": result.bonus,
        "scores": list(result.scores),
        "hands": [
            {
                "melds": [_name_all(meld) for meld in hand.melds],
                "rest": _name_all(hand.rest),
                "counted": hand.counted,
            }
            for hand in result.hands
        ],
    }
