"""What goes into the store and what it answers. State, events and answers are bytes to it."""

import struct
from dataclasses import dataclass
from typing import Final

TAIL_LENGTH: Final = 200
"""Events a room keeps."""
REMEMBERED: Final = 32
"""Accepted actions a room keeps of each player."""

HEAD: Final = struct.Struct(">QqI")
"""What a published message begins with: version, ms to the due time (-1: none), event's length."""
VERSION: Final = struct.Struct(">Q")
DIGEST_LENGTH: Final = struct.Struct(">H")


@dataclass(frozen=True, slots=True)
class Loaded:
    """A room as it is; `due_in_ms` is 0 when overdue and None when nothing is due."""

    version: int
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
        if not self.player or "\0" in self.player + self.action_id:
            raise ValueError("player and action id must be text without NUL")

    def pack(self) -> bytes:
        """Digest and answer in one, as the store keeps them."""
        return DIGEST_LENGTH.pack(len(self.digest)) + self.digest + self.answer


def unpack_remembered(packed: bytes) -> tuple[bytes, bytes]:
    """Digest and answer."""
    start = DIGEST_LENGTH.size
    end = start + DIGEST_LENGTH.unpack_from(packed)[0]
    return packed[start:end], packed[end:]


@dataclass(frozen=True, slots=True)
class Change:
    """One step of a room: its next state and the event that tells of it.

    `actions` go to the action log of `match`; `finished`, the record's data, makes that match known
    as finished; both need `match`. With `fence` only the claim that got it may commit.
    """

    state: bytes
    event: bytes
    due_in_ms: int | None
    match: str | None = None
    actions: tuple[bytes, ...] = ()
    remember: Remember | None = None
    finished: bytes | None = None
    fence: int | None = None

    def __post_init__(self) -> None:
        if self.match is None and (self.actions or self.finished is not None):
            raise ValueError("actions and finished need a match")
        if self.due_in_ms is not None and self.due_in_ms < 0:
            raise ValueError("due_in_ms must not be negative")


@dataclass(frozen=True, slots=True)
class Committed:
    """Written; the room is now at `version`."""

    version: int


@dataclass(frozen=True, slots=True)
class Conflict:
    """Nothing written: the room is at `version`, not at the expected one."""

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
    """Nothing written: another worker has claimed the room since."""


Outcome = Committed | Conflict | Repeated | Lost | Fenced


@dataclass(frozen=True, slots=True)
class Published:
    """A commit as every process hears of it."""

    version: int
    due_in_ms: int | None
    event: bytes
    state: bytes


def parse_message(message: bytes) -> Published | None:
    """What came on a room's channel; None: the room was removed."""
    if not message:
        return None
    version, due_in_ms, length = HEAD.unpack_from(message)
    middle = HEAD.size + length
    return Published(
        version=version,
        due_in_ms=None if due_in_ms < 0 else due_in_ms,
        event=message[HEAD.size : middle],
        state=message[middle:],
    )


@dataclass(frozen=True, slots=True)
class Claim:
    """A due room leased to the caller: `fence` goes into its commit, `version` is the room's."""

    code: str
    fence: int
    version: int


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished match that the database may not have yet."""

    shard: int
    entry_id: bytes
    code: str
    match: str
    data: bytes
