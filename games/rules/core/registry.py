"""Finds the games: every folder beside `core` whose package offers `GAME`."""

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

import games.rules
from games.rules.core.errors import RuleError
from games.rules.core.game import AnyGame


@cache
def all_games() -> Mapping[str, AnyGame]:
    """Every game by its name, in the order of the names."""
    found: dict[str, AnyGame] = {}
    for module in pkgutil.iter_modules(games.rules.__path__):
        if module.name == "core" or not module.ispkg:
            continue
        game: AnyGame = importlib.import_module(f"games.rules.{module.name}").GAME
        if game.name != module.name:
            raise ValueError(f"the game in {module.name}/ calls itself {game.name}")
        found[game.name] = game
    return MappingProxyType(dict(sorted(found.items())))


def get_game(name: str) -> AnyGame:
    """The game called `name`. Raises RuleError `unknown_game`."""
    game = all_games().get(name)
    if game is None:
        raise RuleError("unknown_game", game=name[:32])
    return game
