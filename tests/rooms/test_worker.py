"""The worker on the test's clock: CPUs, pauses, expiry, leases, and records written once."""

import asyncio
import json

import pytest

from games.models import Match
from games.rules.core.record import parse_record, replay
from games.rules.core.registry import all_games
from games.store.keys import finished_key, log_key, shard
from server.rooms import seating
from server.rooms.worker import Worker
from tests.rooms.table import Table


async def test_a_cpu_moves_when_its_delay_is_over(table: Table):
    await table.make(["p0"])
    kept = await table.kept()
    while kept.room.match.state.to_move == 0:  # the person's own turn, if the dealer's seat is 0
        game_state = kept.room.match.state
        if game_state.phase == "draw":
            await table.act(0, {"type": "draw_stock"})
        else:
            card = all_games()["remi"].legal_actions(game_state, 0)[0]
            await table.act(0, all_games()["remi"].actions.dump(card))
        kept = await table.kept()
    assert await table.work() == 0
    table.clock.advance(700)
    assert await table.work() == 0
    table.clock.advance(150)
    assert await table.work() == 1
    assert (await table.kept()).version == kept.version + 1


async def play_with_worker(table: Table, until: str) -> None:
    """CPUs, and people by their first legal action, until the room is in phase `until`."""
    game = all_games()["remi"]
    while (kept := await table.kept()).room.phase != until:
        state = kept.room.match.state
        if kept.room.phase == "playing" and state.to_move == 0:
            form = game.actions.dump(game.legal_actions(state, 0)[0])
            await table.act(0, form)
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


async def test_an_idle_room_goes_after_a_day_and_not_before(table: Table):
    await table.make(["p0"], start=False)
    table.clock.advance(86_300_000)
    assert await table.work() == 0
    table.clock.advance(200_000)
    assert await table.work() == 1
    assert await table.runtime.service.load(table.code) is None


async def test_a_claim_on_a_room_that_moved_on_does_nothing(table: Table):
    await table.make(["p0"], start=False)
    table.clock.advance(90_000_000)
    claims, _ = await table.runtime.store.claim(range(64), 32, 2_000)
    await table.do("p1", lambda room: seating.sit(room, "p1", "p1", None))
    await Worker(table.runtime).do_due(claims[0])
    assert (await table.kept()).room.seat_of("p1") is not None


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
