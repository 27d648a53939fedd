"""A server of two socket processes and two workers for a proof, with short delays."""

import asyncio
import contextlib
import signal
import sys
import tempfile
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

from tests.live.conftest import QUICK
from tests.ops.running import Served, start_serve

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """`asyncio.run` that takes SIGTERM as it does Ctrl-C: everything is closed before the end."""

    async def stoppable() -> T:
        task = asyncio.current_task()
        assert task is not None
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
        return await work

    before = signal.getsignal(signal.SIGTERM)
    try:
        return asyncio.run(stoppable())
    except asyncio.CancelledError:
        sys.exit(128 + signal.SIGTERM)
    finally:
        signal.signal(signal.SIGTERM, before)


class WholeServer:
    """A running `serve` and what it has said."""

    def __init__(self, served: Served, said: Path) -> None:
        self.served = served
        self.base = served.address
        self._said = said

    def complaints(self) -> list[str]:
        """The errors that its parts have logged, each by its first line and its last."""
        found, lines = [], self._said.read_text(errors="replace").splitlines()
        for number, line in enumerate(lines):
            if " ERROR " in line or line.startswith("Traceback"):
                end = next(
                    (one for one in lines[number + 1 :] if one and not one.startswith((" ", "T"))),
                    "",
                )
                found.append(f"the server said: {line} … {end}"[:400])
        return found


@contextlib.contextmanager
def whole_server(**environment: str) -> Iterator[WholeServer]:
    """`serve` on a data folder of its own, which goes with it."""
    with tempfile.TemporaryDirectory(prefix="meja-proof-") as name:
        folder = Path(name)
        data = folder / "data"
        arguments = ("--port", "0", "--processes", "2", "--workers", "2", "--data", str(data))
        served = start_serve(
            *arguments,
            stderr=folder / "stderr",
            environment={**QUICK, "MEJA_DATA": str(data), **environment},
        )
        try:
            yield WholeServer(served, folder / "stderr")
        finally:
            served.process.terminate()
            served.process.wait()
            assert served.process.stdout is not None
            served.process.stdout.close()
