"""The player that thinks ahead: every candidate is played out over hidden hands that fit.

A game that has a fast core offers a `Search` as ``SEARCH`` in the module `search` of its
folder, and ``hard`` among its levels is ``SEARCH.choose``. What it does with a view:

1. The game names the candidates: the actions worth weighing, in a fixed order.
2. The game makes worlds: positions that fit all that the view and its log tell, the hidden
   cards dealt by dice.
3. Every candidate is played in each world, and the world then played out by the greedy
   policy. All candidates meet the same worlds and the same dice (common random numbers),
   so that their differences are their own.
4. After a share of the budget the worse half of the candidates is dropped, and so on until
   one is left (successive halving).

The budget is a number of play-outs and never a time; worths are integers; of equals the
candidate named first wins. So the answer depends on the view and the CPU key alone.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from games.rules.core.actions import Action
from games.rules.core.cpus import Chooser, number_for
from games.rules.core.dice import Dice
from games.rules.core.match_view import MatchView
from games.rules.core.playout import Core, Ending, Policy, Position

V = TypeVar("V", bound=MatchView)
P = TypeVar("P", bound=Position)


@dataclass(frozen=True, slots=True)
class Weighed:
    """A candidate and what it came to: `total` worth over so many `worlds`."""

    action: Action
    total: int
    worlds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Search(Generic[V, P]):
    """How a game is searched. V is its view, P the position of its fast core.

    - `candidates(view, seat)`: legal actions, at least one, in a fixed order;
    - `worlds(view, seat)`: a function from dice to a position that fits the view; each call
      gives a new one;
    - `move(position, action)`: the core's number for the action, before it is made;
    - `worth(view, seat)`: a function from a deal's ending to an integer, the greater the
      better for the seat;
    - `budget`: the play-outs of a decision, unless the caller says otherwise;
    - `policies`: who plays the world out, one policy for every seat.
    """

    core: Core[Any, P]
    candidates: Callable[[V, int], Sequence[Action]]
    worlds: Callable[[V, int], Callable[[Dice], P]]
    move: Callable[[P, Action], int]
    worth: Callable[[V, int], Callable[[Ending], int]]
    budget: int
    policy: Policy = "greedy"

    def choose(self, view: V, seat: int, key: bytes) -> Action:
        """The best candidate: the chooser of a level (`games.rules.core.cpus.Chooser`)."""
        return self.weigh(view, seat, key)[0].action

    def weigh(
        self, view: V, seat: int, key: bytes, budget: int | None = None
    ) -> tuple[Weighed, ...]:
        """Every candidate with what it came to, the best first.

        Those dropped early have fewer worlds. A single candidate is not played at all. Each
        gets at least one world in every round, also where that exceeds the budget.
        """
        actions = self.candidates(view, seat)
        totals = [0] * len(actions)
        worlds = [0] * len(actions)
        staying = list(range(len(actions)))
        dropped: list[int] = []
        if len(staying) > 1:
            seed = number_for(view, seat, key)
            world = self.worlds(view, seat)
            worth = self.worth(view, seat)
            policies = (self.policy,) * len(view.hand_sizes)
            left = self.budget if budget is None else budget
            done = 0
            for rounds in range((len(staying) - 1).bit_length(), 0, -1):
                count = max(1, left // (rounds * len(staying)))
                for number in range(done, done + count):
                    position = world(Dice(seed + 2 * number))
                    for candidate in staying:
                        played = position.copy()
                        played.make(self.move(played, actions[candidate]))
                        dice = Dice(seed + 2 * number + 1)
                        totals[candidate] += worth(self.core.play_out(played, policies, dice))
                done += count
                left -= count * len(staying)
                for candidate in staying:
                    worlds[candidate] = done
                # Sorting keeps equals in their order: the candidate named first stays.
                staying.sort(key=lambda candidate: -totals[candidate])
                keep = (len(staying) + 1) // 2
                dropped[:0] = staying[keep:]
                staying = sorted(staying[:keep])
        return tuple(Weighed(actions[n], totals[n], worlds[n]) for n in staying + dropped)


AnySearch: TypeAlias = Search[Any, Any]


def searching(levels: Mapping[str, Chooser[Any]]) -> tuple[str, ...]:
    """Those of `levels` whose chooser is a `Search`: they think long."""
    return tuple(
        level
        for level, chooser in levels.items()
        if isinstance(getattr(chooser, "__self__", None), Search)
    )
