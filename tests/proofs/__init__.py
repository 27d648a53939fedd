"""Proofs of the whole server: simulated people, killed processes, fuzz, every byte looked at.

`manage.py prove` finds them here (docs/measuring.md); the suite runs each with a small count.
"""

from games.lab.proofs.base import Proof
from tests.proofs import friends

_SERVER = ("games", "server", "accounts", "tests")

PROOFS = (
    Proof(
        "friends",
        "whole matches of people who drop, reload, sleep, leave and return, over real sockets",
        friends.pieces,
        friends.work,
        about=_SERVER,
        processes=1,
    ),
)
