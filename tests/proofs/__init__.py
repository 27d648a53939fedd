"""Proofs of the whole server: simulated people, killed processes, fuzz, every byte looked at.

`manage.py prove` finds them here (docs/measuring.md); the suite runs each with a small count.
"""

from games.lab.proofs.base import Proof
from games.lab.proofs.elsewhere import named


def _proof(name: str, what: str, processes: int | None = None) -> Proof:
    module = f"tests.proofs.{name}"
    return Proof(
        name,
        what,
        named(module, "pieces"),
        named(module, "work"),
        about=("games", "server", "accounts", "tests"),
        processes=processes,
    )


PROOFS = (
    _proof("friends", "people who drop, reload, sleep, leave and return play whole matches", 1),
    _proof("kills", "parts of the server are killed while matches are played", 1),
    _proof("fuzz", "a message that is refused changes nothing, and none brings a process down"),
    _proof("leaks", "no socket and no answer of the API tells of a hidden card"),
)
