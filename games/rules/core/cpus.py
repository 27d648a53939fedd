"""How a CPU level is chosen, which levels there are, and the level that every game has.

A game's levels are a mapping from names to choosers, weakest first; players are offered those
of `OFFERED`, the others are for play-outs, tests and measuring. A level whose
answers are frozen stands under its name and again as ``name@version``: what says
``normal@1`` answers alike for good, and ``normal`` is the newest version.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final, TypeAlias, TypeVar

from games.rules.core.actions import Action
from games.rules.core.errors import RuleError
from games.rules.core.match_view import MatchView
from games.rules.core.shuffle import cpu_number

V = TypeVar("V", bound=MatchView)
Chooser: TypeAlias = Callable[[V, int, bytes], Action]
"""What a level does: from the view, its seat and the CPU key to a legal action.

It is a function of these three alone: its chance comes from `cpu_number` or from dice
seeded with it, its scores are integers, and it goes through nothing whose order Python may
change. So equal views meet equal answers on every machine.
"""

OFFERED: Final = ("random", "greedy")
"""The levels that players choose from, weakest first; others join when they are measured."""


def offered(levels: Iterable[str]) -> tuple[str, ...]:
    """Those of `levels` that players choose from; all, where a game has none of `OFFERED`."""
    there = tuple(levels)
    return tuple(level for level in OFFERED if level in there) or there


def lower(levels: Sequence[str], level: str, slow: Collection[str]) -> str | None:
    """The strongest of `levels` (weakest first) before `level` that is neither one of `slow` nor
    ``random``; None where there is none."""
    weaker = levels[: levels.index(level)]
    quick = [one for one in weaker if one not in slow and one != "random"]
    return quick[-1] if quick else None


def chosen(levels: Mapping[str, Chooser[V]], view: V, level: str, key: bytes) -> Action:
    """What the CPU of `level` does. Raises RuleError `unknown_level` or `not_your_turn`."""
    chooser = levels.get(level)
    if chooser is None:
        raise RuleError("unknown_level", level=level[:32])
    if view.seat is None or not view.legal:
        raise RuleError("not_your_turn", to_move=view.to_move)
    return chooser(view, view.seat, key)


def number_for(view: MatchView, seat: int, key: bytes) -> int:
    """The 256-bit number that is all the chance of the decision that `view` asks of `seat`."""
    return cpu_number(key, view.deal, view.turn, view.step, seat)


def random_action(view: MatchView, seat: int, key: bytes) -> Action:
    """Any legal action, each as likely as the next."""
    return view.legal[number_for(view, seat, key) % len(view.legal)]
