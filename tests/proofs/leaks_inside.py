"""The process in which `leaks` plays: the server's application, a worker, people and a snoop."""

import asyncio
import contextlib
import random
from collections import Counter
from functools import partial
from typing import Final

from django.conf import settings

from games.lab.runs import Piece, Result
from games.store.keys import room_channel
from games.store.store import Published, Store, parse_message
from games.store.subscribe import Subscriptions
from server.asgi import application
from server.rooms.runtime import Runtime, close_runtime
from server.rooms.worker import Worker
from tests.clients import Refused
from tests.proofs.friends import Table
from tests.proofs.inside import InsidePerson, World, complaints
from tests.proofs.oracle import Oracle

_AT_ONCE: Final = 6
_NO_WATCHERS_EVERY: Final = 4
_PUBLIC_EVERY: Final = 3
"""One room in so many lets nobody watch; one is in the public list."""


def inside(piece: Piece) -> Result:
    """Plays the matches of a piece, some at once."""
    return asyncio.run(_play(piece))


async def _play(piece: Piece) -> Result:
    world = World(application)
    runtime = await Runtime.open()
    channels = await Subscriptions.connect(settings.REDIS_URL)
    working = asyncio.create_task(Worker(runtime).run())
    watch = Watch(world, runtime.store, channels)
    gate = asyncio.Semaphore(_AT_ONCE)
    counts: Counter[str] = Counter()
    numbers = range(piece["first"], piece["first"] + piece["size"])
    with complaints() as said:
        some = await asyncio.gather(
            *(one_match(watch, piece["game"], number, gate, counts) for number in numbers)
        )
        await world.rest()
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)
        await close_runtime()
        await runtime.close()
        await channels.close()
    faults = [fault for one in some for fault in one]
    return {"counts": dict(sorted(counts.items())), "faults": faults + world.crashes + said}


async def one_match(
    watch: "Watch", game: str, number: int, gate: asyncio.Semaphore, counts: Counter[str]
) -> list[str]:
    """Play one match when the gate lets it; what went wrong, leaks first."""
    async with gate:
        table = Table(
            partial(InsidePerson, watch.world, honest=True),
            game,
            number,
            asks_often=False,
            watchers=number % _NO_WATCHERS_EVERY != 0,
            public=number % _PUBLIC_EVERY == 0,
        )
        table.on_room = partial(watch.begin, table)
        snoop = Snoop(watch, table)
        snooping = asyncio.create_task(snoop.run())
        faults = []
        try:
            await table.play()
        except Exception as fault:
            faults.append(f"match {number}: {type(fault).__name__}: {fault} ({table.story()})")
        snooping.cancel()
        await asyncio.gather(snooping, return_exceptions=True)
        oracle = await watch.finish(table)
        counts.update(table.counts)
        counts.update(oracle.counts)
        return oracle.faults + snoop.faults + faults


class Watch:
    """Brings what goes out, and what the store's channels say, to the oracle of each room."""

    def __init__(self, world: World, store: Store, channels: Subscriptions) -> None:
        self.world = world
        self._store = store
        self._channels = channels
        self._oracles: dict[str, Oracle] = {}
        self._by_player: dict[str, Oracle] = {}
        world.on_text = lambda player, text: self._by_player[player].hear(player, text)
        world.on_answer = self._answer

    async def begin(self, table: Table, code: str) -> None:
        """From now on the room `code`, in which nobody is yet, is watched."""
        people = [friend.person for friend in table.friends]

        def nonces_for(match: str) -> list[str]:
            return [one.nonces[match].hex() for one in people if match in one.nonces]

        oracle = Oracle(code, table.game, f"{table.game}/{table.number}", nonces_for)

        def learn(data: bytes) -> None:
            message = parse_message(data)
            if isinstance(message, Published):
                oracle.learn(message.version, message.state)

        await self._channels.subscribe(room_channel(code), learn)
        loaded = await self._store.load(code)
        assert loaded is not None
        oracle.learn(loaded.version, loaded.state)
        self._oracles[code] = oracle
        for person in people:
            self._by_player[person.player] = oracle

    async def finish(self, table: Table) -> Oracle:
        """The oracle of a table at which nobody is any more, when it has judged all."""
        oracle = self._oracles.pop(table.friends[0].person.code)
        async with asyncio.timeout(10):
            while not oracle.judged_all():
                await self._store.ping()
        self._channels.unsubscribe(room_channel(oracle.code))
        return oracle

    def _answer(self, _player: str, path: str, text: str) -> None:
        for code, oracle in self._oracles.items():
            named = oracle.matches | {code}
            if path == "/api/rooms" or not named.isdisjoint(path.split("/")):
                oracle.answered(path, text)


class Snoop:
    """A stranger who asks the API for everything all the time, also in the players' names."""

    def __init__(self, watch: Watch, table: Table) -> None:
        self.faults: list[str] = []
        self._table = table
        self._stranger = InsidePerson(watch.world)
        self._dice = random.Random(f"snoop/{table.game}/{table.number}")

    async def run(self) -> None:
        """Until cancelled."""
        await self._stranger.arrive()
        while True:
            await asyncio.sleep(self._dice.uniform(0.0, 0.1))
            people = [friend.person for friend in self._table.friends]
            code, seen = people[0].code, people[0].seen
            if not code:
                continue
            match = (seen.match or {}).get("id") or seen.room.get("next", {}).get("match")
            paths = [f"/api/rooms/{code}", f"/api/rooms/{code}/state", "/api/rooms"]
            paths += [f"/api/matches/{match}/record", f"/api/matches/{match}/record?form=text"]
            asker = self._dice.choice([self._stranger, self._dice.choice(people)])
            path = self._dice.choice(paths)
            with contextlib.suppress(Refused):
                await asker.http("GET", path)
                if "/record" in path and asker is self._stranger:
                    self.faults.append(f"a stranger is given {path}")
