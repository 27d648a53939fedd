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
    """Hash: `v` version, `s` state, `d` due time (ms of the server's clock), `f` fence."""
    return f"room:{{s{shard(code)}}}:{code}"


def tail_key(code: str) -> str:
    """List of the last events: 8 bytes of version, then the event."""
    return f"tail:{{s{shard(code)}}}:{code}"


def seen_key(code: str) -> str:
    """Hash of the last accepted actions of each player and their answers."""
    return f"seen:{{s{shard(code)}}}:{code}"


def log_key(code: str, match: str) -> str:
    """List of all accepted actions of a match, in the shard of its room."""
    return f"log:{{s{shard(code)}}}:{match}"


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
