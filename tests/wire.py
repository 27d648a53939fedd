"""The line of a simulated person: HTTP calls, one socket at a time, answers by their id."""

import asyncio
import contextlib
import json
import random
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.seen import Json, Seen

PATIENCE_S = 30.0
AGAIN = ("rate_limited", "server_busy")
"""Refusals after which the same message may be sent again."""
LOST_LINE = (ConnectionError, ConnectionClosed)


class Refused(Exception):
    """The server answered a message, or an HTTP call, with an error code."""

    def __init__(self, code: str, data: Json) -> None:
        super().__init__(f"{code} {data}")
        self.code = code
        self.data = data


def http(base: str, method: str, path: str, body: Json | None = None, cookie: str = "") -> Any:
    """One JSON call; returns (answer, cookie). Raises Refused, or OSError without an answer."""
    request = urllib.request.Request(base + path, method=method)
    request.add_header("Content-Type", "application/json")
    if cookie:
        request.add_header("Cookie", cookie)
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(request, data, timeout=PATIENCE_S) as response:
            given = response.headers.get("Set-Cookie", "")
            return json.loads(response.read()), given.split(";")[0] or cookie
    except urllib.error.HTTPError as fault:
        answer = json.loads(fault.read())
        raise Refused(answer["code"], answer["data"]) from None


class Line:
    """A cookie, a socket to one room of one server (`base`), and what came over it."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.patience_s = PATIENCE_S
        self.cookie = ""
        self.code = ""
        self.seen = Seen()
        self.received: list[str] = []
        self.keep_received = False
        self.close_code: int | None = None
        self.errors: list[Json] = []
        self.answered = 0
        """How many messages to the server have had an answer of any kind."""
        self.messages: list[Json] = []
        """What changed the view, in order."""
        self.on_view: Callable[[Json], None] = lambda _message: None
        """Told of every `snapshot` and `events` once it is folded."""
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._asleep: list[ClientConnection] = []
        self._waiting: dict[str, asyncio.Future[Json]] = {}
        self._changed = asyncio.Event()
        self._count = 0

    async def http(self, method: str, path: str, body: Json | None = None) -> Any:
        """One JSON call as this person. Raises Refused or OSError."""
        answer, self.cookie = await asyncio.to_thread(
            http, self.base, method, path, body, self.cookie
        )
        return answer

    async def dial(self, path: str, headers: dict[str, str], **options: Any) -> ClientConnection:
        """A new socket at `path`."""
        url = self.base.replace("http", "ws", 1) + path
        return await connect(
            url, additional_headers=headers, max_size=2**22, ping_interval=None, **options
        )

    async def join(self, code: str = "", *, since: str | int | None = None, **options: Any) -> None:
        """Open the socket and wait for the first view.

        `since` is what `Seen.since` says, or a version of the history that was seen last.
        """
        self.code = code or self.code
        await self.drop()
        path = f"/ws/rooms/{self.code}"
        if since is not None:
            path += f"?since={f'{since}.{self.seen.h}' if isinstance(since, int) else since}"
        headers = {"Cookie": self.cookie} if self.cookie else {}
        headers |= options.pop("headers", {})
        self.close_code = None
        self._socket = await self.dial(path, headers, **options)
        first = self._awaited("")
        self._reader = asyncio.create_task(self._read(self._socket))
        async with asyncio.timeout(self.patience_s):
            await first

    async def drop(self) -> None:
        """Lose every line without a word."""
        for old in self._asleep:
            old.transport.abort()
        self._asleep.clear()
        socket, self._socket = self._socket, None
        if socket is not None:
            socket.transport.abort()
            if self._reader is not None:
                await self._reader

    def cut(self) -> None:
        """Lose the line at this very moment, whatever is under way on it."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def sleep(self) -> None:
        """As a phone does: the socket stays and is no longer read; `wake` brings a new one."""
        socket, self._socket = self._socket, None
        if socket is None or self._reader is None:
            return
        socket.transport.pause_reading()
        self._reader.cancel()
        await asyncio.wait([self._reader])
        self._asleep.append(socket)

    async def wake(self) -> None:
        """Return on a new socket; only then is the old one given up."""
        old, self._asleep = self._asleep, []
        await self.come_back()
        for socket in old:
            socket.transport.abort()

    async def come_back(self) -> None:
        """Open the socket again, as often as it takes, and catch up."""
        async with asyncio.timeout(self.patience_s):
            while True:
                with contextlib.suppress(*LOST_LINE, InvalidHandshake, OSError):
                    try:
                        await self.drop()  # what it still brought is seen before `since` is said
                        await self.join(since=self.seen.since if self.seen.v else None)
                        return
                    except Refused as refusal:
                        if refusal.code not in AGAIN:
                            raise
                await asyncio.sleep(0.05)

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                assert isinstance(text, str)
                if self.keep_received:
                    self.received.append(text)
                self._take(msgspec.json.decode(text))
        except ConnectionClosed:
            pass
        finally:
            self.close_code = socket.close_code or 1006
            for future in self._waiting.values():
                if not future.done():
                    future.set_exception(ConnectionError(f"closed with {socket.close_code}"))
                    future.exception()  # whoever waits for it sees it; nobody may
            self._waiting.clear()
            self._changed.set()

    def _awaited(self, key: str) -> asyncio.Future[Json]:
        future: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._waiting[key] = future
        return future

    def _take(self, message: Json) -> None:
        kind = message["type"]
        self.answered += kind in ("ok", "error", "pong") or message.get("reason") == "asked"
        key: str | None = None
        if kind in ("ok", "error"):
            key = message["id"]
            if kind == "error":
                self.errors.append(message)
                key = "" if key is None and "" in self._waiting else key
        else:
            if kind == "snapshot" or message.get("v", 0) > self.seen.v:
                self.messages.append(message)
            self.seen.fold(message)
            if kind in ("snapshot", "events"):
                key = ""
                self.on_view(message)
        future = None if key is None else self._waiting.pop(key, None)
        if future is not None and not future.done():
            if kind == "error":
                future.set_exception(Refused(message["code"], message["data"]))
            else:
                future.set_result(message)
        self._changed.set()
        self.heard()

    def heard(self) -> None:
        """Called after every message."""

    async def send_raw(self, data: str | bytes) -> None:
        """Send any frame."""
        if self._socket is None:
            raise ConnectionError("there is no line")
        await self._socket.send(data)

    async def repeat(self, message: Json) -> Json:
        """Send exactly `message` and wait for its answer. Raises Refused."""
        future = self._awaited(message["id"])
        await self.send_raw(msgspec.json.encode(message).decode())
        async with asyncio.timeout(self.patience_s):
            return await future

    async def insist(self, message: Json) -> Json:
        """`repeat` over as many lines as it takes, the same message each time. Raises Refused."""
        while True:
            try:
                return await self.repeat(message)
            except LOST_LINE:
                await self.come_back()
            except Refused as refusal:
                if refusal.code not in AGAIN:
                    raise
                await asyncio.sleep(0.05)

    def name_of(self, kind: str) -> str:
        """A fresh id for a message."""
        self._count += 1
        return f"{kind}-{self._count}-{random.getrandbits(32):x}"

    async def until(self, wanted: Callable[[Self], bool]) -> None:
        """Wait until `wanted` holds of what was seen. Raises ConnectionError on a lost line."""
        async with asyncio.timeout(self.patience_s):
            while not wanted(self):
                if self.close_code is not None:
                    raise ConnectionError(f"closed with {self.close_code}")
                await self.news()

    async def until_closed(self) -> None:
        """Wait until the server has closed the socket."""
        async with asyncio.timeout(self.patience_s):
            while self.close_code is None:
                await self.news()

    async def news(self) -> None:
        """Wait for the next message, or for the line's end."""
        self._changed.clear()
        await self._changed.wait()
