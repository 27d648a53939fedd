"""Gatherings: visitors fill table after table, keep their room, and see how all is going."""

import asyncio
import json
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Match, MatchSeat
from server.rooms import gatherings
from server.rooms.models import Gathering, GatheringRoom, GatheringVisitor
from server.rooms.room import Change
from tests.rooms_api.caller import Caller, refused
from tests.rooms_api.conftest import NewCaller


async def gather(host: Caller, **choices: Any) -> str:
    status, answer = await host.post("/api/gatherings", {"game": "remi", **choices})
    assert status == 201, answer
    code: str = answer["code"]
    return code


async def join(visitor: Caller, code: str) -> str:
    status, answer = await visitor.post(f"/api/gatherings/{code}/join")
    assert status == 200, answer
    room: str = answer["room"]
    return room


async def look(visitor: Caller, code: str) -> Any:
    status, answer = await visitor.get(f"/api/gatherings/{code}")
    assert status == 200, answer
    return answer


async def later(seconds: int = 61) -> None:
    """Make it so that all visitors were sent `seconds` earlier."""
    async for visitor in GatheringVisitor.objects.all():
        visitor.sent -= timedelta(seconds=seconds)
        await visitor.asave()


async def test_a_gathering_is_made_as_asked(caller: NewCaller):
    ann, bea = await caller("Ann"), await caller("Bea")
    code = await gather(
        ann, title="  ক্লাস ৭ ", level="random", clock=60, watchers=False, pace="fast"
    )
    assert await look(Caller(ann.runtime), code.lower()) == {
        "code": code,
        "game": "remi",
        "title": "ক্লাস ৭",
        "host_name": "Ann",
        "rooms": [],
        "results": [],
    }
    room = await bea.room(await join(bea, code))
    options = room.options
    assert (room.game, room.host, options.gathering) == ("remi", bea.player, code)
    assert (options.public, options.level, options.clock) == (False, "random", 60)
    assert (options.watchers, options.chat, options.pace) == (False, True, "fast")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "missing_field"),
        ({"game": "chess"}, "unknown_game"),
        ({"game": "remi", "level": "genius"}, "unknown_level"),
        ({"game": "remi", "clock": 7}, "wrong_field"),
        ({"game": "remi", "public": True}, "unknown_field"),
        ({"game": "remi", "title": "a\nb"}, "bad_characters"),
        ({"game": "remi", "title": "a\u202eb"}, "bad_characters"),
        ({"game": "remi", "title": "x" * 61}, "text_too_long"),
    ],
)
async def test_what_no_gathering_is_made_of_is_refused(caller: NewCaller, body: Any, code: str):
    ann = await caller()
    assert refused(await ann.post("/api/gatherings", body))[:2] == (400, code)
    assert not await Gathering.objects.aexists()


async def test_visitors_fill_one_table_after_the_other_and_keep_their_room(caller: NewCaller):
    people = [await caller() for _ in range(9)]
    code = await gather(people[0])
    rooms = [await join(person, code) for person in people]
    assert sorted(Counter(rooms).values()) == [1, 4, 4]
    assert [await join(person, code) for person in people] == rooms
    for person, room in zip(people, rooms, strict=True):
        await person.sit(room)
    await later()
    assert [await join(person, code) for person in people] == rooms


async def test_thirty_who_come_at_once_are_spread_over_full_tables(caller: NewCaller):
    people = [await caller() for _ in range(30)]
    code = await gather(people[0])
    rooms = await asyncio.gather(*(join(person, code) for person in people))
    assert sorted(Counter(rooms).values()) == [2, *[4] * 7]
    assert await GatheringRoom.objects.acount() == 8
    for room in set(rooms):
        assert (await people[0].room(room)).options.gathering == code


async def test_the_fullest_open_room_is_filled_first(caller: NewCaller):
    people = [await caller() for _ in range(5)]
    code = await gather(people[0])
    rooms = [await join(person, code) for person in people]
    for person, room in zip(people, rooms, strict=True):
        await person.sit(room)
    await later()
    await people[0].stand(rooms[0])
    assert await join(people[4], code) == rooms[4], "who has a table stays there"
    assert await join(await caller(), code) == rooms[0]


async def test_who_was_sent_away_from_a_table_gets_another(caller: NewCaller):
    ann, bea = await caller(), await caller()
    code = await gather(ann)
    room = await join(ann, code)
    assert await join(bea, code) == room
    await ann.runtime.service.change(room, lambda now: Change(replace(now, kicked=(bea.player,))))
    assert await join(bea, code) != room
    assert await join(ann, code) == room


async def test_who_does_not_come_keeps_no_seat_for_ever(caller: NewCaller):
    people = [await caller() for _ in range(5)]
    code = await gather(people[0])
    first = [await join(person, code) for person in people[:4]]
    for person in people[:3]:
        await person.sit(first[0])
    await later(59)
    assert await join(people[4], code) != first[0]
    await later(59)
    late = await caller()
    assert await join(late, code) == first[0]
    await late.sit(first[0])
    other = await join(people[3], code)
    assert other != first[0], "the table is full without the one who did not come"


async def test_a_running_match_is_open_where_cpus_play_but_lobbies_come_first(caller: NewCaller):
    people = [await caller() for _ in range(7)]
    code = await gather(people[0])
    running = await join(people[0], code)
    await people[0].sit(running)
    await people[0].start(running)
    assert await join(people[1], code) == running
    status, joined = await people[1].post(f"/api/rooms/{running}/join")
    assert (status, joined["claimed"]) == (200, True)
    for person in people[2:4]:
        assert await join(person, code) == running
    lobby = await join(people[4], code)
    assert lobby != running
    await later()
    assert await join(people[5], code) == lobby


async def test_a_visitor_whose_room_is_gone_gets_another(caller: NewCaller):
    ann, bea = await caller(), await caller()
    code = await gather(ann)
    room = await join(ann, code)
    kept = await ann.runtime.service.load(room)
    assert kept is not None
    await ann.runtime.store.remove(room, kept.version, kept.tag)
    assert (await look(ann, code))["rooms"] == []
    other = await join(ann, code)
    assert other != room
    assert await join(bea, code) == other


async def test_a_room_that_its_maker_could_not_finish_is_made_by_the_next(caller: NewCaller):
    """The row was written, and the process died before the store had the room."""
    ann, bea = await caller(), await caller()
    code = await gather(ann)
    gathering = await Gathering.objects.aget()
    row = await GatheringRoom.objects.acreate(gathering=gathering, code="HALFWA", host=ann.player)
    await GatheringVisitor.objects.acreate(gathering=gathering, player=ann.player, room=row)
    assert await join(bea, code) == "HALFWA"
    assert (await bea.room("HALFWA")).host == ann.player
    assert await join(ann, code) == "HALFWA"


async def test_a_code_that_is_another_room_s_is_left_alone(caller: NewCaller):
    ann = await caller()
    code = await gather(ann)
    foreign = await ann.make()
    gathering = await Gathering.objects.aget()
    await GatheringRoom.objects.acreate(gathering=gathering, code=foreign, host=ann.player)
    assert await join(ann, code) != foreign


async def test_a_gathering_shows_its_rooms_and_their_people(caller: NewCaller):
    ann, bea = await caller("Ann"), await caller("Bea")
    code = await gather(ann)
    room = await join(ann, code)
    await ann.sit(room)
    await bea.sit(room)
    shown = {"code": room, "phase": "lobby", "people": ["Ann", "Bea"], "free": 2, "match_number": 0}
    assert (await look(ann, code))["rooms"] == [shown]
    await ann.start(room)
    running = {**shown, "phase": "playing", "match_number": 1}
    assert (await look(ann, code))["rooms"] == [running]


def finished(room: str, number: int, seats: list[tuple[str | None, str, int]], hours: int) -> None:
    """A finished match with (player, name, place) by seat, `hours` from now."""
    match = Match.objects.create(
        id=f"m{number}",
        game="remi",
        room_code=room,
        finished=timezone.now() + timedelta(hours=hours),
        seats=[
            {"kind": "person" if player else "cpu", "player": player, "name": name, "level": None}
            for player, name, _ in seats
        ],
        totals=[0] * len(seats),
        places=[place for *_, place in seats],
        commitment="",
        record=json.dumps({}),
    )
    for seat, (player, _, place) in enumerate(seats):
        MatchSeat.objects.create(
            match=match,
            seat=seat,
            player=player,
            kind="person" if player else "cpu",
            place=place,
            total=0,
        )


@pytest.mark.django_db
def test_results_are_summed_for_each_person_over_all_rooms() -> None:
    gathering = Gathering.objects.create(
        code="GATHER", game="remi", host="p1", host_name="Ann", options={}
    )
    for code, gone in (("ROOMAA", True), ("ROOMBB", False)):
        GatheringRoom.objects.create(
            gathering=gathering, code=code, host="p1", made=True, gone=gone
        )
    finished("ROOMAA", 1, [("p1", "Ann", 1), ("p2", "Bea", 1), (None, "cpu-2", 3)], 1)
    finished("ROOMBB", 2, [("p1", "Anna", 2), ("p3", "Cid", 3), (None, "cpu-2", 1)], 2)
    finished("ROOMAA", 3, [("p4", "Before", 1)], -1)
    finished("OTHERS", 4, [("p5", "Elsewhere", 1)], 1)
    assert gatherings.results(gathering) == [
        gatherings.Result("Bea", "p2", 1, 1),
        gatherings.Result("Anna", "p1", 2, 1),
        gatherings.Result("Cid", "p3", 1, 0),
    ]


async def test_there_is_no_such_gathering(caller: NewCaller):
    ann = await caller()
    room = await ann.make()
    for code in ("ZZZZZZ", room, "x"):
        answer = refused(await ann.get(f"/api/gatherings/{code}"))
        assert answer == (404, "gathering_not_found", {"gathering": code})
        assert refused(await ann.post(f"/api/gatherings/{code}/join"))[0] == 404
    code = await gather(ann)
    nobody = Caller(ann.runtime)
    assert refused(await nobody.post(f"/api/gatherings/{code}/join"))[:2] == (401, "no_player")
    assert not await GatheringRoom.objects.aexists()
