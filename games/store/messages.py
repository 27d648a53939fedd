"""What is published on a room's channel: commits, who is there, talk, the room's end."""

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

HEAD: Final = struct.Struct(">Q8s8sqI")
"""What a commit's message begins with: version, its tag, the tag before, ms to the room's own
deadline (-1: none), the event's length; event and state follow. Versions never reach the side
messages' first byte."""
PRESENCE: Final = b"\xffp"
TALK: Final = b"\xfft"
_KIND_END: Final = 2
_N_END: Final = 10


@dataclass(frozen=True, slots=True)
class Published:
    """A commit as every process hears of it; `before` is the tag of the version before."""

    version: int
    tag: bytes
    before: bytes
    due_in_ms: int | None
    event: bytes
    state: bytes


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is there.

    `here`: every connected player, seated or not. `gone`: seated players who are not, and the ms
    since they left, sat down unconnected, or the room woke from a pause. `empty_ms`: how long no
    seated person has been there and no commit was made; the room is paused and its expiry runs;
    None when it is not. `due_in_ms`: see `Loaded`.
    """

    here: frozenset[str]
    gone: Mapping[str, int]
    empty_ms: int | None
    due_in_ms: int | None


@dataclass(frozen=True, slots=True)
class Said:
    """The `n`th line of a room's talk."""

    n: int
    line: bytes


def unpack_presence(packed: bytes) -> Presence:
    """What lua/presence.lua packed."""
    due, empty, *rest = packed.split(b"\0")
    entries = dict(zip([name.decode() for name in rest[::2]], rest[1::2], strict=True))
    return Presence(
        here=frozenset(player for player, gone in entries.items() if not gone),
        gone={player: int(gone) for player, gone in entries.items() if gone},
        empty_ms=int(empty) if empty else None,
        due_in_ms=int(due) if due else None,
    )


def parse_message(message: bytes) -> Published | Presence | Said | None:
    """What came on a room's channel; None: the room was removed."""
    if not message:
        return None
    kind = message[:_KIND_END]
    if kind == PRESENCE:
        return unpack_presence(message[_KIND_END:])
    if kind == TALK:
        return Said(int.from_bytes(message[_KIND_END:_N_END], "big"), message[_N_END:])
    version, tag, before, due_in_ms, length = HEAD.unpack_from(message)
    middle = HEAD.size + length
    return Published(
        version=version,
        tag=tag,
        before=before,
        due_in_ms=None if due_in_ms < 0 else due_in_ms,
        event=message[HEAD.size : middle],
        state=message[middle:],
    )
