"""How a view reaches the live parts of its process, and finds a room by its code."""

from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from asgiref.sync import async_to_sync
from django.conf import settings
from rest_framework.request import Request

from accounts.errors import ApiError
from accounts.identity import player_from_cookies
from accounts.limits import HOUR, Limit, address_of
from accounts.models import Player
from games.rules.core.errors import FormatError, RuleError
from games.store.store import StoreDown, StoreError
from server.rooms.guessing import Guesser
from server.rooms.runtime import Runtime, get_runtime
from server.rooms.service import CODE_ALPHABET, CODE_LENGTH, Kept, RoomLost

T = TypeVar("T")

_STATUS: Final = {
    "kicked": 403,
    "seat_taken": 409,
    "seat_claimed": 409,
    "seated_in_deal": 409,
    "already_seated": 409,
    "room_full": 409,
    "match_starting": 409,
    "server_busy": 503,
}
"""The status of a refusal by the room; 400 for every other."""
_KNOWN_SIGNS: Final = frozenset(CODE_ALPHABET)


def ask(work: Callable[[Runtime], Awaitable[T]]) -> T:
    """What `work` gives on the process's event loop.

    A room's refusal becomes an ApiError of the same code; no room is `room_not_found` (404), no
    store, or a room that only newer processes understand, `server_busy` (503).
    """

    async def with_runtime() -> T:
        return await work(await get_runtime())

    try:
        return async_to_sync(with_runtime)()
    except RoomLost as fault:
        raise ApiError("room_not_found", 404) from fault
    except (StoreDown, StoreError, FormatError) as fault:
        raise ApiError("server_busy", 503) from fault
    except RuleError as fault:
        raise ApiError(fault.code, _STATUS.get(fault.code, 400), **fault.data) from fault


def guesser_of(request: Request) -> tuple[Player | None, Guesser]:
    """The player who asks, if any, and who it is that looks up codes."""
    player = player_from_cookies(request.COOKIES)
    return player, Guesser(None if player is None else player.id, address_of(request))


def find_room(code: str, guesser: Guesser) -> Kept:
    """The room with this code, in either case.

    Raises ApiError `room_not_found` (404), `too_many_requests` (429) after too many of those (not
    to who has a seat there), or `server_busy` (503).
    """
    try:
        guesser.check()
    except ApiError:
        kept = load_room(code.upper())
        if kept is None or guesser.player is None or kept.room.seat_of(guesser.player) is None:
            raise
        return kept
    kept = load_room(code.upper())
    if kept is None:
        guesser.missed()
        raise ApiError("room_not_found", 404, room=code[:12])
    return kept


def load_room(code: str) -> Kept | None:
    """The room with this code, or None. Raises ApiError `server_busy` (503)."""
    if not is_code(code):
        return None
    return ask(lambda runtime: runtime.service.load(code))


def is_code(code: str) -> bool:
    """Whether a room or a gathering might have this code."""
    return len(code) == CODE_LENGTH and set(code) <= _KNOWN_SIGNS


def spend_room(request: Request) -> None:
    """Count a new room of the caller's address. Raises ApiError `too_many_requests` (429)."""
    Limit("room", settings.MEJA_NEW_ROOMS_PER_HOUR, HOUR).spend(address_of(request))
