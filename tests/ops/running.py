"""Child processes of the tests in this folder."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
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
