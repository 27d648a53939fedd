"""Rooms over HTTP: make one, find one, and what there is to play."""

from functools import cache
from typing import Any

import msgspec
from asgiref.sync import async_to_sync
from django.conf import settings
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import player_of
from accounts.errors import ApiError
from accounts.requests import AddressLimit, JsonView, read_fields
from games.rules.core.errors import RuleError
from games.rules.core.registry import all_games
from games.store.errors import StoreDown, StoreError
from server.rooms.protocol import MESSAGE_FORMAT, AnyClientMessage, AnyServerMessage
from server.rooms.room import Room
from server.rooms.runtime import get_runtime


class GamesView(JsonView):
    """The games there are."""

    def get(self, request: Request) -> Response:
        """Every game's name, seats and CPU levels (weakest first)."""
        return Response(
            {
                "games": [
                    {"name": game.name, "seats": game.seats, "levels": list(game.levels)}
                    for game in all_games().values()
                ]
            }
        )


class RoomsView(JsonView):
    """All rooms."""

    def post(self, request: Request) -> Response:
        """Make a room; the caller is its host.

        Refusals: `no_player` (401), `unknown_game`, `too_many_requests` (429), `server_busy` (503).
        """
        player = player_of(request)
        game = read_fields(request, {"game": str})["game"]
        AddressLimit("room", settings.MEJA_NEW_ROOMS_PER_HOUR).spend(request, self)
        try:
            room = async_to_sync(_create)(game, player.id)
        except RuleError as fault:
            raise ApiError(fault.code, 400, **fault.data) from fault
        except (StoreDown, StoreError) as fault:
            raise ApiError("server_busy", 503) from fault
        return Response({"code": room.code}, status=201)


class RoomView(JsonView):
    """One room."""

    def get(self, request: Request, code: str) -> Response:
        """What anybody with the code may know before joining; `room_not_found` (404)."""
        try:
            room = async_to_sync(_find)(code.upper())
        except (StoreDown, StoreError) as fault:
            raise ApiError("server_busy", 503) from fault
        if room is None:
            raise ApiError("room_not_found", 404, room=code[:12])
        return Response({"code": room.code, "game": room.game, "phase": room.phase})


class ProtocolView(JsonView):
    """The socket's messages, for machines."""

    def get(self, request: Request) -> Response:
        """The JSON Schema of every message, both ways."""
        return Response(protocol_schema())


@cache
def protocol_schema() -> dict[str, Any]:
    """``{"format", "client", "server", "$defs"}``: two schemas and the definitions they share."""
    (client, server), definitions = msgspec.json.schema_components(
        [AnyClientMessage, AnyServerMessage], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "format": MESSAGE_FORMAT,
        "client": client,
        "server": server,
        "$defs": definitions,
    }


async def _create(game: str, host: str) -> Room:
    return await (await get_runtime()).service.create(game, host)


async def _find(code: str) -> Room | None:
    kept = await (await get_runtime()).service.load(code)
    return None if kept is None else kept.room
