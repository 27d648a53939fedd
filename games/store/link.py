"""Calls to the store over one connection that all of a process shares."""

import asyncio
from collections.abc import Sequence
from typing import Any, Protocol

from games.store.errors import StoreError
from games.store.kept_line import KeptLine
from games.store.line import Word


class Caller(Protocol):
    """What the store needs of a client; replies are raw RESP2: bytes, int, list or None."""

    async def call(self, *words: Word) -> Any:
        """One command's reply. Raises StoreDown or StoreError."""

    async def batch(self, commands: Sequence[Sequence[Word]]) -> list[Any]:
        """The replies of commands sent together; a StoreError stands where one was refused.

        Raises StoreDown when the line is lost before all have answered.
        """

    async def close(self) -> None:
        """Close for good."""


class Link:
    """A `Caller` on one pipelined connection: every call of a loop tick leaves in one write.

    While the line is lost, new calls wait up to a second for it; pending ones fail at once.
    """

    def __init__(self, url: str) -> None:
        self._kept = KeptLine(url)

    @classmethod
    async def connect(cls, url: str) -> "Link":
        """An open link. Raises StoreDown, or StoreError when login is refused."""
        link = cls(url)
        await link._kept.start()
        return link

    async def call(self, *words: Word) -> Any:
        """See `Caller`."""
        line = self._kept.line
        if line is None or line.lost.is_set():
            line = await self._kept.wait()
        return await line.send(*words)

    async def batch(self, commands: Sequence[Sequence[Word]]) -> list[Any]:
        """See `Caller`."""
        line = await self._kept.wait()
        replies = await asyncio.gather(
            *(line.send(*words) for words in commands), return_exceptions=True
        )
        for reply in replies:
            if isinstance(reply, BaseException) and not isinstance(reply, StoreError):
                raise reply
        return replies

    async def close(self) -> None:
        """Close for good; pending calls fail with StoreDown."""
        await self._kept.close()
