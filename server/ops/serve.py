"""`serve`: one process that opens the address, starts every part and keeps it alive."""

import contextlib
import errno
import fcntl
import os
import selectors
import signal
import socket
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import Error as DatabaseError

from server.ops import sentences
from server.ops.bootstrap import say, step
from server.ops.environment import env_choice, lan_address, read_secret
from server.ops.migrations import migrate_if_needed
from server.ops.options import EVERY_HOST
from server.ops.parts import START_FAILURES, Backoff, ChildPart, Part, SocketPart, ValkeyPart
from server.ops.process import PARENT_VARIABLE
from server.ops.valkey import ValkeyRefused, ValkeyServer, free_port, start_valkey

LOOK_S: Final = 0.25
STOP_S: Final = 10.0
ORPHAN_S: Final = 5.0
"""How long a Valkey may need to end after its own `serve` was killed."""


@dataclass(frozen=True)
class ServeOptions:
    """What `serve` was asked for."""

    host: str
    port: int
    processes: int
    workers: int


def run_serve(options: ServeOptions) -> None:
    """Serve until Ctrl-C or SIGTERM; raises RefusedError where it cannot start."""
    for name in ("processes", "workers"):
        if not 0 <= getattr(options, name) <= 64:
            raise sentences.bad_option(f"--{name}", "from 0 to 64")
    if not 0 <= options.port <= 65535:
        raise sentences.bad_option("--port", "from 0 to 65535")
    with lock_data(settings.MEJA_DATA), open_listener(options.host, options.port) as listener:
        try:
            if migrate_if_needed():
                say(sentences.MIGRATED)
        except (DatabaseError, ImproperlyConfigured) as error:
            raise sentences.database_refused(error) from None
        with Supervisor(options, listener) as supervisor:
            supervisor.run()
    say(sentences.STOPPED)


def lock_data(data: Path) -> IO[str]:
    """Hold the data folder alone for as long as the file is open; raises RefusedError."""
    try:
        file = (data / "serve.lock").open("w")
    except OSError as error:
        raise sentences.not_writable(data, error) from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise sentences.data_in_use(data) from None
    return file


def open_listener(host: str, port: int) -> socket.socket:
    """The one listening socket that all socket processes share; raises RefusedError."""
    listener: socket.socket | None = None
    try:
        info = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        family, kind, protocol, _, address = info[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(1024)
    except OSError as error:
        if listener is not None:
            listener.close()
        if error.errno == errno.EADDRINUSE:
            raise sentences.port_taken(host, port) from None
        raise sentences.cannot_listen(host, port, error) from None
    return listener


class Supervisor:
    """Starts the parts in order, restarts what dies, stops them in reverse."""

    def __init__(self, options: ServeOptions, listener: socket.socket) -> None:
        self._options = options
        self._listener = listener
        self._wake_read, self._wake_write = os.pipe()
        self._stop_asked = False
        self._valkey: ValkeyPart | None = None
        self._children: list[ChildPart] = []
        self._backoff: dict[str, Backoff] = {}
        self._restart_at: dict[str, float] = {}

    def __enter__(self) -> "Supervisor":
        os.set_blocking(self._wake_write, False)
        signal.set_wakeup_fd(self._wake_write, warn_on_full_buffer=False)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._ask_stop)
        signal.signal(signal.SIGCHLD, lambda _number, _frame: None)  # only to be woken by it
        return self

    def __exit__(self, *_exc: object) -> None:
        self._stop_parts()
        signal.set_wakeup_fd(-1)
        os.close(self._wake_read)
        os.close(self._wake_write)

    def run(self) -> None:
        """Start everything, say the address, and watch until asked to stop."""
        redis_url = os.environ.get("REDIS_URL") or self._start_valkey()
        environment = {
            "REDIS_URL": redis_url,
            "MEJA_DATA": str(settings.MEJA_DATA),
            PARENT_VARIABLE: str(os.getpid()),
        }
        fd = self._listener.fileno()
        for number in range(1, self._options.processes + 1):
            self._children.append(SocketPart(number, fd, environment))
        for number in range(1, self._options.workers + 1):
            module = "server.ops.worker_process"
            self._children.append(ChildPart(f"worker {number}", [module], environment))
        for child in self._children:
            self._start(child)
        with step(sentences.STARTING_PARTS.format(**vars(self._options))):
            self._await_ready()
        if not self._stop_asked:
            self._say_addresses()
        while not self._stop_asked:
            self._look_after()
            self._sleep(LOOK_S)

    def _ask_stop(self, _number: int, _frame: object) -> None:
        self._stop_asked = True

    def _start_valkey(self) -> str:
        data = settings.MEJA_DATA
        password = read_secret(data, "valkey-password")
        assert password is not None, "serve makes the secrets before"
        port = free_port()
        fsync = env_choice("MEJA_APPENDFSYNC", ("everysec", "always"))

        def start() -> ValkeyServer:
            return start_valkey(
                data / "valkey", port, password, "always" if fsync == "always" else "everysec"
            )

        self._valkey = ValkeyPart(start)
        with step(sentences.STARTING_VALKEY):
            deadline = time.monotonic() + ORPHAN_S
            while True:
                try:
                    self._start(self._valkey)
                    break
                except ValkeyRefused as refusal:
                    # A serve that was killed has left one that is still writing its file.
                    if refusal.code != "folder_locked" or time.monotonic() > deadline:
                        last_line = refusal.log[-1] if refusal.log else ""
                        raise sentences.valkey_refused(refusal.code, last_line) from None
                    self._sleep(LOOK_S)
        assert self._valkey.server is not None
        return self._valkey.server.url

    def _start(self, part: Part) -> None:
        backoff = self._backoff.setdefault(part.name, Backoff())
        part.start()
        backoff.started()

    def _await_ready(self) -> None:
        """Return when every child said that it is ready; raises RefusedError when one ends."""
        waiting = list(self._children)
        with selectors.DefaultSelector() as selector:
            for child in waiting:
                selector.register(child.ready_fd, selectors.EVENT_READ, child)
            selector.register(self._wake_read, selectors.EVENT_READ)
            while waiting and not self._stop_asked:
                for key, _ in selector.select(LOOK_S):
                    child = key.data
                    if child is None:
                        os.read(self._wake_read, 512)
                    elif os.read(child.ready_fd, 1):
                        selector.unregister(child.ready_fd)
                        child.close_ready_fd()
                        waiting.remove(child)
                for child in waiting:
                    ended = child.ended()
                    if ended is not None:
                        raise sentences.part_failed(child.name, ended)

    def _say_addresses(self) -> None:
        host, port = self._listener.getsockname()[:2]
        if self._options.host in EVERY_HOST:
            addresses = ["127.0.0.1"]
            lan = lan_address()
            if lan is not None:
                addresses.append(lan)
        else:
            addresses = [f"[{host}]" if ":" in host else host]
        for address in addresses:
            print(f"http://{address}:{port}", flush=True)
        say(sentences.READY)

    def _look_after(self) -> None:
        """Notice what ended, and start again what has waited long enough."""
        parts: list[Part] = [*self._children]
        if self._valkey is not None:
            parts.insert(0, self._valkey)
        for part in parts:
            name = part.name
            if name not in self._restart_at:
                ended = part.ended()
                if ended is None:
                    continue
                self._plan_restart(name, ended)
            if time.monotonic() >= self._restart_at[name]:
                try:
                    self._start(part)
                except START_FAILURES as error:
                    self._backoff[name].started()
                    self._plan_restart(name, str(error))
                else:
                    del self._restart_at[name]

    def _plan_restart(self, name: str, ended: str) -> None:
        pause = self._backoff[name].pause()
        self._restart_at[name] = time.monotonic() + pause
        say(sentences.part_restarts(name, ended, pause))

    def _sleep(self, seconds: float) -> None:
        """Wait, but not past a signal."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._wake_read, selectors.EVENT_READ)
            if selector.select(seconds):
                os.read(self._wake_read, 512)

    def _stop_parts(self) -> None:
        """Stop sockets and workers, which still need Valkey; then Valkey."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        say(sentences.STOPPING)
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        for child in self._children:
            child.terminate()
        deadline = time.monotonic() + STOP_S
        for child in self._children:
            child.wait_or_kill(deadline)
        if self._valkey is not None:
            self._valkey.stop()
        sys.stdout.flush()
