"""Limits: counted for all processes together, and nobody is refused while they cannot count."""

import logging
from concurrent.futures import ThreadPoolExecutor

import pytest
from pytest_django import Settings

from accounts.errors import ApiError
from accounts.limits import Limit
from server.ops.valkey import free_port

LIMIT = Limit("test", 3, 600)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, in a list."""
    time = [6_000.0]
    monkeypatch.setattr("accounts.limits.now", lambda: time[0])
    return time


def refused(limit: Limit, who: str) -> bool:
    try:
        limit.check(who)
    except ApiError as refusal:
        return (refusal.error, refusal.status_code) == ("too_many_requests", 429)
    return False


@pytest.mark.usefixtures("shared_cache")
def test_what_is_over_the_limit_is_refused_and_only_of_the_one_who_spent_it(
    clock: list[float],
) -> None:
    for _ in range(3):
        assert not refused(LIMIT, "one")
        LIMIT.spend("one")
    assert refused(LIMIT, "one")
    assert not refused(LIMIT, "other")
    assert not refused(Limit("another", 3, 600), "one")
    clock[0] += 599
    with pytest.raises(ApiError) as refusal:
        LIMIT.spend("one")
    assert refusal.value.data == {"wait_ms": 1000}
    clock[0] += 1
    assert not refused(LIMIT, "one")


@pytest.mark.usefixtures("shared_cache")
def test_nothing_is_lost_when_many_count_at_once() -> None:
    def count(_: int) -> int:
        return Limit("test", 1000, 600).count("many")

    with ThreadPoolExecutor(16) as pool:
        assert sorted(pool.map(count, range(200))) == list(range(1, 201))


def test_without_a_cache_nobody_is_refused(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    away = f"redis://127.0.0.1:{free_port()}/0"
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": away}}
    with caplog.at_level(logging.WARNING):
        for _ in range(5):
            LIMIT.spend("one")
        assert not refused(LIMIT, "one")
    assert "the limits count nothing" in caplog.text
