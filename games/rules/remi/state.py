"""The state of a match of Remi. Everything in it is immutable."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from games.rules.core.cards import Card
from games.rules.core.match_state import DealResult, MatchState
from games.rules.remi.combinations import Arrangement, Meld

SEATS: Final = 4
HAND_SIZE: Final = 7
DEALS: Final = 8
"""RM-18."""
OPEN_DISCARDS: Final = 3
"""How many discards lie open and may be taken (RM-9)."""

Phase: TypeAlias = Literal["draw", "discard", "over"]
Reason: TypeAlias = Literal["close", "stock"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RemiResult(DealResult):
    """How a deal of Remi ended.

    `seat` closed, or had to draw from the empty stock. `card` is the closing card and
    `bonus` its ten-fold value (RM-17), else None and 0. `hands` are the arranged hands
    by seat; combinations on the table are not among them.
    """

    reason: Reason
    card: Card | None
    bonus: int
    hands: tuple[Arrangement, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RemiState(MatchState):
    """A match of Remi at one moment. `table` holds each seat's combinations, oldest first."""

    phase: Phase
    table: tuple[tuple[Meld, ...], ...]
    result: RemiResult | None = None

    @property
    def match_over(self) -> bool:
        """Whether the eighth deal is scored (RM-18)."""
        return self.result is not None and self.deal == DEALS

    def table_cards(self) -> Iterator[Card]:
        """The cards of all combinations on the table."""
        return (card for melds in self.table for meld in melds for card in meld)
