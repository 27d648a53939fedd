"""How much CPU an accepted move costs: `python -m tests.load [--rooms 50] [--seconds 10]`.

Starts a server of its own (append-only file on), seats four simulated people in every
room, and lets them play without pause. Prints microseconds of CPU time of the socket
processes, the worker and Valkey for each accepted move, which holds on a busy machine too.
"""

import argparse
import asyncio
import json
import os
import tempfile
import time
from pathlib import Path

from tests.clients import Person, any_legal
from tests.live.conftest import running_server
from tests.ops.running import Served

TICK_S = 1 / os.sysconf("SC_CLK_TCK")


def cpu_seconds(served: Served) -> dict[str, float]:
    """User and system time so far of each kind of part."""
    spent: dict[str, float] = {}
    for kind, ids in served.children().items():
        for number in ids:
            fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
            spent[kind] = spent.get(kind, 0.0) + (int(fields[11]) + int(fields[12])) * TICK_S
    return spent


async def open_room(base: str, seats: int) -> list[Person]:
    """A room of Remi with a person on every seat, not yet started."""
    people = [await Person(base).arrive() for _ in range(seats)]
    code = await people[0].make_room("remi")
    for person in people:
        await person.join(code)
        await person.say("sit")
    return people


async def play_for_ever(person: Person, number: int) -> None:
    """Match after match."""
    choose = any_legal(number)
    while True:
        await person.play(choose)
        await person.say("rematch")
        await person.until(lambda me: me.seen.room["phase"] == "playing")


async def measure(served: Served, rooms: int, seconds: float) -> dict[str, object]:
    """Moves a second, and microseconds of CPU a move by kind of part."""
    tables = [await open_room(served.address, 4) for _ in range(rooms)]
    people = [person for table in tables for person in table]
    for table in tables:
        await table[0].say("start")
    playing = [asyncio.create_task(play_for_ever(p, n)) for n, p in enumerate(people)]
    await asyncio.sleep(2)
    count = sum(len(person.accepted) for person in people)
    before, start = cpu_seconds(served), time.monotonic()
    await asyncio.sleep(seconds)
    after, end = cpu_seconds(served), time.monotonic()
    moves = sum(len(person.accepted) for person in people) - count
    for task in playing:
        task.cancel()
    per_move = {kind: round((after[kind] - before[kind]) / moves * 1e6, 1) for kind in after}
    return {
        "rooms": rooms,
        "moves_per_s": round(moves / (end - start), 1),
        "us_per_move": per_move,
        "us_per_move_sum": round(sum(per_move.values()), 1),
    }


async def main() -> None:
    """Parse the options, measure, print one JSON line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder), options.processes, MEJA_PAUSE_MS="1000") as served,
    ):
        print(json.dumps(await measure(served, options.rooms, options.seconds)))


if __name__ == "__main__":
    asyncio.run(main())
