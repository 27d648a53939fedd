"""One connection to Redis or Valkey, and its keeper that opens another when it is lost."""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import hiredis

from games.store.errors import StoreDown, StoreError

log = logging.getLogger(__name__)

Word = str | bytes | int
MessageHandler = Callable[[bytes, bytes], None]

PATIENCE_S: Final = 1.0
"""How long a call waits for a lost line to come back."""
OPEN_S: Final = 5.0
HEARTBEAT_S: Final = 5.0
FIRST_PAUSE_S: Final = 0.02
LONGEST_PAUSE_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class Address:
    """Where the store listens and how to enter; `path` is a Unix socket, used in place of host."""

    host: str
    port: int
    path: str | None
    tls: bool
    db: int
    login: tuple[str, ...]

    @classmethod
    def from_url(cls, url: str) -> "Address":
        """Parse `redis://`, `rediss://` (TLS) or `unix://` with user, password and database.

        Raises ValueError for any other scheme.
        """
        parts = urlsplit(url)
        if parts.scheme not in ("redis", "rediss", "unix"):
            raise ValueError(f"not a Redis URL: scheme {parts.scheme!r}")
        unix = parts.scheme == "unix"
        db = parts.query.removeprefix("db=") if unix else parts.path.lstrip("/")
        login = tuple(unquote(word) for word in (parts.username, parts.password) if word)
        return cls(
            host=parts.hostname or "127.0.0.1",
            port=parts.port or 6379,
            path=unquote(parts.path) if unix else None,
            tls=parts.scheme == "rediss",
            db=int(db or 0),
            login=login,
        )


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


class KeptLine:
    """A line to one address that is opened again, with growing pauses, whenever it is lost.

    `prepare` runs on every new line before others may use it; `reopened` after a loss is repaired.
    """

    def __init__(
        self,
        url: str,
        on_message: MessageHandler | None = None,
        prepare: Callable[[Line], Awaitable[None]] | None = None,
        reopened: Callable[[], None] | None = None,
    ) -> None:
        self._address = Address.from_url(url)
        self._on_message = on_message
        self._prepare = prepare
        self._reopened = reopened
        self._ready = asyncio.Event()
        self._keeper: asyncio.Task[None] | None = None
        self.line: Line | None = None

    async def start(self) -> None:
        """Open the first line. Raises StoreDown, or StoreError when login is refused."""
        self.line = await self._open()
        self._ready.set()
        self._keeper = asyncio.create_task(self._keep(self.line))

    async def wait(self) -> Line:
        """The line, once it is open. Raises StoreDown after a second without one, or if closed."""
        if self._keeper is None:
            raise StoreDown
        try:
            async with asyncio.timeout(PATIENCE_S):
                while self.line is None or self.line.lost.is_set():
                    self._ready.clear()
                    await self._ready.wait()
        except TimeoutError:
            raise StoreDown from None
        return self.line

    async def close(self) -> None:
        """Close for good; pending calls fail with StoreDown."""
        keeper, self._keeper = self._keeper, None
        if keeper is not None:
            keeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await keeper
        line, self.line = self.line, None
        if line is not None:
            line.abort()
            await line.lost.wait()

    async def _keep(self, line: Line) -> None:
        while True:
            await line.lost.wait()
            self.line = None
            log.warning("store_line_lost")
            line = await self._open_again()
            self.line = line
            self._ready.set()
            log.warning("store_line_back")
            if self._reopened is not None:
                try:
                    self._reopened()
                except Exception:
                    log.exception("store_reopened_failed")

    async def _open_again(self) -> Line:
        pause = FIRST_PAUSE_S
        refusal = ""
        while True:
            try:
                return await self._open()
            except StoreDown:
                pass
            except StoreError as error:
                if error.reply_code != refusal:
                    refusal = error.reply_code
                    log.error("store_refuses %s", refusal)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_S)

    async def _open(self) -> Line:
        address, loop = self._address, asyncio.get_running_loop()
        line = Line(self._on_message)
        try:
            async with asyncio.timeout(OPEN_S):
                if address.path is not None:
                    await loop.create_unix_connection(lambda: line, address.path)
                else:
                    await loop.create_connection(
                        lambda: line, address.host, address.port, ssl=address.tls or None
                    )
                if address.login:
                    await line.send("AUTH", *address.login)
                if address.db:
                    await line.send("SELECT", address.db)
                await line.send("PING")
                if self._prepare is not None:
                    await self._prepare(line)
        except (OSError, TimeoutError) as error:
            line.abort()
            raise StoreDown from error
        except StoreError as error:
            line.abort()
            if error.reply_code == "LOADING":
                raise StoreDown from error
            raise
        except BaseException:
            line.abort()
            raise
        return line
