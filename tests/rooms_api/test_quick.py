"""Quick match: strangers meet at one table."""

import asyncio
from dataclasses import replace

import pytest

from server.rooms.room import Change, RoomOptions
from tests.rooms_api.caller import Caller, refused
from tests.rooms_api.conftest import NewCaller


@pytest.fixture(autouse=True)
def one_minute(monkeypatch: pytest.MonkeyPatch, minutes: list[float]) -> None:
    """The clock of quick match stands still too."""
    monkeypatch.setattr("server.rooms.api.quick.now", lambda: minutes[0])


async def quick(caller: Caller, **wanted: object) -> tuple[str, bool]:
    status, answer = await caller.post("/api/quick", {"game": "remi", **wanted})
    assert status == 200, answer
    return answer["code"], answer["made"]


async def test_the_first_makes_a_room_and_the_next_find_it(caller: NewCaller):
    people = [await caller() for _ in range(6)]
    code, made = await quick(people[0])
    assert made
    assert (await people[0].room(code)).options == RoomOptions(
        public=True, chat=False, quick=True, fill=True
    )
    await people[0].sit(code)
    for person in people[1:4]:
        assert await quick(person) == (code, False)
    other, made = await quick(people[4])
    assert (other != code, made) == (True, True)
    assert await quick(people[5]) == (other, False)


async def test_two_in_the_same_moment_land_at_one_table(caller: NewCaller):
    people = [await caller() for _ in range(4)]
    answers = await asyncio.gather(*(quick(person) for person in people))
    assert len({code for code, _ in answers}) == 1
    assert sorted(made for _, made in answers) == [False, False, False, True]


async def test_who_sat_down_is_found_there_a_minute_later_too(
    caller: NewCaller, minutes: list[float]
):
    ann, bea = await caller(), await caller()
    code, _ = await quick(ann)
    await ann.sit(code)
    minutes[0] += 3600
    assert await quick(bea) == (code, False)
    assert await quick(ann) == (code, False)


async def test_the_fullest_room_is_filled_first(caller: NewCaller):
    ann, bea, cid, dan = [await caller() for _ in range(4)]
    service = ann.runtime.service
    options = RoomOptions(public=True, quick=True, fill=True, chat=False)
    await service.create_at("QUKAAA", "remi", ann.player, options)
    await service.create_at("QUKBBB", "remi", bea.player, options)
    await ann.sit("QUKAAA")
    await bea.sit("QUKBBB")
    await cid.sit("QUKBBB")
    assert await quick(dan) == ("QUKBBB", False)


async def test_other_wishes_lead_to_other_rooms(caller: NewCaller):
    ann, bea = await caller(), await caller()
    plain = await ann.make(public=True)
    await ann.sit(plain)
    filled, made = await quick(ann)
    assert made
    assert filled != plain
    await ann.sit(filled)
    unfilled, made = await quick(bea, fill=False)
    assert (unfilled not in (plain, filled), made) == (True, True)
    assert not (await bea.room(unfilled)).options.fill
    ladder, made = await quick(bea, game="ladder")
    assert made
    assert (await bea.room(ladder)).game == "ladder"


async def test_nobody_is_sent_where_they_may_not_sit(caller: NewCaller):
    ann, bea = await caller(), await caller()
    code, _ = await quick(ann)
    await ann.sit(code)
    await ann.runtime.service.change(code, lambda room: Change(replace(room, kicked=(bea.player,))))
    assert (await quick(bea))[0] != code


async def test_what_is_no_quick_match_is_refused(caller: NewCaller):
    ann = await caller()
    for body, code in (
        ({}, "missing_field"),
        ({"game": "chess"}, "unknown_game"),
        ({"game": "remi", "fill": "yes"}, "wrong_field"),
        ({"game": "remi", "public": True}, "unknown_field"),
    ):
        assert refused(await ann.post("/api/quick", body))[:2] == (400, code)
    assert await ann.runtime.store.listed() == []
