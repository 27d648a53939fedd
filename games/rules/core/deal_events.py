"""The events that every card game has, and what its own are made of."""

from collections.abc import Mapping, Sequence

from games.rules.core.cards import Card, Pack
from games.rules.core.cardsets import CardSet, cards_in
from games.rules.core.events import Event
from games.rules.core.game import Outcome
from games.rules.core.plain import Json


class DealEvents:
    """The events of dealing, drawing and discarding, with the card names of one pack."""

    def __init__(self, pack: Pack) -> None:
        self._names = pack.names
        self._name_all = pack.name_all

    def opening(
        self,
        deal: int,
        dealer: int,
        first: int,
        hands: Sequence[CardSet],
        stock: int,
        turned_up: Card | None = None,
    ) -> tuple[Event, ...]:
        """`deal_started`, then `dealt` for every seat.

        `first` moves first, `stock` cards are left, and one may have been turned up. Which
        cards a seat got is its secret.
        """
        started: dict[str, Json] = {
            "deal": deal,
            "dealer": dealer,
            "first": first,
            "hand_sizes": [hand.bit_count() for hand in hands],
            "stock": stock,
        }
        if turned_up is not None:
            started["turned_up"] = self._names[turned_up]
        return (
            Event("deal_started", None, started),
            *(self._dealt(seat, hand) for seat, hand in enumerate(hands)),
        )

    def _dealt(self, seat: int, hand: CardSet) -> Event:
        cards = self._name_all(cards_in(hand))
        return Event("dealt", seat, {"count": len(cards)}, private={"cards": cards})

    def drew(self, seat: int, card: Card) -> Event:
        """A seat drew from the stock; the card is its secret."""
        return Event("drew", seat, private={"card": self._names[card]})

    def discarded(self, seat: int, card: Card) -> Event:
        """A seat discarded and ended its turn."""
        return Event("discarded", seat, {"card": self._names[card]})


def deal_ended(
    deal: int, seat: int | None, totals: Sequence[int], result: Mapping[str, Json]
) -> Event:
    """A deal was scored; `totals` are the new ones, `result` the wire form of its result."""
    data = {key: value for key, value in result.items() if key != "seat"}
    return Event("deal_ended", seat, {"deal": deal, "totals": list(totals), **data})


def match_ended(outcome: Outcome, own: Mapping[str, Json] | None = None) -> Event:
    """The last deal was scored; `own` is what a game tells beside the ranking."""
    ranking: dict[str, Json] = {
        "totals": list(outcome.totals),
        "places": list(outcome.places),
        "winners": list(outcome.winners),
    }
    return Event("match_ended", None, {**ranking, **(own or {})})
