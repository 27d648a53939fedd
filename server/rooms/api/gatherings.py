"""Gatherings over HTTP: one link for a class or a club, spread over rooms of one game."""

from typing import Final

from django.utils import timezone
from msgspec import UNSET, UnsetType
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import player_of
from accounts.describe import describe
from accounts.errors import ApiError
from accounts.requests import Answer, JsonView, answer, read_body
from server.rooms import gatherings
from server.rooms.api.asking import ask, guesser_of, is_code, spend_room
from server.rooms.api.brief import Brief
from server.rooms.api.rooms import MAKING, RoomChoices, RoomMade
from server.rooms.guessing import Guesser
from server.rooms.listing import summary
from server.rooms.models import TITLE_LENGTH, Gathering, GatheringRoom
from server.rooms.protocol import Word
from server.rooms.room import Phase, Room, RoomOptions, check_options
from server.rooms.runtime import Runtime
from server.rooms.service import new_code
from server.rooms.talk import check_text

TAG: Final = "gatherings"
FINDING: Final = {404: ["gathering_not_found"], 429: ["too_many_requests"], 503: ["server_busy"]}

_TRIES: Final = 4


class NewGathering(RoomChoices, kw_only=True):
    """A gathering to make: of which `game`, under what `title`.

    The other choices are those of its rooms, see NewRoom.
    """

    game: Word
    title: str | UnsetType = UNSET


class GatheringRoomForm(Answer):
    """A room of a gathering; `people` are the names of those who have a seat."""

    code: str
    phase: Phase
    people: list[str]
    free: int
    match_number: int


class GatheringResult(Answer):
    """A player's finished matches in a gathering."""

    name: str
    player: str
    matches: int
    wins: int


class GatheringForm(Answer):
    """A gathering with its rooms, oldest first, and its results, best first."""

    code: str
    game: str
    title: str
    host_name: str
    rooms: list[GatheringRoomForm]
    results: list[GatheringResult]


class Sent(Answer):
    """The code of the caller's room."""

    room: str


class GatheringsView(JsonView):
    """All gatherings."""

    @describe(
        "Make a gathering",
        tag=TAG,
        name="make_gathering",
        body=NewGathering,
        answers={201: RoomMade},
        refusals={**MAKING, 400: [*MAKING[400], "text_too_long", "bad_characters"]},
        player="needed",
    )
    def post(self, request: Request) -> Response:
        """Make a link that spreads its visitors over private rooms of one game."""
        player = player_of(request)
        wanted = read_body(request, NewGathering)
        options = wanted.options()
        check_options(wanted.game, options)
        title = "" if wanted.title is UNSET else _title(wanted.title)
        spend_room(request)
        gathering = Gathering.objects.create(
            code=new_code(),
            game=wanted.game,
            title=title,
            host=player.id,
            host_name=player.name,
            options={
                "level": options.level,
                "clock": options.clock,
                "watchers": options.watchers,
                "chat": options.chat,
                "pace": options.pace,
            },
        )
        return answer(RoomMade(code=gathering.code), 201)


class GatheringView(JsonView):
    """One gathering."""

    @describe(
        "Look at a gathering",
        tag=TAG,
        name="find_gathering",
        answers={200: GatheringForm},
        refusals=FINDING,
        player="welcome",
    )
    def get(self, request: Request, code: str) -> Response:
        """Its rooms, who sits there, and the results of its matches."""
        _, guesser = guesser_of(request)
        gathering = _find(code, guesser)
        return answer(_forms.get(gathering.code, lambda: _form(gathering)))


class GatheringJoinView(JsonView):
    """A visitor's room."""

    @describe(
        "Join a gathering",
        tag=TAG,
        name="join_gathering",
        answers={200: Sent},
        refusals=FINDING,
        player="needed",
    )
    def post(self, request: Request, code: str) -> Response:
        """The room to open and sit down in: the same each time, while there is a place in it."""
        player, guesser = guesser_of(request)
        if player is None:
            raise ApiError("no_player", 401)
        gathering = _find(code, guesser)
        for _ in range(_TRIES):
            rooms = _load(gatherings.made_codes(gathering))
            row = gatherings.send(gathering, player.id, rooms, timezone.now())
            if row.made or _made(gathering, row):
                return answer(Sent(room=row.code))
            gatherings.note_gone(row.code)
        raise ApiError("server_busy", 503)


_forms: Final[Brief[GatheringForm]] = Brief()


def _title(raw: str) -> str:
    title = check_text(raw) if raw.strip() else ""
    if len(title) > TITLE_LENGTH:
        raise ApiError("text_too_long", max=TITLE_LENGTH)
    return title


def _find(code: str, guesser: Guesser) -> Gathering:
    guesser.check()
    wanted = code.upper()
    gathering = Gathering.objects.filter(pk=wanted).first() if is_code(wanted) else None
    if gathering is None:
        guesser.missed()
        raise ApiError("gathering_not_found", 404, gathering=code[:12])
    return gathering


def _load(codes: list[str]) -> dict[str, Room | None]:
    """The rooms with these codes as the store has them."""

    async def load(runtime: Runtime) -> dict[str, Room | None]:
        found = {code: await runtime.service.load(code) for code in codes}
        return {code: None if kept is None else kept.room for code, kept in found.items()}

    return ask(load)


def _made(gathering: Gathering, row: GatheringRoom) -> bool:
    """Whether the store has the new room now; False when its code is another room's."""
    options = RoomOptions(gathering=gathering.code, **gathering.options)

    async def make(runtime: Runtime) -> bool:
        service = runtime.service
        if await service.create_at(row.code, gathering.game, row.host, options) is not None:
            return True
        kept = await service.load(row.code)
        return kept is not None and kept.room.options.gathering == gathering.code

    if not ask(make):
        return False
    gatherings.note_made([row.code])
    return True


def _form(gathering: Gathering) -> GatheringForm:
    rooms = _load(gatherings.made_codes(gathering))
    return GatheringForm(
        code=gathering.code,
        game=gathering.game,
        title=gathering.title,
        host_name=gathering.host_name,
        rooms=[_room_form(room) for room in rooms.values() if room is not None],
        results=[
            GatheringResult(name=one.name, player=one.player, matches=one.matches, wins=one.wins)
            for one in gatherings.results(gathering)
        ],
    )


def _room_form(room: Room) -> GatheringRoomForm:
    return GatheringRoomForm(
        code=room.code,
        phase=room.phase,
        people=[one.name for one in room.seats if one is not None and one.kind == "person"],
        free=summary(room).free,
        match_number=0 if room.match is None else room.match.number,
    )
