"""What every part of the store stands on: its link, its clock, its two delays."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, Self

from games.store.errors import StoreError
from games.store.line import Word
from games.store.link import Caller, Link
from games.store.redispy_link import RedisPyLink


class StoreBase:
    """One Redis or Valkey, through one link that all of a process shares.

    `grace_ms`: how long a watched player may be gone until that is due. `expiry_ms`: how long a
    room may be empty until that is due.
    """

    def __init__(
        self,
        link: Caller,
        offset_ms: Callable[[], int] = lambda: 0,
        grace_ms: int = 20_000,
        expiry_ms: int = 86_400_000,
    ) -> None:
        self._link = link
        self._offset_ms = offset_ms
        self._grace_ms = grace_ms
        self._expiry_ms = expiry_ms

    @classmethod
    async def connect(
        cls,
        url: str,
        client: Literal["shared", "redis-py"] = "shared",
        offset_ms: Callable[[], int] = lambda: 0,
        grace_ms: int = 20_000,
        expiry_ms: int = 86_400_000,
    ) -> Self:
        """A store at `url`: `shared` is the one pipelined connection, `redis-py` the fallback.

        Raises StoreDown when it does not answer, StoreError when login is refused.
        """
        connect = Link.connect if client == "shared" else RedisPyLink.connect
        return cls(await connect(url), offset_ms, grace_ms, expiry_ms)

    async def close(self) -> None:
        """Close for good; pending calls fail with StoreDown."""
        await self._link.close()

    async def ping(self) -> None:
        """Return when the server answers."""
        await self._link.call("PING")

    async def _batch(self, commands: Sequence[Sequence[Word]]) -> list[Any]:
        """The replies of commands sent together. Raises StoreDown, or the first StoreError."""
        replies = await self._link.batch(commands)
        for reply in replies:
            if isinstance(reply, StoreError):
                raise reply
        return replies
