"""Matches played while parts of the server are killed: what must come true, and the stall.

`python -m tests.live.kills [--matches 10] [--every 2.5]` prints the report of a larger run.
"""

import argparse
import asyncio
import contextlib
import os
import signal
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from games.rules.core.record import Record, parse_record, replay
from tests.clients import Person, any_legal
from tests.live.conftest import running_server
from tests.live.test_match import record_of
from tests.ops.running import Served


@dataclass
class Report:
    """What a run brought: matches ended, kills made, and the longest time a match stood still."""

    matches: int = 0
    kills: list[str] = field(default_factory=list)
    longest_stall_s: float = 0.0
    moves: int = 0


class Watch:
    """Notes the longest time between two versions of one person's match."""

    def __init__(self, person: Person, report: Report) -> None:
        self.person = person
        self.report = report

    async def run(self) -> None:
        """Until cancelled."""
        last, version = time.monotonic(), self.person.seen.v
        while True:
            await asyncio.sleep(0.01)
            now = time.monotonic()
            if self.person.seen.v != version:
                version, last = self.person.seen.v, now
            self.report.longest_stall_s = max(self.report.longest_stall_s, now - last)


async def begin(base: str) -> Person:
    """One person at a table with three CPUs, the match begun."""
    person = await Person(base).arrive()
    await person.make_room("remi")
    await person.join()
    await person.say("sit")
    await person.start()
    return person


async def play_through(person: Person, number: int, report: Report) -> tuple[Person, Record]:
    """Play the match through whatever happens to the server."""
    match_id = person.match["id"]
    watch = asyncio.create_task(Watch(person, report).run())
    try:
        await person.play(any_legal(number), retry=True)
    finally:
        watch.cancel()
    record = parse_record(await record_of(person, match_id))
    report.matches += 1
    report.moves += len(record.actions)
    return person, record


async def kill_in_turn(
    served: Served, report: Report, kinds: tuple[str, ...], every_s: float, most: int
) -> None:
    """`kill -9` one part of each of `kinds` in turn, `most` times in all.

    What dies again within ten seconds is started again after a growing pause, so more
    kills than a few would only test the killer's speed.
    """
    turn = 0
    while len(report.kills) < most:
        await asyncio.sleep(every_s)
        kind = kinds[turn % len(kinds)]
        parts = await asyncio.to_thread(served.children)
        if parts[kind]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(parts[kind][turn % len(parts[kind])], signal.SIGKILL)
                report.kills.append(kind)
        turn += 1


def check_nothing_lost(person: Person, record: Record) -> None:
    """Every accepted action stands once in the record, in order, and the record replays."""
    accepted = [message["action"] for message in person.accepted if message["type"] == "act"]
    played = [dict(form) for seat, form in record.actions if seat == 0]
    assert played == accepted
    outcome = replay(record).outcome
    assert person.match["outcome"]["totals"] == list(outcome.totals)


async def play_under_kills(
    served: Served, matches: int, kinds: tuple[str, ...], every_s: float, most: int = 6
) -> Report:
    """`matches` at once while parts are killed; raises AssertionError where a law breaks."""
    report = Report()
    people = await asyncio.gather(*(begin(served.address) for _ in range(matches)))
    killer = asyncio.create_task(kill_in_turn(served, report, kinds, every_s, most))
    try:
        results = await asyncio.gather(
            *(play_through(person, number, report) for number, person in enumerate(people))
        )
    finally:
        killer.cancel()
    for person, record in results:
        check_nothing_lost(person, record)
        await person.drop()
    return report


async def main() -> None:
    """Parse the options, play, print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=10)
    parser.add_argument("--every", type=float, default=2.5, help="seconds between kills")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder), MEJA_CPU_DELAY_MS="20") as served,
    ):
        print(await play_under_kills(served, options.matches, ("socket", "worker"), options.every))


if __name__ == "__main__":
    asyncio.run(main())
