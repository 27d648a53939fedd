"""Play-outs: a deal played to its end at the greatest speed, for the CPUs that search.

A game that has a fast core offers it as ``CORE`` in the module `playout` of its folder. The
core plays flat, mutable positions on card sets. It decides nothing: whatever it plays, the
rules accept, and they end the deal with the same scores (`agreement` checks it).

To search, make a state that fits a view, apply the action to weigh by the rules, then
``core.play_out(core.position(state), policies, Dice(seed))`` as often as the budget allows.
"""

import importlib
import importlib.util
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, Self, TypeAlias, TypeVar

from games.rules.core.actions import Action
from games.rules.core.cardsets import CardSet
from games.rules.core.dice import Dice
from games.rules.core.registry import get_game

Policy: TypeAlias = Literal["random", "greedy"]
"""`random`: each of the moves that the rules list is as likely as the next. `greedy`: quick
and sensible, from the own hand and what lies open alone."""


class Ending(NamedTuple):
    """How a deal ended, as the game's own `DealResult` has it.

    `seat` is the one that ended it, `rule` the bound (G10) where `reason` is ``bound``.
    `scores` by seat mean what they mean in the game: in Ladder they are penalties.
    """

    reason: str
    rule: str | None
    seat: int
    scores: tuple[int, ...]


class Position(ABC):
    """A deal at one moment, flat and mutable.

    `hands` are card sets by seat, `seat` is the one to move, `ending` is None while the deal
    runs, and `moves` counts what has been played here. A move is an integer whose meaning is
    the game's own and depends on the position.
    """

    __slots__ = ("ending", "hands", "moves", "seat")

    hands: list[CardSet]
    seat: int
    ending: Ending | None
    moves: int

    @abstractmethod
    def copy(self) -> Self:
        """The same position, to be played on apart from this one."""

    @abstractmethod
    def make(self, move: int) -> None:
        """Play `move` of the seat to move. It is not checked."""

    @abstractmethod
    def action(self, move: int) -> Action:
        """The game's action that `move` is here, before it is made."""


S = TypeVar("S")
P = TypeVar("P", bound=Position)


@dataclass(frozen=True, slots=True)
class Core(Generic[S, P]):
    """The fast core of one game. S is its rules' state, P its position.

    `position` copies a state, also one made up to fit a view, and at any point of a turn; if
    the deal is over there, the position has its ending already. `policies` choose a move.
    """

    position: Callable[[S], P]
    policies: Mapping[Policy, Callable[[P, Dice], int]]

    def play_out(
        self,
        position: P,
        policies: Sequence[Policy],
        dice: Dice,
        trace: list[Action] | None = None,
    ) -> Ending:
        """Plays `position` itself to the end of its deal; `policies` are by seat.

        With a list as `trace` every action is added to it, in the order of play. A position
        that has its ending already gives it at once.
        """
        chosen_by = [self.policies[policy] for policy in policies]
        make = position.make
        moves = 0
        while position.ending is None:
            move = chosen_by[position.seat](position, dice)
            if trace is not None:
                trace.append(position.action(move))
            make(move)
            moves += 1
        position.moves += moves
        return position.ending


AnyCore: TypeAlias = Core[Any, Any]


def core_of(name: str) -> AnyCore | None:
    """The fast core of the game called `name`, or None where it has none.

    Raises RuleError `unknown_game`.
    """
    module = f"games.rules.{get_game(name).name}.playout"
    if importlib.util.find_spec(module) is None:
        return None
    core: AnyCore = importlib.import_module(module).CORE
    return core
