"""Child processes of the tests in this folder."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class EchoServer:
    """A running echo server and its port."""

    process: subprocess.Popen[bytes]
    port: int


@contextmanager
def echo_server(direct: bool) -> Iterator[EchoServer]:
    """Run `tests.ops.echo_server` on a port of its own; small kernel buffers, so that big
    frames never fit whole."""
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8192)
        listener.bind(("127.0.0.1", 0))
        listener.listen(16)
        ready, tell = os.pipe()
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.ops.echo_server", str(listener.fileno()), str(tell)],
            cwd=ROOT,
            env={**os.environ, "MEJA_DIRECT_SEND": "1" if direct else "0"},
            pass_fds=(listener.fileno(), tell),
        )
        os.close(tell)
        try:
            assert os.read(ready, 1) == b"1", "the echo server ended before it was ready"
            yield EchoServer(process, listener.getsockname()[1])
        finally:
            os.close(ready)
            process.kill()
            process.wait()


SERVE = """
import sys
from server.ops.bootstrap import guarded, run_command
sys.exit(guarded(lambda: run_command(["manage.py", "serve", *sys.argv[1:]])))
"""


@dataclass
class Served:
    """A running `serve`, what it says on stderr, and its address."""

    process: subprocess.Popen[str]
    address: str

    def children(self) -> dict[str, list[int]]:
        """The ids of the living parts, by what they are."""
        listing = subprocess.run(
            ["ps", "-ww", "-o", "pid=,stat=,args=", "--ppid", str(self.process.pid)],
            capture_output=True,
            text=True,
        )
        found: dict[str, list[int]] = {"socket": [], "worker": [], "valkey": []}
        for line in listing.stdout.splitlines():
            number, state, arguments = line.split(None, 2)
            for name in found:
                marks = {"valkey": "valkey-server", "socket": "socket_process"}
                if marks.get(name, "worker_process") in arguments and "Z" not in state:
                    found[name].append(int(number))
        return found


def serve_command(*arguments: str) -> list[str]:
    """How to run `serve` with this interpreter, as `manage.py` would once all is set up."""
    return [sys.executable, "-c", SERVE, *arguments]


def start_serve(
    *arguments: str,
    stderr: Path,
    environment: Mapping[str, str] | None = None,
    root: Path = ROOT,
) -> Served:
    """Start `serve` on loopback in a session of its own and await its address.

    `environment` is added to the one of the tests; `root` is the folder of the code.
    """
    with stderr.open("w") as errors:
        process = subprocess.Popen(
            serve_command("--host", "127.0.0.1", *arguments),
            cwd=root,
            env={**os.environ, **(environment or {})},
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            start_new_session=True,
        )
    assert process.stdout is not None
    address = process.stdout.readline().strip()
    assert address.startswith("http://127.0.0.1:"), stderr.read_text()
    return Served(process, address)
