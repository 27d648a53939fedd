"""What thinking CPUs cost everybody else: `python -m tests.load_thinking [--hard 50]`.

Starts a server of its own. In `--hard` rooms one person plays against CPUs of the level `hard`,
which is put there past the API; in `--rooms` others four people play, each taking a moment for
a move; in `--clocks` four people let clocks of a second run out. Prints, in ms, how long moves
of the four took until their own view showed them, how much later than told the clocks ended, and
how many moves of the hard CPUs were made at a lower level.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import django

from tests.clients import Json, Person, any_legal, brisk
from tests.live.conftest import running_server
from tests.load import open_room
from tests.ops.running import Served

GAMES = ("remi", "ladder", "rummy500")
PAUSE_S = 0.7
"""About how long a person takes for a move."""


class Measured:
    """What was measured since `begin`."""

    def __init__(self) -> None:
        self.begun = False
        self.moves: list[float] = []
        self.lags: list[float] = []
        self.cpu_moves = 0
        self.lowered = 0

    def report(self) -> Json:
        """The figures; times in ms."""
        return {
            "moves": len(self.moves),
            "move_ms": quantiles(self.moves),
            "clocks_ended": len(self.lags),
            "clock_lag_ms": quantiles(self.lags),
            "cpu_moves": self.cpu_moves,
            "lowered_share": round(self.lowered / max(1, self.cpu_moves), 3),
        }


def quantiles(seconds: list[float]) -> Json:
    """Median, 99th percentile and maximum, in ms."""
    if not seconds:
        return {}
    ordered = sorted(seconds)
    places = {"p50": 0.5, "p99": 0.99, "max": 1.0}
    last = len(ordered) - 1
    return {name: round(ordered[round(share * last)] * 1000, 1) for name, share in places.items()}


class Rooms:
    """Changes rooms past the API, through the store."""

    def __init__(self, service: Any) -> None:
        self._service = service

    async def seat_cpus(self, code: str, level: str) -> None:
        """A CPU of `level` on every empty seat."""
        from server.rooms.room import Change, cpu, with_occupant

        def seated(room: Any) -> Any:
            for seat, occupant in enumerate(room.seats):
                if occupant is None:
                    room = with_occupant(room, seat, cpu(seat, level))
            return Change(room)

        await self._service.change(code, seated)

    async def set_clock(self, code: str, seconds: int) -> None:
        """Turns of so many seconds, also such as nobody is offered."""
        from server.rooms.room import Change

        await self._service.change(
            code, lambda room: Change(replace(room, options=replace(room.options, clock=seconds)))
        )


async def hard_room(base: str, rooms: Rooms, number: int, level: str, found: Measured) -> Person:
    """A person among CPUs of `level`, not yet started."""
    person = await Person(base).arrive()
    person.patience_s = 300.0  # three CPUs, two decisions each, on a machine that has no time
    code = await person.make_room(GAMES[number % len(GAMES)])
    await person.join(code)
    await person.say("sit")
    await rooms.seat_cpus(code, level)
    person.on_view = lambda message: count_cpu_move(person, message, found)
    return person


def count_cpu_move(person: Person, message: Json, found: Measured) -> None:
    """Count the move of a hard CPU that `message` tells of, if it does."""
    events = [
        one for one in message.get("events", ()) if one.get("seat") not in (None, person.seat)
    ]
    if found.begun and events and events[0]["type"] not in ("deal_started", "dealt"):
        found.cpu_moves += 1
        found.lowered += any("by" in one for one in events)


async def clock_room(base: str, rooms: Rooms, found: Measured) -> list[Person]:
    """Four people who never move and take their seats back; not yet started."""
    people = await open_room(base, 4)
    await rooms.set_clock(people[0].code, 1)
    for person in people:
        person.honest = True
    expected: list[float | None] = [None]

    def heard(message: Json) -> None:
        now = time.monotonic()
        ran_out = any(one["type"] == "clock_ran_out" for one in message.get("room_events", ()))
        if ran_out and expected[0] is not None and found.begun:
            found.lags.append(now - expected[0])
        wait = message.get("wait")
        running = wait is not None and wait["kind"] == "clock"
        expected[0] = now + wait["ms"] / 1000 if running else None

    people[0].on_view = heard
    return people


async def play_for_ever(person: Person, choose: Any, found: Measured | None) -> None:
    """Match after match, with a moment for each move; `found`: time them."""
    dice = random.Random(person.player)
    while True:
        await person.until(lambda me: me.asked() or me.phase == "ended")
        if person.phase == "ended":
            await person.say("rematch")
            await person.until(lambda me: me.phase != "ended")
            continue
        await asyncio.sleep(PAUSE_S * (0.5 + dice.random()))
        start = time.monotonic()
        if await person.answer(choose, retry=True) and found is not None and found.begun:
            found.moves.append(time.monotonic() - start)


async def measure(base: str, rooms: Rooms, options: argparse.Namespace) -> Json:
    """Seat everybody, let them play, and count for the seconds asked for."""
    found = Measured()
    level = options.level
    hard = [await hard_room(base, rooms, number, level, found) for number in range(options.hard)]
    tables = [await open_room(base, 4) for _ in range(options.rooms)]
    clocks = [await clock_room(base, rooms, found) for _ in range(options.clocks)]
    tasks = []
    for number, person in enumerate(hard):
        await person.say("start")
        tasks.append(asyncio.create_task(play_for_ever(person, brisk(number), None)))
    for table in tables:
        await table[0].say("start")
        tasks += [asyncio.create_task(play_for_ever(p, any_legal(p.player), found)) for p in table]
    for table in clocks:
        await table[0].say("start")
    await asyncio.sleep(options.warm_up)
    found.begun = True
    done, _ = await asyncio.wait(
        tasks or [asyncio.create_task(asyncio.sleep(options.seconds))],
        timeout=options.seconds,
        return_when=asyncio.FIRST_EXCEPTION,
    )
    found.begun = False
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        if not task.cancelled() and task.exception() is not None:
            task.result()
    asked = ("hard", "level", "rooms", "clocks", "seconds")
    return {name: getattr(options, name) for name in asked} | found.report()


async def run(served: Served, redis_url: str, options: argparse.Namespace) -> None:
    """Measure and print one JSON line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "server.settings")
    django.setup()
    from games.store.store import Store
    from server.rooms.delays import Delays
    from server.rooms.service import RoomService

    store = await Store.connect(redis_url)
    try:
        service = RoomService(store, Delays.from_settings())
        print(json.dumps(await measure(served.address, Rooms(service), options)))
    finally:
        await store.close()


@contextlib.contextmanager
def valkey(folder: Path) -> Iterator[str]:
    """The URL of a Valkey beside the server, so that this process may use it too."""
    from server.ops.valkey import free_port, start_valkey

    server = start_valkey(folder / "valkey", free_port(), "secret")
    try:
        yield server.url
    finally:
        server.stop()


def main() -> None:
    """Parse the options, start a server, measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hard", type=int, default=50)
    parser.add_argument("--rooms", type=int, default=10)
    parser.add_argument("--clocks", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--warm-up", type=float, default=10.0)
    parser.add_argument("--level", default="hard", help="another, to see what thinking adds")
    parser.add_argument("--thinkers", default="", help="as MEJA_THINKERS")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as name,
        valkey(Path(name)) as url,
        running_server(
            Path(name),
            2,
            REDIS_URL=url,
            MEJA_CPU_DELAY_MS="800",
            MEJA_PAUSE_MS="1000",
            MEJA_THINKERS=options.thinkers,
        ) as served,
    ):
        asyncio.run(run(served, url, options))


if __name__ == "__main__":
    main()
