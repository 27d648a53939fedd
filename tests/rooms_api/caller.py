"""Somebody who calls the API, with a cookie of their own, and what they do in rooms."""

import json
from typing import Any

from django.test import AsyncClient

from server.rooms import seating, starting
from server.rooms.room import Room
from server.rooms.runtime import Runtime
from tests.rooms_api.described import check_described

Answered = tuple[int, Any]
"""A status and the JSON that came with it."""


class _Client(AsyncClient):
    def __init__(self, address: str) -> None:
        super().__init__(headers={"host": "localhost"})
        self._address = address

    def _base_scope(self, **request: Any) -> dict[str, Any]:
        return {**super()._base_scope(**request), "client": [self._address, 1]}


class Caller:
    """One caller. `player` and `name` are there once they are a guest."""

    def __init__(self, runtime: Runtime, address: str = "192.0.2.1") -> None:
        self.runtime = runtime
        self.player = ""
        self.name = ""
        self.client = _Client(address)

    async def arrive(self, name: str | None = None) -> "Caller":
        """Become a guest, called `name` if it is given."""
        status, answer = await self.post("/api/guest", {"lang": "en"})
        assert status == 200, answer
        if name is not None:
            status, answer = await self.call("PATCH", "/api/guest", {"name": name})
            assert status == 200, answer
        self.player, self.name = answer["player"]["id"], answer["player"]["name"]
        return self

    async def get(self, path: str) -> Answered:
        """GET `path`."""
        return await self.call("GET", path)

    async def post(self, path: str, body: Any = None) -> Answered:
        """POST `body` as JSON."""
        return await self.call("POST", path, {} if body is None else body)

    async def call(self, method: str, path: str, body: Any = None) -> Answered:
        """Any call; its answer must be what the schema says."""
        answer = await self.client.generic(
            method,
            path,
            b"" if body is None else json.dumps(body).encode(),
            content_type="application/json",
        )
        assert answer["Content-Type"] == "application/json"
        form = json.loads(answer.content)
        check_described(method, path, answer.status_code, form)
        return answer.status_code, form

    async def make(self, **choices: Any) -> str:
        """Make a room; its code."""
        status, answer = await self.post("/api/rooms", {"game": "remi", **choices})
        assert status == 201, answer
        code: str = answer["code"]
        return code

    async def sit(self, code: str, seat: int | None = None) -> None:
        """Sit down as over the socket."""
        await self._do(code, lambda room: seating.sit(room, self.player, self.name, seat))

    async def stand(self, code: str) -> None:
        """Leave the seat."""
        await self._do(code, lambda room: seating.stand(room, self.player))

    async def start(self, code: str) -> None:
        """Start a match, which nobody has promised a nonce for."""
        await self._do(code, lambda room: starting.start(room, self.player))

    async def _do(self, code: str, transition: Any) -> None:
        await self.runtime.service.change(code, transition)

    async def room(self, code: str) -> Room:
        """The room as the store has it."""
        kept = await self.runtime.service.load(code)
        assert kept is not None
        return kept.room


def refused(answered: Answered) -> tuple[int, str, Any]:
    """Status, code and data of a refusal."""
    status, form = answered
    assert set(form) == {"code", "data"}, form
    return status, form["code"], form["data"]
