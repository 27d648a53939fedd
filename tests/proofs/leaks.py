"""Every byte to every socket, and every answer of the API, of whole matches: no hidden card.

People who drop, return, leave, claim, swap and watch, as in `friends`, inside the server's own
process (`leaks_inside`); the store's states say what each of them could know at each version.
"""

from typing import Any, Final

from games.lab.runs import Piece, Result
from tests.proofs import apart
from tests.proofs.friends import SETTINGS
from tests.proofs.shares import shared_out

WHOLE: Final = 1_000
"""The matches of the whole run, over all games."""
_PIECE: Final = 30


def pieces(count: int | None) -> list[dict[str, Any]]:
    """`count` matches, shared out among the games."""
    return shared_out(count or WHOLE, _PIECE)


def work(piece: Piece) -> Result:
    """Plays the matches of a piece in a process of its own."""
    return apart.run("tests.proofs.leaks_inside", piece, SETTINGS)
