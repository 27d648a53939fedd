"""The store through each of its two clients, and a plain client to look behind it."""

import asyncio
import dataclasses
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import redis

from games.store.store import Change, Committed, Outcome, Store
from games.store.subscribe import Subscriptions
from server.ops.valkey import ValkeyServer, free_port, start_valkey

GRACE_MS = 2_000_000
EXPIRY_MS = 200_000_000
"""Both long, so that the time a test takes is nothing beside them."""


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


class Played:
    """A room in the store as one follows it: at the version and tag of its last commit here."""

    def __init__(self, store: Store, code: str, tag: bytes, like: Change) -> None:
        self.store = store
        self.code = code
        self.version = 1
        self.tag = tag
        self.like = like

    async def commit(self, **fields: Any) -> Outcome:
        """Commit a change that says what the last one did, but for `fields`."""
        self.like = dataclasses.replace(self.like, **fields)
        outcome = await self.store.commit(self.code, self.version, self.tag, self.like)
        if isinstance(outcome, Committed):
            self.version, self.tag = outcome.version, outcome.tag
        return outcome

    async def remove(self, fence: int | None = None) -> bool:
        """Remove the room as it was last seen."""
        return await self.store.remove(self.code, self.version, self.tag, fence)


async def open_room(
    store: Store,
    code: str = "AB12",
    due_in_ms: int | None = None,
    seated: tuple[str, ...] = ("ann",),
    watched: tuple[str, ...] = (),
    here: tuple[str, ...] = ("ann",),
    listing: bytes | None = None,
) -> Played:
    """A new room with `seated` in their seats, and `here` connected through process `p1`."""
    tag = await store.create(code, b"start", due_in_ms, seated, watched, listing)
    assert tag is not None
    for player in here:
        assert await store.enter(code, player, "p1")
    like = Change(b"s", b"e", due_in_ms, seated=seated, watched=watched, listing=listing)
    return Played(store, code, tag, like)


@pytest.fixture(params=["shared", "redis-py"])
async def store(request, redis_url: str, clock) -> AsyncIterator[Store]:
    """A store on an empty Valkey, through either client."""
    store = await Store.connect(
        redis_url,
        client=request.param,
        offset_ms=clock,
        grace_ms=GRACE_MS,
        expiry_ms=EXPIRY_MS,
    )
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


class Breakable:
    """A Valkey of one's own that can be killed and started again on its data."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._port = free_port()
        self.server: ValkeyServer
        self.start()

    def start(self) -> None:
        self.server = start_valkey(self._data, self._port, 'it\'s a "secret"', "always")

    def kill(self) -> None:
        self.server.process.kill()
        self.server.process.wait()

    @property
    def url(self) -> str:
        return self.server.url


@pytest.fixture
def valkey(tmp_path: Path) -> Iterator[Breakable]:
    """A Valkey this test may break."""
    valkey = Breakable(tmp_path)
    yield valkey
    valkey.server.stop()


def everything(raw: Any) -> dict[bytes, bytes]:
    """All that the server holds, by key."""
    return {key: raw.dump(key) for key in raw.scan_iter()}
