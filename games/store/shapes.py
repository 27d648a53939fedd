"""What goes into the store and what it answers. State, events and answers are bytes to it."""

import struct
from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Final

TAIL_LENGTH: Final = 200
"""Events of which a room can tell: it keeps one entry more, the one they follow on."""
REMEMBERED: Final = 32
"""Accepted actions a room keeps of each player."""
TAG_LENGTH: Final = 8

DIGEST_LENGTH: Final = struct.Struct(">H")


class Keep(Enum):
    """The type of `KEEP`."""

    KEEP = "keep"


KEEP: Final = Keep.KEEP
"""As `due_in_ms` of a change: the room's own deadline stays as it is."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A room as it is, at `version` of the history that `tag` names.

    `due_in_ms`: to the deadline that its commits set; 0 when overdue, None when there is none or
    the room is paused.
    """

    version: int
    tag: bytes
    state: bytes
    due_in_ms: int | None


@dataclass(frozen=True, slots=True)
class Remember:
    """The accepted action of a player: a digest of its content and the answer to give again."""

    player: str
    action_id: str
    digest: bytes
    answer: bytes

    def __post_init__(self) -> None:
        check_names(self.player)
        if "\0" in self.action_id:
            raise ValueError("an action id must be text without NUL")

    def pack(self) -> bytes:
        """Digest and answer in one, as the store keeps them."""
        return DIGEST_LENGTH.pack(len(self.digest)) + self.digest + self.answer


def unpack_remembered(packed: bytes) -> tuple[bytes, bytes]:
    """Digest and answer."""
    start = DIGEST_LENGTH.size
    end = start + DIGEST_LENGTH.unpack_from(packed)[0]
    return packed[start:end], packed[end:]


def check_names(*names: str) -> None:
    """Raises ValueError for a name that the store cannot keep: an empty one, or one with NUL."""
    for name in names:
        if not name or "\0" in name:
            raise ValueError("names must be text without NUL")


def pack_players(players: Collection[str]) -> bytes:
    """Players in one, in a fixed order. Raises ValueError, see `check_names`."""
    check_names(*players)
    return "\0".join(sorted(players)).encode()


@dataclass(frozen=True, slots=True)
class Change:
    """One step of a room: its next state and the event that tells of it.

    `actions` go to the action log of `match`; `finished`, the record's data, makes that match known
    as finished; both need `match`. With `fence` only the claim that got it may commit. `seated`
    are the players who have seats, `watched` those whose absence for the grace is to be due,
    `listing` what the list of public rooms says of it (None: not listed); all three replace what
    was before.
    """

    state: bytes
    event: bytes
    due_in_ms: int | Keep | None
    match: str | None = None
    actions: tuple[bytes, ...] = ()
    remember: Remember | None = None
    finished: bytes | None = None
    fence: int | None = None
    seated: Collection[str] = ()
    watched: Collection[str] = ()
    listing: bytes | None = None

    def __post_init__(self) -> None:
        if self.match is None and (self.actions or self.finished is not None):
            raise ValueError("actions and finished need a match")
        if isinstance(self.due_in_ms, int) and self.due_in_ms < 0:
            raise ValueError("due_in_ms must not be negative")


@dataclass(frozen=True, slots=True)
class Committed:
    """Written; the room is now at `version`, in the history that `tag` names."""

    version: int
    tag: bytes


@dataclass(frozen=True, slots=True)
class Conflict:
    """Nothing written: the room is at `version`, not at the expected one, or not of its history."""

    version: int


@dataclass(frozen=True, slots=True)
class Repeated:
    """Nothing written: this player's action id was accepted before, and answered so."""

    digest: bytes
    answer: bytes


@dataclass(frozen=True, slots=True)
class Lost:
    """Nothing written: the store has no such room."""


@dataclass(frozen=True, slots=True)
class Fenced:
    """Nothing written: another worker has claimed the room since, or it is due for another reason.

    The latter when it was paused or woken, or somebody came back in time, since the claim.
    """


Outcome = Committed | Conflict | Repeated | Lost | Fenced


class Missed(StrEnum):
    """Why the tail cannot tell what happened since a version."""

    GAP = "gap"
    """It no longer reaches back that far."""
    ROLLED_BACK = "rolled_back"
    """The room never was at that version, in the history it has now."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A due room leased to the caller: `fence` goes into its commit, `version` is the room's."""

    code: str
    fence: int
    version: int


@dataclass(frozen=True, slots=True)
class Listed:
    """A public room: its listing, and the ms since it is paused (None: somebody is playing)."""

    code: str
    listing: bytes
    empty_ms: int | None


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished match that the database may not have yet."""

    shard: int
    entry_id: bytes
    code: str
    match: str
    data: bytes
