"""The contract: what a game is to everything outside its folder."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

from games.rules.core.actions import Action, Codec
from games.rules.core.cards import Card, Pack
from games.rules.core.cpus import lower, offered
from games.rules.core.errors import RuleError
from games.rules.core.events import Event
from games.rules.core.plain import Json, Plain


@dataclass(frozen=True, slots=True)
class Options:
    """What is fixed before a match begins. `first_dealer` None: drawn from the seed (G9)."""

    first_dealer: int | None = None


class State(Protocol):
    """What everybody may ask of any game's state. A state is immutable.

    `deal` and `turn` count from 1, `step` from 0 within the turn; together they
    name one decision. `to_move` is the seat that must act, or None when the deal is
    over. `dealer` is the running deal's dealer; `first_dealer` the first deal's.
    """

    @property
    def deal(self) -> int: ...
    @property
    def turn(self) -> int: ...
    @property
    def step(self) -> int: ...
    @property
    def to_move(self) -> int | None: ...
    @property
    def dealer(self) -> int: ...
    @property
    def first_dealer(self) -> int: ...
    @property
    def deal_over(self) -> bool: ...
    @property
    def match_over(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: totals and places by seat. Equal results share a place (1, 2, 2, 4)."""

    totals: tuple[int, ...]
    places: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


@dataclass(frozen=True, slots=True)
class DealEnd:
    """How a deal ended, told alike for every game.

    `scores` by seat, the greater the better. `bounds` are the ids of the rules (G10) that
    cut the deal short, and with it perhaps the match; empty when play ended it.
    """

    reason: str
    scores: tuple[int, ...]
    bounds: tuple[str, ...]


def places(results: Sequence[Any]) -> tuple[int, ...]:
    """The place of each seat when the greatest of `results` is first; equals share."""
    return tuple(1 + sum(other > mine for other in results) for mine in results)


S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)
V = TypeVar("V")


class Game(ABC, Generic[S, A, V]):
    """One game. S its state, A its actions, V its view; all three immutable.

    Every method is a pure function of its arguments.
    """

    name: ClassVar[str]
    """Its name on the wire and in paths: `remi`."""
    seats: ClassVar[int]
    pack: ClassVar[Pack]
    state_format: ClassVar[int]
    """Raised whenever `dump_state` changes its form; `load_state` reads all that ever landed."""
    levels: ClassVar[tuple[str, ...]] = ("random", "greedy")
    """All CPU levels that `choose` knows, also those for measuring only."""
    slow_levels: ClassVar[tuple[str, ...]] = ()
    """Those of `levels` that think long: a server lets them think beside its other work."""
    actions: Codec[A]
    deals: ClassVar[int | None] = None
    """How many deals every match has; None where the scores decide."""
    stages: ClassVar[int] = 1
    """How many kinds of deal a match comes to that differ in more than their cards."""

    @abstractmethod
    def setup(self, options: Options, seed: bytes) -> tuple[S, tuple[Event, ...]]:
        """A new match with its first deal dealt. `seed` is the 32-byte shuffle seed."""

    @abstractmethod
    def advance(self, state: S) -> tuple[S, tuple[Event, ...]]:
        """Deal the next deal. Raises RuleError `deal_not_over` or `match_over`."""

    @abstractmethod
    def legal_actions(self, state: S, seat: int) -> tuple[A, ...]:
        """What `seat` may do now, in a fixed order; empty unless it is to move.

        Every one passes `check`. Where many are alike a game may list one of them.
        """

    @abstractmethod
    def check(self, state: S, seat: int, action: A) -> None:
        """Raises RuleError with the reason if the rules refuse `action`."""

    @abstractmethod
    def apply(self, state: S, seat: int, action: A) -> tuple[S, tuple[Event, ...]]:
        """The state after `action`, and what happened. Raises as `check`, which it calls, does."""

    @abstractmethod
    def view(self, state: S, seat: int | None) -> V:
        """What `seat`, or a watcher (None), may know (G5): built up from nothing."""

    @abstractmethod
    def dump_view(self, view: V) -> dict[str, Json]:
        """The wire form of a view, without its log: the keys of docs/protocol.md.

        The same keys for every state and seat, so that a client can fold changed keys in.
        """

    @abstractmethod
    def view_log(self, view: V) -> list[dict[str, Json]]:
        """The public forms of the running deal's events, oldest first."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """The final ranking, or None while the match runs."""

    @abstractmethod
    def choose(self, view: V, level: str, key: bytes) -> A:
        """What a CPU of `level` does with the view of the seat to move. `key`: see `cpu_key`."""

    @abstractmethod
    def dump_state(self, state: S) -> Plain:
        """The whole state, secrets included, as plain data that begins with its format."""

    @abstractmethod
    def load_state(self, data: Plain) -> S:
        """What `dump_state` was given. Raises FormatError `newer_format` or `damaged_state`."""

    @property
    def offered_levels(self) -> tuple[str, ...]:
        """The CPU levels that players choose from, weakest first."""
        return offered(self.levels)

    def lower_level(self, level: str) -> str | None:
        """The strongest quick level below `level`, for when there is no time to think; never
        ``random``. None where there is none."""
        return lower(self.levels, level, self.slow_levels)

    # For measuring play.

    def setup_at(self, stage: int, options: Options, seed: bytes) -> tuple[S, tuple[Event, ...]]:
        """As `setup`, with every seat come to `stage`, from 1 to `stages`; not for real matches.

        Raises RuleError `no_such_stage`.
        """
        if stage != 1:
            raise RuleError("no_such_stage", stage=stage)
        return self.setup(options, seed)

    def deal_end(self, events: Sequence[Event]) -> DealEnd | None:
        """How the deal ended by the events of one action, or None if they do not end it."""
        ends = [event for event in events if event.type in ("deal_ended", "match_ended")]
        if not ends:
            return None
        reason, scores = ends[0].data["reason"], ends[0].data["scores"]
        assert isinstance(reason, str)
        assert isinstance(scores, Sequence)
        rules = [event.data.get("rule") for event in ends]
        return DealEnd(
            reason=reason,
            scores=tuple(score for score in scores if isinstance(score, int)),
            bounds=tuple(rule for rule in rules if isinstance(rule, str)),
        )

    # For the laws and for CPUs' honesty: which cards are where.

    @abstractmethod
    def cards_of(self, state: S) -> tuple[Card, ...]:
        """Every card, from every place of the running deal, each once (G6)."""

    @abstractmethod
    def hidden_from(self, state: S, seat: int | None) -> frozenset[Card]:
        """The cards whose place `seat` (None: a watcher) does not know."""

    @abstractmethod
    def exchange(self, state: S, one: Card, other: Card) -> S:
        """The same state with two cards having changed places, wherever they are."""


AnyGame: TypeAlias = Game[Any, Any, Any]
