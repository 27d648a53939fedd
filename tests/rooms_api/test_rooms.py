"""Making, listing, finding, joining and watching rooms."""

import pytest

from server.rooms import seating, starting
from tests.rooms_api.caller import Caller, refused
from tests.rooms_api.conftest import NewCaller


async def test_a_room_is_made_as_asked(caller: NewCaller):
    ann = await caller("Ann")
    code = await ann.make(
        public=True, level="random", clock=60, watchers=False, chat=True, pace="fast"
    )
    room = await ann.room(code)
    options = room.options
    assert (room.host, room.game) == (ann.player, "remi")
    assert (options.public, options.level, options.clock) == (True, "random", 60)
    assert (options.watchers, options.chat, options.quick) == (False, True, False)
    assert options.pace == "fast"


async def test_free_chat_is_off_where_strangers_come_unless_the_host_wants_it(caller: NewCaller):
    ann = await caller()
    for choices, chat in (
        ({}, True),
        ({"public": True}, False),
        ({"public": True, "chat": True}, True),
        ({"chat": False}, False),
    ):
        assert (await ann.room(await ann.make(**choices))).options.chat is chat


@pytest.mark.parametrize(
    ("body", "code", "data"),
    [
        ({}, "missing_field", {"field": "game"}),
        ({"game": 5}, "wrong_field", {"field": "game"}),
        ({"game": "x" * 41}, "wrong_field", {"field": "game"}),
        ({"game": "chess"}, "unknown_game", {"game": "chess"}),
        ({"game": "remi", "level": "genius"}, "unknown_level", {"level": "genius"}),
        ({"game": "remi", "level": None}, "wrong_field", {"field": "level"}),
        ({"game": "remi", "clock": 31}, "wrong_field", {"field": "clock"}),
        ({"game": "remi", "pace": "slow"}, "wrong_field", {"field": "pace"}),
        ({"game": "remi", "public": 1}, "wrong_field", {"field": "public"}),
        ({"game": "remi", "quick": True}, "unknown_field", {"field": "quick"}),
        ([], "malformed", {}),
    ],
)
async def test_what_no_room_is_made_of_is_refused(caller: NewCaller, body, code, data):
    ann = await caller()
    assert refused(await ann.post("/api/rooms", body)) == (400, code, data)
    assert await ann.runtime.store.listed() == []


async def test_without_a_player_nothing_is_made_or_joined(caller: NewCaller):
    ann = await caller()
    code = await ann.make()
    nobody = Caller(ann.runtime)
    for path, body in (
        ("/api/rooms", {"game": "remi"}),
        (f"/api/rooms/{code}/join", {}),
        (f"/api/rooms/{code}/report", {"player": ann.player}),
        ("/api/quick", {"game": "remi"}),
        ("/api/gatherings", {"game": "remi"}),
    ):
        assert refused(await nobody.post(path, body)) == (401, "no_player", {})


async def test_the_list_shows_public_rooms_with_people_the_best_to_join_first(caller: NewCaller):
    people = [await caller() for _ in range(4)]
    ann, bea, cid, dan = people
    private = await ann.make()
    empty = await ann.make(public=True)
    one = await ann.make(public=True)
    three = await ann.make(public=True, clock=30)
    playing = await ann.make(public=True)
    full = await ann.make(public=True)
    closed = await ann.make(public=True, watchers=False)
    for code in (private, one, playing):
        await ann.sit(code)
    for person in (ann, bea, cid):
        await person.sit(three)
    for code in (full, closed):
        for person in people:
            await person.sit(code)
    await ann.start(playing)
    status, answer = await dan.get("/api/rooms")
    assert status == 200
    assert [room["code"] for room in answer["rooms"]] == [three, one, playing, full]
    assert answer["rooms"][0] == {
        "code": three,
        "game": "remi",
        "phase": "lobby",
        "seats_total": 4,
        "people": 3,
        "free": 1,
        "host_name": ann.name,
        "clock": 30,
        "watchers": True,
        "quick": False,
    }
    assert answer["rooms"][2]["free"] == 3
    assert empty not in str(answer)
    assert (await dan.get("/api/rooms?game=ladder"))[1] == {"rooms": []}
    assert refused(await dan.get("/api/rooms?game=chess"))[1] == "unknown_game"


async def test_a_room_that_is_made_private_again_leaves_the_list(caller: NewCaller):
    ann = await caller()
    code = await ann.make(public=True)
    await ann.sit(code)
    assert len((await ann.get("/api/rooms"))[1]["rooms"]) == 1
    await ann.runtime.service.change(
        code, lambda room: seating.configure(room, ann.player, {"public": False})
    )
    assert (await ann.get("/api/rooms"))[1] == {"rooms": []}


async def test_the_list_has_an_end(caller: NewCaller, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("server.rooms.api.rooms.MOST_LISTED", 2)
    ann = await caller()
    for _ in range(3):
        await ann.sit(await ann.make(public=True))
    assert len((await ann.get("/api/rooms"))[1]["rooms"]) == 2


async def test_who_has_the_code_finds_a_private_room(caller: NewCaller):
    ann = await caller("Ann")
    code = await ann.make()
    nobody = Caller(ann.runtime)
    status, found = await nobody.get(f"/api/rooms/{code.lower()}")
    assert status == 200
    assert (found["code"], found["public"], found["host_name"]) == (code, False, "Ann")
    assert (found["people"], found["free"], found["phase"]) == (0, 4, "lobby")
    for wrong in ("ZZZZZZ", "x", "Z" * 500, "ZZZZZ0"):
        answer = refused(await nobody.get(f"/api/rooms/{wrong}"))
        assert answer == (404, "room_not_found", {"room": wrong[:12]})


async def test_joining_gives_a_seat_and_tells_it_again(caller: NewCaller):
    ann, bea = await caller(), await caller("Bea")
    code = await ann.make()
    path = f"/api/rooms/{code}/join"
    assert await ann.post(path, {"seat": 2}) == (200, {"code": code, "seat": 2, "claimed": False})
    assert await bea.post(path) == (200, {"code": code, "seat": 0, "claimed": False})
    assert await bea.post(path) == (200, {"code": code, "seat": 0, "claimed": False})
    assert await bea.post(path, {"seat": 3}) == (200, {"code": code, "seat": 3, "claimed": False})
    assert refused(await bea.post(path, {"seat": 2})) == (409, "seat_taken", {"seat": 2})
    assert refused(await bea.post(path, {"seat": 4})) == (
        400,
        "no_such_seat",
        {"seat": 4, "seats": 4},
    )
    assert refused(await bea.post(path, {"seat": 9}))[1] == "wrong_field"
    room = await ann.room(code)
    assert room.seated == (ann.player, bea.player)
    assert room.seats[3] is not None
    assert room.seats[3].name == "Bea"


async def test_joining_a_running_match_claims_a_cpu_s_seat(caller: NewCaller):
    ann, bea, cid = [await caller() for _ in range(3)]
    code = await ann.make()
    await ann.sit(code)
    await ann.start(code)
    path = f"/api/rooms/{code}/join"
    assert await bea.post(path) == (200, {"code": code, "seat": 1, "claimed": True})
    assert refused(await cid.post(path, {"seat": 1})) == (409, "seat_claimed", {"seat": 1})
    assert refused(await ann.post(path, {"seat": 1}))[:2] == (409, "seated_in_deal")
    found = (await cid.get(f"/api/rooms/{code}"))[1]
    assert (found["people"], found["free"]) == (1, 2)


async def test_a_full_room_is_full(caller: NewCaller):
    ann = await caller()
    code = await ann.make()
    for _ in range(4):
        await (await caller()).sit(code)
    assert refused(await ann.post(f"/api/rooms/{code}/join"))[:2] == (409, "room_full")
    assert refused(await ann.post("/api/rooms/ZZZZZZ/join"))[:2] == (404, "room_not_found")


async def test_a_watcher_s_state_holds_no_hand(caller: NewCaller):
    ann = await caller()
    code = await ann.make()
    await ann.sit(code)
    nobody = Caller(ann.runtime)
    assert (await nobody.get(f"/api/rooms/{code}/state"))[1]["match"] is None
    await ann.start(code)
    kept = await ann.runtime.service.load(code)
    assert kept is not None
    for one in (nobody, ann):
        status, state = await one.get(f"/api/rooms/{code}/state")
        assert (status, state["v"]) == (200, kept.version)
        assert state["room"]["phase"] == "playing"
        assert state["log"][0]["type"] == "deal_started"
        assert "hand" not in state["match"] or state["match"]["hand"] is None
        assert state["match"]["legal"] == []
        assert state["match"]["secret"] is None


async def test_where_nobody_may_watch_only_the_seated_see_the_match(caller: NewCaller):
    ann, bea = await caller(), await caller()
    code = await ann.make(watchers=False)
    await ann.sit(code)
    assert (await bea.get(f"/api/rooms/{code}/state"))[0] == 200
    await ann.start(code)
    for other in (bea, Caller(ann.runtime)):
        answer = refused(await other.get(f"/api/rooms/{code}/state"))
        assert answer == (403, "watchers_not_allowed", {})
    assert (await ann.get(f"/api/rooms/{code}/state"))[0] == 200


async def test_the_room_is_told_of_while_a_match_that_nobody_may_watch_is_starting(
    caller: NewCaller,
):
    ann, bea = await caller(), await caller()
    code = await ann.make(watchers=False)
    await ann.sit(code)
    match = (await ann.room(code)).upcoming.match_id
    await ann.runtime.service.change(
        code, lambda room: starting.commit(room, ann.player, match, "00" * 32)
    )
    await ann.start(code)
    status, state = await bea.get(f"/api/rooms/{code}/state")
    assert (status, state["room"]["phase"], state["match"]) == (200, "starting", None)


async def test_new_rooms_are_limited_by_address(caller: NewCaller, settings):
    settings.MEJA_NEW_ROOMS_PER_HOUR = 2
    ann, bea = await caller(), await caller()
    await ann.make()
    assert refused(await ann.post("/api/rooms", {"game": "chess"}))[1] == "unknown_game"
    await bea.make()
    assert refused(await bea.post("/api/rooms", {"game": "remi"}))[:2] == (
        429,
        "too_many_requests",
    )
    far = Caller(ann.runtime, "198.51.100.7")
    await far.arrive()
    await far.make()
