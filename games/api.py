"""Finished matches over HTTP."""

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.errors import ApiError
from accounts.identity import player_from_cookies
from accounts.requests import JsonView
from games.records import match_record, participants


class RecordView(JsonView):
    """The record of a finished match."""

    def get(self, request: Request, match_id: str) -> Response:
        """The whole record, for those who played; `match_not_found` (404) for everybody else."""
        player = player_from_cookies(request.COOKIES)
        record = None if player is None else match_record(match_id)
        if player is None or record is None or player.id not in participants(record):
            raise ApiError("match_not_found", 404, match=match_id[:64])
        return Response(record)
