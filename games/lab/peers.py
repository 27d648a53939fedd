"""Other engines of card games, measured beside ours where they happen to be installed.

They are no requirements. Each plays gin rummy, whole deals of random legal moves.
"""

import importlib
import importlib.util
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from games.rules.core.dice import Dice


def installed() -> dict[str, Iterator[int]]:
    """The peers that are here, by the name of their figure; each step plays a deal and gives
    the number of its moves."""
    return {
        f"{figure}_moves_per_s": moves()
        for package, (figure, moves) in _PEERS.items()
        if importlib.util.find_spec(package) is not None
    }


def _open_spiel() -> Iterator[int]:
    """`pyspiel`'s gin rummy, as far as its state and its legal list go; a drawn card is a move
    of chance there, which is not counted."""
    game = importlib.import_module("pyspiel").load_game("gin_rummy")
    number = 0
    while True:
        dice = Dice(number)
        number += 1
        state = game.new_initial_state()
        moves = 0
        while not state.is_terminal():
            legal = state.legal_actions()
            moves += not state.is_chance_node()
            state.apply_action(legal[dice.below(len(legal))])
        yield moves


def _rlcard() -> Iterator[int]:
    """rlcard's gin rummy through its environment, which gives the next player's state."""
    env = importlib.import_module("rlcard").make("gin-rummy", config={"seed": 1})
    number = 0
    while True:
        dice = Dice(number)
        number += 1
        state, _ = env.reset()
        moves = 0
        while not env.is_over():
            legal = sorted(state["legal_actions"])
            state, _ = env.step(legal[dice.below(len(legal))])
            moves += 1
        yield moves


_PEERS: Final[Mapping[str, tuple[str, Callable[[], Iterator[int]]]]] = MappingProxyType(
    {"pyspiel": ("openspiel", _open_spiel), "rlcard": ("rlcard", _rlcard)}
)
