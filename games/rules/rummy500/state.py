"""The state of a match of Rummy 500. Everything in it is immutable."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from games.rules.core.cards import Card
from games.rules.core.cardsets import CardSet
from games.rules.core.match_state import DealResult, MatchState
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Rummy500Result(DealResult):
    """How a deal of Rummy 500 ended.

    `seat` went out, declined, or ended the last turn that a bound allows; `rule` is that
    bound, else None. By seat: `placed`, the points of its cards on the table, `left`,
    those of its hand, and `hands`, the cards left there; its score is placed minus left.
    """

    reason: Reason
    rule: Bound | None
    placed: tuple[int, ...]
    left: tuple[int, ...]
    hands: tuple[CardSet, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rummy500State(MatchState):
    """A match of Rummy 500 at one moment.

    `melds` lie on the table, oldest first. `must_use` is the card that must be placed before
    anything else (RF-10); `blocked` the one that may not be discarded in this turn (RF-12).
    `active`: this turn has drawn from the stock or placed a card. `idle_turns` counts the
    completed turns since one that was (RF-15, RF-22).
    """

    phase: Phase
    melds: tuple[TableMeld, ...]
    must_use: Card | None
    blocked: Card | None
    active: bool
    idle_turns: int
    result: Rummy500Result | None = None

    @property
    def match_over(self) -> bool:
        """Whether a deal is scored after which no other is dealt (RF-18, RF-23)."""
        return self.result is not None and is_decided(self.totals, self.deal)

    def table_cards(self) -> Iterator[Card]:
        """The cards of all melds."""
        return (card for meld in self.melds for card in meld.cards)


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
