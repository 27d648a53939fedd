"""The state of a match of Remi. Everything in it is immutable."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from games.rules.core.cards import Card
from games.rules.core.events import DealLog
from games.rules.remi.combinations import Arrangement, Meld
from games.rules.remi.masks import CardSet

SEATS: Final = 4
HAND_SIZE: Final = 7
DEALS: Final = 8
"""RM-18."""
OPEN_DISCARDS: Final = 3
"""How many discards lie open and may be taken (RM-9)."""

Phase: TypeAlias = Literal["draw", "discard", "over"]
Reason: TypeAlias = Literal["close", "stock"]


@dataclass(frozen=True, slots=True)
class DealRow:
    """One line of the score sheet: a finished deal, its dealer and its scores by seat."""

    deal: int
    dealer: int
    scores: tuple[int, ...]
    reason: Reason


@dataclass(frozen=True, slots=True)
class DealResult:
    """How a deal ended.

    `seat` closed, or had to draw from the empty stock. `card` is the closing card and
    `bonus` its ten-fold value (RM-17), else None and 0. `hands` are the arranged hands
    by seat; combinations on the table are not among them.
    """

    reason: Reason
    seat: int
    card: Card | None
    bonus: int
    scores: tuple[int, ...]
    hands: tuple[Arrangement, ...]


@dataclass(frozen=True, slots=True)
class RemiState:
    """A match at one moment; see `games.rules.core.game.State` for deal, turn and step.

    `hands` are card sets by seat. `table` holds each seat's combinations, oldest first.
    `stock` and `discards` are piles, a byte a card, top last (G2). `totals` and `sheet`
    include the running deal once it is over. `log` is the running deal's.
    """

    seed: bytes
    first_dealer: int
    dealer: int
    deal: int
    turn: int
    step: int
    to_move: int | None
    phase: Phase
    hands: tuple[CardSet, ...]
    table: tuple[tuple[Meld, ...], ...]
    stock: bytes
    discards: bytes
    totals: tuple[int, ...]
    sheet: tuple[DealRow, ...]
    log: DealLog
    result: DealResult | None

    @property
    def deal_over(self) -> bool:
        """Whether the running deal is scored."""
        return self.result is not None

    @property
    def match_over(self) -> bool:
        """Whether the eighth deal is scored (RM-18)."""
        return self.result is not None and self.deal == DEALS
