"""One simulated person who does not only play, and what is checked of all that this one sees."""

import asyncio
import contextlib
import random
from collections import Counter
from typing import Any, Final, Protocol

from tests.clients import Json, Person, Refused, brisk
from tests.proofs.ledger import Broken, Ledger, Owners, hold
from tests.wire import LOST_LINE

GRACE_MS: Final = 250
"""The server's, so that people are away for longer now and then."""
MISCHIEF: Final = 0.05
"""How often, of what one is asked to do, one does something else first."""
LOOK_EVERY: Final = 25
"""After so many versions one who is not asked for anything looks up too."""
_SWAP_REFUSED: Final = {"deal_running", "no_person", "own_seat", "not_seated", "match_starting"}
_SIT_REFUSED: Final = {"seat_taken", "seat_claimed", "room_full", "match_starting"}


class TableLike(Protocol):
    """What a friend knows of the table; `asks_often`: for a snapshot at every version."""

    game: str
    number: int
    seats: int
    ledger: Ledger
    counts: Counter[str]
    leaving: asyncio.Lock
    asks_often: bool


class Friend:
    """`place` is the seat taken first; whoever has a place beyond the seats watches."""

    def __init__(self, table: TableLike, person: Person, place: int) -> None:
        name = f"friends/{table.game}/{table.number}/{place}"
        self.table = table
        self.dice = random.Random(name)
        self.choose = brisk(name)
        self.person = person
        self.person.patience_s = 60.0
        self.person.on_view = self._look
        self._owners = Owners()
        self._looked_at = 0
        self._syncing = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._fault: Broken | None = None
        watching = [self.drop, self.reload, self.sleep, self.second_tab, self.talk]
        playing = [*watching, self.be_long_away, self.resend, self.leave_and_return]
        self._mischief = playing if place < table.seats else watching

    # What is checked

    def _look(self, message: Json) -> None:
        try:
            self._judge(self.person, message)
        except Broken as fault:
            self._fault = self._fault or fault
        if message["type"] == "snapshot":
            self._syncing = False
        elif self.table.asks_often and not self._syncing:
            self._syncing = True
            task = asyncio.create_task(self._sync())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _judge(self, person: Person, message: Json) -> None:
        how = "folded" if message["type"] == "events" else "fresh"
        self.table.ledger.check(person.player, person.seat is not None, person.seen, how)
        if person is self.person:
            self._owners.take(message, person.seen.room)

    async def _sync(self) -> None:
        with contextlib.suppress(*LOST_LINE):
            await self.person.send_raw('{"type":"sync"}')

    async def compare_afresh(self) -> Person:
        """A second socket of the same player, new: it shows what the first one does."""
        other = self.person.tab()
        other.patience_s = self.person.patience_s
        other.on_view = lambda message: self._judge(other, message)
        await other.come_back()
        self._count("second sockets")
        await other.drop()
        return other

    async def settle(self) -> None:
        """Be back, and raise what was found wrong."""
        if self.person.close_code is not None:
            await self._return()
        if self._fault is not None:
            raise self._fault

    # What this one does

    async def cut_lines(self) -> None:
        """Lose the line at moments that no message chose, about as often as the room goes on."""
        while True:
            seen, patience = self.person.seen, self.dice.uniform(10, 150)
            until = seen.v + patience
            while seen.v < until:
                await asyncio.sleep(self.dice.uniform(0.01, 0.1))
            self._count("lines cut")
            self.person.cut()

    async def play(self) -> None:
        """Until the match has ended. Raises Broken, Refused or TimeoutError."""
        while True:
            await self.settle()
            try:
                await self.person.until(lambda me: self._has_news())
                self._looked_at = self.person.seen.v
                if self.person.phase == "ended":
                    return
                if self.dice.random() < MISCHIEF:
                    await self.dice.choice(self._mischief)()
                await self._do_as_asked()
            except LOST_LINE:
                await self._return()

    def _has_news(self) -> bool:
        me = self.person
        if me.phase == "ended" or me.asked() or self._asker() is not None:
            return True
        return me.seen.v >= self._looked_at + LOOK_EVERY

    async def _do_as_asked(self) -> None:
        if self._asker() is not None or (self.person.phase == "pause" and self.person.asked()):
            await self._perhaps_swap()
        if self.person.asked():
            await self.person.answer(self.choose, retry=True)

    def _asker(self) -> int | None:
        """The seat of somebody who would like to swap with this one."""
        room, mine = self.person.seen.room, self.person.seat
        if mine is None or self.person.phase != "pause":
            return None
        return next((one["from"] for one in room["swaps"] if one["to"] == mine), None)

    async def _return(self) -> None:
        self._syncing = False
        await self.person.come_back()

    async def _tell(self, kind: str, allowed: set[str], /, **fields: Any) -> bool:
        """Say it over as many lines as it takes; whether it was accepted.

        Raises Broken at a refusal that is not `allowed`.
        """
        message = {"type": kind, "id": self.person.name_of(kind)} | fields
        try:
            answer = await self.person.insist(message)
        except Refused as refusal:
            hold(refusal.code in allowed, "an unexpected refusal", message, refusal)
            return False
        while True:
            try:
                await self.person.shown(answer)
                return True
            except LOST_LINE:
                await self._return()

    async def _away(self, least: float, most: float) -> None:
        await asyncio.sleep(self.dice.uniform(least, most))

    def _count(self, what: str) -> None:
        self.table.counts[what] += 1

    async def drop(self) -> None:
        """Lose the line, and catch up."""
        self._count("drops")
        await self.person.drop()
        await self._away(0.0, 0.1)
        await self._return()

    async def be_long_away(self) -> None:
        """Lose it until a CPU holds the seat."""
        self._count("long absences")
        await self.person.drop()
        await self._away(GRACE_MS / 800, GRACE_MS / 300)
        await self._return()

    async def reload(self) -> None:
        """A new page, which remembers nothing."""
        self._count("reloads")
        await self.person.drop()
        self.person.seen.v = 0
        await self._return()

    async def sleep(self) -> None:
        """The phone sleeps: its socket stays and nobody reads it."""
        self._count("sleeps")
        await self.person.sleep()
        await self._away(0.0, 2 * GRACE_MS / 1000)
        self._syncing = False
        await self.person.wake()

    async def second_tab(self) -> None:
        """Open another tab, and answer there if it is one's turn."""
        other = await self.compare_afresh()
        await other.come_back()
        self._count("second tabs")
        try:
            if other.asked():
                await other.answer(self.choose, retry=True)
        finally:
            await other.drop()

    async def talk(self) -> None:
        """Say something."""
        self._count("lines of talk")
        await self._tell("say", set(), kind="phrase", what="good_luck")

    async def resend(self) -> None:
        """Send what was accepted last once more: it gets the same answer and changes nothing."""
        me = self.person
        if me.accepted and me.answers and me.accepted[-1]["id"] == me.answers[-1]["id"]:
            self._count("resent messages")
            message, first = me.accepted[-1], me.answers[-1]
            again = await me.insist(message)
            hold(again == first, "a repeated message got another answer", message, first, again)

    async def leave_and_return(self) -> None:
        """Leave for good, think better of it, and have the seat back or claim one."""
        me = self.person
        people = sum(one is not None and one["kind"] == "person" for one in me.seen.room["seats"])
        few = self.table.seats == 2
        if self.table.leaving.locked() or me.seat is None or people < (2 if few else 3):
            return
        async with self.table.leaving:
            seat = me.seat
            if not await self._tell("stand", {"match_starting", "not_seated"}):
                return
            self._count("seats left")
            await self._away(0.0, 0.1)
            if not few and self.dice.random() < 0.5:
                await self._wait_for_the_next_deal()
            wanted = {"seat": seat} if few else {}
            if await self._tell("sit", _SIT_REFUSED, **wanted):
                self._count("seats claimed" if me.seat is None else "seats had back")

    async def _wait_for_the_next_deal(self) -> None:
        if self.person.seen.match is None:  # nobody may watch here
            return
        deal = self.person.match["deal"]
        while True:
            try:
                await self.person.until(lambda me: me.phase == "ended" or me.match["deal"] != deal)
                return
            except LOST_LINE:
                await self._return()

    async def _perhaps_swap(self) -> None:
        """Agree to a swap that somebody asks for, or ask for one."""
        mine, asker = self.person.seat, self._asker()
        others = [
            seat
            for seat, one in enumerate(self.person.seen.room["seats"])
            if one is not None and one["kind"] == "person" and seat != mine
        ]
        if asker is not None:
            if await self._tell("swap", _SWAP_REFUSED, seat=asker):
                self._count("swaps agreed to")
        elif others and self.dice.random() < 0.15:
            await self._tell("swap", _SWAP_REFUSED, seat=self.dice.choice(others))
            await self._away(0.05, 0.3)
