"""`/api/guest`: becoming a guest, asking who one is, choosing a name."""

from typing import Any

from django.conf import settings
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.errors import ApiError
from accounts.guests import LANGUAGES, make_guest, rename
from accounts.identity import key_from_cookies, new_key, player_from_cookies, set_player_cookie
from accounts.models import Player
from accounts.names import BadNameError
from accounts.requests import AddressLimit, JsonView, read_fields


def player_form(player: Player) -> dict[str, Any]:
    """What a player is told of themselves."""
    return {"player": {"id": player.id, "name": player.name}}


def player_of(request: Request) -> Player:
    """The player who asks. Raises ApiError `no_player` (401)."""
    player = player_from_cookies(request.COOKIES)
    if player is None:
        raise ApiError("no_player", 401)
    return player


class GuestView(JsonView):
    """The guest behind the cookie `meja_player`."""

    def get(self, request: Request) -> Response:
        """Who one is; `no_player` (401) without a good cookie."""
        return _answer(player_of(request))

    def post(self, request: Request) -> Response:
        """Become a guest, or stay who one is; sets the cookie, which lives on from now."""
        language = read_fields(request, {"lang": str})["lang"]
        if language not in LANGUAGES:
            raise ApiError("unknown_language", known=list(LANGUAGES))
        player = player_from_cookies(request.COOKIES)
        key = key_from_cookies(request.COOKIES)
        if player is None or key is None:
            limit = AddressLimit("guest", getattr(settings, "MEJA_NEW_GUESTS_PER_HOUR", 300))
            limit.spend(request, self)
            key = new_key()
            player = make_guest(language, key)
        elif player.language != language:
            player.language = language
            player.save(update_fields=["language"])
        response = _answer(player)
        set_player_cookie(request._request, response, key)
        return response

    def patch(self, request: Request) -> Response:
        """Choose a name; the codes of a refusal are those of `accounts.names.BadNameError`."""
        player = player_of(request)
        raw = read_fields(request, {"name": str})["name"]
        try:
            rename(player, raw)
        except BadNameError as refusal:
            status = 409 if refusal.code == "name_taken" else 400
            raise ApiError(refusal.code, status, **refusal.data) from refusal
        return _answer(player)


def _answer(player: Player) -> Response:
    return Response(player_form(player))
