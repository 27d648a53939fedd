"""The state of a match of Ladder Rummy. Everything in it is immutable."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from games.rules.core.cards import Card
from games.rules.core.match_state import DealResult, DealRow, MatchState
from games.rules.core.plain import Json, Plain
from games.rules.ladder.contracts import RUNGS
from games.rules.ladder.melds import Meld

SEATS: Final = 4
HAND_SIZE: Final = 10
DEALS: Final = 10
"""LR-19."""
MOST_RESHUFFLES: Final = 2
"""LR-22."""
MOST_FORCED: Final = 8
"""LR-16: so many forced turns in a row without a placement end the deal."""
MOST_IDLE: Final = 40
"""LR-23: so many turns in a row with neither a stock draw nor a placement end the deal."""

Phase: TypeAlias = Literal["draw", "play", "over"]
Reason: TypeAlias = Literal["out", "stock", "bound"]
Bound: TypeAlias = Literal["LR-16", "LR-22", "LR-23"]
Laid: TypeAlias = Literal["no", "this_turn", "earlier"]


@dataclass(frozen=True, slots=True)
class LadderRow(DealRow):
    """A line of the sheet, its scores the penalties; with who climbed a rung (LR-18)."""

    climbed: tuple[bool, ...]

    def form(self) -> dict[str, Json]:
        """The wire form."""
        return {**DealRow.form(self), "climbed": list(self.climbed)}

    def dump(self) -> list[Plain]:
        """As the state's form has it."""
        return [*DealRow.dump(self), list(self.climbed)]


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderResult(DealResult):
    """How a deal of Ladder Rummy ended.

    `seat` went out, or moved last. `bound` is the rule that ended it where `reason` is
    ``bound``, else None. `scores` are the penalties by seat, `completed` the contracts by
    seat after it. `hands` are the cards left.
    """

    reason: Reason
    bound: Bound | None
    climbed: tuple[bool, ...]
    completed: tuple[int, ...]
    hands: tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderState(MatchState):
    """A match of Ladder Rummy at one moment.

    `melds` lie on the table, oldest first. `laid_in` is the turn in which each seat laid
    its contract, 0 before. `blocked` is the card drawn from the pile in the running turn
    (LR-10). `forced` and `idle` count the turns of LR-16 and LR-23, the running one included,
    and `reshuffles` those of the deal. `completed` and `totals` (the penalties) include the
    running deal once it is over.
    """

    phase: Phase
    melds: tuple[Meld, ...]
    laid_in: tuple[int, ...]
    blocked: Card | None
    reshuffles: int
    forced: int
    idle: int
    completed: tuple[int, ...]
    result: LadderResult | None = None

    @property
    def match_over(self) -> bool:
        """Whether the match is decided (LR-19)."""
        return self.result is not None and is_match_over(self.deal, self.completed)

    def table_cards(self) -> Iterator[Card]:
        """The cards of all melds."""
        return (card for meld in self.melds for card in meld.cards)

    def laid(self, seat: int) -> Laid:
        """Whether and when `seat` laid its contract in the running deal."""
        if not self.laid_in[seat]:
            return "no"
        return "this_turn" if self.laid_in[seat] == self.turn else "earlier"


def is_match_over(deals: int, completed: Sequence[int]) -> bool:
    """Whether a match is over after so many deals (LR-19)."""
    return deals >= DEALS or max(completed) >= RUNGS
