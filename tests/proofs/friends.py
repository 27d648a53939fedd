"""Friends at real tables: they drop, reload, sleep, leave and return, and nothing goes wrong.

Every match ends; every seat's owner is right; no action is lost or done twice; what a
client has folded equals what a fresh snapshot says, at every version that has one.
"""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

from games.lab.runs import Piece, Result
from games.rules.core.record import parse_record, replay
from games.rules.core.registry import get_game
from tests.clients import Person, Refused
from tests.proofs.friend import GRACE_MS, Friend
from tests.proofs.ledger import Ledger, check_actions, hold
from tests.proofs.servers import run, whole_server
from tests.proofs.shares import shared_out

WHOLE: Final = 200
"""The matches of the whole run, over all games."""
_AT_ONCE: Final = 10
_WATCHERS: Final = 2
"""So many more watch where only two play."""
_MATCH_S: Final = 3_600.0
"""Longer than any match; where nothing goes on a person's own patience ends long before."""
SETTINGS: Final = {
    "MEJA_GRACE_MS": str(GRACE_MS),
    "MEJA_REVEAL_MS": "1500",
    "MEJA_PAUSE_MS": "1500",
    "MEJA_TALK_PER_10S": "1000",
}


def pieces(count: int | None) -> list[dict[str, Any]]:
    """`count` matches, shared out among the games; each piece is played on a server of its own."""
    return shared_out(count or WHOLE, _AT_ONCE)


def work(piece: Piece) -> Result:
    """Plays the matches of a piece at once."""
    with whole_server(**SETTINGS) as server:
        tables = [
            Table(partial(Person, server.base, honest=True), piece["game"], piece["first"] + n)
            for n in range(piece["size"])
        ]
        faults = run(play_all(tables)) + server.complaints()
    counts: Counter[str] = Counter()
    for table in tables:
        counts.update(table.counts)
        counts.update(table.ledger.totals())
    return {"counts": dict(sorted(counts.items())), "faults": faults}


async def play_all(tables: list["Table"]) -> list[str]:
    """Play at all tables at once; what went wrong."""
    ends = await asyncio.gather(*(table.play() for table in tables), return_exceptions=True)
    return [
        f"match {table.number}: {type(end).__name__}: {end} ({table.story()})"
        for table, end in zip(tables, ends, strict=True)
        if isinstance(end, BaseException)
    ]


class Table:
    """One match of people who behave like people; `number` decides what they do."""

    def __init__(
        self,
        new_person: Callable[[], Person],
        game: str,
        number: int,
        *,
        asks_often: bool = True,
        **options: Any,
    ) -> None:
        self.number = number
        self.asks_often = asks_often
        self.options = options
        self.on_room: Callable[[str], Awaitable[None]] = nothing
        self.game = game
        self.ledger = Ledger()
        self.counts: Counter[str] = Counter()
        self.leaving = asyncio.Lock()
        self.seats = get_game(game).seats
        watchers = _WATCHERS if self.seats == 2 else 0
        self.friends = [Friend(self, new_person(), place) for place in range(self.seats + watchers)]

    async def play(self) -> None:
        """From the first guest to the record. Raises Broken, TimeoutError or what went wrong."""
        people = [friend.person for friend in self.friends]
        try:
            async with asyncio.timeout(_MATCH_S):
                await asyncio.gather(*(person.arrive() for person in people))
                await self.on_room(await people[0].make_room(self.game, **self.options))
                for place, person in enumerate(people):
                    await person.join(people[0].code)
                    if place < self.seats:
                        await person.say("sit", seat=place)
                await people[0].start()
                await self._all_play()
                await self._check_end(people)
        finally:
            for person in people:
                with contextlib.suppress(AssertionError):  # of a view that broke before
                    await person.drop()

    async def _all_play(self) -> None:
        players = [asyncio.create_task(friend.play()) for friend in self.friends]
        cutters = [asyncio.create_task(friend.cut_lines()) for friend in self.friends]
        try:
            await asyncio.gather(*players)
        finally:
            for task in (*players, *cutters):
                task.cancel()
            await asyncio.gather(*players, *cutters, return_exceptions=True)

    async def _check_end(self, people: list[Person]) -> None:
        for friend in self.friends:
            await friend.settle()
        newest = max(person.seen.v for person in people)
        for person in people:
            await person.until(lambda me: me.seen.v >= newest)
        for friend in self.friends:
            await friend.compare_afresh()
        record = parse_record(await record_of(people[0]))
        outcome = replay(record).outcome
        hold(outcome is not None, "the record has no end")
        for person in people:
            shown = person.match["outcome"]["totals"]
            hold(shown == list(outcome.totals), "the outcome is another one", shown, outcome)
        check_actions(record, people)
        self.counts["matches"] += 1
        self.counts["actions"] += len(record.actions)
        self.counts["nonces in shuffles"] += sum(nonce is not None for nonce in record.nonces)
        self.counts["actions of people"] += sum(
            one["type"] == "act" for person in people for one in person.accepted
        )

    def story(self) -> str:
        """Where the match stands, for a fault."""
        seen = max((friend.person.seen for friend in self.friends), key=lambda one: one.v)
        match = seen.match or {}
        held = [one and one.get("held") for one in seen.room.get("seats", [])]
        return (
            f"room {seen.room.get('code')} at {seen.since}, {seen.room.get('phase')}, deal "
            f"{match.get('deal')}, to move {match.get('to_move')}, held {held}, "
            f"presence {seen.presence}"
        )


async def nothing(_code: str) -> None:
    """What happens between the making of a room and its first socket."""


async def record_of(person: Person) -> Any:
    """The record of the match that `person` sees, once the worker has written it."""
    async with asyncio.timeout(person.patience_s):
        while True:
            with contextlib.suppress(Refused, OSError):
                return await person.http("GET", f"/api/matches/{person.match['id']}/record")
            await asyncio.sleep(0.05)
