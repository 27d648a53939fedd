"""Every room's authoritative state: load, commit, tail, log, due times, finished matches.

Deadlines and leases are on the server's own clock plus an offset in ms (0 outside tests). Every
method raises StoreDown when there is no line or it was lost before the answer, and StoreError when
the server refuses, as when it is out of memory.
"""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any, Final, Literal

from games.store import keys
from games.store.errors import StoreDown, StoreError
from games.store.link import Caller, Link
from games.store.redispy_link import RedisPyLink
from games.store.script import Script
from games.store.shapes import (
    HEAD,
    REMEMBERED,
    TAIL_LENGTH,
    VERSION,
    Change,
    Claim,
    Committed,
    Conflict,
    Fenced,
    Finished,
    Loaded,
    Lost,
    Outcome,
    Published,
    Remember,
    Repeated,
    parse_message,
    unpack_remembered,
)

__all__ = [
    "Change",
    "Claim",
    "Committed",
    "Conflict",
    "Fenced",
    "Finished",
    "Loaded",
    "Lost",
    "Outcome",
    "Published",
    "Remember",
    "Repeated",
    "Store",
    "StoreDown",
    "StoreError",
    "parse_message",
]

WRITERS: Final = "writers"
"""The consumer group that brings finished matches to the database."""
TAKE_OVER_MS: Final = 5_000
"""How long an entry stays with a consumer that does not acknowledge it."""

CREATE = Script("create")
LOAD = Script("load")
COMMIT = Script("commit")
TAIL = Script("tail")
CLAIM = Script("claim")
REMOVE = Script("remove")


class Store:
    """The rooms of one Redis or Valkey, through one link that all of a process shares."""

    def __init__(self, link: Caller, offset_ms: Callable[[], int] = lambda: 0) -> None:
        self._link = link
        self._offset_ms = offset_ms

    @classmethod
    async def connect(
        cls,
        url: str,
        client: Literal["shared", "redis-py"] = "shared",
        offset_ms: Callable[[], int] = lambda: 0,
    ) -> "Store":
        """A store at `url`: `shared` is the one pipelined connection, `redis-py` the fallback."""
        connect = Link.connect if client == "shared" else RedisPyLink.connect
        return cls(await connect(url), offset_ms)

    async def close(self) -> None:
        """Close for good; pending calls fail with StoreDown."""
        await self._link.close()

    async def ping(self) -> None:
        """Return when the server answers."""
        await self._link.call("PING")

    async def create(self, code: str, state: bytes, due_in_ms: int | None) -> bool:
        """Make a room at version 1; False when the code is in use."""
        number = keys.shard(code)
        words = (code, state, _word(due_in_ms), self._offset_ms(), keys.wake_channel(number))
        created = await CREATE.run(self._link, (keys.room_key(code), keys.due_key(number)), words)
        return bool(created)

    async def load(self, code: str) -> Loaded | None:
        """The room as it is, or None when there is none."""
        answer = await LOAD.run(self._link, (keys.room_key(code),), (self._offset_ms(),))
        return None if answer is None else Loaded(*answer)

    async def commit(self, code: str, expected_version: int, change: Change) -> Outcome:
        """Bring the room from `expected_version` to the next: all of `change`, or nothing.

        Checked in this order: the action is remembered (Repeated), the room is gone (Lost), the
        fence is old (Fenced), the version is another (Conflict). After StoreDown it may have
        happened: commit the same remembered action again to learn its answer.
        """
        number = keys.shard(code)
        version = expected_version + 1
        due_in_ms, remember = change.due_in_ms, change.remember
        answer = await COMMIT.run(
            self._link,
            (
                keys.room_key(code),
                keys.tail_key(code),
                keys.seen_key(code),
                keys.log_key(code, change.match or ""),
                keys.due_key(number),
                keys.finished_key(number),
            ),
            (
                code,
                expected_version,
                change.state,
                change.event,
                HEAD.pack(version, -1 if due_in_ms is None else due_in_ms, len(change.event)),
                _word(due_in_ms),
                self._offset_ms(),
                _word(change.fence),
                remember.player if remember else b"",
                remember.action_id if remember else b"",
                remember.pack() if remember else b"",
                change.match or b"",
                b"" if change.finished is None else b"1",
                change.finished or b"",
                keys.room_channel(code),
                keys.wake_channel(number),
                TAIL_LENGTH,
                REMEMBERED,
                *change.actions,
            ),
        )
        match answer[0]:
            case b"committed":
                return Committed(version)
            case b"conflict":
                return Conflict(answer[1])
            case b"repeated":
                return Repeated(*unpack_remembered(answer[1]))
            case b"fenced":
                return Fenced()
            case _:
                return Lost()

    async def recall(self, code: str, player: str, action_id: str) -> tuple[bytes, bytes] | None:
        """Digest and answer of an accepted action, or None when it is not remembered."""
        field = f"a\0{player}\0{action_id}"
        packed = await self._link.call("HGET", keys.seen_key(code), field)
        return None if packed is None else unpack_remembered(packed)

    async def tail(self, code: str, since: int, upto: int) -> list[bytes] | None:
        """The events that made versions `since` + 1 to `upto`; None when one is no longer there."""
        if since >= upto:
            return []
        entries = await TAIL.run(self._link, (keys.tail_key(code),), (since, upto))
        if entries is None or len(entries) != upto - since:
            return None
        return [entry[VERSION.size :] for entry in entries]

    async def remove(self, code: str, expected_version: int) -> bool:
        """Delete the room if it still is at that version, and tell its channel.

        The action logs of its matches stay, see `forget_log`.
        """
        number = keys.shard(code)
        removed = await REMOVE.run(
            self._link,
            (keys.room_key(code), keys.tail_key(code), keys.seen_key(code), keys.due_key(number)),
            (code, expected_version, keys.room_channel(code)),
        )
        return bool(removed)

    async def claim(
        self, shards: Iterable[int], limit: int, lease_ms: int
    ) -> tuple[list[Claim], int | None]:
        """Lease the due rooms, at most `limit` of each shard, the longest overdue first.

        Until the lease ends or a commit sets another due time, no other claim gets them. The second
        answer is the ms until the earliest due time or end of a lease in these shards, 0 when more
        are due already, None when there is none.
        """
        offset = self._offset_ms()
        answers = await CLAIM.run_each(
            self._link,
            [
                ((keys.due_key(number),), (keys.room_prefix(number), limit, lease_ms, offset))
                for number in shards
            ],
        )
        claims = [
            Claim(code.decode(), fence, version)
            for answer in answers
            for code, fence, version in zip(answer[1::3], answer[2::3], answer[3::3], strict=True)
        ]
        nexts = [answer[0] for answer in answers if answer[0] is not None]
        return claims, min(nexts, default=None)

    async def read_finished(
        self, shards: Iterable[int], consumer: str, count: int
    ) -> list[Finished]:
        """New finished matches, and those another or this consumer left lying for over 5 s.

        At most `count` of each kind and shard. They are read again unless `ack_finished` is called.
        """
        numbers = list(shards)
        ways = await asyncio.gather(
            self._read_group(numbers, lambda stream: _auto_claim(stream, consumer, count)),
            self._read_group(numbers, lambda stream: _read_new(stream, consumer, count)),
        )
        found = []
        for number, left, new in zip(numbers, *ways, strict=True):
            entries = left[1] + (new[0][1] if new else [])
            found += [_finished(number, entry) for entry in entries if entry[1] is not None]
        return found

    async def ack_finished(self, finished: Finished) -> None:
        """The database has this match: drop its entry."""
        stream = keys.finished_key(finished.shard)
        await self._batch(
            [
                ("XACK", stream, WRITERS, finished.entry_id),
                ("XDEL", stream, finished.entry_id),
            ]
        )

    async def action_log(self, code: str, match: str) -> list[bytes]:
        """All accepted actions of a match, oldest first."""
        actions: list[bytes] = await self._link.call("LRANGE", keys.log_key(code, match), 0, -1)
        return actions

    async def forget_log(self, code: str, match: str) -> None:
        """Delete the action log of a match; only once the database has the record."""
        await self._link.call("DEL", keys.log_key(code, match))

    async def _batch(self, commands: list[tuple[str | bytes | int, ...]]) -> list[Any]:
        replies = await self._link.batch(commands)
        for reply in replies:
            if isinstance(reply, StoreError):
                raise reply
        return replies

    async def _read_group(
        self, numbers: list[int], command: Callable[[str], tuple[str | int, ...]]
    ) -> list[Any]:
        """One command for each shard's stream; makes the consumer group where it is missing."""
        commands = [command(keys.finished_key(number)) for number in numbers]
        replies = await self._link.batch(commands)
        missing = [
            number
            for number, reply in zip(numbers, replies, strict=True)
            if isinstance(reply, StoreError) and reply.reply_code == "NOGROUP"
        ]
        if missing:
            # BUSYGROUP, when another process was faster, is as good.
            await self._link.batch(
                [
                    ("XGROUP", "CREATE", keys.finished_key(number), WRITERS, "0", "MKSTREAM")
                    for number in missing
                ]
            )
            return await self._batch([*commands])
        return replies


def _word(number: int | None) -> int | bytes:
    return b"" if number is None else number


def _auto_claim(stream: str, consumer: str, count: int) -> tuple[str | int, ...]:
    return ("XAUTOCLAIM", stream, WRITERS, consumer, TAKE_OVER_MS, "0-0", "COUNT", count)


def _read_new(stream: str, consumer: str, count: int) -> tuple[str | int, ...]:
    return ("XREADGROUP", "GROUP", WRITERS, consumer, "COUNT", count, "STREAMS", stream, ">")


def _finished(number: int, entry: list[Any]) -> Finished:
    fields = dict(zip(entry[1][::2], entry[1][1::2], strict=True))
    return Finished(
        shard=number,
        entry_id=entry[0],
        code=fields[b"code"].decode(),
        match=fields[b"match"].decode(),
        data=fields[b"data"],
    )
