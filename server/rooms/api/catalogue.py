"""What there is to play, and the socket's messages for machines."""

from functools import cache
from typing import Any, Final

import msgspec
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.describe import describe
from accounts.requests import Answer, JsonView, answer
from games.rules.core.registry import all_games
from server.rooms.protocol import MESSAGE_FORMAT, AnyClientMessage, AnyServerMessage

TAG: Final = "games"


class GameInfo(Answer):
    """A game: its name, its seats, and the levels of its CPUs, weakest first."""

    name: str
    seats: int
    levels: list[str]


class GameList(Answer):
    """All games."""

    games: list[GameInfo]


class GamesView(JsonView):
    """The games there are."""

    @describe("List the games", tag=TAG, name="list_games", answers={200: GameList})
    def get(self, request: Request) -> Response:
        """Every game's name, seats and CPU levels (weakest first)."""
        games = [
            GameInfo(name=game.name, seats=game.seats, levels=list(game.offered_levels))
            for game in all_games().values()
        ]
        return answer(GameList(games=games))


class ProtocolView(JsonView):
    """The socket's messages, for machines."""

    @describe(
        "The socket's messages", tag=TAG, name="get_protocol", answers={200: OpenApiTypes.OBJECT}
    )
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
