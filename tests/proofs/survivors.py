"""Two people and CPUs in one room, match after match, through whatever happens to the server."""

import asyncio
import contextlib
import random
import time
from collections import Counter
from typing import Any, Final, NamedTuple

from games.rules.core.record import Record, parse_record, replay
from tests.clients import Json, Person, Refused, brisk
from tests.proofs.ledger import Broken, accepted_in, actions_of, check_actions, hold
from tests.wire import LOST_LINE

THINK_S: Final = (0.02, 0.3)
_GAP_S: Final = 0.6
"""Shorter gaps are only kept by their longest."""
_ROOM_S: Final = 1_200.0


class Gap(NamedTuple):
    """From one version that a client saw to its next (monotonic seconds), and what it saw then."""

    start: float
    end: float
    seen: str = ""


class Survivors:
    """A room of two people. `strict`: whatever was acknowledged must stay."""

    def __init__(self, base: str, game: str, name: str, *, strict: bool) -> None:
        self.game = game
        self.name = name
        self.strict = strict
        self.people = [Person(base, honest=True) for _ in range(2)]
        self.counts: Counter[str] = Counter()
        self.gaps: list[Gap] = []
        self._finishing = False
        self._dice = random.Random(name)
        self._ended: dict[str, Json] = {}

    def story(self) -> str:
        """Which room this is, for a fault."""
        seen = self.people[0].seen
        return f"{self.game} {self.name} at {seen.since}, {seen.room.get('phase')}"

    def finish(self) -> None:
        """No more kills: end the running match, soon."""
        self._finishing = True

    async def open(self) -> None:
        """Make the room and sit down, before anything dies."""
        for person in self.people:
            person.on_view = self._watch(person)
            await person.arrive()
        host = self.people[0]
        await host.make_room(self.game)
        for person in self.people:
            await person.join(host.code)
            await person.say("sit")
        await host.start()

    def _watch(self, person: Person) -> Any:
        last: list[Any] = [time.monotonic(), person.seen.since, ""]

        def look(_message: Json) -> None:
            if person.seen.since != last[1]:
                at = time.monotonic()
                gap = Gap(last[0], at, last[2])
                last[:] = [at, person.seen.since, self._scene(person)]
                if gap.end - gap.start > _GAP_S and person.seen.room["match_number"]:
                    self.gaps.append(gap)

        return look

    def _scene(self, person: Person) -> str:
        """What a person waits in front of."""
        room, match = person.seen.room, person.seen.match
        if room["phase"] == "playing" and match:
            mover = room["seats"][match["to_move"]]
            whose = "own" if match["to_move"] == person.seat else mover["kind"]
            return f"{self.game}: {whose} move"
        coming = room["next"]
        given = sum(one is not None for one in coming["commitments"])
        stage = f"{coming['stage']}, {given} promised, {len(coming['revealed'])} told"
        return f"{self.game}: {room['phase']} ({stage})"

    async def play(self) -> None:
        """Until a match has ended after `finish`; then look at all that was played.

        Raises Broken, TimeoutError or what went wrong.
        """
        async with asyncio.timeout(_ROOM_S):
            try:
                await asyncio.gather(*(self._play_on(n) for n in range(len(self.people))))
                await self._check()
            finally:
                for person in self.people:
                    await person.drop()

    async def _play_on(self, number: int) -> None:
        person = self.people[number]
        choose = brisk(f"{self.name}/{number}")
        while True:
            try:
                await person.until(lambda me: me.phase == "ended" or me.asked())
                if person.phase == "ended":
                    self._note_end(person)
                    if self._finishing:
                        return
                    await self._again(person)
                    continue
                if not self._finishing:
                    await asyncio.sleep(self._dice.uniform(*THINK_S))
                if person.asked():
                    await person.answer(choose, retry=True)
            except LOST_LINE:
                self.counts["lines lost"] += 1
                await person.come_back()

    async def _again(self, person: Person) -> None:
        ended = person.match["id"]
        message = {
            "type": "rematch",
            "id": person.name_of("rematch"),
            "commitment": person.commitment(),
        }
        with contextlib.suppress(Refused):  # said already, or the other's word began it
            await person.insist(message)
        await person.until(lambda me: (me.seen.match or {}).get("id") != ended or self._finishing)

    def _note_end(self, person: Person) -> None:
        match = person.match
        before = self._ended.setdefault(match["id"], match["outcome"])
        if before != match["outcome"]:
            if self.strict:
                raise Broken(f"a match ended twice: {before}, {match['outcome']}")
            self.counts["matches that ended twice"] += 1

    async def _check(self) -> None:
        for match, outcome in self._ended.items():
            record = parse_record(await self._record(match))
            totals = list(replay(record).outcome.totals)
            if self.strict:
                hold(totals == outcome["totals"], "the outcome is another one", match)
                check_actions(record, self.people)
            else:
                self._count_losses(record)
            self.counts["matches"] += 1
            self.counts["actions"] += len(record.actions)
            for person in self.people:
                self.counts["actions of people"] += len(accepted_in(person, match))

    async def _record(self, match: str) -> Any:
        person = self.people[0]
        async with asyncio.timeout(person.patience_s):
            while True:
                with contextlib.suppress(Refused, OSError):
                    return await person.http("GET", f"/api/matches/{match}/record")
                await asyncio.sleep(0.1)

    def _count_losses(self, record: Record) -> None:
        """What was acknowledged and is not in the record; the rest is there once, in order."""
        for person in self.people:
            accepted = iter(accepted_in(person, record.match))
            recorded = actions_of(record, person.player)
            lost = 0
            for action in recorded:
                for one in accepted:
                    if one == action:
                        break
                    lost += 1
                else:
                    raise Broken(f"{person.player}: {action} was done and never acknowledged")
            self.counts["acknowledged actions lost"] += lost + sum(1 for _ in accepted)
