"""The process in which `fuzz` talks to the server's application, one message after the other."""

import asyncio
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any, Final

import hypothesis
from hypothesis import HealthCheck, Phase

from games.lab.laws import check_whole
from games.lab.runs import Piece, Result
from games.rules.core.registry import all_games, get_game
from games.store.keys import shard
from server.asgi import application
from server.rooms import codec
from server.rooms.room import Room
from server.rooms.runtime import close_runtime, get_runtime
from server.rooms.worker import Worker
from tests.proofs.inside import InsidePerson, InsideSocket, World, complaints
from tests.proofs.ledger import Broken, hold
from tests.proofs.made import FRAMES
from tests.proofs.mutations import mutated, sensible

_ROOM_LASTS: Final = 5_000
"""After so many messages another room is made, of the next game."""
_WORK_EVERY: Final = 4
_LOOK_EVERY: Final = 100
_WARM: Final = 5
"""Memory is measured first when a fifth has been said."""
_FLAT_KB: Final = 24_000
_KEPT: Final = 400
_EXAMPLES: Final = 10
_VISITORS: Final = 2
_ANSWERS: Final = ('{"type":"ok"', '{"type":"error"', '{"type":"pong"')
_SHOWN: Final = ("joined", "asked")
"""Snapshots that answer something; others come when a room had to be read again."""


def inside(piece: Piece) -> Result:
    """Says the messages of a piece."""
    with asyncio.Runner() as runner, complaints() as said:
        ground = Ground(f"fuzz/{piece['group']}/{piece['first']}", piece["size"])
        try:
            if piece["group"] == "hypothesis":
                _say_made(runner, ground, piece)
            else:
                runner.run(ground.say_mutated())
        except Broken as fault:
            ground.faults.append(str(fault))
        runner.run(ground.end())
    ground.note_memory()
    return {
        "counts": dict(sorted(ground.counts.items())),
        "faults": ground.faults + ground.world.crashes + said,
    }


def _say_made(runner: asyncio.Runner, ground: "Ground", piece: Piece) -> None:
    """In many short runs: Hypothesis remembers all that it made in one, and memory must tell."""
    number = 0
    while ground.said < piece["size"]:
        number += 1

        @hypothesis.seed(f"{piece['first']}/{number}")
        @hypothesis.settings(
            max_examples=_EXAMPLES,
            database=None,
            deadline=None,
            phases=(Phase.generate,),
            suppress_health_check=list(HealthCheck),
        )
        @hypothesis.given(FRAMES)
        def say(frames: list[str | bytes]) -> None:
            runner.run(ground.say_all(frames))

        say()


class Mouth(InsideSocket):
    """A socket of which only the answers are kept."""

    async def _take(self, event: dict[str, Any]) -> None:
        text = event.get("text", "")
        if event["type"] == "websocket.send" and not text.startswith(_ANSWERS):
            message = json.loads(text)
            if message["type"] != "snapshot" or message["reason"] not in _SHOWN:
                return
        await super()._take(event)

    async def ask(self, frame: str | bytes) -> dict[str, Any]:
        """The answer to a frame."""
        await self.send(frame)
        async with asyncio.timeout(20):
            text = await anext(self)
        answer: dict[str, Any] = json.loads(text)
        return answer


class Ground:
    """A room with people around it, who say anything; `size` messages in all."""

    def __init__(self, name: str, size: int) -> None:
        self.world = World(application)
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []
        self._dice = random.Random(name)
        self._size = size
        self.said = 0
        self._names = 0
        self._people: list[InsidePerson] = []
        self._mouths: list[Mouth] = []
        self._code = ""
        self._before = (0, b"")
        self._room: Room | None = None
        self._kept: list[dict[str, Any]] = []
        self._memory_first = 0

    async def say_mutated(self) -> None:
        """Messages that fit, and what became of such messages on the way."""
        while self.said < self._size:
            await self._make_room_in_time()
            room, dice = self._known_room(), self._dice
            at = self._mover() if dice.random() < 0.4 else dice.randrange(len(self._mouths))
            self._names += 1
            message = sensible(room, self._people[at].player, dice, f"f{self._names}")
            frame: str | bytes = json.dumps(message)
            if self._kept and dice.random() < 0.65:
                old = dice.choice(self._kept)
                frame = mutated(dice.choice((message, message, old)), old, dice)
            elif len(self._kept) < _KEPT or dice.random() < 0.1:
                self._kept = [*self._kept[-_KEPT:], message]
            await self._say(at, frame)

    def _mover(self) -> int:
        """Whose turn it is, if it is a person's."""
        match = self._known_room().match
        mover = None if match is None else match.state.to_move
        occupant = None if mover is None else self._known_room().seats[mover]
        players = [one.player for one in self._people[: len(self._mouths)]]
        if occupant is None or occupant.player not in players:
            return self._dice.randrange(len(players))
        return players.index(occupant.player)

    async def say_all(self, frames: list[str | bytes]) -> None:
        """These messages, by whomever; now and then one that fits, so that a match goes on."""
        for frame in frames:
            await self._make_room_in_time()
            at = self._dice.randrange(len(self._mouths))
            await self._say(at, frame)
            self._names += 1
            mover = self._mover()
            player = self._people[mover].player
            fitting = sensible(self._known_room(), player, self._dice, f"h{self._names}")
            await self._say(mover, json.dumps(fitting))

    async def _say(self, at: int, frame: str | bytes) -> None:
        mouth, before = self._mouths[at], self._before
        try:
            answer = await mouth.ask(frame)
        except (StopAsyncIteration, TimeoutError, ConnectionError) as fault:
            raise Broken(f"no answer ({fault!r}, {mouth.close_code}) to {frame!r:.300}") from fault
        self.said += 1
        self.counts["messages"] += 1
        await self._load()
        refused = answer["type"] == "error"
        self.counts["refused" if refused else "accepted"] += 1
        if answer["type"] != "ok" or answer["v"] <= before[0]:
            # refused, looked at, said, or answered again as the first time
            hold(self._before == before, "a message changed what it may not", frame, answer)
        else:
            hold(self._before[0] == answer["v"] == before[0] + 1, "not one version", frame, answer)
        if refused:
            code = answer["code"]
            hold(code not in ("server_busy", "room_lost"), "an unfit refusal", frame, answer)
            self.counts[f"refused {code}"] += 1
        if self.said % _WORK_EVERY == 0:
            await self._work()
        if self.said % _LOOK_EVERY == 0:
            self._look_at_room()
        if self.said == self._size // _WARM:
            self._memory_first = _memory_kb()

    async def _load(self) -> None:
        loaded = await (await get_runtime()).store.load(self._code)
        hold(loaded is not None, "the room is gone", self._code)
        now = (loaded.version, loaded.state)
        if now != self._before:
            self._before, self._room = now, None

    def _known_room(self) -> Room:
        if self._room is None:
            self._room = codec.load_room(self._before[1])
        return self._room

    async def _work(self) -> None:
        """Let a worker do what is due in the room: CPUs' moves, pauses, starts."""
        runtime = await get_runtime()
        claims, _ = await runtime.store.claim([shard(self._code)], 8, 1)
        for claim in claims:
            await Worker(runtime, lease_ms=1).do_due(claim)
        await self._load()

    def _look_at_room(self) -> None:
        room = self._known_room()
        hold(codec.load_room(codec.dump_room(room)) == room, "a room is another one when loaded")
        players = [one.player for one in room.seats if one is not None and one.player]
        hold(len(set(players)) == len(players), "somebody has two seats", players)
        self.counts[f"looked at in {room.phase}"] += 1
        if room.match is not None:
            check_whole(get_game(room.game), room.match.state)

    async def _make_room_in_time(self) -> None:
        if self.said % _ROOM_LASTS and self._mouths:
            return
        games = list(all_games())
        game = games[(self.said // _ROOM_LASTS) % len(games)]
        runtime = await get_runtime()
        while len(self._people) < get_game(game).seats + _VISITORS:
            self._people.append(await InsidePerson(self.world).arrive())
        for mouth in self._mouths:
            mouth.abort()
        await self.world.rest()
        self._code = (await runtime.service.create(game, self._people[0].player)).code
        self._mouths = []
        for person in self._people[: get_game(game).seats + _VISITORS]:
            mouth = Mouth(self.world, person.player)
            await mouth.open(f"/ws/rooms/{self._code}", {"Cookie": person.cookie})
            await anext(mouth)  # the first snapshot
            self._mouths.append(mouth)
        self.said += not self._mouths
        await self._load()
        self.counts["rooms"] += 1

    async def end(self) -> None:
        """Close everything."""
        for mouth in self._mouths:
            mouth.abort()
        await self.world.rest()
        await close_runtime()

    def note_memory(self) -> None:
        """What the process held when a fifth was said, and at the end."""
        first, last = self._memory_first or _memory_kb(), _memory_kb()
        self.counts["max:kB in memory after a fifth"] = first
        self.counts["max:kB in memory at the end"] = last
        if last - first > _FLAT_KB:
            self.faults.append(f"memory grew from {first} to {last} kB")


def _memory_kb() -> int:
    fields = Path("/proc/self/status").read_text().split("VmRSS:")[1].split()
    return int(fields[0])
