"""Where CPUs think that think long: in niced child processes, apart from all that is due.

A decision goes over as a view, a level and the CPU key, and comes back as an action in its wire
form; so the answer is the one that would be found here. A child is started by the first decision
that needs it, again after its death, and ends with this process however this one ends.
"""

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import threading
import traceback
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, Final, TypeAlias

from games.rules.core.plain import Json
from games.rules.core.registry import get_game

_log = logging.getLogger(__name__)

NICE: Final = 10
START_S: Final = 60.0
"""How long a child may take to be ready."""

Form: TypeAlias = Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Question:
    """A decision of a CPU: the view of the seat to move is all that it may know."""

    game: str
    view: Any
    level: str
    key: bytes

    def answer(self, level: str | None = None) -> Form:
        """What `level` (None: the question's own) does, as the action's wire form.

        Raises RuleError `unknown_level` or `not_your_turn`.
        """
        game = get_game(self.game)
        return game.actions.dump(game.choose(self.view, level or self.level, self.key))


class _Lost(Exception):
    """A child gave no answer."""


class _Child:
    """One child process; it has one question at a time."""

    def __init__(self) -> None:
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None

    @property
    def pid(self) -> int | None:
        """The process's id, while there is one."""
        return None if self._process is None else self._process.pid

    async def ask(
        self, question: Question, patience_s: float, is_wanted: Callable[[], bool]
    ) -> Form:
        """Its answer. Raises _Lost when it died, failed, took too long or was not wanted any
        more before it could begin."""
        try:
            pipe = self._pipe
            if pipe is None or self._process is None or not self._process.is_alive():
                pipe = self._start()
                await _received(pipe, START_S)
            if not is_wanted():
                raise _Lost("it came too late")
            pipe.send(question)
            fault, form = await _received(pipe, patience_s)
        except TimeoutError as late:
            self.end()
            raise _Lost("it took too long") from late
        except (OSError, EOFError) as gone:
            self.end()
            raise _Lost("its process died") from gone
        except asyncio.CancelledError:
            self.end()
            raise
        if fault is not None:
            raise _Lost(fault)
        answer: Form = form
        return answer

    def _start(self) -> Connection:
        self.end()
        context = multiprocessing.get_context("spawn")
        self._pipe, there = context.Pipe()
        self._process = context.Process(target=serve, args=(there,), daemon=True)
        try:
            self._process.start()
        finally:
            there.close()
        return self._pipe

    def end(self) -> None:
        """Kill the process, if there is one."""
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None
        if self._process is not None and self._process.pid is not None:
            self._process.kill()
            self._process.join()
        self._process = None


async def _received(pipe: Connection, patience_s: float) -> Any:
    """The next message. Raises TimeoutError, EOFError or OSError."""
    loop = asyncio.get_running_loop()
    there: asyncio.Future[None] = loop.create_future()
    loop.add_reader(pipe.fileno(), lambda: None if there.done() else there.set_result(None))
    try:
        async with asyncio.timeout(patience_s):
            await there
    finally:
        loop.remove_reader(pipe.fileno())
    return pipe.recv()


@dataclass(frozen=True, slots=True)
class _Job:
    question: Question
    answer: asyncio.Future[Form]

    def is_wanted(self) -> bool:
        return not self.answer.done()


class Thinkers:
    """`count` child processes. Beside the decisions that they have, `queue` more may wait for
    each; none takes longer than `patience_s`, waiting and thinking together."""

    def __init__(self, count: int, queue: int, patience_s: float) -> None:
        self.count = count
        self._most_waiting = count * queue
        self._patience_s = patience_s
        self._children = [_Child() for _ in range(count)]
        self._idle = list(reversed(self._children))
        self._waiting: deque[_Job] = deque()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def pids(self) -> list[int]:
        """The ids of the children that there are."""
        return [child.pid for child in self._children if child.pid is not None]

    async def think(self, question: Question) -> Form | None:
        """The answer of a child; None, at once, when too many decisions wait, and else when it
        was lost or took too long."""
        job = _Job(question, asyncio.get_running_loop().create_future())
        if self._idle:
            self._give(self._idle.pop(), job)
        elif len(self._waiting) < self._most_waiting:
            self._waiting.append(job)
        else:
            return None
        try:
            async with asyncio.timeout(self._patience_s):
                return await job.answer
        except TimeoutError:
            _log.warning("a CPU's decision in %s took too long", question.game)
        except _Lost as lost:
            _log.warning("a CPU's decision in %s was lost: %s", question.game, lost)
        finally:
            job.answer.cancel()
            with contextlib.suppress(ValueError):
                self._waiting.remove(job)
        return None

    def _give(self, child: _Child, job: _Job) -> None:
        task = asyncio.create_task(self._work(child, job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _work(self, child: _Child, job: _Job) -> None:
        """Let `child` answer, and then whatever waits. Who asked may be gone meanwhile."""
        try:
            form = await child.ask(job.question, self._patience_s, job.is_wanted)
        except _Lost as lost:
            if job.is_wanted():
                job.answer.set_exception(lost)
        else:
            if job.is_wanted():
                job.answer.set_result(form)
        if self._waiting:
            self._give(child, self._waiting.popleft())
        else:
            self._idle.append(child)

    async def close(self) -> None:
        """End the children; whoever waits for an answer gets none."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for child in self._children:
            child.end()


def serve(pipe: Connection) -> None:
    """What a child does: questions come, answers go, until its parent is gone."""
    # Ctrl-C reaches the whole group; the worker decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICE)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with contextlib.suppress(EOFError, OSError):
        pipe.send(None)
        while True:
            pipe.send(_answered(pipe.recv()))


def _answered(question: Question) -> tuple[str | None, Form | None]:
    try:
        return None, question.answer()
    except Exception:
        return traceback.format_exc(), None


def _end_with_parent() -> None:
    """Also in the middle of a thought, and when the parent was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
