"""The events of Remi, and how the deal log packs them."""

from collections.abc import Sequence
from typing import Final

from games.rules.core.cards import SINGLE, Card
from games.rules.core.events import Event, LogCodec, Shape
from games.rules.core.game import Outcome
from games.rules.core.plain import Json
from games.rules.remi.combinations import Meld
from games.rules.remi.masks import CardSet, cards_in
from games.rules.remi.state import DealResult

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


def deal_started(deal: int, dealer: int, hands: Sequence[CardSet], stock: int) -> Event:
    """A deal was dealt; `first` moves first: the dealer (RM-2)."""
    sizes = [hand.bit_count() for hand in hands]
    data: dict[str, Json] = {"deal": deal, "dealer": dealer, "first": dealer}
    return Event("deal_started", None, {**data, "hand_sizes": sizes, "stock": stock})


def dealt(seat: int, hand: CardSet) -> Event:
    """A seat got its cards; which they are is its secret."""
    return Event(
        "dealt", seat, {"count": hand.bit_count()}, private={"cards": _name_all(cards_in(hand))}
    )


def drew(seat: int, card: Card) -> Event:
    """A seat drew from the stock; the card is its secret."""
    return Event("drew", seat, private={"card": _NAMES[card]})


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


def discarded(seat: int, card: Card) -> Event:
    """A seat discarded and ended its turn."""
    return Event("discarded", seat, {"card": _NAMES[card]})


def declined(seat: int) -> Event:
    """A seat ended the deal on the empty stock."""
    return Event("declined", seat)


def closed(seat: int, card: Card, melds: Sequence[Meld]) -> Event:
    """A seat laid the rest of its hand as `melds` and closed with `card`."""
    return Event(
        "closed", seat, {"card": _NAMES[card], "melds": [_name_all(meld) for meld in melds]}
    )


def deal_ended(deal: int, result: DealResult, totals: Sequence[int]) -> Event:
    """A deal was scored; the data are `result_form`'s with the deal and the new totals."""
    data = result_form(result)
    del data["seat"]
    return Event("deal_ended", result.seat, {"deal": deal, "totals": list(totals), **data})


def match_ended(outcome: Outcome) -> Event:
    """The last deal was scored."""
    return Event(
        "match_ended",
        None,
        {
            "totals": list(outcome.totals),
            "places": list(outcome.places),
            "winners": list(outcome.winners),
        },
    )


def result_form(result: DealResult) -> dict[str, Json]:
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
