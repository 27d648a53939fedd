"""Rooms over HTTP: make one, list the public ones, find one, sit down, watch."""

from typing import Any, Final

import msgspec
from drf_spectacular.utils import OpenApiParameter
from msgspec import UNSET, UnsetType
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import player_of
from accounts.describe import describe
from accounts.errors import ApiError
from accounts.models import Player
from accounts.requests import Answer, Body, JsonView, answer, read_body
from games.rules.core.errors import RuleError
from games.rules.core.registry import get_game
from games.store.store import Listed
from server.rooms import seating
from server.rooms.api.asking import ask, find_room, guesser_of, spend_room
from server.rooms.api.brief import Brief
from server.rooms.listing import RoomSummary, in_order, read_listing, summary
from server.rooms.protocol import Clock, Pace, SeatNumber, Word
from server.rooms.room import Change, Room, RoomOptions, check_options
from server.rooms.runtime import Runtime
from server.rooms.service import Kept
from server.rooms.views import may_see_match, view_log, view_match, view_room

TAG: Final = "rooms"
MOST_LISTED: Final = 100
EMPTY_FOR_MS: Final = 30_000
"""A public room that nobody of its people is connected to is listed for so long."""

FINDING: Final = {404: ["room_not_found"], 429: ["too_many_requests"], 503: ["server_busy"]}
MAKING: Final = {
    400: ["unknown_game", "unknown_level"],
    429: ["too_many_requests"],
    503: ["server_busy"],
}


class RoomChoices(Body):
    """What a room is made with; what is not named is the server's choice.

    `level` is that of the CPUs and `pace` how soon they move, `clock` the seconds of a turn (0:
    none), `watchers` whether others may watch, `chat` whether people may write freely.
    """

    level: Word | UnsetType = UNSET
    clock: Clock = 0
    watchers: bool = True
    chat: bool | UnsetType = UNSET
    pace: Pace = "normal"

    def options(self, *, public: bool = False, gathering: str | None = None) -> RoomOptions:
        """The room's options; chat is on where strangers do not come."""
        chosen: dict[str, Any] = {} if self.level is UNSET else {"level": self.level}
        return RoomOptions(
            public=public,
            clock=self.clock,
            watchers=self.watchers,
            chat=not public if self.chat is UNSET else self.chat,
            gathering=gathering,
            pace=self.pace,
            **chosen,
        )


class NewRoom(RoomChoices, kw_only=True):
    """A room to make: of which `game`, and whether it is in the `public` list.

    The other choices are the server's where they are not named. `level` is that of the CPUs and
    `pace` how soon they move, `clock` the seconds of a turn (0: none), `watchers` whether others
    may watch, `chat` whether people may write freely (not in public rooms, unless it is named).
    """

    game: Word
    public: bool = False


class RoomMade(Answer):
    """The code of the new room."""

    code: str


class RoomList(Answer):
    """Public rooms: those with a seat in the lobby first, then seats of CPUs, then to watch."""

    rooms: list[RoomSummary]


class RoomInfo(RoomSummary, frozen=True, kw_only=True):
    """A room from outside, and whether it is in the public list."""

    public: bool


class Joining(Body):
    """The wanted `seat`; the first free one where none is named."""

    seat: SeatNumber | UnsetType = UNSET


class Joined(Answer):
    """Where one sits; `claimed`: only from the next deal on."""

    code: str
    seat: int
    claimed: bool


class RoomState(Answer):
    """The room at version `v` as a watcher sees it, in the forms of docs/protocol.md."""

    v: int
    room: dict[str, Any]
    match: dict[str, Any] | None
    log: list[dict[str, Any]]


_public_rooms: Final[Brief[list[RoomSummary]]] = Brief()


def public_rooms() -> list[RoomSummary]:
    """The public rooms somebody is in, in the list's order. Raises ApiError `server_busy`."""
    return _public_rooms.get("all", _read_public_rooms)


def _read_public_rooms() -> list[RoomSummary]:
    async def listed(runtime: Runtime) -> list[Listed]:
        return await runtime.store.listed()

    found = (
        read_listing(one.listing)
        for one in ask(listed)
        if one.empty_ms is None or one.empty_ms < EMPTY_FOR_MS
    )
    return in_order([room for room in found if room is not None])


class RoomsView(JsonView):
    """All rooms."""

    @describe(
        "List the public rooms",
        tag=TAG,
        name="list_rooms",
        answers={200: RoomList},
        refusals={400: ["unknown_game"], 503: ["server_busy"]},
        parameters=[OpenApiParameter("game", str, description="Only the rooms of this game.")],
    )
    def get(self, request: Request) -> Response:
        """The rooms that everybody may join or watch, at most a hundred."""
        game = request.query_params.get("game")
        if game is not None:
            get_game(game)
        rooms = [room for room in public_rooms() if game in (None, room.game)]
        return answer(RoomList(rooms=rooms[:MOST_LISTED]))

    @describe(
        "Make a room",
        tag=TAG,
        name="make_room",
        body=NewRoom,
        answers={201: RoomMade},
        refusals=MAKING,
        player="needed",
    )
    def post(self, request: Request) -> Response:
        """Make a room; the caller is its host."""
        player = player_of(request)
        wanted = read_body(request, NewRoom)
        options = wanted.options(public=wanted.public)
        check_options(wanted.game, options)
        spend_room(request)
        room = ask(lambda runtime: runtime.service.create(wanted.game, player.id, options))
        return answer(RoomMade(code=room.code), 201)


class RoomView(JsonView):
    """One room."""

    @describe(
        "Find a room by its code",
        tag=TAG,
        name="find_room",
        answers={200: RoomInfo},
        refusals=FINDING,
        player="welcome",
    )
    def get(self, request: Request, code: str) -> Response:
        """What anybody who has the code may know before joining."""
        _, guesser = guesser_of(request)
        room = find_room(code, guesser).room
        found = summary(room)
        if not found.host_name:
            found = msgspec.structs.replace(found, host_name=_name_of(room.host))
        info = RoomInfo(**msgspec.structs.asdict(found), public=room.options.public)
        return answer(info)


class JoinView(JsonView):
    """A seat in a room."""

    @describe(
        "Sit down",
        tag=TAG,
        name="join_room",
        body=Joining,
        answers={200: Joined},
        refusals=FINDING
        | {
            400: ["no_such_seat"],
            403: ["kicked"],
            409: ["room_full", "seat_taken", "seat_claimed", "seated_in_deal", "match_starting"],
        },
        player="needed",
    )
    def post(self, request: Request, code: str) -> Response:
        """Take a seat, or claim a CPU's seat for the next deal; who has one without naming another
        is told which. A player who does not open the room's socket soon counts as away."""
        player, guesser = guesser_of(request)
        if player is None:
            raise ApiError("no_player", 401)
        wanted = read_body(request, Joining).seat
        room = find_room(code, guesser).room
        seat = None if wanted is UNSET else wanted
        return answer(_place(_sit(room.code, player, seat), player.id))


class StateView(JsonView):
    """What is to be seen at a table."""

    @describe(
        "Watch",
        tag=TAG,
        name="watch_room",
        answers={200: RoomState},
        refusals=FINDING | {403: ["watchers_not_allowed"]},
        player="welcome",
    )
    def get(self, request: Request, code: str) -> Response:
        """The room, its match and the running deal's public events, as a watcher sees them."""
        player, guesser = guesser_of(request)
        kept = find_room(code, guesser)
        room = kept.room
        seated = player is not None and room.seat_of(player.id) is not None
        if not (seated or may_see_match(room, None)):
            raise ApiError("watchers_not_allowed", 403)
        return answer(
            RoomState(
                v=kept.version,
                room=view_room(room),
                match=view_match(room, None),
                log=view_log(room, None),
            )
        )


def _sit(code: str, player: Player, seat: int | None) -> Room:
    """The room once `player` has a seat or a claim there."""
    after: list[Room] = []

    def sit(room: Room) -> Change:
        change = seating.sit(room, player.id, player.name, seat)
        after.append(change.room)
        return change

    async def change(runtime: Runtime) -> Kept | None:
        try:
            await runtime.service.change(code, sit)
        except RuleError as fault:
            if fault.code != "already_seated":
                raise
            return await runtime.service.load(code)
        return None

    seated_before = ask(change)
    return after[-1] if seated_before is None else seated_before.room


def _place(room: Room, player: str) -> Joined:
    seat = room.seat_of(player)
    if seat is not None:
        return Joined(code=room.code, seat=seat, claimed=False)
    for claim in room.claims:
        if claim.player == player:
            return Joined(code=room.code, seat=claim.seat, claimed=True)
    raise ApiError("server_busy", 503)  # stood up again in the same moment


def _name_of(player: str) -> str:
    return Player.objects.filter(pk=player).values_list("name", flat=True).first() or ""
