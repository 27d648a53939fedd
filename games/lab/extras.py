"""What a game's folder offers to the laboratory, found as its case adapter is."""

import importlib
import importlib.util
from collections.abc import Mapping
from typing import Any

from games.rules.core.benches import Bench
from games.rules.core.cpus import Chooser
from games.rules.core.frozen import Frozen
from games.rules.core.game import AnyGame
from games.rules.core.proofs import SearchProof
from games.rules.core.search import AnySearch


def benches_of(game: AnyGame) -> Mapping[str, Bench]:
    """The benches of a game by the name of their figure."""
    benches: Mapping[str, Bench] = _offer(game, "bench", "BENCHES", {})
    return benches


def proofs_of(game: AnyGame) -> Mapping[str, SearchProof]:
    """The proofs of a game's searches by name."""
    proofs: Mapping[str, SearchProof] = _offer(game, "proof", "PROOFS", {})
    return proofs


def styles_of(game: AnyGame) -> Mapping[str, Chooser[Any]]:
    """The styles of play that a game has for measuring only, by name."""
    styles: Mapping[str, Chooser[Any]] = _offer(game, "styles", "STYLES", {})
    return styles


def frozen_of(game: AnyGame) -> Mapping[str, Frozen]:
    """The levels of a game whose answers are frozen, by name and version."""
    frozen: Mapping[str, Frozen] = _offer(game, "frozen", "FROZEN", {})
    return frozen


def search_of(game: AnyGame) -> AnySearch | None:
    """How a game's `hard` thinks, or None where it has none."""
    search: AnySearch | None = _offer(game, "search", "SEARCH", None)
    return search


def _offer(game: AnyGame, module: str, name: str, otherwise: Any) -> Any:
    path = f"games.rules.{game.name}.{module}"
    if importlib.util.find_spec(path) is None:
        return otherwise
    return getattr(importlib.import_module(path), name)
