"""A room under test: real store, real hub and service, sockets that keep what they got."""

import itertools
import json
from typing import Any

from games.store.store import Store
from server.rooms import room as rooms
from server.rooms.delays import Delays
from server.rooms.hub import RoomHub
from server.rooms.room import Change, Fresh, Room
from server.rooms.runtime import Runtime
from server.rooms.service import Kept, Request, RoomService, fresh_draw
from server.rooms.worker import Worker
from tests.clients import Seen
from tests.conftest import ShiftedClock

DELAYS = Delays(cpu=800, pause=20_000, expiry=86_400_000)


_numbers = itertools.count()


class Ear:
    """A socket that folds what it is sent, by the rule of docs/protocol.md."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.name = f"Name of {player}"
        self.texts: list[str] = []
        self.seen = Seen()
        self.closed: int | None = None

    async def deliver(self, message: bytes) -> None:
        self.texts.append(message.decode())
        form = json.loads(message)
        if form["type"] in ("snapshot", "events"):
            self.seen.fold(form)

    async def end(self, code: int) -> None:
        self.closed = code

    @property
    def last(self) -> dict[str, Any]:
        """The last message."""
        form: dict[str, Any] = json.loads(self.texts[-1])
        return form


async def open_runtime(url: str, clock: ShiftedClock, delays: Delays = DELAYS) -> Runtime:
    """What a process would have, on the clock of the test."""
    store = await Store.connect(url, offset_ms=clock)
    hub = await RoomHub.open(store, url)
    service = RoomService(store, delays, known=hub.known, foretell=hub.foretell)
    return Runtime(store, hub, service)


class Table:
    """One room on one runtime, with helpers that speak as its players."""

    def __init__(self, runtime: Runtime, clock: ShiftedClock) -> None:
        self.runtime = runtime
        self.clock = clock
        self.code = ""

    async def make(self, people: list[str], game: str = "remi", start: bool = True) -> None:
        """Make a room, seat `people` (the first is the host) and start."""
        self.code = (await self.runtime.service.create(game, people[0])).code
        for player in people:
            await self.do(player, lambda room, one=player: rooms.sit(room, one, one, None))
        if start:
            await self.do(people[0], lambda room: rooms.start(room, people[0]))

    async def do(self, player: str, transition: Any, message_id: str | None = None) -> bytes:
        """Commit a transition as `player`."""
        name = message_id or f"t{next(_numbers)}"
        request = Request(player, name, b"digest")
        return await self.runtime.service.change(self.code, transition, request)

    async def act(self, seat: int, form: Any, message_id: str | None = None) -> bytes:
        """The occupant of `seat` acts."""
        room = (await self.kept()).room
        occupant = room.seats[seat]
        assert occupant is not None
        return await self.do(
            occupant.player or "worker",
            lambda now: rooms.act(now, seat, form, fresh_draw),
            message_id,
        )

    async def kept(self) -> Kept:
        """The room as the store has it."""
        kept = await self.runtime.service.load(self.code)
        assert kept is not None
        return kept

    async def join(self, ear: Ear, since: int | None = None) -> None:
        """Open a socket."""
        assert await self.runtime.hub.join(self.code, ear, since)
        await self.heard(ear)

    async def heard(self, *ears: Ear) -> None:
        """Wait until every ear's view is at the store's version."""
        version = (await self.kept()).version
        for ear in ears:
            while ear.seen.v < version and ear.closed is None:
                await self.runtime.store.ping()

    async def work(self) -> int:
        """Let a worker do everything that is due now; how many rooms were."""
        worker = Worker(self.runtime, lease_ms=2_000)
        claims, _ = await self.runtime.store.claim(range(64), 32, 2_000)
        for claim in claims:
            await worker.do_due(claim)
        return len(claims)


def start_room(people: int = 4, game: str = "remi", draw: Fresh = fresh_draw) -> Change:
    """A room with `people` seated (p0 is the host), just started; nothing stored."""
    room: Room = rooms.new_room("TABLE1", game, "p0", draw)
    for number in range(people):
        room = rooms.sit(room, f"p{number}", f"P{number}", None).room
    return rooms.start(room, "p0")
