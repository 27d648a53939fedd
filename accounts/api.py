"""`/api/guest`: becoming a guest, asking who one is, choosing a name."""

from typing import Final

from django.conf import settings
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.describe import describe
from accounts.errors import ApiError
from accounts.guests import LANGUAGES, make_guest, rename
from accounts.identity import key_from_cookies, new_key, player_from_cookies, set_player_cookie
from accounts.limits import HOUR, Limit, address_of
from accounts.models import Player
from accounts.names import NAME_CODES, BadNameError
from accounts.requests import Answer, Body, JsonView, answer, read_body

TAG: Final = "players"


class NewGuest(Body):
    """`lang` is the page's language (`bn`, `id` or `en`), in which a new guest is named."""

    lang: str


class NewName(Body):
    """`name` has 2 to 20 characters of one living script; spaces, `-` and `_` may part them."""

    name: str


class PlayerForm(Answer):
    """A player: the public id and the name."""

    id: str
    name: str


class Me(Answer):
    """What a player is told of themselves."""

    player: PlayerForm


def me_form(player: Player) -> Me:
    """What `player` is told of themselves."""
    return Me(player=PlayerForm(id=player.id, name=player.name))


def player_of(request: Request) -> Player:
    """The player who asks. Raises ApiError `no_player` (401)."""
    player = player_from_cookies(request.COOKIES)
    if player is None:
        raise ApiError("no_player", 401)
    return player


class GuestView(JsonView):
    """The guest behind the cookie `meja_player`."""

    @describe("Who am I?", tag=TAG, name="get_guest", answers={200: Me}, player="needed")
    def get(self, request: Request) -> Response:
        """The player whose cookie comes with the call."""
        return answer(me_form(player_of(request)))

    @describe(
        "Become a guest",
        tag=TAG,
        name="open_guest",
        body=NewGuest,
        answers={200: Me},
        refusals={400: ["unknown_language"], 429: ["too_many_requests"]},
        player="welcome",
    )
    def post(self, request: Request) -> Response:
        """Become a guest, or stay who one is; sets the cookie, which lives on from now."""
        language = read_body(request, NewGuest).lang
        if language not in LANGUAGES:
            raise ApiError("unknown_language", known=list(LANGUAGES))
        player = player_from_cookies(request.COOKIES)
        key = key_from_cookies(request.COOKIES)
        if player is None or key is None:
            Limit("guest", settings.MEJA_NEW_GUESTS_PER_HOUR, HOUR).spend(address_of(request))
            key = new_key()
            player = make_guest(language, key)
        elif player.language != language:
            player.language = language
            player.save(update_fields=["language"])
        response = answer(me_form(player))
        set_player_cookie(request._request, response, key)
        return response

    @describe(
        "Choose a name",
        tag=TAG,
        name="rename_guest",
        body=NewName,
        answers={200: Me},
        refusals={400: NAME_CODES, 409: ["name_taken"]},
        player="needed",
    )
    def patch(self, request: Request) -> Response:
        """Choose another name; no two players have names that look alike."""
        player = player_of(request)
        try:
            rename(player, read_body(request, NewName).name)
        except BadNameError as refusal:
            status = 409 if refusal.code == "name_taken" else 400
            raise ApiError(refusal.code, status, **refusal.data) from refusal
        return answer(me_form(player))
