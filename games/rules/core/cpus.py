"""How a CPU level is chosen, and the level that every game has."""

from collections.abc import Callable, Mapping
from typing import TypeAlias, TypeVar

from games.rules.core.actions import Action
from games.rules.core.errors import RuleError
from games.rules.core.match_view import MatchView
from games.rules.core.shuffle import cpu_number

V = TypeVar("V", bound=MatchView)
Chooser: TypeAlias = Callable[[V, int, bytes], Action]
"""What a level does: from the view, its seat and the CPU key to a legal action."""


def chosen(levels: Mapping[str, Chooser[V]], view: V, level: str, key: bytes) -> Action:
    """What the CPU of `level` does. Raises RuleError `unknown_level` or `not_your_turn`."""
    chooser = levels.get(level)
    if chooser is None:
        raise RuleError("unknown_level", level=level[:32])
    if view.seat is None or not view.legal:
        raise RuleError("not_your_turn", to_move=view.to_move)
    return chooser(view, view.seat, key)


def random_action(view: MatchView, seat: int, key: bytes) -> Action:
    """Any legal action, each as likely as the next."""
    return view.legal[cpu_number(key, view.deal, view.turn, view.step, seat) % len(view.legal)]
