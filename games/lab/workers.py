"""Work spread over processes, with results in the order of the work whatever their number."""

import signal
import traceback
from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any, Final, Generic, TypeVar

from games.lab.errors import LabError

T = TypeVar("T")
R = TypeVar("R")

_AHEAD: Final = 2
"""How many pieces of work a process is given, so that it never waits for the next."""
_WINDOW: Final = 16
"""So many results a process may be ahead of the slowest."""


def in_order(
    work: Callable[[T], R], pieces: Sequence[T], processes: int
) -> Generator[R, None, None]:
    """``work(piece)`` for each of `pieces`, in their order.

    With more than one of `processes`, `work` must be a function of a module. They end when
    the iterator is closed, and by themselves when this process is killed. What `work`
    raises is raised here, from another process as a LabError with its traceback.
    """
    if processes < 2 or len(pieces) < 2:
        yield from map(work, pieces)
        return
    team = _Team(work, pieces, min(processes, len(pieces)))
    try:
        yield from team.results()
    finally:
        team.end()


class _Team(Generic[T, R]):
    """Processes that do the pieces of work, each with a pipe of its own."""

    def __init__(self, work: Callable[[T], R], pieces: Sequence[T], processes: int) -> None:
        context = get_context("spawn")
        self._pieces = pieces
        self._given = 0
        self._pending: dict[Connection, deque[int]] = {}
        self._processes = []
        self._window = processes * _WINDOW
        for _ in range(processes):
            here, there = context.Pipe()
            process = context.Process(target=_serve, args=(there, work), daemon=True)
            process.start()
            there.close()
            self._processes.append(process)
            self._pending[here] = deque()

    def results(self) -> Generator[R, None, None]:
        """All results in order."""
        ready: dict[int, R] = {}
        for number in range(len(self._pieces)):
            while number not in ready:
                self._give(number)
                for pipe in wait([pipe for pipe, given in self._pending.items() if given]):
                    assert isinstance(pipe, Connection)
                    ready[self._pending[pipe].popleft()] = self._take(pipe)
            yield ready.pop(number)

    def _give(self, wanted: int) -> None:
        """Hand out work, evenly, but not too far ahead of piece number `wanted`."""
        for depth in range(1, _AHEAD + 1):
            for pipe, given in self._pending.items():
                if len(given) < depth and self._given < min(
                    len(self._pieces), wanted + self._window
                ):
                    given.append(self._given)
                    # A process that is gone is noticed where its answer is awaited.
                    with suppress(BrokenPipeError, ConnectionResetError):
                        pipe.send(self._pieces[self._given])
                    self._given += 1

    def _take(self, pipe: Connection) -> R:
        try:
            fault, result = pipe.recv()
        except (EOFError, ConnectionResetError) as gone:
            raise LabError("One of the processes was killed; --resume goes on.") from gone
        if fault is not None:
            raise LabError(f"One of the processes failed:\n{fault}")
        done: R = result
        return done

    def end(self) -> None:
        """Stop the processes."""
        for pipe in self._pending:
            pipe.close()
        for process in self._processes:
            process.terminate()
            process.join()


def _serve(pipe: Connection, work: Callable[[Any], Any]) -> None:
    """What a process does: pieces come, results go, until the pipe is closed."""
    # Ctrl-C reaches the whole group; the first process decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            piece = pipe.recv()
        except (EOFError, ConnectionResetError):
            return
        answer: tuple[str | None, Any]
        try:
            answer = (None, work(piece))
        except Exception:
            answer = (traceback.format_exc(), None)
        try:
            pipe.send(answer)
        except BrokenPipeError:
            return
