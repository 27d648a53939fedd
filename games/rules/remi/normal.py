"""`normal`: the rule of thumb with the weights that many contests found best.

Frozen as ``normal@1`` (see `frozen`): nothing that changes one of its answers may change.
"""

from typing import Final

from games.rules.core.actions import Action
from games.rules.remi.heuristic import Heuristic, Weights
from games.rules.remi.view import RemiView

NORMAL: Final = Weights(
    sequence_out=70,
    set_out=48,
    first_sequence=2,
    bare_set=-4,
    combined=200,
    draw=40,
    take=0,
    hope=24,
    per_turn=6,
    hazard=80,
    danger=1,
    known_danger=10,
)


def normal(view: RemiView, seat: int, _key: bytes) -> Action:
    """What `normal` does with its view."""
    return Heuristic(view, seat, NORMAL).action()
