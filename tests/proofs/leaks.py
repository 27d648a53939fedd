"""Every byte to every socket, and every answer of the API, of whole matches: no hidden card.

People who drop, return, leave, claim, swap and watch, as in `friends`, inside the server's own
process (`leaks_inside`); the store's states say what each of them could know at each version.
"""

from typing import Any, Final

from games.lab.runs import Piece, Result
from games.rules.core.registry import all_games
from tests.proofs import apart
from tests.proofs.friends import SETTINGS

WHOLE: Final = 1_000
"""The matches of the whole run, over all games."""
_PIECE: Final = 30


def pieces(count: int | None) -> list[dict[str, Any]]:
    """`count` matches, shared out among the games."""
    count = count or WHOLE
    games = list(all_games())
    return [
        {"group": game, "game": game, "first": first, "size": min(_PIECE, total - first)}
        for number, game in enumerate(games)
        for total in [count // len(games) + (number < count % len(games))]
        for first in range(0, total, _PIECE)
    ]


def work(piece: Piece) -> Result:
    """Plays the matches of a piece in a process of its own."""
    return apart.run("tests.proofs.leaks_inside", piece, SETTINGS)
