"""What a process shows its sockets beside the fold: histories, presence, talk, who may see what."""

import asyncio
import json
from dataclasses import replace

import pytest

from games.rules.core.errors import FormatError, RuleError
from games.rules.core.events import Event
from games.rules.core.registry import get_game
from games.store.keys import room_channel, room_key, tail_key
from games.store.store import Presence
from server.rooms import codec, playing, seating, starting
from server.rooms.door import Limits, RoomCrowded, Since
from server.rooms.local_room import SAME_VIEWERS
from server.rooms.protocol import Say
from server.rooms.room import Change, Occupant, Room
from server.rooms.service import Request, fresh_draw
from tests.rooms.table import Ear, Table, open_runtime

HISTORY = b"\x01" * 8
"""A tag that no commit has drawn."""


def whole(ear: Ear, reason: str) -> bool:
    """Whether the last thing the socket was told of the room is a snapshot for that reason."""
    return (ear.last["type"], ear.last.get("reason")) == ("snapshot", reason)


async def until(table: Table, wanted) -> None:
    """Wait until `wanted()` holds; every answer of the store lets the sockets get theirs."""
    async with asyncio.timeout(10):
        while not wanted():
            await table.runtime.store.ping()


async def rewrite(table: Table, version: int, room: Room, tag: bytes) -> None:
    """The store comes up with another history, which has come to `version`."""
    link, code = table.runtime.store._link, table.code
    await link.call("HSET", room_key(code), "v", version, "h", tag, "s", codec.dump_room(room))
    await link.call("DEL", tail_key(code))
    event = codec.dump_happened(Change(room))
    for number in range(1, version + 1):
        await link.call("RPUSH", tail_key(code), number.to_bytes(8, "big") + tag + event)


# Histories


async def test_who_was_in_another_history_is_told_so(table: Table):
    await table.make(["p0"], start=False)
    ear = table.ears["p0"]
    for since in (
        Since(ear.seen.v, HISTORY),
        Since(ear.seen.v - 1, HISTORY),
        Since(ear.seen.v + 5, HISTORY),
        Since(100_000),
    ):
        late = Ear("p0")
        await table.join(late, since)
        assert whole(late, "rolled_back")
    same = Ear("p0")
    same.seen = ear.seen
    await table.join(same, ear.since)
    assert (same.last["type"], same.last["events"]) == ("events", [])


@pytest.mark.parametrize("step", [-1, 0, 3])
async def test_a_store_that_fell_back_takes_everybody_with_it(table: Table, step: int):
    """Shorter, as long, or longer than what was shown: another history is never merged."""
    await table.make(["p0"], start=False)
    ear = table.ears["p0"]
    ours = await table.kept()
    theirs = seating.sit(seating.stand(ours.room, "p0").room, "p9", "P9", 3).room
    await rewrite(table, ours.version + step, theirs, HISTORY)
    table.runtime.hub.resync_all()
    await until(table, lambda: whole(ear, "rolled_back"))
    assert (ear.seen.v, ear.seen.h) == (ours.version + step, HISTORY.hex())
    assert [one and one["name"] for one in ear.seen.room["seats"]] == [None, None, None, "P9"]


@pytest.mark.parametrize("step", [0, 1, 2])
async def test_news_of_another_history_is_not_merged(table: Table, step: int):
    """Nobody noticed that the store fell back; the next commit there is told on the channel."""
    await table.make(["p0"], start=False)
    ear = table.ears["p0"]
    ours = await table.kept()
    theirs = seating.sit(seating.stand(ours.room, "p0").room, "p9", "P9", 3).room
    await rewrite(table, ours.version + step - 1, theirs, HISTORY)
    await table.sit("p8", 2)  # from this process's own copy: a conflict, then from the store's
    await until(table, lambda: whole(ear, "rolled_back"))
    names = [one and one["name"] for one in ear.seen.room["seats"]]
    assert names == [None, None, "p8", "P9"]


async def test_old_news_of_one_s_own_history_is_nothing_new(table: Table):
    await table.make(["p0"], start=False)
    hub, code = table.runtime.hub, table.code
    heard: list[bytes] = []
    local = hub._rooms[code]
    await hub._subscriptions.subscribe(room_channel(code), heard.append)
    await table.sit("p1")
    await until(table, lambda: heard)
    count = len(table.ears["p0"].texts)
    for _ in range(2):
        hub._receive(local, heard[0])
    assert not local.stale
    await table.heard(table.ears["p0"])
    assert len(table.ears["p0"].texts) == count + 2  # the commit, and who is away now


# Who may see what


async def play_until(table: Table, phase: str) -> None:
    """Every seat makes its first legal action until the room is in `phase`."""
    game = get_game("remi")
    while (kept := await table.kept()).room.phase != phase:
        state = kept.room.match.state
        form = game.actions.dump(game.legal_actions(state, state.to_move)[0])
        by = "cpu" if playing.cpu_to_move(kept.room) is not None else "person"
        await table.do(
            "w",
            lambda room, f=form, b=by: playing.act(
                room, room.match.state.to_move, f, fresh_draw, b
            ),
        )


async def test_a_seat_s_new_owner_never_gets_what_the_old_one_drew(table: Table):
    people = ["p0", "p1", "p2", "p3"]
    await table.make(people)
    visitor = Ear("p9")
    await table.join(visitor)
    await table.leave(visitor)
    seat = (await table.kept()).room.match.state.to_move
    await table.act(seat, {"type": "draw_stock"})
    await table.heard(table.ears[people[seat]])
    drawn = table.ears[people[seat]].last["events"][0]["private"]
    assert drawn
    await table.do(people[seat], lambda room: seating.stand(room, people[seat]))
    await table.sit("p9", seat)
    await play_until(table, "pause")
    assert (await table.kept()).room.seat_of("p9") == seat
    count = len(visitor.texts)
    await table.join(visitor, visitor.since)
    assert whole(visitor, "gap")
    assert '"private"' not in "".join(visitor.texts[count:])


async def test_a_commit_that_changes_a_seat_tells_its_private_events_to_neither(table: Table):
    await table.make(["p0", "p1"], start=False)
    newcomer = Ear("p9")
    await table.join(newcomer)
    secret = Event("drew", 1, {}, {"card": "5H"})

    def take_over(room: Room) -> Change:
        seats = (room.seats[0], Occupant("person", "p9", player="p9"), *room.seats[2:])
        told = {"type": "seat_taken", "seat": 1, "name": "p9"}
        return Change(replace(room, seats=seats), (told,), (secret,))

    await table.do("p9", take_over)
    ears = [*table.ears.values(), newcomer]
    await table.heard(*ears)
    for ear in ears:
        assert ear.last["events"] == [{"type": "drew", "seat": 1}]
    # Whose seat stays theirs is told.
    await table.do("p9", lambda room: Change(room, (), (secret,)))
    await table.heard(*ears)
    assert newcomer.last["events"] == [{"type": "drew", "seat": 1, "private": {"card": "5H"}}]
    assert table.ears["p0"].last["events"] == [{"type": "drew", "seat": 1}]


def test_every_event_that_may_change_a_seat_s_owner_is_told_by_a_snapshot():
    for name in ("seat_taken", "seat_left", "seat_moved", "seats_swapped", "kicked"):
        assert name not in SAME_VIEWERS
    assert not {"cpu_added", "cpu_removed", "configured"} & SAME_VIEWERS


async def test_a_visitor_sees_nothing_of_a_match_that_may_not_be_watched(table: Table):
    await table.make(["p0", "p1", "p2", "p3"], start=False, watchers=False)
    visitor = Ear("p9")
    await table.join(visitor)
    await table.do("p0", lambda room: starting.start(room, "p0"))
    await table.heard(visitor)
    assert whole(visitor, "gap")
    count = len(visitor.texts)
    await table.act((await table.kept()).room.match.state.to_move, {"type": "draw_stock"})
    await table.heard(visitor)
    assert (visitor.last["events"], visitor.last["match"]) == ([], None)
    again = Ear("p9")
    await table.join(again, visitor.since)
    await table.join(again, Since(visitor.seen.v - 1, bytes.fromhex(visitor.told[count - 1]["h"])))
    for message in (*visitor.told[count:], *again.told):
        assert not message.get("match")
        assert not message.get("log")
        assert not message.get("events")


async def test_who_leaves_the_seat_of_such_a_match_sees_no_more_of_it(table: Table):
    await table.make(["p0", "p1", "p2", "p3"], watchers=False)
    ear = table.ears["p1"]
    assert ear.seen.match["hand"]
    await table.do("p1", lambda room: seating.stand(room, "p1"))
    await table.heard(ear)
    assert whole(ear, "gap")
    assert (ear.seen.match, ear.seen.log) == (None, [])
    await table.sit("p1", 1)
    await table.heard(ear)
    assert ear.seen.match["hand"]
    assert ear.seen.log == table.ears["p0"].seen.log


# Presence


async def test_who_is_away_is_told_with_the_time_until_a_cpu_holds_the_seat(table: Table):
    await table.make(["p0", "p1"])
    host, friend, watcher = table.ears["p0"], table.ears["p1"], Ear("p9")
    await table.join(watcher)
    await until(table, lambda: host.seen.presence["watchers"] == 1)
    await table.leave(friend)
    await until(table, lambda: host.seen.presence["away"])
    (away,) = host.seen.presence["away"]
    assert away["player"] == "p1"
    assert 15_000 < away["hold_ms"] <= 20_000
    assert not host.seen.presence["paused"]
    await table.leave(host)
    await until(table, lambda: watcher.seen.presence["paused"])
    gone = watcher.seen.presence["away"]
    assert gone == [{"player": "p0", "hold_ms": None}, {"player": "p1", "hold_ms": None}]
    assert watcher.seen.wait is None
    await table.join(friend, friend.since)
    await until(table, lambda: not watcher.seen.presence["paused"])
    assert friend.seen.presence["away"][0]["player"] == "p0"


async def test_a_snapshot_counts_who_gets_it_as_there(table: Table):
    """Also where the store's word of who is there is older than the socket."""
    await table.make(["p0"])
    hub, ear = table.runtime.hub, table.ears["p0"]
    hub._rooms[table.code].meet(Presence(frozenset(), {"p0": 5_000}, 5_000, None))
    await hub.show(table.code, ear)
    await until(table, lambda: whole(ear, "asked"))
    assert ear.seen.presence["away"] == []
    assert not ear.seen.presence["paused"]


async def test_who_could_not_be_let_in_is_not_there(table: Table):
    await table.make(["p0", "p1"], start=False)
    since = table.ears["p1"].since
    await table.sit("p1", 3)
    entry = await table.runtime.store._link.call("LINDEX", tail_key(table.code), -1)
    await table.runtime.store._link.call("LSET", tail_key(table.code), -1, entry[:16] + b"?")
    with pytest.raises(FormatError):
        await table.join(Ear("p9"), since)
    _, presence = await table.runtime.store.look(table.code)
    assert presence.here == {"p0", "p1"}


async def test_of_two_tabs_one_may_close(table: Table, other_runtime):
    await table.make(["p0", "p1"])
    second, elsewhere, host = Ear("p1"), Ear("p1"), table.ears["p0"]
    await table.join(second)
    assert await other_runtime.hub.join(table.code, elsewhere, None)
    for ear in (table.ears["p1"], second):
        await table.leave(ear)
        _, presence = await table.runtime.store.look(table.code)
        assert "p1" in presence.here
    assert host.seen.presence["away"] == []
    await other_runtime.hub.leave(table.code, elsewhere)
    await until(table, lambda: host.seen.presence["away"])


async def test_who_stands_watches(table: Table):
    await table.make(["p0", "p1"], start=False)
    await table.do("p1", lambda room: seating.stand(room, "p1"))
    await until(table, lambda: table.ears["p0"].seen.presence["watchers"] == 1)
    await table.sit("p1")
    await until(table, lambda: table.ears["p0"].seen.presence["watchers"] == 0)


async def test_watchers_who_come_together_are_told_of_together(table: Table):
    await table.make(["p0"], start=False)
    host, local = table.ears["p0"], table.runtime.hub._rooms[table.code]
    await table.sit("p1")
    await table.heard(host)
    _, presence = await table.runtime.store.look(table.code)
    presence = replace(presence, here=frozenset({"p0", "p1"}), gone={})
    local.show_meeting(presence)
    await until(table, lambda: local._later is None and local._pump is None)
    before = len(host.texts)
    for number in range(40):
        more = {f"w{one}" for one in range(number + 1)}
        local.show_meeting(replace(presence, here=presence.here | more))
    assert local._pump is None
    await until(table, lambda: len(host.texts) > before)
    assert host.seen.presence["watchers"] == 40
    assert len(host.texts) == before + 1
    local.show_meeting(replace(presence, here=frozenset({"p0"}), gone={"p1": 0}))
    assert local._later is None  # who leaves a seat is told of without delay
    await until(table, lambda: host.seen.presence["away"])


async def test_a_held_seat_is_not_waited_for(table: Table):
    await table.make(["p0", "p1"])
    host = table.ears["p0"]
    await table.leave(table.ears["p1"])
    await until(table, lambda: host.seen.presence["away"])
    await table.do("w", lambda room: seating.absent(room, ["p1"]))
    await until(table, lambda: host.seen.presence["away"] == [{"player": "p1", "hold_ms": None}])


async def test_too_many_sockets_are_refused_and_a_seat_is_not(redis_url, clock):
    runtime = await open_runtime(redis_url, clock, limits=Limits(room=3, player=2))
    try:
        table = Table(runtime, clock)
        await table.make(["p0"], start=False)
        await table.join(Ear("p0"))
        with pytest.raises(RuleError) as caught:
            await table.join(Ear("p0"))
        assert (caught.value.code, caught.value.data) == ("too_many_tabs", {"max": 2})
        await table.join(Ear("p8"))
        with pytest.raises(RoomCrowded, match="room_crowded"):
            await table.join(Ear("p9"))
        await table.sit("p9")
        await table.join(Ear("p9"))
        _, presence = await runtime.store.look(table.code)
        assert presence.here == {"p0", "p8", "p9"}
    finally:
        await runtime.close()


# Talk


async def test_everybody_in_every_process_hears_what_is_said_once(table: Table, other_runtime):
    await table.make(["p0", "p1"])
    here, there = table.ears["p0"], Ear("p9")
    assert await other_runtime.hub.join(table.code, there, None)
    before = await table.kept()
    said = Say("s1", "text", "আমার পালা?")
    service = other_runtime.service
    answer = await service.say(table.code, "p9", "Nobody", said)
    assert json.loads(answer) == {"type": "ok", "id": "s1", "v": 0}
    assert await service.say(table.code, "p9", "Nobody", said) == answer
    await service.say(table.code, "p1", "Other", Say("s1", "phrase", "hello"))
    await until(table, lambda: len(here.seen.talk) == len(there.seen.talk) == 2)
    assert here.seen.talk == there.seen.talk
    assert [(one["player"], one["name"], one["what"]) for one in here.seen.talk] == [
        ("p9", "Nobody", "আমার পালা?"),
        ("p1", "p1", "hello"),
    ]
    assert await table.kept() == before
    table.runtime.hub._rooms[table.code].hear((await table.runtime.store.talked(table.code))[0])
    await table.heard(here)
    assert len(here.seen.talk) == sum(one["type"] == "talk" for one in here.told) == 2
    late = Ear("p8")
    await table.join(late)
    assert late.seen.talk == here.seen.talk


async def test_what_was_said_meanwhile_is_heard_on_return(table: Table):
    await table.make(["p0"])
    ear = table.ears["p0"]
    await table.leave(ear)
    await table.runtime.service.say(table.code, "p9", "N", Say("s1", "reaction", "clap"))
    count = len(ear.texts)
    await table.join(ear, ear.since)
    assert [one["type"] for one in ear.told[count:]][:3] == ["events", "presence", "talk"]
    assert ear.seen.talk[-1]["what"] == "clap"
    assert ear.seen.presence["away"] == []


async def test_what_was_said_while_the_line_was_down_is_read_again(table: Table, other_runtime):
    await table.make(["p0"])
    ear, hub = table.ears["p0"], table.runtime.hub
    hub._subscriptions.unsubscribe(room_channel(table.code))
    await other_runtime.service.say(table.code, "p9", "N", Say("s1", "reaction", "wow"))
    assert ear.seen.talk == []
    hub.resync_all()
    await until(table, lambda: ear.seen.talk)
    assert not hub._rooms[table.code].stale


async def test_what_comes_while_the_store_is_read_again_is_not_lost(table: Table, other_runtime):
    await table.make(["p0"], start=False)
    ear, hub, channel = table.ears["p0"], table.runtime.hub, room_channel(table.code)
    local = hub._rooms[table.code]

    async def rename(name: str) -> None:
        await other_runtime.service.change(
            table.code,
            lambda room: seating.rename(room, "p0", name),
            Request("p0", name, b"digest"),
        )

    for turn in range(10):
        hub._subscriptions.unsubscribe(channel)
        await rename(f"missed {turn}")
        await hub._subscriptions.subscribe(channel, lambda data: hub._receive(local, data))
        hub.resync_all()
        await rename(f"meanwhile {turn}")
        version = (await table.kept()).version
        await until(table, lambda version=version: ear.seen.v == version)
