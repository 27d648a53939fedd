"""People whose sockets and calls end in the server's own application, in this very process.

Nothing but the network is left out; every byte that goes out is kept for whoever judges it.
"""

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable
from typing import Any

from tests.clients import Json, Person, Refused

App = Callable[[Any, Any, Any], Any]
HOST = b"127.0.0.1:8000"


class World:
    """The application, and what comes out of it: `on_text` is told of every frame to a socket
    (player, text), `on_answer` of every HTTP answer (player, path, text)."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.on_text: Callable[[str, str], None] = lambda _player, _text: None
        self.on_answer: Callable[[str, str, str], None] = lambda _player, _path, _text: None
        self.crashes: list[str] = []
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, scope: Json, receive: Any, send: Any) -> asyncio.Task[None]:
        """Run the application for one connection; an exception of it is a crash."""
        task = asyncio.create_task(self._run(scope, receive, send))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _run(self, scope: Json, receive: Any, send: Any) -> None:
        try:
            await self.app(scope, receive, send)
        except Exception as fault:
            self.crashes.append(f"{scope['type']} {scope['path']}: {fault!r}")

    async def rest(self) -> None:
        """Wait until every connection is done with."""
        while self._tasks:
            await asyncio.wait(list(self._tasks))


class InsideSocket:
    """One connection to the application, with what `tests.wire.Line` asks of a socket."""

    def __init__(self, world: World, player: str) -> None:
        self.close_code: int | None = None
        self.transport = self
        self._world = world
        self._player = player
        self._in: asyncio.Queue[Json] = asyncio.Queue()
        self._out: asyncio.Queue[str | None] = asyncio.Queue()
        self._opened = asyncio.get_running_loop().create_future()

    async def open(self, path: str, headers: dict[str, str]) -> None:
        """Connect. Raises ConnectionError where the application refuses."""
        path, _, query = path.partition("?")
        scope = _scope("websocket", path, query, headers) | {"subprotocols": []}
        self._in.put_nowait({"type": "websocket.connect"})
        self._world.start(scope, self._in.get, self._take)
        await self._opened

    async def _take(self, event: Json) -> None:
        if event["type"] == "websocket.accept":
            self._opened.set_result(None)
        elif event["type"] == "websocket.send":
            self._world.on_text(self._player, event["text"])
            self._out.put_nowait(event["text"])
        else:
            self.close_code = self.close_code or event.get("code", 1000)
            if not self._opened.done():
                self._opened.set_exception(ConnectionError("refused"))
            self._in.put_nowait({"type": "websocket.disconnect", "code": self.close_code})
            self._out.put_nowait(None)

    async def send(self, data: str | bytes) -> None:
        """A frame to the application."""
        if self.close_code is not None:
            raise ConnectionError("closed")
        key = "text" if isinstance(data, str) else "bytes"
        self._in.put_nowait({"type": "websocket.receive", key: data})

    def abort(self) -> None:
        """The line is lost."""
        if self.close_code is None:
            self.close_code = 1006
            self._in.put_nowait({"type": "websocket.disconnect", "code": 1006})
            self._out.put_nowait(None)

    def pause_reading(self) -> None:
        """Nobody reads any more; what comes waits."""

    def __aiter__(self) -> "InsideSocket":
        return self

    async def __anext__(self) -> str:
        text = await self._out.get()
        if text is None:
            raise StopAsyncIteration
        return text


class InsidePerson(Person):
    """A person of a `World`."""

    base: Any

    async def dial(self, path: str, headers: dict[str, str], **options: Any) -> Any:
        socket = InsideSocket(self.base, self.player)
        await socket.open(path, headers)
        return socket

    async def http(self, method: str, path: str, body: Json | None = None) -> Any:
        path, _, query = path.partition("?")
        headers = {"Content-Type": "application/json"}
        if self.cookie:
            headers["Cookie"] = self.cookie
        scope = _scope("http", path, query, headers) | {"method": method, "scheme": "http"}
        data = b"" if body is None else json.dumps(body).encode()
        sent: list[Json] = []
        frames = asyncio.Queue[Json]()
        frames.put_nowait({"type": "http.request", "body": data, "more_body": False})

        async def take(event: Json) -> None:
            sent.append(event)

        # Who asks may be stopped; the application is not torn off in the middle.
        await asyncio.shield(self.base.start(scope, frames.get, take))
        start = next((one for one in sent if one["type"] == "http.response.start"), None)
        if start is None:
            raise OSError("no answer")
        for name, value in start["headers"]:
            if name.lower() == b"set-cookie":
                self.cookie = value.decode().split(";")[0]
        text = b"".join(one.get("body", b"") for one in sent).decode()
        self.base.on_answer(self.player, path, text)
        answer = json.loads(text)
        if start["status"] >= 400:
            raise Refused(answer["code"], answer["data"])
        return answer


def _scope(kind: str, path: str, query: str, headers: dict[str, str]) -> Json:
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [
            (b"host", HOST),
            *((name.lower().encode(), value.encode()) for name, value in headers.items()),
        ],
        "client": ("127.0.0.1", 5000),
        "server": ("127.0.0.1", 8000),
    }


class Complaints(logging.Handler):
    """Keeps what the server's code logs as errors."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        cause = record.exc_info[1] if record.exc_info else None
        self.found.append(f"the server said: {record.getMessage()} {cause!r}"[:400])


@contextlib.contextmanager
def complaints() -> Any:
    """What is logged as an error while this is open."""
    handler = Complaints()
    logging.getLogger().addHandler(handler)
    try:
        yield handler.found
    finally:
        logging.getLogger().removeHandler(handler)
