"""The state of a match of Rummy 500. Everything in it is immutable."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from games.rules.core.cards import Card
from games.rules.core.cardsets import CardSet
from games.rules.core.events import DealLog
from games.rules.rummy500.melds import TableMeld

SEATS: Final = 2
HAND_SIZE: Final = 13
GOAL: Final = 500
"""The total at which a match may end (RF-18)."""
MAX_DEALS: Final = 30
"""RF-23."""
MAX_IDLE_TURNS: Final = 20
"""RF-22: turns in a row with neither a stock draw nor a card placed."""
MAX_IDLE_TURNS_EMPTY: Final = 6
"""RF-15: turns in a row on an empty stock without a card placed."""

Phase: TypeAlias = Literal["draw", "must_use", "play", "over"]
Reason: TypeAlias = Literal["out", "stock", "bound"]
Bound: TypeAlias = Literal["RF-15", "RF-22"]


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

    `seat` went out, declined, or ended the last turn that a bound allows; `rule` is that
    bound, else None. By seat: `placed`, the points of its cards on the table, `left`,
    those of its hand, and `hands`, the cards left there; its score is placed minus left.
    """

    reason: Reason
    rule: Bound | None
    seat: int
    scores: tuple[int, ...]
    placed: tuple[int, ...]
    left: tuple[int, ...]
    hands: tuple[CardSet, ...]


@dataclass(frozen=True, slots=True)
class Rummy500State:
    """A match at one moment; see `games.rules.core.game.State` for deal, turn and step.

    `hands` are card sets by seat. `melds` lie on the table, oldest first. `stock` and
    `discards` are piles, a byte a card, top last (G2). `must_use` is the card that must
    be placed before anything else (RF-10); `blocked` the one that may not be discarded in
    this turn (RF-12). `active`: this turn has drawn from the stock or placed a card.
    `idle_turns` counts the completed turns since one that was (RF-15, RF-22). `totals` and
    `sheet` include the running deal once it is over. `log` is the running deal's.
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
    melds: tuple[TableMeld, ...]
    stock: bytes
    discards: bytes
    must_use: Card | None
    blocked: Card | None
    active: bool
    idle_turns: int
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
        """Whether a deal is scored after which no other is dealt (RF-18, RF-23)."""
        return self.result is not None and is_decided(self.totals, self.deal)


def has_winner(totals: Sequence[int]) -> bool:
    """Whether one total is 500 or more and leads alone (RF-18)."""
    return max(totals) >= GOAL and totals.count(max(totals)) == 1


def is_decided(totals: Sequence[int], deal: int) -> bool:
    """Whether the match is over when deal number `deal` has led to `totals` (RF-18, RF-23)."""
    return deal >= MAX_DEALS or has_winner(totals)


def bound_met(idle_turns: int, stock: int) -> Bound | None:
    """The bound that ends the deal after `idle_turns` with `stock` cards left, if one does.

    One count serves both: the last stock card's drawer sets it to 0, so that on an empty
    stock it holds only turns that began with an empty stock.
    """
    if not stock and idle_turns >= MAX_IDLE_TURNS_EMPTY:
        return "RF-15"
    return "RF-22" if idle_turns >= MAX_IDLE_TURNS else None
