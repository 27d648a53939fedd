"""Simulated people: they speak docs/protocol.md over real sockets and nothing else.

Shared by tests, load runs and failure runs. A `Person` has a guest cookie, one socket
at a time, and the view folded from what the socket brought.
"""

import asyncio
import contextlib
import json
import random
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

Json = dict[str, Any]
PATIENCE_S = 30.0


class Refused(Exception):
    """The server answered a message, or an HTTP call, with an error code."""

    def __init__(self, code: str, data: Json) -> None:
        super().__init__(f"{code} {data}")
        self.code = code
        self.data = data


@dataclass
class Seen:
    """What a client knows: the folded view of docs/protocol.md."""

    v: int = 0
    room: Json = field(default_factory=dict)
    match: Json | None = None
    log: list[Json] = field(default_factory=list)

    def fold(self, message: Json) -> None:
        """Take in a `snapshot` or an `events` message."""
        if message["type"] == "snapshot":
            self.v, self.room = message["v"], message["room"]
            self.match, self.log = message["match"], list(message["log"])
            return
        if message["v"] <= self.v:
            return
        if message["since"] != self.v:
            raise AssertionError(f"events since {message['since']} met a view at {self.v}")
        self.v = message["v"]
        self.room = {**self.room, **message.get("room", {})}
        if "match" in message:
            patch = message["match"]
            self.match = None if patch is None else {**(self.match or {}), **patch}
        for event in message["events"]:
            if event["type"] == "deal_started":
                self.log = []
            self.log.append({key: value for key, value in event.items() if key != "private"})


def http(base: str, method: str, path: str, body: Json | None = None, cookie: str = "") -> Any:
    """One JSON call; returns (answer, cookie). Raises Refused."""
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


class Person:
    """One simulated person at one server (`base`: ``http://127.0.0.1:8000``)."""

    def __init__(self, base: str, language: str = "en") -> None:
        self.base = base
        self.language = language
        self.cookie = ""
        self.player = ""
        self.code = ""
        self.seen = Seen()
        self.received: list[str] = []
        self.keep_received = False
        self.close_code: int | None = None
        self.errors: list[Json] = []
        self.accepted: list[Json] = []
        self.messages: list[Json] = []
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._waiting: dict[str, asyncio.Future[Json]] = {}
        self._changed = asyncio.Event()
        self._count = 0

    async def arrive(self) -> "Person":
        """Become a guest."""
        answer, self.cookie = await asyncio.to_thread(
            http, self.base, "POST", "/api/guest", {"lang": self.language}, self.cookie
        )
        self.player = answer["player"]["id"]
        return self

    async def make_room(self, game: str) -> str:
        """Make a room; its code."""
        answer, _ = await asyncio.to_thread(
            http, self.base, "POST", "/api/rooms", {"game": game}, self.cookie
        )
        self.code = answer["code"]
        return self.code

    async def join(self, code: str = "", *, since: int | None = None, **options: Any) -> None:
        """Open the socket and wait for the first view."""
        self.code = code or self.code
        await self.drop()
        url = self.base.replace("http", "ws", 1) + f"/ws/rooms/{self.code}"
        if since is not None:
            url += f"?since={since}"
        headers = {"Cookie": self.cookie} if self.cookie else {}
        headers |= options.pop("headers", {})
        self.close_code = None
        self._socket = await connect(
            url, additional_headers=headers, max_size=2**22, ping_interval=None, **options
        )
        first = self._arrival()
        self._reader = asyncio.create_task(self._read(self._socket))
        await first

    def _arrival(self) -> "asyncio.Future[Json]":
        self._waiting[""] = asyncio.get_running_loop().create_future()
        return asyncio.ensure_future(asyncio.wait_for(self._waiting[""], PATIENCE_S))

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                assert isinstance(text, str)
                if self.keep_received:
                    self.received.append(text)
                self._take(json.loads(text))
        except ConnectionClosed:
            pass
        finally:
            self.close_code = socket.close_code
            for future in self._waiting.values():
                if not future.done():
                    future.set_exception(ConnectionError(f"closed with {socket.close_code}"))
                    future.exception()  # whoever waits for it sees it; nobody may
            self._waiting.clear()
            self._changed.set()

    def _take(self, message: Json) -> None:
        kind = message["type"]
        key: str | None = None
        if kind in ("snapshot", "events"):
            if kind == "snapshot" or message["v"] > self.seen.v:
                self.messages.append(message)
            self.seen.fold(message)
            key = ""
        elif kind in ("ok", "error"):
            key = message["id"]
            if kind == "error":
                self.errors.append(message)
                key = "" if key is None and "" in self._waiting else key
        future = None if key is None else self._waiting.pop(key, None)
        if future is not None and not future.done():
            if kind == "error":
                future.set_exception(Refused(message["code"], message["data"]))
            else:
                future.set_result(message)
        self._changed.set()

    async def drop(self) -> None:
        """Lose the line without a word."""
        socket, self._socket = self._socket, None
        if socket is None:
            return
        socket.transport.abort()
        if self._reader is not None:
            await self._reader

    async def send_raw(self, data: str | bytes) -> None:
        """Send any frame."""
        assert self._socket is not None
        await self._socket.send(data)

    async def say(self, kind: str, **fields: Any) -> Json:
        """Send a message with an id; wait for its answer and its effect. Raises Refused."""
        return await self._effect({"type": kind, "id": self._name(kind)} | fields)

    async def _effect(self, message: Json) -> Json:
        answer = await self.repeat(message)
        await self.until(lambda me: me.seen.v >= answer["v"])
        return answer

    async def repeat(self, message: Json) -> Json:
        """Send exactly `message` and wait for its answer. Raises Refused."""
        future: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._waiting[message["id"]] = future
        await self.send_raw(json.dumps(message))
        return await asyncio.wait_for(future, PATIENCE_S)

    def act_message(self, action: Json, message_id: str) -> Json:
        """The `act` message for `action` at the decision now seen."""
        match = self.match
        return {
            "type": "act",
            "id": message_id,
            "match": match["id"],
            "deal": match["deal"],
            "turn": match["turn"],
            "step": match["step"],
            "action": action,
        }

    async def act(self, action: Json) -> Json:
        """Do `action` at the decision now seen."""
        return await self._effect(self.act_message(action, self._name("act")))

    @property
    def match(self) -> Json:
        """The running match as seen; there must be one."""
        assert self.seen.match is not None
        return self.seen.match

    @property
    def seat(self) -> int | None:
        """One's own seat."""
        for number, one in enumerate(self.seen.room["seats"]):
            if one is not None and one.get("player") == self.player:
                return number
        return None

    async def until(self, wanted: Callable[["Person"], bool]) -> None:
        """Wait until `wanted` holds of what was seen. Raises ConnectionError on a lost line."""
        async with asyncio.timeout(PATIENCE_S):
            while not wanted(self):
                if self.close_code is not None:
                    raise ConnectionError(f"closed with {self.close_code}")
                self._changed.clear()
                await self._changed.wait()

    async def until_closed(self) -> None:
        """Wait until the server has closed the socket."""
        async with asyncio.timeout(PATIENCE_S):
            while self.close_code is None:
                self._changed.clear()
                await self._changed.wait()

    def my_turn(self) -> bool:
        """Whether the view asks this person for an action."""
        return bool(self.seen.match and self.seen.match["legal"])

    async def play(
        self,
        choose: Callable[["Person"], Json],
        *,
        until: Callable[["Person"], bool] | None = None,
        retry: bool = False,
    ) -> None:
        """Play until the match has ended (or `until`), ready between deals.

        With `retry`, a lost line is opened again and unanswered messages are sent again.
        """
        over = until or (lambda me: me.seen.room.get("phase") == "ended")
        while True:
            try:
                await self.until(lambda me: over(me) or me.my_turn() or me._must_be_ready())
                if over(self):
                    return
                if self.my_turn():
                    await self._do(self.act_message(choose(self), self._name("act")), retry)
                elif self._must_be_ready():
                    await self._do({"type": "ready", "id": self._name("ready")}, retry)
            except (ConnectionError, ConnectionClosed):
                if not retry:
                    raise
                await self.come_back()

    def _name(self, kind: str) -> str:
        self._count += 1
        return f"{kind}-{self._count}-{random.getrandbits(32):x}"

    def _must_be_ready(self) -> bool:
        room = self.seen.room
        return room.get("phase") == "pause" and self.seat not in room["ready"]

    async def _do(self, message: Json, retry: bool) -> None:
        """Send `message` until it is answered; wait until its effect is seen."""
        while True:
            try:
                answer = await self.repeat(message)
                break
            except (ConnectionError, ConnectionClosed):
                if not retry:
                    raise
                await self.come_back()
            except Refused as refusal:
                if refusal.code == "rate_limited" or (refusal.code == "server_busy" and retry):
                    await asyncio.sleep(0.05)
                elif refusal.code in ("already_ready", "not_paused"):
                    return
                else:
                    raise
        self.accepted.append(message)
        await self.until(lambda me: me.seen.v >= answer["v"])

    async def come_back(self) -> None:
        """Open the socket again, as often as it takes, and catch up."""
        async with asyncio.timeout(PATIENCE_S):
            while True:
                with contextlib.suppress(
                    ConnectionError, ConnectionClosed, InvalidHandshake, OSError, Refused
                ):
                    await self.join(since=self.seen.v)
                    return
                await asyncio.sleep(0.05)


def first_legal(person: Person) -> Json:
    """Always the first legal action."""
    action: Json = person.match["legal"][0]
    return action


def any_legal(seed: int) -> Callable[[Person], Json]:
    """A chooser that picks among the legal actions, the same for the same seed."""
    dice = random.Random(seed)

    def choose(person: Person) -> Json:
        action: Json = dice.choice(person.match["legal"])
        return action

    return choose
