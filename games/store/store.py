"""Every room's authoritative state: load, commit, tail, log, due times, who is there, talk.

Deadlines and leases are on the server's own clock plus an offset in ms (0 outside tests). Every
method raises StoreDown when there is no line or it was lost before the answer, and StoreError when
the server refuses, as when it is out of memory.
"""

from games.store.errors import StoreDown, StoreError
from games.store.finished import FinishedMatches
from games.store.messages import Presence, Published, Said, parse_message
from games.store.presence import ALIVE_MS, BEAT_MS, Attendances
from games.store.rooms import Rooms
from games.store.shapes import (
    KEEP,
    Change,
    Claim,
    Committed,
    Conflict,
    Fenced,
    Finished,
    Keep,
    Listed,
    Loaded,
    Lost,
    Missed,
    Outcome,
    Remember,
    Repeated,
)
from games.store.talk import Talk

__all__ = [
    "ALIVE_MS",
    "BEAT_MS",
    "KEEP",
    "Change",
    "Claim",
    "Committed",
    "Conflict",
    "Fenced",
    "Finished",
    "Keep",
    "Listed",
    "Loaded",
    "Lost",
    "Missed",
    "Outcome",
    "Presence",
    "Published",
    "Remember",
    "Repeated",
    "Said",
    "Store",
    "StoreDown",
    "StoreError",
    "parse_message",
]


class Store(Rooms, Attendances, Talk, FinishedMatches):
    """The rooms of one Redis or Valkey, through one link that all of a process shares."""
