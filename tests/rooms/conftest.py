"""A table on a fresh store, on the clock of the test."""

from collections.abc import AsyncIterator

import pytest

from server.rooms.runtime import Runtime
from tests.conftest import ShiftedClock
from tests.rooms.table import Table, open_runtime


@pytest.fixture
async def runtime(redis_url: str, clock: ShiftedClock) -> AsyncIterator[Runtime]:
    opened = await open_runtime(redis_url, clock)
    yield opened
    await opened.close()


@pytest.fixture
async def other_runtime(redis_url: str, clock: ShiftedClock) -> AsyncIterator[Runtime]:
    """A second process's."""
    opened = await open_runtime(redis_url, clock)
    yield opened
    await opened.close()


@pytest.fixture
def table(runtime: Runtime, clock: ShiftedClock) -> Table:
    return Table(runtime, clock)
