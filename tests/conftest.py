"""What all tests share: one real Valkey a run, emptied before each test that asks for it."""

from collections.abc import AsyncIterator, Iterator

import pytest
import redis

from games.store.store import Store
from server.ops.valkey import ValkeyServer, free_port, start_valkey


class ShiftedClock:
    """The offset, in ms, from the server's clock: tests advance it in place of waiting."""

    def __init__(self) -> None:
        self.ms = 0

    def __call__(self) -> int:
        return self.ms

    def advance(self, ms: int) -> None:
        """Let `ms` pass."""
        self.ms += ms


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ValkeyServer]:
    """A real Valkey for the whole run."""
    server = start_valkey(tmp_path_factory.mktemp("valkey"), free_port(), "secret")
    yield server
    server.stop()


@pytest.fixture
def redis_url(redis_server: ValkeyServer) -> str:
    """The URL of an empty Valkey."""
    with redis.Redis.from_url(redis_server.url) as client:
        client.flushall()
    return redis_server.url


@pytest.fixture
def clock() -> ShiftedClock:
    """The clock of `store`."""
    return ShiftedClock()


@pytest.fixture
async def store(redis_url: str, clock: ShiftedClock) -> AsyncIterator[Store]:
    """A store on an empty Valkey, on the test's clock."""
    store = await Store.connect(redis_url, offset_ms=clock)
    yield store
    await store.close()
