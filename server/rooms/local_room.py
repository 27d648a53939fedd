"""A room as one process follows it: the last version shown, and to which of its sockets.

Whatever goes out is encoded here, once for all sockets of the same seat and before the
first byte is sent; one task a room sends it in order.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Iterable
from dataclasses import fields
from operator import attrgetter, is_
from typing import Any, Final, Literal, Protocol

import msgspec

from games.rules.core.errors import FormatError
from games.store.store import Presence, Said
from server.rooms import codec
from server.rooms.delays import wait_kind
from server.rooms.protocol import (
    MESSAGE_FORMAT,
    Away,
    Error,
    Events,
    Line,
    ServerMessage,
    Snapshot,
    Talk,
    Wait,
    You,
)
from server.rooms.protocol import Presence as PresenceMessage
from server.rooms.room import Room
from server.rooms.service import Kept
from server.rooms.talk import Spoken
from server.rooms.views import Form, changed, may_see_match, view_log, view_match, view_room

_encode = msgspec.json.Encoder().encode
_log = logging.getLogger(__name__)

CLOSE_LOST: Final = 4404
CLOSE_RESTART: Final = 1012

LINES: Final = 50
"""So many lines of talk a snapshot brings."""

WATCHERS_S: Final = 0.25
"""How long the coming and going of watchers may wait to be told: a class comes at once."""

SAME_VIEWERS: Final = frozenset(
    {
        "ready",
        "rematch",
        "held",
        "given_back",
        "clock_ran_out",
        "renamed",
        "host_changed",
        "claimed",
        "claim_dropped",
        "swap_asked",
        "kick_asked",
        "starting",
        "start_again",
        "match_started",
    }
)
"""The room events after which everybody may see what they might have seen before."""

_beside_match: Final = attrgetter(*(one.name for one in fields(Room) if one.name != "match"))


class Socket(Protocol):
    """A connected client: its player, and how bytes and an end reach it."""

    player: str
    name: str

    async def deliver(self, message: bytes) -> None: ...

    async def end(self, code: int) -> None: ...


class LocalRoom:
    """`kept` is None until the room has been read; `seats` are the sockets and their seats."""

    def __init__(self, code: str, grace_ms: int) -> None:
        self.code = code
        self.kept: Kept | None = None
        self.seats: dict[Socket, int | None] = {}
        self.lines: list[Line] = []
        self._grace_ms = grace_ms
        self._deadline: float | None = None
        self._here: frozenset[str] = frozenset()
        self._gone_at: dict[str, float] = {}
        self._presence_told: tuple[frozenset[str], bool] | None = None
        self._later: asyncio.TimerHandle | None = None
        self._room_form: Form = {}
        self._match_forms: dict[int | None, Form | None] = {}
        self._outbox: deque[tuple[Socket, bytes | int]] = deque()
        self._pump: asyncio.Task[None] | None = None

    # What is known

    def open(self, kept: Kept, due_in_ms: int | None) -> None:
        """Take the room as it is now; nobody is told."""
        if self.kept is None or not _look_alike(self.kept.room, kept.room):
            self._room_form = view_room(kept.room)
        self.kept = kept
        self._expect(due_in_ms)
        self._match_forms = {}
        for socket in self.seats:
            self.seats[socket] = kept.room.seat_of(socket.player)

    def meet(self, presence: Presence) -> None:
        """Take who is there; nobody is told."""
        now = time.monotonic()
        self._here = presence.here
        self._gone_at = {player: now - ms / 1000 for player, ms in presence.gone.items()}
        self._expect(presence.due_in_ms)

    def recall(self, said: Iterable[Said]) -> None:
        """Take what was said before; nobody is told."""
        self.lines = [line for one in said if (line := _line(one)) is not None][-LINES:]

    def admit(self, socket: Socket) -> None:
        """From now on `socket` is told of the room."""
        assert self.kept is not None
        self.seats[socket] = self.kept.room.seat_of(socket.player)

    # What is shown

    def show_next(self, kept: Kept, due_in_ms: int | None, happened: codec.Happened) -> None:
        """The room went on by one version: every socket gets what changed for its seat."""
        assert self.kept is not None
        before, seats_before = self.kept.room, dict(self.seats)
        room_before, forms_before = self._room_form, self._match_forms
        self.open(kept, due_in_ms)
        room_patch = changed(room_before, self._room_form)
        encoded: dict[tuple[int | None, bool], bytes] = {}
        for socket, seat in self.seats.items():
            seat_before = seats_before[socket]
            sees = may_see_match(kept.room, seat)
            if sees != may_see_match(before, seat_before):
                self.show_whole(socket, "gap")  # no event tells the log of a deal half played
                continue
            moved = seat_before != seat
            message = encoded.get((seat, moved))
            if message is None:
                form_before = None if moved else forms_before.get(seat)
                message = encoded[seat, moved] = _encode(
                    Events(
                        v=kept.version,
                        h=kept.tag.hex(),
                        since=kept.version - 1,
                        room_events=happened.room_events,
                        # A private form belongs to who had the seat when it happened.
                        events=happened.seen_by(None if moved else seat) if sees else [],
                        room=room_patch or msgspec.UNSET,
                        match=_match_patch(form_before, self._match_form(seat)),
                        wait=self._wait(),
                    )
                )
            self._put(socket, message)
        if before.seats != kept.room.seats:
            self.show_presence()

    def show_whole(
        self, socket: Socket, reason: Literal["joined", "asked", "gap", "rolled_back"]
    ) -> None:
        """Send `socket` a snapshot."""
        assert self.kept is not None
        seat = self.seats[socket]
        snapshot = Snapshot(
            v=self.kept.version,
            h=self.kept.tag.hex(),
            format=MESSAGE_FORMAT,
            reason=reason,
            you=You(socket.player, socket.name),
            room=self._room_form,
            match=self._match_form(seat),
            log=view_log(self.kept.room, seat),
            wait=self._wait(),
            presence=self._presence(),
            talk=self.lines,
        )
        self._tell(socket, snapshot)

    def show_missed(self, socket: Socket, since: int, missed: list[codec.Happened]) -> None:
        """Send `socket` everything after version `since` in one message, where it may see that.

        Otherwise a snapshot: a seat's private events are its former occupant's, and who could not
        see the match lacks what the events go on from.
        """
        assert self.kept is not None
        room, seat = self.kept.room, self.seats[socket]
        room_events = [event for part in missed for event in part.room_events]
        if any(event["type"] not in SAME_VIEWERS for event in room_events) or (
            seat is None and not room.options.watchers
        ):
            self.show_whole(socket, "gap")
            return
        events = Events(
            v=self.kept.version,
            h=self.kept.tag.hex(),
            since=since,
            room_events=room_events,
            events=[event for part in missed for event in part.seen_by(seat)],
            room=self._room_form,
            match=self._match_form(seat),
            wait=self._wait(),
        )
        self._tell(socket, events)

    def show_beside(self, socket: Socket, after_line: int = 0) -> None:
        """Send `socket` what no `events` message tells: who is there, the lines after that one."""
        self._tell(socket, self._presence())
        for line in self.lines:
            if line.n > after_line:
                self._tell(socket, Talk(line))

    def show_presence(self) -> None:
        """Send every socket who is there."""
        if self._later is not None:
            self._later.cancel()
            self._later = None
        self._presence_told = self._about_seats()
        self._tell_all(self._presence())

    def show_meeting(self, presence: Presence) -> None:
        """Somebody came or went: tell at once of people on seats, of watchers in a moment."""
        self.meet(presence)
        if self._about_seats() != self._presence_told:
            self.show_presence()
        elif self._later is None:
            loop = asyncio.get_running_loop()
            self._later = loop.call_later(WATCHERS_S, self.show_presence)

    def hear(self, said: Said) -> None:
        """Somebody said something: every socket hears it, once."""
        line = _line(said)
        if line is not None and (not self.lines or line.n > self.lines[-1].n):
            self.lines = [*self.lines, line][-LINES:]
            self._tell_all(Talk(line))

    def lose(self) -> None:
        """The store no longer has the room: tell every socket and close it."""
        self._tell_all(Error(None, "room_lost", {}))
        self._end_all(CLOSE_LOST)

    def hand_over(self) -> None:
        """A newer process wrote the room: clients come back and may find one that can read it."""
        self._end_all(CLOSE_RESTART)

    # What is told of

    def _expect(self, due_in_ms: int | None) -> None:
        self._deadline = None if due_in_ms is None else time.monotonic() + due_in_ms / 1000

    def _wait(self) -> Wait | None:
        if self.kept is None or self._deadline is None:
            return None
        kind = wait_kind(self.kept.room)
        if kind is None:
            return None
        return Wait(kind, max(0, round((self._deadline - time.monotonic()) * 1000)))

    def _presence(self) -> PresenceMessage:
        assert self.kept is not None
        room = self.kept.room
        # Who has a socket here is here, whatever the store had heard when it told us.
        here = self._here.union(socket.player for socket in self.seats)
        seated = frozenset(room.seated)
        paused = bool(seated) and not seated & here
        return PresenceMessage(
            away=[
                Away(player, None if paused else self._hold_ms(room, player))
                for player in room.seated
                if player not in here
            ],
            watchers=len(here - seated),
            paused=paused,
            wait=self._wait(),
        )

    def _about_seats(self) -> tuple[frozenset[str], bool]:
        """Who on a seat is away, and whether a deadline runs."""
        assert self.kept is not None
        here = self._here.union(socket.player for socket in self.seats)
        return frozenset(self.kept.room.seated) - here, self._deadline is not None

    def _hold_ms(self, room: Room, player: str) -> int | None:
        if player not in room.watched:
            return None
        now = time.monotonic()
        gone_at = self._gone_at.setdefault(player, now)
        return max(0, self._grace_ms - round((now - gone_at) * 1000))

    def _match_form(self, seat: int | None) -> Form | None:
        assert self.kept is not None
        if seat not in self._match_forms:
            self._match_forms[seat] = view_match(self.kept.room, seat)
        return self._match_forms[seat]

    # Sending

    def _tell(self, socket: Socket, message: ServerMessage) -> None:
        self._put(socket, _encode(message))

    def _tell_all(self, message: ServerMessage) -> None:
        encoded = _encode(message)
        for socket in self.seats:
            self._put(socket, encoded)

    def _end_all(self, code: int) -> None:
        for socket in self.seats:
            self._put(socket, code)

    def _put(self, socket: Socket, what: bytes | int) -> None:
        """Queue bytes, or (an integer) the end of the socket with that close code."""
        self._outbox.append((socket, what))
        if self._pump is None:
            self._pump = asyncio.create_task(self._send())

    async def _send(self) -> None:
        while self._outbox:
            socket, what = self._outbox.popleft()
            try:
                if isinstance(what, int):
                    await socket.end(what)
                else:
                    await socket.deliver(what)
            except Exception:
                # One broken socket must not keep the others of the room from theirs.
                _log.exception("a socket of room %s failed", self.code)
        self._pump = None


def _look_alike(before: Room, after: Room) -> bool:
    """Whether `view_room` would show the same, by a glance: an ordinary move changes the match."""
    old, new = before.match, after.match
    return (
        old is not None
        and new is not None
        and old.number == new.number
        and old.state.match_over == new.state.match_over
        and all(map(is_, _beside_match(before), _beside_match(after)))
    )


def _match_patch(before: Form | None, after: Form | None) -> Any:
    """The changed keys; the whole match where the receiver has none of it, or another."""
    if after is None:
        return None
    if before is None or before["id"] != after["id"]:
        return after
    return changed(before, after) or msgspec.UNSET


def _line(said: Said) -> Line | None:
    """The line as the wire tells it; None for one that a newer process wrote."""
    try:
        return Spoken.load(said.line).numbered(said.n)
    except FormatError:
        return None
