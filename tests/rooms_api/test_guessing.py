"""Codes that are guessed: stopped, while a class behind the same address plays on."""

import asyncio

import pytest
from pytest_django import Settings

from server.ops.valkey import free_port
from server.rooms.guessing import BY_ADDRESS, BY_PLAYER, Guesser
from tests.rooms_api.caller import Caller, refused
from tests.rooms_api.conftest import NewCaller


async def status_of(caller: Caller, path: str) -> int:
    return (await caller.get(path))[0]


async def test_who_guesses_is_stopped_even_at_a_right_code(caller: NewCaller, minutes: list[float]):
    ann, guesser = await caller(), await caller()
    code = await ann.make()
    for number in range(BY_PLAYER.most):
        path = ("/api/rooms/ZZ{}", "/api/rooms/ZZ{}/state", "/api/gatherings/ZZ{}")[number % 3]
        assert await status_of(guesser, path.format(2222 + number)) == 404
    for path in (f"/api/rooms/{code}", f"/api/rooms/{code}/state", "/api/gatherings/ZZZZZZ"):
        answer = refused(await guesser.get(path))
        assert answer == (429, "too_many_requests", {"wait_ms": 600_000})
    assert (await guesser.post(f"/api/rooms/{code}/join"))[0] == 429
    assert await status_of(ann, f"/api/rooms/{code}") == 200
    await guesser.sit(code)
    assert await status_of(guesser, f"/api/rooms/{code}") == 200  # one's own table
    await guesser.stand(code)
    assert await status_of(guesser, f"/api/rooms/{code}") == 429
    minutes[0] += BY_PLAYER.seconds
    assert await status_of(guesser, f"/api/rooms/{code}") == 200


async def test_what_is_found_counts_nothing(caller: NewCaller):
    ann = await caller()
    code = await ann.make()
    for _ in range(BY_PLAYER.most + 5):
        assert await status_of(ann, f"/api/rooms/{code}") == 200


async def test_a_hundred_guesses_a_second_without_a_cookie_are_stopped_and_a_class_is_not(
    caller: NewCaller,
):
    ann = await caller()
    code = await ann.make()
    nobody = Caller(ann.runtime)
    for _ in range(BY_ADDRESS.most - 2):
        Guesser(None, "192.0.2.1").missed()
    answers = [await status_of(nobody, f"/api/rooms/ZZZZZ{last}") for last in "ABCDE"]
    assert answers == [404, 404, 429, 429, 429]
    assert BY_ADDRESS.most / 100 < 10, "100 a second go on for less than ten seconds"
    pupils = await asyncio.gather(*(caller() for _ in range(20)))
    for pupil in pupils:
        assert await status_of(pupil, "/api/rooms/ZZZZZZ") == 404
        assert await status_of(pupil, f"/api/rooms/{code}") == 200
    far = Caller(ann.runtime, "198.51.100.7")
    assert await status_of(far, f"/api/rooms/{code}") == 200


async def test_a_made_up_cookie_is_no_player_of_its_own(caller: NewCaller, monkeypatch):
    ann = await caller()
    monkeypatch.setattr("server.rooms.guessing.BY_ADDRESS", type(BY_ADDRESS)("guess-few", 3, 600))
    statuses = []
    for number in range(5):
        liar = Caller(ann.runtime)
        liar.client.cookies["meja_player"] = f"made-up-{number}"
        statuses.append(await status_of(liar, "/api/rooms/ZZZZZZ"))
    assert statuses == [404, 404, 404, 429, 429]


@pytest.mark.parametrize("guesses", [BY_PLAYER.most + 3])
async def test_while_the_counters_are_away_nobody_is_refused(
    caller: NewCaller, settings: Settings, guesses: int
):
    ann = await caller()
    code = await ann.make()
    away = f"redis://127.0.0.1:{free_port()}/0"
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": away}}
    for _ in range(guesses):
        assert await status_of(ann, "/api/rooms/ZZZZZZ") == 404
    assert await status_of(ann, f"/api/rooms/{code}") == 200
    assert (await ann.post("/api/quick", {"game": "remi"}))[0] == 200
