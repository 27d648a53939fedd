"""The worker: whatever happens to rooms by itself, and finished matches.

CPUs' moves, ends of clocks and pauses, seats of people who stay away, rooms that expire.
Any number of workers share the due rooms. A claim leases a room for a moment and carries
a fencing number; what a worker does is a change of exactly the version it saw, so one that
slept, whose lease another took over, or that came in the same instant as a person, changes
nothing. So it is with a CPU that thinks long: it does so beside everything else, its room stays
leased meanwhile, and what it chooses is for the version that it was asked about.
"""

import asyncio
import contextlib
import logging
import signal
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from channels.db import database_sync_to_async
from django.conf import settings
from django.utils import timezone

from games.records import write_match
from games.rules.core import shuffle
from games.rules.core.errors import FormatError, RuleError
from games.rules.core.registry import get_game
from games.store.errors import StoreDown, StoreError
from games.store.keys import SHARDS, wake_channel
from games.store.presence import ALIVE_MS
from games.store.store import Claim, Finished, Presence
from games.store.subscribe import Subscriptions
from server.rooms import codec, playing, seating, starting
from server.rooms.delays import Delays, work_due
from server.rooms.finish import whole_record
from server.rooms.room import Change, Room, running
from server.rooms.runtime import Runtime
from server.rooms.service import Kept, fresh_draw
from server.rooms.thinking import Form, Question, Thinkers

_log = logging.getLogger(__name__)

WORKER: Final = "worker"
"""The workers' one consumer of finished matches: what it read and did not acknowledge is read
again by whichever worker comes."""

_BATCH: Final = 32
_LONGEST_SLEEP_S: Final = 1.0
_RETRY_S: Final = 0.5
_SWEEP_S: Final = 1.0


@dataclass(slots=True, eq=False)
class _Decision:
    """A CPU's, in the room `kept`, under a claim's `fence`: the newest one's."""

    kept: Kept
    seat: int
    question: Question
    fence: int
    task: asyncio.Task[None] | None = None

    def is_of(self, kept: Kept) -> bool:
        return (self.kept.version, self.kept.tag) == (kept.version, kept.tag)

    def change(self, form: Form, level: str) -> Change:
        """What it is for the room that `level` chose `form`."""
        return playing.act(self.kept.room, self.seat, form, fresh_draw, by="cpu", level=level)


class Worker:
    """One worker on one runtime. `thinkers` are of the settings where they are not given; the
    worker ends them."""

    def __init__(
        self, runtime: Runtime, lease_ms: int | None = None, thinkers: Thinkers | None = None
    ) -> None:
        self._runtime = runtime
        self._thinkers = thinkers or Thinkers(
            settings.MEJA_THINKERS, settings.MEJA_THINK_QUEUE, settings.MEJA_THINK_MS / 1000
        )
        self._thinking: dict[str, _Decision] = {}
        self._lease_ms: int = settings.MEJA_LEASE_MS if lease_ms is None else lease_ms
        self._due = asyncio.Event()
        self._finished = asyncio.Event()

    async def run(self) -> None:
        """Work until cancelled; a store that is away is waited for."""
        wakes = await Subscriptions.connect(settings.REDIS_URL)
        try:
            for shard in range(SHARDS):
                await wakes.subscribe(wake_channel(shard), self._hear)
            await asyncio.gather(
                self._forever(self._due_pass, self._due),
                self._forever(self._finished_pass, self._finished),
                self._sweep_forever(),
            )
        finally:
            await wakes.close()
            await self.close()

    async def close(self) -> None:
        """Give up what CPUs are thinking about, and end their processes."""
        for decision in self._thinking.values():
            if decision.task is not None:
                decision.task.cancel()
        await self.thought_out()
        await self._thinkers.close()

    async def thought_out(self) -> None:
        """Wait until no CPU thinks."""
        while self._thinking:
            tasks = [one.task for one in self._thinking.values() if one.task is not None]
            await asyncio.gather(*tasks, return_exceptions=True)

    def _hear(self, message: bytes) -> None:
        (self._finished if message == b"finished" else self._due).set()

    async def _forever(self, one_pass: Callable[[], Awaitable[float]], wake: asyncio.Event) -> None:
        while True:
            wake.clear()
            try:
                pause = await one_pass()
            except StoreDown:
                pause = _RETRY_S
            except Exception:
                # A worker outlives every single failure: the lease brings the room back.
                _log.exception("worker pass failed")
                pause = _RETRY_S
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(wake.wait(), pause)

    async def _sweep_forever(self) -> None:
        while True:
            pause = _SWEEP_S
            try:
                await self.sweep()
            except StoreDown:
                pause = ALIVE_MS / 1000  # the living need time to say so again
            except Exception:
                _log.exception("dead processes are not swept yet")
            await asyncio.sleep(pause)

    async def sweep(self) -> None:
        """Let everybody depart whom a process had that died."""
        store = self._runtime.store
        for process in await store.dead_processes():
            await store.sweep(process)

    async def _due_pass(self) -> float:
        """Do everything that is due; returns the seconds until there is more."""
        store = self._runtime.store
        while True:
            claims, next_in_ms = await store.claim(range(SHARDS), _BATCH, self._lease_ms)
            if not claims:
                if next_in_ms is None:
                    return _LONGEST_SLEEP_S
                return min(_LONGEST_SLEEP_S, max(0, next_in_ms) / 1000)
            await asyncio.gather(*(self._guarded(claim) for claim in claims))

    async def _guarded(self, claim: Claim) -> None:
        await _guard(claim.code, self.do_due(claim))

    async def do_due(self, claim: Claim) -> None:
        """Do what is due in one claimed room."""
        store, code = self._runtime.store, claim.code
        looked = await store.look(code)
        if looked is None or looked[0].version != claim.version:
            return  # whoever changed the room since has set its next due time
        loaded, presence = looked
        kept, delays = Kept.of(loaded), self._runtime.service.delays
        if _is_over(kept.room, loaded.due_in_ms, presence, delays):
            await self._expire(kept, claim)
            return
        due = _due_change(kept.room, loaded.due_in_ms, presence, delays)
        if due is None:
            await store.postpone(code, claim.fence, claim.version)
        elif isinstance(due, Change):
            await self._runtime.service.change_at(code, kept, due, claim.fence)
        else:
            await self._decide(_Decision(kept, *due, claim.fence))

    async def _decide(self, decision: _Decision) -> None:
        """Let a CPU choose and move; where it thinks long, beside all that is due."""
        kept, question, code = decision.kept, decision.question, decision.kept.room.code
        before = self._thinking.get(code)
        if before is not None and before.is_of(kept):
            before.fence = decision.fence  # the lease had run out, and this worker has it again
            return
        if before is not None and before.task is not None:
            before.task.cancel()
        if self._thinkers.count and question.level in get_game(question.game).slow_levels:
            self._thinking[code] = decision
            decision.task = asyncio.create_task(self._think(decision))
            decision.task.add_done_callback(lambda _task: self._forget(decision))
        else:
            change = decision.change(question.answer(), question.level)
            await self._runtime.service.change_at(code, kept, change, decision.fence)

    async def _think(self, decision: _Decision) -> None:
        # Without the store there is nothing to be done; the lease brings the room back.
        with contextlib.suppress(StoreDown):
            await _guard(decision.kept.room.code, self._move_after_thought(decision))

    def _forget(self, decision: _Decision) -> None:
        code = decision.kept.room.code
        if self._thinking.get(code) is decision:
            del self._thinking[code]

    async def _move_after_thought(self, decision: _Decision) -> None:
        """Ask the thinkers and commit the answer, or at once a lower level's if there is none."""
        kept, question, code = decision.kept, decision.question, decision.kept.room.code
        thought = asyncio.ensure_future(self._thinkers.think(question))
        try:
            while not (await asyncio.wait((thought,), timeout=self._lease_ms / 2000))[0]:
                fence = decision.fence
                leased = await self._runtime.store.renew(code, fence, kept.version, self._lease_ms)
                if not leased and fence == decision.fence:
                    return  # the room has gone on, or another worker has it
        finally:
            thought.cancel()
        form, level = thought.result(), question.level
        if form is None:
            level = get_game(question.game).lower_level(level) or level
            form = question.answer(level)
        change = decision.change(form, level)
        await self._runtime.service.change_at(code, kept, change, decision.fence)

    async def _expire(self, kept: Kept, claim: Claim) -> None:
        """Remove a room that nobody used for long; a match left unfinished goes with it."""
        store, match = self._runtime.store, kept.room.match
        removed = await store.remove(claim.code, kept.version, kept.tag, claim.fence)
        if removed and match is not None and not match.state.match_over:
            await store.forget_log(claim.code, match.draw.match_id)

    async def _finished_pass(self) -> float:
        """Write finished matches to the database, then acknowledge them."""
        store = self._runtime.store
        entries = await store.read_finished(range(SHARDS), WORKER, _BATCH)
        for entry in entries:
            try:
                await self._write(entry)
            except StoreDown:
                raise
            except Exception:
                # It stays in the stream and is taken up again in some seconds; the others go on.
                _log.exception("match %s is not in the database yet", entry.match)
        return 0.0 if entries else _LONGEST_SLEEP_S

    async def _write(self, entry: Finished) -> None:
        store = self._runtime.store
        log = await store.action_log(entry.code, entry.match)
        write = database_sync_to_async(write_match, thread_sensitive=False)
        # Without a log it was written before, and the worker killed before it acknowledged.
        if log:
            record = whole_record(entry.data, codec.load_actions(log))
            await write(record, entry.code, timezone.now())
        await store.forget_log(entry.code, entry.match)
        await store.ack_finished(entry)


def _is_over(room: Room, due_in_ms: int | None, presence: Presence, delays: Delays) -> bool:
    """Whether nobody has used the room for so long that it goes."""
    if presence.empty_ms is not None:
        return presence.empty_ms >= delays.expiry
    return due_in_ms == 0 and work_due(room) == "expiry"


async def _guard(code: str, work: Awaitable[None]) -> None:
    """Do due work of a room, whose fault is no other room's. Raises StoreDown."""
    try:
        await work
    except FormatError as fault:
        _log.warning("room %s left to newer or other processes: %s", code, fault.code)
    except (RuleError, StoreError) as fault:
        _log.info("room %s: due work not done: %s", code, fault)
    except StoreDown:
        raise
    except Exception:
        # The lease brings the room back; the other rooms' work goes on.
        _log.exception("room %s: due work failed", code)


def _due_change(
    room: Room, due_in_ms: int | None, presence: Presence, delays: Delays
) -> Change | tuple[int, Question] | None:
    """What happens now in the room, or which seat's CPU must choose; None: nothing yet."""
    if presence.empty_ms is not None:
        return None  # paused: nothing happens while no seated person is there
    gone = {player for player, ms in presence.gone.items() if ms >= delays.grace}
    if room.phase != "starting" and gone.intersection(room.watched):
        return seating.absent(room, gone)
    if due_in_ms != 0:
        return None
    match work_due(room):
        case "cpu":
            return _cpu_question(room)
        case "pause":
            return playing.advance(room)
        case "clock":
            return playing.run_out(room)
        case "starting":
            return starting.time_up(room, fresh_draw)
        case "fill":
            return starting.fill(room)
        case "expiry":
            return None


def _cpu_question(room: Room) -> tuple[int, Question]:
    """The seat to move, which a CPU has or holds, and what is asked of it."""
    match, seat = running(room), playing.cpu_to_move(room)
    occupant = None if seat is None else room.seats[seat]
    if seat is None or occupant is None or occupant.level is None:
        raise RuleError("no_cpu_to_move")
    view = get_game(room.game).view(match.state, seat)
    return seat, Question(room.game, view, occupant.level, shuffle.cpu_key(match.seed))


async def run() -> None:
    """A worker process's life: connect, work, stop cleanly on SIGTERM or SIGINT."""
    loop = asyncio.get_running_loop()
    task = asyncio.current_task()
    assert task is not None
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, task.cancel)
    runtime = None
    try:
        while runtime is None:
            try:
                runtime = await Runtime.open()
            except StoreDown:
                await asyncio.sleep(_RETRY_S)
        await Worker(runtime).run()
    except asyncio.CancelledError:
        pass
    finally:
        if runtime is not None:
            await runtime.close()
