"""Who plays in the laboratory: the levels of a game, its styles, and searches of any budget."""

from typing import Any, Final

from games.lab.errors import LabError
from games.lab.extras import search_of, styles_of
from games.rules.core.cpus import Chooser
from games.rules.core.game import AnyGame

SEARCHER: Final = "hard"
_MOST_BUDGET: Final = 1_000_000


def player_of(game: AnyGame, name: str) -> Chooser[Any]:
    """The chooser called `name`: a level, a style (``hoarder``), or ``hard:400``, the search
    with so many play-outs a decision. Raises LabError with the names that there are."""
    if name in game.levels:
        return lambda view, _seat, key: game.choose(view, name, key)
    styles = styles_of(game)
    if name in styles:
        return styles[name]
    level, colon, number = name.partition(":")
    search = search_of(game)
    if search is not None and level == SEARCHER and colon and number.isdecimal():
        budget = int(number[:8])
        if 1 <= budget <= _MOST_BUDGET:
            return lambda view, seat, key: search.weigh(view, seat, key, budget)[0].action
    known = ", ".join([*game.levels, *styles])
    raise LabError(f"{game.name} has no level {name[:32]!r}; it has {known}.")
