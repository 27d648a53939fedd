"""Finished matches over HTTP."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.describe import describe
from accounts.errors import ApiError
from accounts.identity import player_from_cookies
from accounts.requests import JsonView
from games.records import match_record, participants
from games.rules.core.errors import RuleError
from games.rules.core.record import parse_record, write_text


class RecordView(JsonView):
    """The record of a finished match."""

    @describe(
        "Get a match's record",
        tag="matches",
        name="get_record",
        answers={
            (200, "application/json"): OpenApiTypes.OBJECT,
            (200, "text/plain"): OpenApiTypes.STR,
        },
        refusals={400: ["wrong_field"], 404: ["match_not_found"], 409: ["not_replayable"]},
        player="welcome",
        parameters=[OpenApiParameter("form", str, enum=["json", "text"], default="json")],
    )
    def get(self, request: Request, match_id: str) -> Response | HttpResponse:
        """The whole record, for those who played; `match_not_found` (404) for everybody else.

        ``?form=text`` gives the text form, or `not_replayable` (409) where these rules do not
        accept the actions; another form than it and ``json`` is `wrong_field`.
        """
        form = request.query_params.get("form", "json")
        if form not in ("json", "text"):
            raise ApiError("wrong_field", field="form")
        player = player_from_cookies(request.COOKIES)
        record = None if player is None else match_record(match_id)
        if player is None or record is None or player.id not in participants(record):
            raise ApiError("match_not_found", 404, match=match_id[:64])
        if form == "text":
            return _text_answer(record)
        return Response(record)


def _text_answer(record: Mapping[str, Any]) -> HttpResponse:
    try:
        text = write_text(parse_record(record))
    except RuleError as fault:
        raise ApiError("not_replayable", 409, reason=fault.code) from fault
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
