"""The worker on the test's clock: CPUs, pauses, clocks, graces, expiry, leases, records."""

import asyncio
import json

import pytest

from games.models import Match
from games.rules.core.errors import RuleError
from games.rules.core.record import parse_record, replay
from games.rules.core.registry import all_games
from games.store.keys import alive_key, finished_key, log_key, shard
from games.store.store import Store
from server.rooms.protocol import Back, Commit, Configure, Start
from server.rooms.runtime import Runtime
from server.rooms.service import RoomService
from server.rooms.worker import Worker
from tests.rooms.pure import sha
from tests.rooms.table import DELAYS, Ear, Table


async def play_as(table: Table, seat: int) -> None:
    """The person on `seat`, which is to move, plays the first legal actions of the turn."""
    game = all_games()["remi"]
    while (room := (await table.kept()).room).phase == "playing":
        state = room.match.state
        if state.to_move != seat:
            return
        await table.act(seat, game.actions.dump(game.legal_actions(state, seat)[0]))


async def to_seat(table: Table, seat: int) -> None:
    """Play, people and CPUs, until a turn of `seat` begins in which it has not moved yet."""
    while (mover := await table.mover())[0] != seat:
        if mover[1]:
            await play_as(table, mover[0])
        else:
            table.clock.advance(900)
            await table.work()


async def test_a_cpu_moves_when_its_delay_is_over(table: Table):
    await table.make(["p0"])
    await to_seat(table, 0)
    await play_as(table, 0)
    kept = await table.kept()
    table.clock.advance(DELAYS.until_due(None, kept.room) - 50)
    assert await table.work() == 0
    table.clock.advance(100)
    assert await table.work() == 1
    assert (await table.kept()).version == kept.version + 1


async def play_with_worker(table: Table, until: str) -> None:
    """CPUs, and the person on seat 0, until the room is in phase `until`."""
    while (kept := await table.kept()).room.phase != until:
        if kept.room.phase == "playing" and kept.room.match.state.to_move == 0:
            await play_as(table, 0)
        else:
            table.clock.advance(21_000)
            await table.work()


async def test_the_next_deal_comes_after_the_pause(table: Table):
    await table.make(["p0"])
    await play_with_worker(table, "pause")
    table.clock.advance(19_000)
    assert await table.work() == 0
    table.clock.advance(1_100)
    assert await table.work() == 1
    kept = await table.kept()
    assert (kept.room.phase, kept.room.match.state.deal) == ("playing", 2)


async def test_a_room_that_nobody_uses_goes_after_a_day_and_not_before(table: Table):
    await table.make(["p0"], start=False)
    await table.leave(table.ears["p0"])
    table.clock.advance(86_300_000)
    await table.work()
    assert await table.runtime.service.load(table.code) is not None
    table.clock.advance(200_000)
    assert await table.work() == 1
    assert await table.runtime.service.load(table.code) is None


async def test_an_unfinished_match_goes_with_its_room(table: Table):
    await table.make(["p0"])
    match = (await table.kept()).room.match.draw.match_id
    while (await table.mover())[0] != 0:
        table.clock.advance(900)
        await table.work()
    await table.act(0, {"type": "draw_stock"})
    assert await table.runtime.store.action_log(table.code, match)
    await table.leave(table.ears["p0"])
    table.clock.advance(86_500_000)
    assert await table.work() == 1
    assert await table.runtime.service.load(table.code) is None
    assert await table.runtime.store.action_log(table.code, match) == []


async def test_a_claim_on_a_room_that_moved_on_does_nothing(table: Table):
    await table.make(["p0"], start=False)
    await table.leave(table.ears["p0"])
    table.clock.advance(90_000_000)
    claims, _ = await table.runtime.store.claim(range(64), 32, 2_000)
    await table.sit("p1")
    await Worker(table.runtime).do_due(claims[0])
    assert (await table.kept()).room.seat_of("p1") is not None


async def test_who_comes_back_as_the_room_is_to_go_keeps_it(table: Table):
    await table.make(["p0"], start=False)
    ear = table.ears["p0"]
    await table.leave(ear)
    table.clock.advance(90_000_000)
    claims, _ = await table.runtime.store.claim(range(64), 32, 2_000)
    await table.join(ear, ear.since)
    await Worker(table.runtime).do_due(claims[0])
    assert (await table.kept()).room.seat_of("p0") == 0


async def test_when_a_room_becomes_public_who_is_away_loses_the_seat_and_who_is_there_does_not(
    table: Table,
):
    await table.make(["p0", "p1", "p2"], start=False)
    for player in ("p1", "p2"):
        await table.leave(table.ears[player])
    table.clock.advance(20_100)
    assert await table.work() == 1
    await table.join(Ear("p2"))  # there again, and the seat not taken over yet
    await table.ask("p0", Configure("open", public=True))
    assert await table.work() == 1
    room = (await table.kept()).room
    assert [room.seat_of(player) for player in ("p0", "p1", "p2")] == [0, None, 2]
    assert await table.work() == 0


async def test_a_slow_worker_is_fenced_off(table: Table):
    await table.make(["p0"])
    await play_with_worker(table, "pause")
    table.clock.advance(20_100)
    (old,), _ = await table.runtime.store.claim(range(64), 32, 2_000)
    table.clock.advance(2_100)
    (new,), _ = await table.runtime.store.claim(range(64), 32, 2_000)
    assert new.fence > old.fence
    before = (await table.kept()).version
    worker = Worker(table.runtime)
    await worker._guarded(old)
    assert (await table.kept()).version == before
    await worker._guarded(new)
    assert (await table.kept()).version == before + 1


# People who stay away


async def test_a_cpu_holds_the_seat_of_who_is_away_for_the_grace(table: Table):
    await table.make(["p0", "p1"])
    ear = table.ears["p1"]
    await to_seat(table, 0)
    await table.leave(ear)
    table.clock.advance(19_000)
    assert await table.work() == 0
    table.clock.advance(1_100)
    assert await table.work() == 1
    held = (await table.kept()).room.seats[1]
    assert (held.kind, held.player, held.held, held.level) == ("person", "p1", "away", "greedy")
    await play_as(table, 0)
    version = (await table.kept()).version
    table.clock.advance(900)
    assert await table.work() == 1  # seat 1 is to move and does not wait for its person
    assert (await table.kept()).version == version + 1
    await table.join(ear, ear.since)
    await table.ask("p1", Back("b"))
    assert (await table.kept()).room.seats[1].held is None


async def test_who_is_back_within_the_grace_keeps_the_seat(table: Table):
    await table.make(["p0", "p1"])
    ear = table.ears["p1"]
    await to_seat(table, 0)
    await table.leave(ear)
    table.clock.advance(19_000)
    await table.join(ear, ear.since)
    table.clock.advance(5_000)
    await table.work()
    assert (await table.kept()).room.seats[1].held is None


async def test_other_work_holds_nobody_s_seat_before_the_grace_is_over(table: Table):
    await table.make(["p0", "p1"])
    await to_seat(table, 1)
    await play_as(table, 1)
    await table.leave(table.ears["p1"])
    table.clock.advance(900)
    assert await table.work() == 1  # the CPU after seat 1
    assert (await table.kept()).room.seats[1].held is None


async def test_who_is_back_in_the_instant_in_which_the_seat_is_held_keeps_it(table: Table):
    await table.make(["p0", "p1"])
    ear = table.ears["p1"]
    await to_seat(table, 0)
    await table.leave(ear)
    table.clock.advance(20_100)
    (claim,), _ = await table.runtime.store.claim(range(64), 32, 2_000)
    looked = await table.runtime.store.look(table.code)
    worker = Worker(await behind(table, looked))
    await table.join(ear, ear.since)
    await worker._guarded(claim)
    assert (await table.kept()).room.seats[1].held is None


async def behind(table: Table, looked: object) -> Runtime:
    """A runtime whose next look sees what there was a moment ago."""

    class Late(Store):
        async def look(self, code):
            return looked

    late = Late(table.runtime.store._link, offset_ms=table.clock)
    service = RoomService(late, DELAYS)
    return Runtime(late, table.runtime.hub, service)


async def test_nothing_runs_while_no_seated_person_is_there(table: Table):
    await table.make(["p0"], clock=15)
    await table.join(Ear("watcher"))
    await to_seat(table, 0)
    before = await table.kept()
    await table.leave(table.ears["p0"])
    table.clock.advance(3_600_000)
    await table.work()
    assert await table.kept() == before
    ear = table.ears["p0"]
    await table.join(ear, ear.since)
    assert ear.seen.wait is None or ear.seen.wait["kind"] == "clock"
    table.clock.advance(14_000)
    await table.work()
    assert await table.kept() == before  # the clock began anew, in full
    table.clock.advance(1_100)
    await table.work()
    assert (await table.kept()).room.seats[0].held == "clock"


async def test_a_process_that_is_killed_takes_nobody_s_seat_with_it(table: Table, other_runtime):
    """Its players count as away from the moment it is swept, and are held after the grace."""
    await table.make(["p0"], start=False)
    other = table.at(other_runtime)
    there = Ear("p1")
    await other.join(there)
    await other.sit("p1")
    await table.ask("p0", Start("s"))
    await to_seat(table, 0)
    process = other_runtime.hub._attendance.process
    store = table.runtime.store
    assert process not in await store.dead_processes()
    for task in other_runtime.hub._tasks:
        task.cancel()
    await store._link.call("DEL", alive_key(process))  # six seconds without a beat
    assert process in await store.dead_processes()
    await Worker(table.runtime).sweep()
    _, presence = await store.look(table.code)
    assert presence.here == {"p0"}
    table.clock.advance(20_100)
    await table.work()
    assert (await table.kept()).room.seats[1].held == "away"


# Clocks


async def test_a_clock_that_runs_out_lets_a_cpu_play_the_turn(table: Table):
    await table.make(["p0", "p1", "p2", "p3"], clock=30)
    seat, player = await table.mover()
    turn = (await table.kept()).room.match.state.turn
    assert table.ears[player].seen.wait["kind"] == "clock"
    table.clock.advance(29_000)
    assert await table.work() == 0
    await table.ask(player, await table.draw(seat))
    table.clock.advance(1_100)  # the draw was a step of the same turn: its clock ran on
    assert await table.work() == 1
    room = (await table.kept()).room
    assert (room.seats[seat].held, room.match.state.turn) == ("clock", turn)
    table.clock.advance(900)
    assert await table.work() == 1
    room = (await table.kept()).room
    assert (room.seats[seat].held, room.match.state.turn) == (None, turn + 1)


async def test_of_a_move_and_the_end_of_its_clock_the_first_counts(table: Table):
    """The worker has seen the turn before the move, and comes after it."""
    await table.make(["p0", "p1", "p2", "p3"], clock=30)
    seat, player = await table.mover()
    draw = await table.draw(seat)
    table.clock.advance(30_100)
    (claim,), _ = await table.runtime.store.claim(range(64), 32, 2_000)
    looked = await table.runtime.store.look(table.code)
    await table.ask(player, draw)
    moved = await table.kept()
    await Worker(await behind(table, looked)).do_due(claim)
    assert await table.kept() == moved
    assert moved.room.seats[seat].held is None
    assert await table.work() == 1  # the turn's time is over all the same
    assert (await table.kept()).room.seats[seat].held == "clock"


async def test_of_the_end_of_a_clock_and_the_move_the_first_counts(table: Table):
    """The clock was first and the CPU has played: the move comes for a decision that is gone."""
    await table.make(["p0", "p1", "p2", "p3"], clock=30)
    seat, player = await table.mover()
    draw = await table.draw(seat)
    table.clock.advance(30_100)
    assert await table.work() == 1
    table.clock.advance(900)
    assert await table.work() == 1
    played = await table.kept()
    with pytest.raises(RuleError, match="stale_action"):
        await table.ask(player, draw)
    assert await table.kept() == played
    assert played.room.match.action_count == 1


async def test_both_at_once_bring_one_move(table: Table, other_runtime):
    await table.make(["p0", "p1", "p2", "p3"], clock=30)
    seat, player = await table.mover()
    draw = await table.draw(seat)
    table.clock.advance(30_100)
    await asyncio.gather(table.at(other_runtime).work(), table.ask(player, draw))
    room = (await table.kept()).room
    assert room.match.action_count == 1
    assert room.match.state.to_move == seat


# Starting


async def test_a_start_waits_for_nonces_as_long_as_it_may(table: Table):
    await table.make(["p0"], start=False)
    nonce = bytes(32)
    match = (await table.kept()).room.upcoming.match_id
    await table.ask("p0", Commit("c", match, sha(nonce)))
    await table.ask("p0", Start("s"))
    await table.heard(table.ears["p0"])
    assert table.ears["p0"].seen.wait["kind"] == "starting"
    table.clock.advance(2_900)
    assert await table.work() == 0
    table.clock.advance(200)
    assert await table.work() == 1
    room = (await table.kept()).room
    assert room.upcoming.match_id != match
    assert (room.starting.attempt, room.starting.stage) == (2, "commit")
    table.clock.advance(3_100)
    assert await table.work() == 1
    room = (await table.kept()).room
    assert (room.phase, room.match.nonces) == ("playing", (None,) * 4)


async def test_a_quick_room_is_filled_when_its_time_has_come(table: Table):
    await table.make(["p0"], start=False, quick=True, fill=True)
    assert table.ears["p0"].seen.wait["kind"] == "fill"
    table.clock.advance(19_900)
    assert await table.work() == 0
    table.clock.advance(200)
    assert await table.work() == 1
    room = (await table.kept()).room
    assert (room.phase, [one.kind for one in room.seats]) == ("playing", ["person", *["cpu"] * 3])


# Finished matches


@pytest.mark.django_db(transaction=True)
async def test_a_finished_match_is_written_once_and_replays(table: Table):
    await table.make(["p0"])
    await play_with_worker(table, "ended")
    match = (await table.kept()).room.match
    workers = [Worker(table.runtime) for _ in range(2)]
    await asyncio.gather(*(worker._finished_pass() for worker in workers))
    row = await Match.objects.aget()
    assert row.id == match.draw.match_id
    assert row.room_code == table.code
    record = parse_record(json.loads(row.record))
    assert replay(record).outcome.totals == match.state.totals
    assert len(record.actions) == match.action_count
    assert await table.runtime.store.action_log(table.code, row.id) == []
    await workers[0]._finished_pass()
    assert await Match.objects.acount() == 1


@pytest.mark.django_db(transaction=True)
async def test_a_finished_match_that_cannot_be_written_keeps_no_other_from_it(table: Table, store):
    bad = finished_key(shard("BAD111"))
    await store._link.call("XADD", bad, "*", "code", "BAD111", "match", "m0", "data", b"{oops")
    await store._link.call("RPUSH", log_key("BAD111", "m0"), b"x")
    await table.make(["p0"])
    await play_with_worker(table, "ended")
    await Worker(table.runtime)._finished_pass()
    assert await Match.objects.acount() == 1
    assert await store._link.call("XLEN", bad) == 1
