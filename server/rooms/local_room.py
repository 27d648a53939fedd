"""A room as one process follows it: the last version shown, and to which of its sockets.

Whatever goes out is encoded here, once for all sockets of the same seat and before the
first byte is sent; one task a room sends it in order.
"""

import asyncio
import logging
import time
from collections import deque
from typing import Any, Final, Literal, Protocol

import msgspec

from server.rooms import codec
from server.rooms.protocol import MESSAGE_FORMAT, Error, Events, Snapshot, You
from server.rooms.service import Kept
from server.rooms.views import Form, changed, view_log, view_match, view_room

_json = msgspec.json.Encoder().encode
_log = logging.getLogger(__name__)

CLOSE_LOST: Final = 4404
CLOSE_RESTART: Final = 1012


class Socket(Protocol):
    """A connected client: its player, and how bytes and an end reach it."""

    player: str
    name: str

    async def deliver(self, message: bytes) -> None: ...

    async def end(self, code: int) -> None: ...


class LocalRoom:
    """`kept` is None until the room has been read; `seats` are the sockets and their seats."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.kept: Kept | None = None
        self.seats: dict[Socket, int | None] = {}
        self._deadline: float | None = None
        self._room_form: Form = {}
        self._match_forms: dict[int | None, Form | None] = {}
        self._outbox: deque[tuple[Socket, bytes | int]] = deque()
        self._pump: asyncio.Task[None] | None = None

    def open(self, kept: Kept, due_in_ms: int | None) -> None:
        """Take the room as it is now; nobody is told."""
        self.kept = kept
        self._deadline = None if due_in_ms is None else time.monotonic() + due_in_ms / 1000
        self._room_form = view_room(kept.room)
        self._match_forms = {}
        for socket in self.seats:
            self.seats[socket] = kept.room.seat_of(socket.player)

    def admit(self, socket: Socket) -> None:
        """From now on `socket` is told of the room."""
        assert self.kept is not None
        self.seats[socket] = self.kept.room.seat_of(socket.player)

    def show_next(self, kept: Kept, due_in_ms: int | None, happened: codec.Happened) -> None:
        """The room went on by one version: every socket gets what changed for its seat."""
        seats_before = dict(self.seats)
        room_before, forms_before = self._room_form, self._match_forms
        self.open(kept, due_in_ms)
        room_patch = changed(room_before, self._room_form)
        wait_ms = self._wait_ms()
        encoded: dict[tuple[int | None, bool], bytes] = {}
        for socket, seat in self.seats.items():
            moved = seats_before[socket] != seat
            message = encoded.get((seat, moved))
            if message is None:
                before = None if moved else forms_before.get(seat)
                message = encoded[seat, moved] = _json(
                    Events(
                        v=kept.version,
                        since=kept.version - 1,
                        room_events=happened.room_events,
                        events=happened.seen_by(seat),
                        room=room_patch or msgspec.UNSET,
                        match=_match_patch(before, self._match_form(seat)),
                        wait_ms=wait_ms,
                    )
                )
            self._put(socket, message)

    def show_whole(
        self, socket: Socket, reason: Literal["joined", "asked", "gap", "rolled_back"]
    ) -> None:
        """Send `socket` a snapshot."""
        assert self.kept is not None
        seat = self.seats[socket]
        snapshot = Snapshot(
            v=self.kept.version,
            format=MESSAGE_FORMAT,
            reason=reason,
            you=You(socket.player, socket.name),
            room=self._room_form,
            match=self._match_form(seat),
            log=view_log(self.kept.room, seat),
            wait_ms=self._wait_ms(),
        )
        self._put(socket, _json(snapshot))

    def show_missed(self, socket: Socket, since: int, missed: list[codec.Happened]) -> None:
        """Send `socket` everything after version `since` in one message."""
        assert self.kept is not None
        seat = self.seats[socket]
        events = Events(
            v=self.kept.version,
            since=since,
            room_events=[event for part in missed for event in part.room_events],
            events=[event for part in missed for event in part.seen_by(seat)],
            room=self._room_form,
            match=self._match_form(seat),
            wait_ms=self._wait_ms(),
        )
        self._put(socket, _json(events))

    def lose(self) -> None:
        """The store no longer has the room: tell every socket and close it."""
        message = _json(Error(None, "room_lost", {}))
        for socket in self.seats:
            self._put(socket, message)
            self._put(socket, CLOSE_LOST)

    def hand_over(self) -> None:
        """A newer process wrote the room: clients come back and may find one that can read it."""
        for socket in self.seats:
            self._put(socket, CLOSE_RESTART)

    def _wait_ms(self) -> int | None:
        if self.kept is None or self._deadline is None or self.kept.room.phase != "pause":
            return None
        return max(0, round((self._deadline - time.monotonic()) * 1000))

    def _match_form(self, seat: int | None) -> Form | None:
        assert self.kept is not None
        if seat not in self._match_forms:
            self._match_forms[seat] = view_match(self.kept.room, seat)
        return self._match_forms[seat]

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


def _match_patch(before: Form | None, after: Form | None) -> Any:
    """The changed keys; the whole match where the receiver has none of it, or another."""
    if after is None:
        return None
    if before is None or before["id"] != after["id"]:
        return after
    return changed(before, after) or msgspec.UNSET
