"""Quick match: a public room of a game with a place in it, or a new one."""

import time
from collections.abc import Callable, Iterator
from typing import Final

from django.utils.crypto import salted_hmac
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import player_of
from accounts.describe import describe
from accounts.requests import Answer, Body, JsonView, answer, read_body
from accounts.shared_cache import shared_cache
from games.rules.core.registry import get_game
from server.rooms.api.asking import ask, load_room, spend_room
from server.rooms.api.rooms import MAKING, TAG, public_rooms
from server.rooms.protocol import Word
from server.rooms.room import Room, RoomOptions
from server.rooms.service import CODE_ALPHABET, CODE_LENGTH, Kept, new_code

now: Callable[[], float] = time.time
"""The clock, in seconds; tests put theirs here."""

_WINDOW_S: Final = 60
_CODES_A_WINDOW: Final = 30
_KEPT_FREE_S: Final = 15
"""How long a seat is kept for somebody who was sent to it."""


class Quick(Body):
    """Of which `game`; with `fill`, CPUs take the seats that stay empty for a while."""

    game: Word
    fill: bool = True


class QuickMatch(Answer):
    """The room to open and sit down in; `made`: it is new."""

    code: str
    made: bool


class QuickView(JsonView):
    """A seat at any table."""

    @describe(
        "Quick match",
        tag=TAG,
        name="quick_match",
        body=Quick,
        answers={200: QuickMatch},
        refusals={**MAKING, 400: ["unknown_game"]},
        player="needed",
    )
    def post(self, request: Request) -> Response:
        """Find a public room whose match starts soon, or make one. Open it, and sit down."""
        player = player_of(request).id
        wanted = read_body(request, Quick)
        get_game(wanted.game)
        for code in _open_codes(wanted.game):
            if _sent_to(load_room(code), player, wanted):
                return answer(QuickMatch(code=code, made=False))
        for code in _coming_codes(wanted):
            kept = load_room(code)
            if kept is None:
                spend_room(request)
                if (room := _make(code, player, wanted)) is not None:
                    _keep_free(room, player)
                    return answer(QuickMatch(code=code, made=True))
                kept = load_room(code)
            if _sent_to(kept, player, wanted):
                return answer(QuickMatch(code=code, made=False))
        raise AssertionError("the codes do not end")


def _open_codes(game: str) -> list[str]:
    """The lobbies of quick rooms that are listed, the fullest first."""
    return [
        room.code
        for room in public_rooms()
        if room.quick and room.game == game and room.phase == "lobby" and room.free > 0
    ]


def _coming_codes(wanted: Quick) -> Iterator[str]:
    """Codes for a new room: at first those that everybody who asks the same this minute tries.

    So of two callers in one moment, in whatever processes, one makes the room and the other
    finds it.
    """
    window = int(now() // _WINDOW_S)
    for number in range(_CODES_A_WINDOW):
        said = f"{wanted.game} {wanted.fill} {window} {number}"
        digest = salted_hmac("meja.quick", said, algorithm="sha256").digest()
        yield "".join(CODE_ALPHABET[byte % len(CODE_ALPHABET)] for byte in digest[:CODE_LENGTH])
    while True:
        yield new_code()


def _make(code: str, player: str, wanted: Quick) -> Room | None:
    options = RoomOptions(public=True, chat=False, quick=True, fill=wanted.fill)
    return ask(lambda runtime: runtime.service.create_at(code, wanted.game, player, options))


def _sent_to(kept: Kept | None, player: str, wanted: Quick) -> bool:
    """Whether `player` may go there now; a seat is then kept free for a moment."""
    if kept is None:
        return False
    room = kept.room
    options = room.options
    fits = (
        room.game == wanted.game
        and room.phase == "lobby"
        and (options.public, options.quick, options.fill) == (True, True, wanted.fill)
        and player not in room.kicked
    )
    return fits and (player in room.seated or _keep_free(room, player))


def _keep_free(room: Room, player: str) -> bool:
    """Whether a free seat of the lobby is, or now becomes, kept for `player`."""
    cache = shared_cache()
    for seat, occupant in enumerate(room.seats):
        if occupant is not None and occupant.kind == "person":
            continue
        key = f"quick:{room.code}:{seat}"
        try:
            if cache.add(key, player, timeout=_KEPT_FREE_S) or cache.get(key) == player:
                return True
        except Exception:  # the cache is away: who comes too late finds the table full
            return True
    return False
