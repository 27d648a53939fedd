"""The same calls through redis-py: slower, for setups the shared connection does not reach."""

import asyncio
from collections.abc import Awaitable, Sequence
from typing import Any, Final

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError, ResponseError
from redis.exceptions import TimeoutError as RedisTimeoutError

from games.store.errors import StoreDown, StoreError
from games.store.line import Word

CONNECTIONS: Final = 32
WAIT_S: Final = 5.0


class RedisPyLink:
    """A `Caller` on a pool of redis-py connections; callers wait for a free one, up to 5 s."""

    def __init__(self, url: str) -> None:
        # No retries: a commit that was sent twice would meet its own version as a conflict.
        pool = BlockingConnectionPool.from_url(
            url,
            max_connections=CONNECTIONS,
            timeout=WAIT_S,
            protocol=2,
            socket_timeout=WAIT_S,
            retry=Retry(NoBackoff(), 0),
        )
        self._redis = Redis.from_pool(pool)
        self._redis.response_callbacks.clear()

    @classmethod
    async def connect(cls, url: str) -> "RedisPyLink":
        """An open link. Raises StoreDown, or StoreError when login is refused."""
        link = cls(url)
        await link.call("PING")
        return link

    async def call(self, *words: Word) -> Any:
        """See `Caller`."""
        try:
            return await _cancellable(self._redis.execute_command(*words))  # type: ignore[no-untyped-call]
        except RedisError as error:
            raise _translated(error) from error

    async def batch(self, commands: Sequence[Sequence[Word]]) -> list[Any]:
        """See `Caller`."""
        pipeline = self._redis.pipeline(transaction=False)
        for words in commands:
            pipeline.execute_command(*words)
        try:
            replies = await _cancellable(pipeline.execute(raise_on_error=False))
        except RedisError as error:
            raise _translated(error) from error
        return [_translated(r) if isinstance(r, RedisError) else r for r in replies]

    async def close(self) -> None:
        """Close for good."""
        await self._redis.aclose()


async def _cancellable(answer: Awaitable[Any]) -> Any:
    """What `answer` gives; a cancellation that came meanwhile is raised even if it was swallowed.

    The pool waits on an asyncio.Condition, which may take a cancellation for its own wake-up.
    """
    task = asyncio.current_task()
    before = 0 if task is None else task.cancelling()
    given = await answer
    if task is not None and task.cancelling() > before:
        raise asyncio.CancelledError
    return given


def _translated(error: RedisError) -> Exception:
    text = str(error)
    code = error.status_code
    if code is not None and code != "LOADING":
        return StoreError(f"{code} {text}")
    if isinstance(error, RedisConnectionError | RedisTimeoutError):
        return StoreDown()
    return StoreError(text) if isinstance(error, ResponseError) else error
