"""Names of keys and channels. Every key of a shard carries its hash tag, so one slot holds them."""

from typing import Final
from zlib import crc32

SHARDS: Final = 64
"""Logical shards; fixed for ever, as it is part of every key."""


def shard(code: str) -> int:
    """The shard of the room `code`: 0..63."""
    return crc32(code.encode()) % SHARDS


def room_prefix(number: int) -> str:
    """What the key of every room of a shard begins with."""
    return f"room:{{s{number}}}:"


def room_key(code: str) -> str:
    """Hash: `v` version, `h` its history tag, `s` state, `f` fence; the rest in lua/common.lua."""
    return f"room:{{s{shard(code)}}}:{code}"


def tail_key(code: str) -> str:
    """List of the last events: 8 bytes of version, 8 of history tag, then the event."""
    return f"tail:{{s{shard(code)}}}:{code}"


def seen_key(code: str) -> str:
    """Hash of the last accepted actions of each player and their answers."""
    return f"seen:{{s{shard(code)}}}:{code}"


def log_key(code: str, match: str) -> str:
    """List of all accepted actions of a match, in the shard of its room."""
    return f"log:{{s{shard(code)}}}:{match}"


def here_key(code: str) -> str:
    """Hash of who is there, by player; what its values are is in lua/presence.lua."""
    return f"here:{{s{shard(code)}}}:{code}"


def talk_key(code: str) -> str:
    """List of the last lines of talk."""
    return f"talk:{{s{shard(code)}}}:{code}"


def inside_key(number: int, process: str) -> str:
    """Set of what a process has sockets of in a shard: code, NUL, player."""
    return f"inside:{{s{number}}}:{process}"


def public_key(number: int) -> str:
    """Hash of a shard's public rooms: the listing of each, by code."""
    return f"public:{{s{number}}}"


PROCESSES: Final = "processes"
"""Set of the names of all processes that hold sockets, until they are swept."""


def alive_key(process: str) -> str:
    """There as long as the process keeps it from running out."""
    return f"alive:{process}"


def due_key(number: int) -> str:
    """Sorted set of a shard's rooms by the time something must happen or a lease ends."""
    return f"due:{{s{number}}}"


def finished_key(number: int) -> str:
    """Stream of a shard's finished matches, until the database has them."""
    return f"finished:{{s{number}}}"


def room_channel(code: str) -> str:
    """Channel of a room's events."""
    return f"room.{code}"


def wake_channel(number: int) -> str:
    """Channel that tells workers of a shard's nearer deadline or of a finished match."""
    return f"wake.{number}"
