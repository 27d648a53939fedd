"""Two cards change places, wherever they are: for the laws of secrecy and for sampled hands."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from games.rules.core.cards import Card
from games.rules.core.cardsets import exchanged
from games.rules.core.match_state import MatchState

S = TypeVar("S", bound=MatchState)


@dataclass(frozen=True, slots=True)
class Trade:
    """The two cards, and what becomes of whatever may hold them."""

    one: Card
    other: Card

    def card(self, card: Card) -> Card:
        """The card that is now where `card` was."""
        if card == self.one:
            return self.other
        return self.one if card == self.other else card

    def cards(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """The same for each of `cards`."""
        return tuple(self.card(card) for card in cards)

    def in_state(self, state: S, **own: Any) -> S:
        """The state with the trade made in hands and piles; `own` are the game's other places."""
        return replace(
            state,
            hands=tuple(exchanged(hand, self.one, self.other) for hand in state.hands),
            stock=bytes(self.cards(state.stock)),
            discards=bytes(self.cards(state.discards)),
            **own,
        )
