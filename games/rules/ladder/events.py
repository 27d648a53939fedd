"""The events of Ladder Rummy, and how the deal log packs them."""

from collections.abc import Sequence
from typing import Final

from games.rules.core.cards import Card
from games.rules.core.deal_events import DealEvents
from games.rules.core.events import Event, LogCodec, Shape
from games.rules.core.game import Outcome
from games.rules.core.plain import Json
from games.rules.ladder.actions import PACK
from games.rules.ladder.melds import End
from games.rules.ladder.state import LadderResult

_NAMES: Final = PACK.names
_name_all: Final = PACK.name_all

LOG: Final = LogCodec(
    PACK,
    (
        Shape("drew"),
        Shape("discarded", (("card", "card"),)),
        Shape("drew_discard", (("card", "card"),)),
        Shape(
            "laid_off",
            (("card", "card"), ("meld", "int"), ("end", "text"), ("represents", "text")),
        ),
        Shape("contract_laid", (("melds", "melds"),)),
        Shape("reshuffled", (("count", "int"),)),
        Shape("dealt", (("count", "int"),)),
    ),
)


_COMMON: Final = DealEvents(PACK)
opening: Final = _COMMON.opening
drew: Final = _COMMON.drew
discarded: Final = _COMMON.discarded


def reshuffled(seat: int, count: int) -> Event:
    """The stock was empty when `seat` drew: `count` discards are the new one (LR-16)."""
    return Event("reshuffled", seat, {"count": count})


def drew_discard(seat: int, card: Card) -> Event:
    """A seat drew the top discard."""
    return Event("drew_discard", seat, {"card": _NAMES[card]})


def contract_laid(seat: int, melds: Sequence[Sequence[Card]]) -> Event:
    """A seat laid its contract; runs are low to high, which says what their jokers are."""
    return Event("contract_laid", seat, {"melds": [_name_all(cards) for cards in melds]})


def laid_off(seat: int, card: Card, meld: int, end: End | None, represents: str) -> Event:
    """A seat put a card on the table's meld number `meld`; `end` is None on a group."""
    return Event(
        "laid_off",
        seat,
        {"card": _NAMES[card], "meld": meld, "end": end, "represents": represents},
    )


def match_ended(outcome: Outcome, completed: Sequence[int]) -> Event:
    """The last deal was scored."""
    return Event(
        "match_ended",
        None,
        {
            "totals": list(outcome.totals),
            "completed": list(completed),
            "places": list(outcome.places),
            "winners": list(outcome.winners),
        },
    )


def result_form(result: LadderResult) -> dict[str, Json]:
    """The wire form of a deal's result, with every hand open."""
    return {
        "reason": result.reason,
        "bound": result.bound,
        "seat": result.seat,
        "scores": list(result.scores),
        "climbed": list(result.climbed),
        "completed": list(result.completed),
        "hands": [_name_all(hand) for hand in result.hands],
    }
