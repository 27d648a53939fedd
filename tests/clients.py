"""Simulated people: they speak docs/protocol.md over real sockets and nothing else.

Shared by tests, load runs and proofs. A `Person` has a guest's cookie, one socket at a
time, and the view folded from what the socket brought. One that is `honest` does by itself
what the page does: it gives nonces, and takes its seat back from the CPU that holds it.
"""

import asyncio
import hashlib
import secrets
from collections.abc import Callable
from typing import Any, Self

from tests.choosers import Choose, any_legal, brisk, first_legal
from tests.seen import Json, Seen
from tests.wire import AGAIN, LOST_LINE, Line, Refused, http

__all__ = ["Json", "Person", "Refused", "Seen", "any_legal", "brisk", "first_legal", "http"]

MOVED_ON = {"stale_action", "not_your_turn", "deal_over", "no_match", "not_seated"}
MOVED_ON |= {"not_paused", "already_ready", "match_starting", "match_not_over"}
"""Refusals that say no more than that the table was faster."""


class Person(Line):
    """One simulated person at one server (`base`: ``http://127.0.0.1:8000``)."""

    def __init__(self, base: str, language: str = "en", *, honest: bool = False) -> None:
        super().__init__(base)
        self.language = language
        self.honest = honest
        self.player = ""
        self.nonces: dict[str, bytes] = {}
        """By match; all tabs of one player share them, as they share `accepted`."""
        self.accepted: list[Json] = []
        """The messages of `answer` that were accepted, in order."""
        self.answers: list[Json] = []
        """This tab's answers to them."""
        self._courtesy: asyncio.Task[None] | None = None

    async def arrive(self) -> Self:
        """Become a guest."""
        answer = await self.http("POST", "/api/guest", {"lang": self.language})
        self.player = answer["player"]["id"]
        return self

    def tab(self) -> Self:
        """Another tab of the same player, its socket not yet open."""
        other = type(self)(self.base, self.language, honest=self.honest)
        other.cookie, other.player, other.code = self.cookie, self.player, self.code
        other.nonces, other.accepted = self.nonces, self.accepted
        return other

    async def make_room(self, game: str, **options: Any) -> str:
        """Make a room; its code."""
        self.code = (await self.http("POST", "/api/rooms", {"game": game} | options))["code"]
        return self.code

    # Speaking

    async def say(self, kind: str, /, **fields: Any) -> Json:
        """Send a message with an id; wait for its answer and its effect. Raises Refused."""
        if self.honest and kind in ("sit", "rematch") and self.phase in ("lobby", "ended"):
            fields = {"commitment": self.commitment()} | fields
        return await self._effect({"type": kind, "id": self.name_of(kind)} | fields)

    async def _effect(self, message: Json) -> Json:
        answer = await self.repeat(message)
        await self.shown(answer)
        return answer

    def act_message(self, action: Json, message_id: str = "") -> Json:
        """The `act` message for `action` at the decision now seen."""
        match = self.match
        return {
            "type": "act",
            "id": message_id or self.name_of("act"),
            "match": match["id"],
            "deal": match["deal"],
            "turn": match["turn"],
            "step": match["step"],
            "action": action,
        }

    async def act(self, action: Json) -> Json:
        """Do `action` at the decision now seen."""
        return await self._effect(self.act_message(action))

    # Honesty

    def heard(self) -> None:
        if self.honest and (self._courtesy is None or self._courtesy.done()):
            owed = self._owed()
            if owed is not None:
                self._courtesy = asyncio.create_task(self._be_honest(owed))
                socket = self._socket
                self._courtesy.add_done_callback(lambda _: self._on_another_line(socket))

    def _on_another_line(self, before: Any) -> None:
        """What was owed on a lost line is owed on the new one, which may have spoken already."""
        if self._socket is not None and self._socket is not before:
            self.heard()

    def commitment(self) -> str:
        """The SHA-256 of this person's nonce for the next match."""
        match = self.seen.room["next"]["match"]
        nonce = self.nonces.setdefault(match, secrets.token_bytes(32))
        return hashlib.sha256(nonce).hexdigest()

    def _owed(self) -> Json | None:
        """What an honest page would send now without being asked by anybody."""
        room, seat = self.seen.room, self.seat
        if seat is None:
            return None
        coming = room["next"]
        stage, match, given = coming["stage"], coming["match"], coming["commitments"][seat]
        if room["seats"][seat].get("held") in ("away", "idle"):
            return {"type": "back", "id": self.name_of("back")}
        if stage == "reveal":
            nonce = self.nonces.get(match)
            if nonce is None or given != self.commitment() or seat in coming["revealed"]:
                return None
            return {
                "type": "reveal",
                "id": self.name_of("reveal"),
                "match": match,
                "nonce": nonce.hex(),
            }
        if given != self.commitment() and (
            stage == "commit" or room["phase"] in ("lobby", "ended")
        ):
            return {
                "type": "commit",
                "id": self.name_of("commit"),
                "match": match,
                "commitment": self.commitment(),
            }
        return None

    async def _be_honest(self, owed: Json | None) -> None:
        while owed is not None:
            try:
                await self._effect(owed)
            except Refused as refusal:
                refused = owed["type"] if refusal.code not in AGAIN else None
                await asyncio.sleep(0.05)
                owed = self._owed()
                if owed is not None and owed["type"] == refused:
                    return  # another tab was faster; the next news is another chance
                continue
            except LOST_LINE:
                return  # whoever comes back is shown again what is owed
            owed = self._owed()

    # Seeing

    @property
    def match(self) -> Json:
        """The running match as seen; there must be one."""
        assert self.seen.match is not None
        return self.seen.match

    @property
    def phase(self) -> str:
        """The room's."""
        phase: str = self.seen.room.get("phase", "")
        return phase

    @property
    def seat(self) -> int | None:
        """One's own seat."""
        for number, one in enumerate(self.seen.room["seats"]):
            if one is not None and one.get("player") == self.player:
                return number
        return None

    async def shown(self, answer: Json) -> None:
        """Wait until the view has come to the version of an `ok`, or the room was rolled back."""
        resets = self.seen.resets
        await self.until(lambda me: me.seen.v >= answer["v"] or me.seen.resets != resets)

    # Playing

    def my_turn(self) -> bool:
        """Whether the view asks this person for an action."""
        return bool(self.phase == "playing" and self.seen.match and self.seen.match["legal"])

    def asked(self) -> bool:
        """Whether the view asks this person for anything: an action, or to be ready."""
        room = self.seen.room
        waited_for = self.phase == "pause" and self.seat not in (None, *room["ready"])
        return self.my_turn() or waited_for

    async def start(self) -> None:
        """The host starts the match; returns when it is dealt."""
        number = self.seen.room["match_number"]
        await self.say("start")
        await self.until(lambda me: me.seen.room["match_number"] > number)

    async def play(
        self,
        choose: Choose,
        *,
        until: Callable[[Self], bool] | None = None,
        retry: bool = False,
    ) -> None:
        """Play until the match has ended (or `until`), ready between deals.

        With `retry`, a lost line is opened again, unanswered messages are sent again, and it
        is no fault when the table was faster.
        """
        over = until or (lambda me: me.phase == "ended")
        while True:
            try:
                await self.until(lambda me: over(me) or me.asked())
                if over(self):
                    return
                await self.answer(choose, retry=retry)
            except LOST_LINE:
                if not retry:
                    raise
                await self.come_back()

    async def answer(self, choose: Choose, *, retry: bool = False) -> bool:
        """Do what the view asks for; whether it was accepted. Waits until the view has gone on."""
        if self.my_turn():
            message = self.act_message(choose(self.match))
        else:
            message = {"type": "ready", "id": self.name_of("ready")}
        before = self.seen.since
        try:
            answer = await (self.insist(message) if retry else self.repeat(message))
        except Refused as refusal:
            if refusal.code not in (MOVED_ON if retry else ("already_ready", "not_paused")):
                raise
            await self.until(lambda me: me.seen.since != before or not me.asked())
            return False
        self.accepted.append(message)
        self.answers.append(answer)
        await self.shown(answer)
        return True
