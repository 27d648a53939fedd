"""The events of Rummy 500, and how the deal log packs them."""

from collections.abc import Sequence
from typing import Final

from games.rules.core.cards import SINGLE, Card
from games.rules.core.cardsets import CardSet, cards_in
from games.rules.core.events import Event, LogCodec, Shape
from games.rules.core.game import Outcome
from games.rules.core.plain import Json
from games.rules.rummy500.actions import End
from games.rules.rummy500.melds import Kind
from games.rules.rummy500.state import DealResult

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


def deal_started(
    deal: int, dealer: int, first: int, hands: Sequence[CardSet], stock: int, turned_up: Card
) -> Event:
    """A deal was dealt and a card turned up (RF-1); `first`, the non-dealer, moves first."""
    data: dict[str, Json] = {
        "deal": deal,
        "dealer": dealer,
        "first": first,
        "hand_sizes": [hand.bit_count() for hand in hands],
        "stock": stock,
        "turned_up": _NAMES[turned_up],
    }
    return Event("deal_started", None, data)


def dealt(seat: int, hand: CardSet) -> Event:
    """A seat got its cards; which they are is its secret."""
    return Event(
        "dealt", seat, {"count": hand.bit_count()}, private={"cards": _name_all(cards_in(hand))}
    )


def drew(seat: int, card: Card) -> Event:
    """A seat drew from the stock; the card is its secret."""
    return Event("drew", seat, private={"card": _NAMES[card]})


def took(seat: int, depth: int, cards: Sequence[Card]) -> Event:
    """A seat took `depth` discards, the deepest first."""
    return Event("took", seat, {"depth": depth, "cards": _name_all(cards)})


def melded(seat: int, meld: int, kind: Kind, cards: Sequence[Card]) -> Event:
    """A seat laid a new set or run (`kind`), in table order; `meld` is its index."""
    return Event("melded", seat, {"meld": meld, "kind": kind, "cards": _name_all(cards)})


def laid_off(seat: int, card: Card, meld: int, end: End | None) -> Event:
    """A seat laid `card` off on the meld with that index; `end` of a run, None for a set."""
    return Event("laid_off", seat, {"card": _NAMES[card], "meld": meld, "end": end})


def discarded(seat: int, card: Card) -> Event:
    """A seat discarded and ended its turn."""
    return Event("discarded", seat, {"card": _NAMES[card]})


def declined(seat: int) -> Event:
    """A seat took nothing on the empty stock and so ended the deal."""
    return Event("declined", seat)


def deal_ended(deal: int, result: DealResult, totals: Sequence[int]) -> Event:
    """A deal was scored; the data are `result_form`'s with the deal and the new totals."""
    data = result_form(result)
    del data["seat"]
    return Event("deal_ended", result.seat, {"deal": deal, "totals": list(totals), **data})


def match_ended(outcome: Outcome, rule: str | None) -> Event:
    """The last deal was scored; `rule` is RF-23 where that bound ended the match."""
    return Event(
        "match_ended",
        None,
        {
            "totals": list(outcome.totals),
            "places": list(outcome.places),
            "winners": list(outcome.winners),
            "rule": rule,
        },
    )


def result_form(result: DealResult) -> dict[str, Json]:
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
