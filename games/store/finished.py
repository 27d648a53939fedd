"""Finished matches on their way to the database, and the action logs they are made of."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any, Final

from games.store import keys
from games.store.base import StoreBase
from games.store.errors import StoreError
from games.store.shapes import Finished

WRITERS: Final = "writers"
"""The consumer group that brings finished matches to the database."""
TAKE_OVER_MS: Final = 5_000
"""How long an entry stays with a consumer that does not acknowledge it."""


class FinishedMatches(StoreBase):
    """The streams of finished matches: each is read until it is acknowledged."""

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
            return await self._batch(commands)
        return replies


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
