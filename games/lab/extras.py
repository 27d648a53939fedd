"""What a game's folder offers to the laboratory, found as its case adapter is."""

import importlib
import importlib.util
from collections.abc import Mapping
from typing import Any

from games.rules.core.benches import Bench
from games.rules.core.game import AnyGame
from games.rules.core.proofs import SearchProof


def benches_of(game: AnyGame) -> Mapping[str, Bench]:
    """The benches of a game by the name of their figure."""
    return _offer(game, "bench", "BENCHES")


def proofs_of(game: AnyGame) -> Mapping[str, SearchProof]:
    """The proofs of a game's searches by name."""
    return _offer(game, "proof", "PROOFS")


def _offer(game: AnyGame, module: str, name: str) -> Mapping[str, Any]:
    path = f"games.rules.{game.name}.{module}"
    if importlib.util.find_spec(path) is None:
        return {}
    offered: Mapping[str, Any] = getattr(importlib.import_module(path), name)
    return offered
