"""What the states of card games have in common: hands, a stock, a pile, totals and a sheet.

A game's state is a dataclass on top of `MatchState` with what is its own. A field that it
narrows (`phase`, `sheet`, `result`) it writes again with its own type.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass

from games.rules.core.cards import Card
from games.rules.core.cardsets import CardSet, cards_in
from games.rules.core.events import DealLog
from games.rules.core.plain import Json, Plain


@dataclass(frozen=True, slots=True)
class DealRow:
    """One line of the score sheet: a finished deal, its dealer, its scores by seat and its end."""

    deal: int
    dealer: int
    scores: tuple[int, ...]
    reason: str

    def form(self) -> dict[str, Json]:
        """The wire form."""
        return {
            "deal": self.deal,
            "dealer": self.dealer,
            "scores": list(self.scores),
            "reason": self.reason,
        }

    def dump(self) -> list[Plain]:
        """As the state's form has it."""
        return [self.deal, self.dealer, list(self.scores), self.reason]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealResult:
    """How a deal ended: why, by which seat, and what each seat scored."""

    reason: str
    seat: int
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState(ABC):
    """A match at one moment; see `games.rules.core.game.State` for deal, turn and step.

    `hands` are card sets by seat. `stock` and `discards` are piles, a byte a card, top last
    (G2). `totals` and `sheet` include the running deal once it is over. `log` is the running
    deal's; `result` is None until the deal is scored.
    """

    seed: bytes
    first_dealer: int
    dealer: int
    deal: int
    turn: int = 1
    step: int = 0
    to_move: int | None
    phase: str
    hands: tuple[CardSet, ...]
    stock: bytes
    discards: bytes
    totals: tuple[int, ...]
    sheet: tuple[DealRow, ...] = ()
    log: DealLog
    result: DealResult | None = None

    @property
    def deal_over(self) -> bool:
        """Whether the running deal is scored."""
        return self.result is not None

    @property
    @abstractmethod
    def match_over(self) -> bool:
        """Whether a deal is scored after which no other is dealt."""

    @abstractmethod
    def table_cards(self) -> Iterable[Card]:
        """The cards that lie neither in a hand nor in a pile."""


def every_card(state: MatchState) -> tuple[Card, ...]:
    """The cards of the running deal, each once: piles, table, hands (G6)."""
    held = (card for hand in state.hands for card in cards_in(hand))
    return (*state.stock, *state.discards, *state.table_cards(), *held)


def unseen_cards(state: MatchState, seat: int | None) -> set[Card]:
    """The stock, and the hands other than `seat`'s while the deal runs.

    Cards that were seen on their way into a hand are still among them.
    """
    unseen = set(state.stock)
    if not state.deal_over:
        for other, hand in enumerate(state.hands):
            if other != seat:
                unseen.update(cards_in(hand))
    return unseen
