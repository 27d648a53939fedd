"""Two ways of playing Remi that no player is offered: for measuring only."""

from dataclasses import replace
from typing import Final

from games.rules.core.actions import Action
from games.rules.core.cpus import Chooser
from games.rules.remi.heuristic import Heuristic, Weights
from games.rules.remi.normal import NORMAL
from games.rules.remi.view import RemiView

HOARDER: Final = replace(NORMAL, combined=60, draw=250, hope=40, hazard=20, danger=2)
"""Keeps its cards in the hand, gives nothing away, and waits long for a dear closing card."""
CLOSER: Final = replace(NORMAL, combined=400, draw=0, take=300, hope=0, danger=0, known_danger=0)
"""Takes what it can and closes at the first chance."""


def _style(weights: Weights) -> Chooser[RemiView]:
    def play(view: RemiView, seat: int, _key: bytes) -> Action:
        return Heuristic(view, seat, weights).action()

    return play


STYLES: Final = {"hoarder": _style(HOARDER), "closer": _style(CLOSER)}
