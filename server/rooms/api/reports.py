"""Reporting a player to the people who run the server (`manage.py reports` shows it to them)."""

from typing import Annotated, Final

import msgspec
from msgspec import UNSET, UnsetType
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.describe import describe
from accounts.errors import ApiError
from accounts.limits import HOUR, Limit
from accounts.requests import Body, JsonView, read_body
from server.rooms.api.asking import ask, find_room, guesser_of
from server.rooms.api.rooms import FINDING, TAG
from server.rooms.models import REASON_LENGTH, Report
from server.rooms.protocol import Line, Word
from server.rooms.runtime import Runtime
from server.rooms.talk import Spoken, check_text

_BY_PLAYER: Final = Limit("report", 20, HOUR)
_NOTHING: Final = {"type": "object", "additionalProperties": False}


class NewReport(Body):
    """The public id of the `player` to report, and in one's own words why."""

    player: Word
    reason: Annotated[str, msgspec.Meta(max_length=REASON_LENGTH)] | UnsetType = UNSET


class ReportView(JsonView):
    """What somebody says of somebody's behaviour in a room."""

    @describe(
        "Report a player",
        tag=TAG,
        name="report_player",
        body=NewReport,
        answers={201: _NOTHING},
        refusals={
            **FINDING,
            400: ["own_seat", "text_too_long", "bad_characters"],
            404: ["room_not_found", "no_such_player"],
        },
        player="needed",
    )
    def post(self, request: Request, code: str) -> Response:
        """Keep a report of somebody who sits or has talked in the room, with its last lines."""
        reporter, guesser = guesser_of(request)
        if reporter is None:
            raise ApiError("no_player", 401)
        wanted = read_body(request, NewReport)
        room = find_room(code, guesser).room
        if wanted.player == reporter.id:
            raise ApiError("own_seat")
        talk = ask(lambda runtime: _talk(runtime, room.code))
        names = {line.player: line.name for line in talk}
        names |= {one.player: one.name for one in room.seats if one and one.player is not None}
        if wanted.player not in names:
            raise ApiError("no_such_player", 404, player=wanted.player)
        reason = "" if wanted.reason is UNSET else _reason(wanted.reason)
        _BY_PLAYER.spend(reporter.id)
        Report.objects.create(
            room_code=room.code,
            reporter=reporter.id,
            player=wanted.player,
            name=names[wanted.player],
            reason=reason,
            talk=[msgspec.to_builtins(line) for line in talk],
        )
        return Response({}, status=201)


async def _talk(runtime: Runtime, code: str) -> list[Line]:
    said = await runtime.store.talked(code)
    return [Spoken.load(one.line).numbered(one.n) for one in said]


def _reason(raw: str) -> str:
    return check_text(raw) if raw.strip() else ""
