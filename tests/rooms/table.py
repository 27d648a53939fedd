"""A room under test: real store, real hub and service, sockets that keep what they got."""

import itertools
import json
from typing import Any

from server.rooms import playing, seating, starting
from server.rooms.delays import Delays
from server.rooms.door import Limits, Since
from server.rooms.protocol import Act, RoomMessage
from server.rooms.room import RoomOptions
from server.rooms.runtime import Runtime
from server.rooms.service import Kept, Request, fresh_draw
from server.rooms.transitions import transition
from server.rooms.worker import Worker
from tests.conftest import ShiftedClock
from tests.seen import Seen

DELAYS = Delays(cpu=690, pause=20_000, expiry=86_400_000)
"""After 900 ms every CPU has moved: it waits at most 130 percent."""


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
        self.seen.fold(json.loads(message))

    async def end(self, code: int) -> None:
        self.closed = code

    @property
    def told(self) -> list[dict[str, Any]]:
        """Every message, oldest first."""
        return [json.loads(text) for text in self.texts]

    @property
    def last(self) -> dict[str, Any]:
        """The last message that told of the room: a snapshot, events, or its end."""
        return next(one for one in reversed(self.told) if one["type"] not in ("presence", "talk"))

    @property
    def since(self) -> Since:
        """What this one says when it comes back."""
        return Since(self.seen.v, bytes.fromhex(self.seen.h))


async def open_runtime(
    url: str, clock: ShiftedClock, delays: Delays = DELAYS, limits: Limits | None = None
) -> Runtime:
    """What a process would have, on the clock of the test."""
    return await Runtime.open(url, clock, delays, limits)


class Table:
    """One room on one runtime, with helpers that speak as its players."""

    def __init__(self, runtime: Runtime, clock: ShiftedClock) -> None:
        self.runtime = runtime
        self.clock = clock
        self.code = ""
        self.ears: dict[str, Ear] = {}
        """The sockets of the people whom `make` has seated."""

    async def make(
        self, people: list[str], game: str = "remi", start: bool = True, **options: Any
    ) -> None:
        """Make a room, connect and seat `people` (the first is the host) and start."""
        made = await self.runtime.service.create(game, people[0], RoomOptions(**options))
        self.code = made.code
        for player in people:
            self.ears[player] = Ear(player)
            await self.join(self.ears[player])
            await self.sit(player)
        if start:
            await self.do(people[0], lambda room: starting.start(room, people[0]))
        await self.heard(*self.ears.values())

    def at(self, runtime: Runtime) -> "Table":
        """The same room in another process."""
        other = Table(runtime, self.clock)
        other.code = self.code
        return other

    async def do(self, player: str, transition: Any, message_id: str | None = None) -> bytes:
        """Commit a transition as `player`."""
        name = message_id or f"t{next(_numbers)}"
        request = Request(player, name, b"digest")
        return await self.runtime.service.change(self.code, transition, request)

    async def ask(self, player: str, message: RoomMessage) -> bytes:
        """`player` sends `message`, as its socket would."""
        return await self.runtime.service.change(
            self.code,
            lambda room: transition(room, player, player, message),
            Request.of(player, message),
        )

    async def draw(self, seat: int, message_id: str = "") -> Act:
        """The message by which `seat` draws from the stock at the decision now asked for."""
        match = (await self.kept()).room.match
        assert match is not None
        state = match.state
        name = message_id or f"t{next(_numbers)}"
        form = {"type": "draw_stock"}
        return Act(name, match.draw.match_id, state.deal, state.turn, state.step, form)

    async def mover(self) -> tuple[int, str]:
        """The seat to move and its player."""
        room = (await self.kept()).room
        assert room.match is not None
        seat: int = room.match.state.to_move
        occupant = room.seats[seat]
        assert occupant is not None
        return seat, occupant.player or ""

    async def sit(self, player: str, seat: int | None = None) -> bytes:
        """`player` sits down."""
        return await self.do(player, lambda room: seating.sit(room, player, player, seat))

    async def act(self, seat: int, form: Any, message_id: str | None = None) -> bytes:
        """The person on `seat` acts."""
        occupant = (await self.kept()).room.seats[seat]
        assert occupant is not None
        assert occupant.player is not None
        return await self.do(
            occupant.player,
            lambda now: playing.act(now, seat, form, fresh_draw),
            message_id,
        )

    async def kept(self) -> Kept:
        """The room as the store has it."""
        kept = await self.runtime.service.load(self.code)
        assert kept is not None
        return kept

    async def join(self, ear: Ear, since: Since | None = None) -> None:
        """Open a socket."""
        assert await self.runtime.hub.join(self.code, ear, since)
        await self.heard(ear)

    async def leave(self, ear: Ear) -> None:
        """Close a socket."""
        await self.runtime.hub.leave(self.code, ear)

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
