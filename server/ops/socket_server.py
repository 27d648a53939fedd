"""Daphne on an inherited listening socket, which tells its clients when it goes."""

# ruff: noqa: I001 - Daphne must choose Twisted's reactor before anything else sees Twisted
from daphne.server import Server

import asyncio
import contextlib
import os
import signal
import socket
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

from daphne.ws_protocol import WebSocketFactory
from django.conf import settings
from twisted.internet import reactor as _reactor
from twisted.logger import globalLogBeginner

from server.ops.bounded import BoundedFactory
from server.ops.direct_send import DirectProtocol, TableProtocol
from server.ops.origin import AsgiApp
from server.ops.process import settle_collector

reactor: Any = _reactor
twisted_log: Any = globalLogBeginner

HARD_MESSAGE_BYTES: Final = 64 * 1024
"""Over this autobahn closes with 1009; from 4 KiB up to it the consumer answers a code."""

CLOSE_RESTART: Final = 1012
CLOSE_PATIENCE_S: Final = 10.0
"""How long a closed client has to read what waits before its close frame, and to answer it."""
DRAIN_S: Final = 4.0


def _drop(_event: object) -> None:
    """Twisted's own log tells nothing that Django's does not."""


class SocketServer(Server):  # type: ignore[misc]
    """Serves `app` on the listening socket `fd`.

    A byte is written to `ready_fd` when it answers; `on_stop` runs when the last
    connection is done.
    """

    def __init__(
        self, app: AsgiApp, fd: int, ready_fd: int | None, on_stop: Callable[[], Awaitable[None]]
    ) -> None:
        ping_s = settings.MEJA_PING_MS / 1000
        super().__init__(
            app,
            endpoints=["inherited"],
            server_name="meja",
            ping_interval=ping_s,
            ping_timeout=ping_s,
        )
        self._fd = fd
        self._on_stop = on_stop
        self._ready_fd = ready_fd
        self._port: Any = None
        self._stopping: asyncio.Task[None] | None = None

    def run(self) -> None:
        """Serve until SIGTERM or SIGINT."""
        loop = reactor._asyncioEventloop
        asyncio.set_event_loop(loop)
        twisted_log.beginLoggingTo([_drop], redirectStandardIO=False, discardBuffer=True)
        self.connections: dict[Any, dict[str, Any]] = {}
        self.http_factory = BoundedFactory(self)
        WebSocketFactory.protocol = DirectProtocol if settings.MEJA_DIRECT_SEND else TableProtocol
        self.ws_factory = WebSocketFactory(self, server=self.server_name)
        self.ws_factory.setProtocolOptions(
            autoPingTimeout=self.ping_timeout,
            allowNullOrigin=True,  # `null` is refused by our own guard, with everything else
            openHandshakeTimeout=self.websocket_handshake_timeout,
            closeHandshakeTimeout=CLOSE_PATIENCE_S,
            maxMessagePayloadSize=HARD_MESSAGE_BYTES,
            maxFramePayloadSize=HARD_MESSAGE_BYTES,
            failByDrop=False,  # a close with a code, rather than a cut line
            tcpNoDelay=True,
        )
        reactor.callLater(1, self.application_checker)
        reactor.callLater(2, self.timeout_checker)
        with socket.socket(fileno=self._fd) as listening:
            listening.setblocking(False)
            family = listening.family
            self._port = reactor.adoptStreamPort(self._fd, family, self.http_factory)
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._begin_stop)
        reactor.callWhenRunning(self._tell_ready)
        reactor.run(installSignalHandlers=False)

    def _tell_ready(self) -> None:
        settle_collector()
        if self._ready_fd is not None:
            with contextlib.suppress(BrokenPipeError):
                os.write(self._ready_fd, b"1")
            os.close(self._ready_fd)

    def _begin_stop(self) -> None:
        if self._stopping is None:
            self._stopping = asyncio.get_running_loop().create_task(self._stop())

    async def _stop(self) -> None:
        """Take no more connections, close sockets with 1012, let what runs come to its end."""
        self._port.stopListening()
        for protocol in list(self.connections):
            if isinstance(protocol, TableProtocol) and protocol.state == protocol.STATE_OPEN:
                protocol.serverClose(CLOSE_RESTART)
        deadline = time.monotonic() + DRAIN_S
        while self._running_applications() and time.monotonic() < deadline:
            await asyncio.sleep(0.02)
        tasks = self._running_applications()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        try:
            await self._on_stop()
        finally:
            reactor.stop()

    def _running_applications(self) -> list[asyncio.Future[None]]:
        tasks = (details.get("application_instance") for details in self.connections.values())
        return [task for task in tasks if task is not None and not task.done()]

    def kill_all_applications(self) -> None:
        """Nothing left to do: `_stop` has ended them."""
