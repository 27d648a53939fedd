"""The events of Ladder Rummy, and how the deal log packs them."""

from collections.abc import Sequence
from typing import Final

from games.rules.core.cards import Card
from games.rules.core.cardsets import CardSet, cards_in
from games.rules.core.events import Event, LogCodec, Shape
from games.rules.core.game import Outcome
from games.rules.core.plain import Json
from games.rules.ladder.actions import PACK
from games.rules.ladder.melds import End
from games.rules.ladder.state import DealResult

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


def deal_started(
    deal: int, dealer: int, first: int, hands: Sequence[CardSet], stock: int, turned_up: Card
) -> Event:
    """A deal was dealt and its first discard turned up; `first` moves first (LR-1)."""
    return Event(
        "deal_started",
        None,
        {
            "deal": deal,
            "dealer": dealer,
            "first": first,
            "hand_sizes": [hand.bit_count() for hand in hands],
            "stock": stock,
            "turned_up": _NAMES[turned_up],
        },
    )


def dealt(seat: int, hand: CardSet) -> Event:
    """A seat got its cards; which they are is its secret."""
    return Event(
        "dealt", seat, {"count": hand.bit_count()}, private={"cards": _name_all(cards_in(hand))}
    )


def reshuffled(seat: int, count: int) -> Event:
    """The stock was empty when `seat` drew: `count` discards are the new one (LR-16)."""
    return Event("reshuffled", seat, {"count": count})


def drew(seat: int, card: Card) -> Event:
    """A seat drew from the stock; the card is its secret."""
    return Event("drew", seat, private={"card": _NAMES[card]})


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


def discarded(seat: int, card: Card) -> Event:
    """A seat discarded and ended its turn."""
    return Event("discarded", seat, {"card": _NAMES[card]})


def deal_ended(deal: int, result: DealResult, totals: Sequence[int]) -> Event:
    """A deal was scored; the data are `result_form`'s with the deal and the new totals."""
    data = result_form(result)
    del data["seat"]
    return Event("deal_ended", result.seat, {"deal": deal, "totals": list(totals), **data})


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


def result_form(result: DealResult) -> dict[str, Json]:
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
