"""A million messages, most of them wrong: no crash, no change by what is refused, flat memory.

Messages that fit the moment and mutations of them, and of what was said before; messages that
Hypothesis makes from the protocol's types; and some thousands of both over real sockets.
"""

from typing import Any, Final

from games.lab.runs import Piece, Result
from tests.proofs import apart, fuzz_sockets
from tests.proofs.servers import run

WHOLE: Final = 1_000_000
"""The messages of the whole run."""
_PIECE: Final = 50_000
_MADE_PIECE: Final = 10_000
"""So many in one process: enough to see whether its memory grows."""
_HYPOTHESIS_PART: Final = 10
_SOCKETS_PART: Final = 100
"""One message in so many is made, or sent, in this way."""
SETTINGS: Final = {
    "MEJA_MESSAGES_PER_SECOND": "1000000000",
    "MEJA_TALK_PER_10S": "1000",
    "MEJA_REVEAL_MS": "20",
    "MEJA_GRACE_MS": "3600000",
}


def pieces(count: int | None) -> list[dict[str, Any]]:
    """`count` messages in all."""
    count = count or WHOLE
    parts = {
        "hypothesis": max(1, count // _HYPOTHESIS_PART),
        "sockets": max(1, count // _SOCKETS_PART),
    }
    parts["mutated sessions"] = max(1, count - sum(parts.values()))
    return [
        {"group": group, "first": first, "size": min(size, total - first)}
        for group, total in parts.items()
        for size in [_MADE_PIECE if group == "hypothesis" else _PIECE]
        for first in range(0, total, size)
    ]


def work(piece: Piece) -> Result:
    """Says the messages of a piece, in a process or on a server of their own."""
    if piece["group"] == "sockets":
        return run(fuzz_sockets.say_all(piece))
    return apart.run("tests.proofs.fuzz_inside", piece, SETTINGS)
