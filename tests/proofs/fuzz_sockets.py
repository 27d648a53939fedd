"""Wrong messages over real sockets, beside a match that others play without being disturbed."""

import asyncio
import contextlib
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any, Final

from games.lab.runs import Piece, Result
from tests.clients import Person, brisk
from tests.proofs.mutations import mutated
from tests.proofs.servers import WholeServer, whole_server

_FUZZERS: Final = 4
_FLAT_KB: Final = 24_000


async def say_all(piece: Piece) -> Result:
    """The messages of a piece, from several sockets at once, to a whole server."""
    counts: Counter[str] = Counter()
    faults: list[str] = []
    with whole_server(MEJA_PAUSE_MS="200", MEJA_GRACE_MS="3600000") as server:
        bystander = await _at_table(server, "rummy500")
        playing = asyncio.create_task(_play_on(bystander, counts))
        share = piece["size"] // _FUZZERS
        fuzzers = [Fuzzer(await _at_table(server, "remi"), n, piece) for n in range(_FUZZERS)]
        await asyncio.gather(*(fuzzer.say(share // 5) for fuzzer in fuzzers))
        first = memory_kb(server)
        ends = await asyncio.gather(
            *(fuzzer.say(share - share // 5) for fuzzer in fuzzers), return_exceptions=True
        )
        last = memory_kb(server)
        await _goes_on(bystander)
        faults += [repr(end) for end in ends if isinstance(end, BaseException)]
        playing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await playing
        for fuzzer in fuzzers:
            counts.update(fuzzer.counts)
            await fuzzer.person.drop()
        await bystander.drop()
        faults += server.complaints()
    counts["max:kB in memory after a fifth"] = first
    counts["max:kB in memory at the end"] = last
    if last - first > _FLAT_KB:
        faults.append(f"memory of the socket processes grew from {first} to {last} kB")
    return {"counts": dict(sorted(counts.items())), "faults": faults}


async def _at_table(server: WholeServer, game: str) -> Person:
    person = await Person(server.base).arrive()
    await person.make_room(game)
    await person.join()
    await person.say("sit")
    await person.start()
    return person


async def _play_on(person: Person, counts: Counter[str]) -> None:
    """Match after match."""
    while True:
        await person.play(brisk(counts["matches beside"]))
        counts["matches beside"] += 1
        await person.say("rematch")
        await person.until(lambda me: me.phase == "playing")


async def _goes_on(person: Person) -> None:
    """Whoever plays beside all this does so still. Raises TimeoutError."""
    before = len(person.accepted)
    async with asyncio.timeout(person.patience_s):
        while len(person.accepted) == before:
            await person.news()


class Fuzzer:
    """One person at a table with CPUs, whose frames mostly are wrong."""

    def __init__(self, person: Person, number: int, piece: Piece) -> None:
        self.person = person
        self.counts: Counter[str] = Counter()
        self._dice = random.Random(f"fuzz sockets/{piece['first']}/{number}")
        self._choose = brisk(number)

    async def say(self, count: int) -> None:
        """Say so many; each is answered. Raises TimeoutError or ConnectionError."""
        for _ in range(count):
            message = self._sensible()
            frame: Any = json.dumps(message)
            if self._dice.random() < 0.8:
                frame = mutated(message, message, self._dice)
            if isinstance(frame, str):  # no socket carries half a surrogate pair
                frame = frame.encode(errors="replace").decode()
            wanted = self.person.answered + 1
            await self.person.send_raw(frame)
            await self.person.until(lambda me, wanted=wanted: me.answered >= wanted)
            self.counts["messages"] += 1
        self.counts["refused"] = len(self.person.errors)

    def _sensible(self) -> dict[str, Any]:
        me = self.person
        if me.my_turn():
            return me.act_message(self._choose(me.match))
        kind = {"pause": "ready", "ended": "rematch"}.get(me.phase, "back")
        return {"type": kind, "id": me.name_of(kind)}


def memory_kb(server: WholeServer) -> int:
    """The resident memory of the socket processes."""
    total = 0
    for number in server.served.children()["socket"]:
        status = Path(f"/proc/{number}/status").read_text()
        total += int(status.split("VmRSS:")[1].split()[0])
    return total
