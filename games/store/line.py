"""One pipelined connection to Redis or Valkey."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Any, Final

import hiredis

from games.store.errors import StoreDown, StoreError

log = logging.getLogger(__name__)

Word = str | bytes | int
MessageHandler = Callable[[bytes, bytes], None]

HEARTBEAT_S: Final = 5.0


class Line(asyncio.Protocol):
    """One connection: the commands of a loop tick leave in one write, replies come in order.

    With `on_message` it may subscribe; published messages then go there, as (channel, message).
    """

    def __init__(self, on_message: MessageHandler | None = None) -> None:
        self.lost = asyncio.Event()
        self._on_message = on_message
        self._loop = asyncio.get_running_loop()
        self._reader = hiredis.Reader(replyError=StoreError)
        self._waiting: deque[asyncio.Future[Any]] = deque()
        self._unsent: list[bytes] = []
        self._transport: asyncio.Transport | None = None
        self._heartbeat: asyncio.TimerHandle | None = None
        self._heard = True

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._heartbeat = self._loop.call_later(HEARTBEAT_S, self._beat)

    def send(self, *words: Word) -> asyncio.Future[Any]:
        """The future reply. Fails with StoreError, or StoreDown when the line is lost first."""
        future: asyncio.Future[Any] = self._loop.create_future()
        if self._transport is None:
            future.set_exception(StoreDown())
            return future
        self._waiting.append(future)
        if not self._unsent:
            self._loop.call_soon(self._flush)
        self._unsent.append(hiredis.pack_command(words))  # type: ignore[arg-type]
        return future

    def _flush(self) -> None:
        if self._transport is not None:
            self._transport.write(b"".join(self._unsent))
        self._unsent.clear()

    def data_received(self, data: bytes) -> None:
        self._heard = True
        reader, waiting, on_message = self._reader, self._waiting, self._on_message
        reader.feed(data)
        try:
            while (reply := reader.gets()) is not False:
                if on_message is not None and isinstance(reply, list) and reply[0] == b"message":
                    on_message(reply[1], reply[2])
                    continue
                future = waiting.popleft()
                if isinstance(reply, StoreError):
                    if not future.done():
                        future.set_exception(reply)
                    if reply.reply_code == "READONLY":  # a failover: its address has a new master
                        self.abort()
                elif not future.done():
                    future.set_result(reply)
        except (hiredis.ProtocolError, IndexError):
            log.exception("store_protocol_broken")
            self.abort()

    def _beat(self) -> None:
        """Ends a line on which nothing was heard since the last beat although answers are due."""
        if self._waiting and not self._heard:
            log.warning("store_silent")
            self.abort()
            return
        self._heard = False
        if not self._waiting:
            self.send("PING").add_done_callback(ignore)
        self._heartbeat = self._loop.call_later(HEARTBEAT_S, self._beat)

    def abort(self) -> None:
        """Drop the connection at once; `connection_lost` follows."""
        if self._transport is not None:
            self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if self._heartbeat is not None:
            self._heartbeat.cancel()
        while self._waiting:
            future = self._waiting.popleft()
            if not future.done():
                future.set_exception(StoreDown())
        self.lost.set()


def ignore(future: asyncio.Future[Any]) -> None:
    """Take note of a reply nobody waits for, so that its error is not reported as forgotten."""
    if not future.cancelled():
        future.exception()
