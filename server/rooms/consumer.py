"""The socket of a room: parse, call, answer. What happens to a room is decided elsewhere."""

import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final
from urllib.parse import parse_qs

import msgspec
from asgiref.sync import sync_to_async
from autobahn.exception import Disconnected
from channels.consumer import AsyncConsumer
from channels.db import database_sync_to_async
from django.conf import settings
from django.db import DatabaseError

from accounts.errors import ApiError
from accounts.identity import who_for_scope
from accounts.models import Player
from games.rules.core.errors import FormatError, RuleError
from games.store.errors import StoreDown, StoreError
from server.rooms.bucket import FLOOD, Bucket
from server.rooms.door import RoomCrowded, Since
from server.rooms.guessing import Guesser
from server.rooms.local_room import CLOSE_LOST, CLOSE_RESTART
from server.rooms.parse import Malformed, parse_message
from server.rooms.protocol import (
    AnyClientMessage,
    Error,
    IdentifiedMessage,
    Ping,
    Pong,
    Rename,
    Say,
    Sit,
    Sync,
)
from server.rooms.runtime import Runtime, get_runtime
from server.rooms.service import Request, RoomLost
from server.rooms.transitions import transition

_json = msgspec.json.Encoder().encode
_log = logging.getLogger(__name__)

CLOSE_NO_PLAYER: Final = 4401
CLOSE_CROWDED: Final = 4409
CLOSE_FLOODING: Final = 4429


class RoomConsumer(AsyncConsumer):
    """One client in one room."""

    player = ""
    name = ""

    async def __call__(
        self,
        scope: dict[str, Any],
        receive: Callable[[], Awaitable[dict[str, Any]]],
        send: Callable[[dict[str, Any]], Awaitable[None]],
    ) -> None:
        # Channels' own loop checks old database connections in a thread for every
        # message; few of a room's messages touch the database.
        self._send = send
        self._ended = False
        code = str(scope["url_route"]["kwargs"]["code"]).upper()
        if (await receive())["type"] != "websocket.connect":
            return
        await send({"type": "websocket.accept"})
        try:
            who = await who_for_scope(scope)
        except DatabaseError:
            await self._refuse(None, RuleError("server_busy"))
            await self.end(CLOSE_RESTART)
            return
        if who is None:
            await self._refuse(None, RuleError("no_player"))
            await self.end(CLOSE_NO_PLAYER)
            return
        self.player, self.name = who.player_id, who.name
        try:
            runtime = await get_runtime()
            if not await self._join(runtime, code, scope):
                return
            try:
                await self._listen(runtime, code, receive)
            finally:
                await runtime.hub.leave(code, self)
        except (StoreDown, StoreError):
            await self._refuse(None, RuleError("server_busy"))
            await self.end(CLOSE_RESTART)
        except FormatError as fault:
            # A newer process wrote the room; coming back may reach one that can read it.
            await self._refuse(None, fault)
            await self.end(CLOSE_RESTART)

    async def _join(self, runtime: Runtime, code: str, scope: dict[str, Any]) -> bool:
        query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
        since = Since.parse(query.get("since", [""])[0])
        guesser = Guesser(self.player, address="")
        try:
            await sync_to_async(guesser.check, thread_sensitive=False)()
        except ApiError as refusal:
            kept = await runtime.service.load(code)
            if kept is None or kept.room.seat_of(self.player) is None:
                await self._refuse(None, RuleError(refusal.error, **refusal.data))
                await self.end(CLOSE_FLOODING)
                return False
        try:
            if await runtime.hub.join(code, self, since):
                return True
        except RoomCrowded as fault:
            await self._refuse(None, fault)
            await self.end(CLOSE_CROWDED)
            return False
        await sync_to_async(guesser.missed, thread_sensitive=False)()
        await self._refuse(None, RuleError("room_lost" if since else "room_not_found", room=code))
        await self.end(CLOSE_LOST)
        return False

    async def _listen(
        self, runtime: Runtime, code: str, receive: Callable[[], Awaitable[dict[str, Any]]]
    ) -> None:
        bucket = Bucket(settings.MEJA_MESSAGES_PER_SECOND)
        while not self._ended:
            frame = await receive()
            if frame["type"] == "websocket.disconnect":
                self._ended = True
                return
            passed = bucket.take()
            if bucket.refused >= FLOOD:
                await self._refuse(None, RuleError("flooding"))
                await self.end(CLOSE_FLOODING)
                return
            try:
                message = parse_message(frame.get("text"))
            except Malformed as fault:
                await self._refuse(fault.id, fault if passed else RuleError("rate_limited"))
                continue
            if passed:
                await self._handle(runtime, code, message)
            else:
                await self._refuse(getattr(message, "id", None), RuleError("rate_limited"))

    async def _handle(self, runtime: Runtime, code: str, message: AnyClientMessage) -> None:
        if isinstance(message, Ping):
            await self.deliver(_json(Pong()))
        elif isinstance(message, Sync):
            try:
                await runtime.hub.show(code, self)
            except (StoreDown, StoreError):
                await self._refuse(None, RuleError("server_busy"))
        else:
            try:
                await self.deliver(await self._ask(runtime, code, message))
            except RoomLost as fault:
                await self._refuse(message.id, fault)
                await self.end(CLOSE_LOST)
            except (StoreDown, StoreError, DatabaseError):
                await self._refuse(message.id, RuleError("server_busy"))
            except RuleError as fault:
                await self._refuse(message.id, fault)

    async def _ask(self, runtime: Runtime, code: str, message: IdentifiedMessage) -> bytes:
        """The encoded answer. Raises what `RoomService` raises, and DatabaseError."""
        if isinstance(message, Say):
            return await runtime.service.say(code, self.player, self.name, message)
        if isinstance(message, Sit | Rename):
            self.name = await _present_name(self.player) or self.name
        return await runtime.service.change(
            code,
            lambda room: transition(room, self.player, self.name, message),
            Request.of(self.player, message),
        )

    async def _refuse(self, message_id: str | None, fault: RuleError) -> None:
        await self.deliver(_json(Error(message_id, fault.code, dict(fault.data))))

    async def deliver(self, message: bytes) -> None:
        """Send an encoded message."""
        if not self._ended:
            with contextlib.suppress(Disconnected):  # gone before its answer: `receive` will say
                await self._send({"type": "websocket.send", "text": message.decode()})

    async def end(self, code: int) -> None:
        """Close the socket with `code`."""
        if not self._ended:
            self._ended = True
            await self._send({"type": "websocket.close", "code": code})


def _name_in_database(player: str) -> str | None:
    return Player.objects.filter(pk=player).values_list("name", flat=True).first()


_present_name: Callable[[str], Awaitable[str | None]] = database_sync_to_async(
    _name_in_database, thread_sensitive=False
)
