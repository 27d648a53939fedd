"""The parts that `serve` keeps alive: start, notice the end, start again, stop."""

import os
import subprocess
import sys
import time
from collections.abc import Mapping
from typing import Final, Protocol

from server.ops.valkey import ValkeyRefused, ValkeyServer

QUICK_DEATH_S: Final = 10.0
LONGEST_PAUSE_S: Final = 5.0
FIRST_PAUSE_S: Final = 0.5


class Part(Protocol):
    """Something that runs in a process of its own."""

    name: str

    def start(self) -> None:
        """Start it; raises OSError or ValkeyRefused."""

    def ended(self) -> str | None:
        """How it ended (`exit code 1`, `signal 9`), None while it runs."""


class Backoff:
    """How long to wait before a part starts again: at once, unless it dies again quickly."""

    def __init__(self) -> None:
        self._pause = 0.0
        self._started = time.monotonic()

    def started(self) -> None:
        """The part was started just now."""
        self._started = time.monotonic()

    def pause(self) -> float:
        """Seconds to wait now that the part has ended."""
        if time.monotonic() - self._started > QUICK_DEATH_S:
            self._pause = 0.0
        now = self._pause
        self._pause = min(LONGEST_PAUSE_S, max(FIRST_PAUSE_S, self._pause * 2))
        return now


def how_it_ended(code: int) -> str:
    """An exit code as Popen gives it, in words."""
    return f"exit code {code}" if code >= 0 else f"signal {-code}"


class ChildPart:
    """A Python module run as a child, in a session of its own so that Ctrl-C spares it."""

    def __init__(self, name: str, arguments: list[str], environment: Mapping[str, str]) -> None:
        self.name = name
        self.ready_fd = -1
        self._arguments = arguments
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, pass_fds: tuple[int, ...] = ()) -> None:
        """Start it; `ready_fd` becomes readable when it is ready, or has ended."""
        self.close_ready_fd()
        self.ready_fd, write_end = os.pipe()
        try:
            self._process = subprocess.Popen(  # noqa: S603
                [sys.executable, "-m", *self._arguments, "--ready-fd", str(write_end)],
                env={**os.environ, **self._environment},
                stdin=subprocess.DEVNULL,
                start_new_session=True,
                pass_fds=(*pass_fds, write_end),
            )
        finally:
            os.close(write_end)

    def close_ready_fd(self) -> None:
        """Stop listening for readiness."""
        if self.ready_fd >= 0:
            os.close(self.ready_fd)
            self.ready_fd = -1

    def ended(self) -> str | None:
        """How it ended, None while it runs."""
        code = None if self._process is None else self._process.poll()
        return None if code is None else how_it_ended(code)

    def terminate(self) -> None:
        """Ask it to end."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()

    def wait_or_kill(self, deadline: float) -> None:
        """Wait for its end until `deadline` (monotonic seconds), then kill it."""
        if self._process is None:
            return
        try:
            self._process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self.close_ready_fd()


class SocketPart(ChildPart):
    """A socket process on the shared listening socket."""

    def __init__(self, number: int, fd: int, environment: Mapping[str, str]) -> None:
        module = "server.ops.socket_process"
        super().__init__(f"socket process {number}", [module, "--fd", str(fd)], environment)
        self._fd = fd

    def start(self, pass_fds: tuple[int, ...] = ()) -> None:
        """Start it with the listening socket."""
        super().start((*pass_fds, self._fd))


class ValkeyPart:
    """The embedded Valkey, always on the same port."""

    name = "Valkey"

    def __init__(self, start: "StartValkey") -> None:
        self._start = start
        self.server: ValkeyServer | None = None

    def start(self) -> None:
        """Start it; raises ValkeyRefused."""
        self.server = self._start()

    def ended(self) -> str | None:
        """How it ended, None while it runs."""
        code = None if self.server is None else self.server.process.poll()
        return None if code is None else how_it_ended(code)

    def stop(self) -> None:
        """End it after it has written its file."""
        if self.server is not None:
            self.server.stop()


class StartValkey(Protocol):
    """Starts a Valkey, the same every time."""

    def __call__(self) -> ValkeyServer:
        """Raises ValkeyRefused."""


START_FAILURES: Final = (OSError, ValkeyRefused)
