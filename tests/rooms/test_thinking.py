"""CPUs that think in child processes: what they answer, and what happens when they do not."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from games.rules.core import shuffle
from games.rules.core.game import Options
from games.rules.core.registry import get_game
from games.store.store import Claim, Store
from server.rooms import codec, starting
from server.rooms.playing import cpu_to_move
from server.rooms.room import Change, cpu, with_occupant
from server.rooms.runtime import Runtime
from server.rooms.service import RoomService
from server.rooms.thinking import Question, Thinkers
from server.rooms.views import view_log
from server.rooms.worker import Worker
from tests.ops.running import ROOT
from tests.records.golden import own_games
from tests.rooms.endless import Endless
from tests.rooms.table import DELAYS, Ear, Table
from tests.rooms.test_worker import to_seat

LEASE_MS = 600_000
"""So long that no lease is renewed while a test looks on."""
LOWERED = {"level": "normal", "held": False, "instead_of": "hard"}

MakeThinkers = Callable[..., Thinkers]


@pytest.fixture
async def make_thinkers() -> AsyncIterator[MakeThinkers]:
    """Makes thinkers that end with the test."""
    async with contextlib.AsyncExitStack() as stack:

        def make(queue: int = 4, patience_s: float = 100.0) -> Thinkers:
            thinkers = Thinkers(1, queue, patience_s)
            stack.push_async_callback(thinkers.close)
            return thinkers

        yield make


def questions(name: str, level: str = "hard", every: int = 7, count: int = 5) -> list[Question]:
    """Some decisions of a match that greedy CPUs play."""
    game, seed = get_game(name), bytes(range(32))
    key = shuffle.cpu_key(seed)
    state, _ = game.setup(Options(), seed)
    found = []
    while len(found) < count:
        for _ in range(every):
            view = game.view(state, state.to_move)
            state, _ = game.apply(state, state.to_move, game.choose(view, "greedy", key))
            if state.deal_over:
                state, _ = game.advance(state)
        found.append(Question(name, game.view(state, state.to_move), level, key))
    return found


@contextlib.asynccontextmanager
async def busy(thinkers: Thinkers) -> AsyncIterator[asyncio.Task[Any]]:
    """While the only child, which stands still, has a question that it does not answer."""
    quick = questions("rummy500", "random", count=1)[0]
    assert await thinkers.think(quick) == quick.answer()
    await stand_still(thinkers)
    asked = asyncio.create_task(thinkers.think(quick))
    while thinkers._idle:
        await asyncio.sleep(0)
    yield asked
    asked.cancel()


async def stand_still(thinkers: Thinkers) -> None:
    os.kill(thinkers.pids[0], signal.SIGSTOP)


@pytest.mark.parametrize("name", own_games())
async def test_a_child_answers_as_this_process_does(make_thinkers: MakeThinkers, name: str):
    thinkers = make_thinkers()
    answers = set()
    for question in questions(name):
        form = await thinkers.think(question)
        assert form == question.answer()
        answers.add(str(form))
    assert len(answers) > 1
    assert len(thinkers.pids) == 1
    assert os.getpriority(os.PRIO_PROCESS, thinkers.pids[0]) >= 10


def test_the_levels_that_think_long_step_down_to_the_next_quick_one():
    for name in own_games():
        game = get_game(name)
        assert game.slow_levels == ("hard",)
        assert game.lower_level("hard") == "normal"
        assert game.lower_level("easy") is None  # never random


async def test_who_waits_too_many_is_told_so_at_once(make_thinkers: MakeThinkers):
    thinkers = make_thinkers(queue=1)
    question = questions("rummy500", "random", count=1)[0]
    async with busy(thinkers):
        waiting = asyncio.create_task(thinkers.think(question))
        while not thinkers._waiting:
            await asyncio.sleep(0)
        assert await thinkers.think(question) is None
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        again = asyncio.create_task(thinkers.think(question))  # the place is free again
        os.kill(thinkers.pids[0], signal.SIGCONT)
        assert await again == question.answer()


async def test_a_thought_that_takes_too_long_is_ended_with_its_child(
    make_thinkers: MakeThinkers, capfd: pytest.CaptureFixture[str]
):
    thinkers = make_thinkers()
    quick = questions("rummy500", "random", count=1)[0]
    await thinkers.think(quick)
    pids = thinkers.pids
    thinkers._patience_s = 0.05
    assert await thinkers.think(Endless(quick.game, quick.view, quick.level, quick.key)) is None
    thinkers._patience_s = 100.0
    assert await thinkers.think(quick) == quick.answer()
    assert thinkers.pids != pids
    assert "nobody" not in capfd.readouterr().out


async def test_a_child_that_died_in_its_rest_costs_no_decision(make_thinkers: MakeThinkers):
    thinkers = make_thinkers()
    quick = questions("rummy500", "random", count=1)[0]
    await thinkers.think(quick)
    (pid,) = thinkers.pids
    os.kill(pid, signal.SIGKILL)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    assert await thinkers.think(quick) == quick.answer()


# In a room


async def cpu_turn(table: Table, seat: int = 1) -> Claim:
    """Rummy 500 with p0 and a hard CPU: a claim of the room when the CPU is to move."""
    await table.make(["p0"], game="rummy500", start=False)
    await table.do("p0", lambda room: Change(with_occupant(room, seat, cpu(seat, "hard"))))
    await table.do("p0", lambda room: starting.start(room, "p0"))
    return await due_claim(table)


async def due_claim(table: Table, seat: int = 1) -> Claim:
    game = get_game("rummy500")
    while (await table.mover())[0] != seat:
        state = (await table.kept()).room.match.state
        await table.act(0, game.actions.dump(game.legal_actions(state, 0)[0]))
    table.clock.advance(900)
    (claim,), _ = await table.runtime.store.claim(range(64), 32, 2_000)
    assert claim.code == table.code
    return claim


async def expected(table: Table, level: str) -> Any:
    """The state after what a CPU of `level` does now."""
    room = (await table.kept()).room
    game, seat = get_game(room.game), cpu_to_move(room)
    view = game.view(room.match.state, seat)
    action = game.choose(view, level, shuffle.cpu_key(room.match.seed))
    return game.apply(room.match.state, seat, action)[0]


async def last_action(table: Table) -> list[Any]:
    match = (await table.kept()).room.match
    log = await table.runtime.store.action_log(table.code, match.draw.match_id)
    return codec.load_actions(log)[-1]


async def done(worker: Worker, claim: Claim) -> None:
    await worker.do_due(claim)
    await worker.thought_out()


async def test_a_hard_cpu_moves_as_it_would_here_and_nothing_is_marked(
    table: Table, make_thinkers: MakeThinkers
):
    claim = await cpu_turn(table)
    worker = Worker(table.runtime, LEASE_MS, make_thinkers())
    after = await expected(table, "hard")
    await done(worker, claim)
    room = (await table.kept()).room
    assert room.match.state == after
    assert not any("by" in event for event in view_log(room, None))
    assert len(await last_action(table)) == 2
    pid = worker._thinkers.pids[0]
    await worker.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_a_full_queue_lowers_the_level_before_the_move_and_all_are_told(
    table: Table, make_thinkers: MakeThinkers
):
    claim = await cpu_turn(table)
    thinkers = make_thinkers(queue=0)
    worker = Worker(table.runtime, LEASE_MS, thinkers)
    after = await expected(table, "normal")
    async with busy(thinkers):
        await done(worker, claim)
    room = (await table.kept()).room
    assert room.match.state == after
    log = view_log(room, 0)
    assert [event.get("by") for event in log if event.get("seat") == 1][-1] == LOWERED
    assert not any("by" in event for event in log if event.get("seat") == 0)
    ear, late = table.ears["p0"], Ear("late")
    await table.heard(ear)
    assert ear.last["events"][0]["by"] == LOWERED
    assert ear.seen.log == log
    await table.join(late)
    assert late.seen.log == log
    assert (await last_action(table))[2:] == ["normal"]
    assert room.seats[1].level == "hard"


async def test_the_death_of_a_child_costs_one_level_and_the_next_decision_has_another_child(
    table: Table, make_thinkers: MakeThinkers
):
    claim = await cpu_turn(table)
    thinkers = make_thinkers()
    worker = Worker(table.runtime, LEASE_MS, thinkers)
    await thinkers.think(questions("rummy500", "random", count=1)[0])
    (pid,) = thinkers.pids
    await stand_still(thinkers)
    after = await expected(table, "normal")
    await worker.do_due(claim)
    await has_asked(thinkers)
    os.kill(pid, signal.SIGKILL)
    await worker.thought_out()
    assert (await table.kept()).room.match.state == after
    claim = await due_claim(table)
    after = await expected(table, "hard")
    await done(worker, claim)
    assert (await table.kept()).room.match.state == after
    assert thinkers.pids != [pid]


async def has_asked(thinkers: Thinkers) -> None:
    """The question is in the child's pipe: a step of each task between here and there."""
    while thinkers._idle:
        await asyncio.sleep(0)
    for _ in range(3):
        await asyncio.sleep(0)


async def test_a_choice_for_a_room_that_has_gone_on_changes_nothing(
    table: Table, make_thinkers: MakeThinkers
):
    claim = await cpu_turn(table)
    thinkers = make_thinkers()
    worker = Worker(table.runtime, LEASE_MS, thinkers)
    async with busy(thinkers):
        await worker.do_due(claim)
        await table.do("p0", lambda room: Change(room))
        gone_on = await table.kept()
        assert gone_on.version == claim.version + 1
        os.kill(thinkers.pids[0], signal.SIGCONT)
        await worker.thought_out()
        assert await table.kept() == gone_on
    after = await expected(table, "hard")
    await done(worker, await due_claim(table))  # and it is asked again
    assert (await table.kept()).room.match.state == after


async def test_a_lease_that_ran_out_while_a_cpu_thinks_makes_it_think_no_second_time(
    table: Table, make_thinkers: MakeThinkers
):
    claim = await cpu_turn(table)
    thinkers = make_thinkers()
    worker = Worker(table.runtime, LEASE_MS, thinkers)
    after = await expected(table, "hard")
    async with busy(thinkers):
        await worker.do_due(claim)
        thinking = worker._thinking[table.code]
        table.clock.advance(2_100)
        (again,), _ = await table.runtime.store.claim(range(64), 32, 2_000)
        assert (again.code, again.version) == (claim.code, claim.version)
        await worker.do_due(again)
        assert worker._thinking[table.code] is thinking
        os.kill(thinkers.pids[0], signal.SIGCONT)
        await worker.thought_out()
    room = await table.kept()
    assert (room.version, room.room.match.state) == (claim.version + 1, after)


async def test_other_rooms_go_on_while_a_cpu_thinks(
    table: Table, runtime: Runtime, make_thinkers: MakeThinkers
):
    claim = await cpu_turn(table)
    thinkers = make_thinkers()
    worker = Worker(runtime, LEASE_MS, thinkers)
    other = Table(runtime, table.clock)
    await other.make(["p0"])
    await to_seat(other, 1)
    before = await other.kept()
    async with busy(thinkers):
        await worker.do_due(claim)
        table.clock.advance(900)
        await worker._due_pass()
        assert (await other.kept()).version == before.version + 1
        assert worker._thinking


async def test_the_room_of_a_cpu_that_thinks_stays_leased(
    table: Table, make_thinkers: MakeThinkers
):
    claim = await cpu_turn(table)
    renewed: asyncio.Queue[tuple[Any, ...]] = asyncio.Queue()

    class Told(Store):
        async def renew(self, *what):
            renewed.put_nowait(what)
            return await super().renew(*what)

    store = Told(table.runtime.store._link, offset_ms=table.clock)
    runtime = Runtime(store, table.runtime.hub, RoomService(store, DELAYS))
    thinkers = make_thinkers()
    worker = Worker(runtime, 10, thinkers)
    async with busy(thinkers):
        await worker.do_due(claim)
        for _ in range(2):
            assert await renewed.get() == (claim.code, claim.fence, claim.version, 10)
        await table.do("p0", lambda room: Change(room))
        await worker.thought_out()  # without an answer: the room is another's now


# The end


SCRIPT = """
import asyncio
from server.rooms.thinking import Thinkers
from tests.rooms.endless import Endless

asyncio.run(Thinkers(1, 4, 100.0).think(Endless("remi", None, "hard", b"")))
"""


def test_children_end_in_the_middle_of_a_thought_when_their_parent_is_killed():
    with subprocess.Popen(
        [sys.executable, "-c", SCRIPT], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == "thinking\n"
        parent.kill()
        # They share the pipe: it ends with the last of them.
        assert parent.stdout.read() == ""
