"""The API on a real Valkey, called in the test's own event loop."""

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from pytest_django import Settings

from server.rooms.runtime import Runtime, close_runtime, get_runtime
from tests.rooms_api.caller import Caller

NewCaller = Callable[..., Awaitable[Caller]]


@pytest.fixture
def minutes(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time of the limits and of quick match, in seconds, in a list; it stands still."""
    time = [6_000.0]
    monkeypatch.setattr("accounts.limits.now", lambda: time[0])
    return time


@pytest.fixture
async def runtime(
    redis_url: str,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    minutes: list[float],
    transactional_db: None,
) -> AsyncIterator[Runtime]:
    """What the views of this test use; lists are made anew for every call."""
    settings.REDIS_URL = redis_url
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": redis_url}}
    monkeypatch.setattr("server.rooms.api.brief.FRESH_S", 0.0)
    yield await get_runtime()
    await close_runtime()


@pytest.fixture
def caller(runtime: Runtime) -> NewCaller:
    """Makes guests who call the API."""

    async def arrive(name: str | None = None) -> Caller:
        return await Caller(runtime).arrive(name)

    return arrive
