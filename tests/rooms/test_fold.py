"""The protocol's law: the old snapshot with the events folded in is the new snapshot."""

import asyncio
import json
import random

import pytest

from games.rules.core.registry import all_games, get_game
from games.store.errors import StoreDown
from games.store.keys import room_channel
from server.rooms import playing, seating, starting
from server.rooms.door import Since
from server.rooms.service import fresh_draw
from server.rooms.views import view_log, view_match, view_room
from tests.rooms.table import Ear, Table
from tests.seen import Seen


def truth(room, player: str) -> tuple:
    """What a fresh snapshot would hold, as JSON gives it back."""
    seat = room.seat_of(player)
    return json.loads(json.dumps([view_room(room), view_match(room, seat), view_log(room, seat)]))


def as_told(seen: Seen) -> list:
    return [seen.room, seen.match, seen.log]


@pytest.mark.parametrize("name", all_games())
async def test_every_event_of_a_match_folds_into_the_new_snapshot(table: Table, name: str):
    game = get_game(name)
    people = [f"p{n}" for n in range(game.seats)]
    await table.make(people[:1], game=name, start=False)
    ears = [Ear(player) for player in [*people, "watcher"]]
    for ear in ears:
        await table.join(ear)
    for player in people[1:]:
        await table.do(player, lambda room, one=player: seating.sit(room, one, one, None))
    await table.do("p0", lambda room: starting.start(room, "p0"))
    dice = random.Random(name)
    for _ in range(250):
        kept = await table.kept()
        await table.heard(*ears)
        for ear in ears:
            assert ear.seen.v == kept.version
            assert as_told(ear.seen) == truth(kept.room, ear.player)
        if kept.room.phase == "ended":
            break
        if kept.room.phase == "pause":
            waiting = [p for n, p in enumerate(people) if n not in kept.room.ready]
            await table.do(waiting[0], lambda room, one=waiting[0]: playing.ready(room, one))
            continue
        state = kept.room.match.state
        action = dice.choice(game.legal_actions(state, state.to_move))
        await table.act(state.to_move, game.actions.dump(action))
    assert kept.room.match.state.deal > 1 or kept.version > 200


async def test_what_was_missed_comes_in_one_message_in_order(table: Table):
    await table.make(["p0", "p1", "p2", "p3"])
    live, away = Ear("p1"), Ear("p1")
    await table.join(live)
    await table.join(away)
    await table.runtime.hub.leave(table.code, away)
    game = get_game("remi")
    for _ in range(6):
        state = (await table.kept()).room.match.state
        form = game.actions.dump(game.legal_actions(state, state.to_move)[0])
        await table.act(state.to_move, form)
    count = len(away.texts)
    await table.join(away, since=away.since)
    await table.heard(live, away)
    assert [one["type"] for one in away.told[count:]] == ["events", "presence"]
    assert away.last["events"] == [e for one in live.told for e in one.get("events", [])]
    assert as_told(away.seen) == as_told(live.seen)


async def test_a_gap_is_told_as_a_snapshot(table: Table):
    await table.make(["p0"], start=False)
    late = Ear("p0")
    await table.join(late)
    await table.leave(late)
    for _ in range(110):  # more versions than the tail keeps
        await table.do("p0", lambda room: seating.stand(room, "p0"))
        await table.do("p0", lambda room: seating.sit(room, "p0", "p0", None))
    await table.join(late, late.since)
    assert (late.last["type"], late.last["reason"]) == ("snapshot", "gap")
    unsure = Ear("p0")
    await table.join(unsure, Since(late.seen.v))
    assert (unsure.last["type"], unsure.last["reason"]) == ("snapshot", "gap")


async def test_a_seat_taken_shows_its_own_hand_at_once(table: Table):
    """A socket whose seat changes gets its new view whole."""
    await table.make(["p0"], start=False)
    ear = Ear("p1")
    await table.join(ear)
    await table.do("p0", lambda room: starting.start(room, "p0"))
    await table.heard(ear)
    assert ear.seen.match["hand"] is None
    room = (await table.kept()).room
    assert as_told(ear.seen) == truth(room, "p1")


async def test_a_removed_room_is_told_as_lost(table: Table):
    await table.make(["p0"])
    ear = Ear("p0")
    await table.join(ear)
    kept = await table.kept()
    assert await table.runtime.store.remove(table.code, kept.version, kept.tag)
    while ear.closed is None:
        await table.runtime.store.ping()
    assert ear.last["code"] == "room_lost"
    assert ear.closed == 4404


async def test_another_process_shows_the_same(table: Table, other_runtime):
    await table.make(["p0", "p1", "p2", "p3"])
    here, there = Ear("p2"), Ear("p2")
    await table.join(here)
    assert await other_runtime.hub.join(table.code, there, None)
    state = (await table.kept()).room.match.state
    await table.act(state.to_move, {"type": "draw_stock"})
    await table.heard(here, there)
    assert here.last == there.last
    second = table.at(other_runtime)
    state = (await second.kept()).room.match.state
    game = get_game("remi")
    await second.act(state.to_move, game.actions.dump(game.legal_actions(state, state.to_move)[0]))
    await table.heard(here, there)
    assert here.last == there.last
    assert as_told(here.seen) == as_told(there.seen)


async def test_what_was_missed_while_the_lines_were_down_is_read_again(table: Table, other_runtime):
    """Both lines are lost, another process goes on, and the store answers only later."""
    await table.make(["p0", "p1", "p2", "p3"])
    ear = Ear("p1")
    await table.join(ear)
    hub, store, code = table.runtime.hub, table.runtime.store, table.code
    old = hub.known(code)
    hub._subscriptions.unsubscribe(room_channel(code))
    seat = old.room.match.state.to_move
    await other_runtime.service.change(
        code, lambda room: playing.act(room, seat, {"type": "draw_stock"}, fresh_draw)
    )
    assert hub.known(code) == old
    link, store._link = store._link, Away(3)
    hub.resync_all()
    assert hub.known(code) is None  # nobody is served from a copy that may be old
    while store._link.refusals:
        await asyncio.sleep(0.01)
    store._link = link
    while ear.seen.v == old.version:
        await asyncio.sleep(0.01)
    assert as_told(ear.seen) == truth(hub.known(code).room, "p1")


class Away:
    """A link to a store that is away for some calls."""

    def __init__(self, refusals: int) -> None:
        self.refusals = refusals

    async def call(self, *_words):
        self.refusals = max(0, self.refusals - 1)
        raise StoreDown


async def test_who_asks_while_a_resync_is_owed_gets_a_snapshot(table: Table):
    await table.make(["p0"])
    ear = Ear("p0")
    await table.join(ear)
    hub, code = table.runtime.hub, table.code
    hub._rooms[code].stale = True
    await hub.show(code, ear)
    while ear.last.get("reason") != "asked":
        await table.runtime.store.ping()
    assert hub.known(code) == await table.kept()


async def test_a_room_that_is_gone_is_not_shown_to_a_new_socket(table: Table):
    await table.make(["p0"])
    ear = Ear("p0")
    await table.join(ear)
    kept = await table.kept()
    assert await table.runtime.store.remove(table.code, kept.version, kept.tag)
    while ear.closed is None:
        await table.runtime.store.ping()
    assert not await table.runtime.hub.join(table.code, Ear("p1"), None)
