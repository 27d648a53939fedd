"""How matches are shared out among the games."""

from typing import Any

from games.rules.core.registry import all_games, get_game


def short_first() -> list[str]:
    """The games, those with the shortest matches first: they will do for a small run."""
    return sorted(all_games(), key=lambda name: get_game(name).deals or 0)


def shared_out(count: int, size: int) -> list[dict[str, Any]]:
    """Pieces of at most `size` matches of one game, `count` in all, as many of each game."""
    games = short_first()
    return [
        {"group": game, "game": game, "first": first, "size": min(size, total - first)}
        for number, game in enumerate(games)
        for total in [count // len(games) + (number < count % len(games))]
        for first in range(0, total, size)
    ]
