"""The store through each of its two clients, and a plain client to look behind it."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
import redis

from games.store.store import Store
from games.store.subscribe import Subscriptions


class Ears:
    """Hears channels, and can tell what came before a mark."""

    def __init__(self, subscriptions: Subscriptions, raw: Any) -> None:
        self._subscriptions = subscriptions
        self._raw = raw
        self._queues: dict[str, asyncio.Queue[bytes]] = {}

    async def listen(self, channel: str) -> None:
        queue = self._queues[channel] = asyncio.Queue()
        await self._subscriptions.subscribe(channel, queue.put_nowait)

    async def all(self, channel: str) -> list[bytes]:
        """Every message published there since the last look."""
        self._raw.publish(channel, "the mark")
        messages = []
        while (message := await self._queues[channel].get()) != b"the mark":
            messages.append(message)
        return messages


@pytest.fixture(params=["shared", "redis-py"])
async def store(request, redis_url: str, clock) -> AsyncIterator[Store]:
    """A store on an empty Valkey, through either client."""
    store = await Store.connect(redis_url, client=request.param, offset_ms=clock)
    yield store
    await store.close()


@pytest.fixture
def raw(redis_url: str) -> Iterator[Any]:
    """A plain client of the same Valkey."""
    with redis.Redis.from_url(redis_url) as client:
        yield client


@pytest.fixture
async def ears(redis_url: str, raw) -> AsyncIterator[Ears]:
    """What is published."""
    subscriptions = await Subscriptions.connect(redis_url)
    yield Ears(subscriptions, raw)
    await subscriptions.close()


def everything(raw: Any) -> dict[bytes, bytes]:
    """All that the server holds, by key."""
    return {key: raw.dump(key) for key in raw.scan_iter()}
