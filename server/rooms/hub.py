"""The room subscription with local fan-out: one channel a room, every local seat its own view.

A process subscribes to a room while it has sockets of it. Each published version is
projected once for every seat that is here; all bytes are encoded before the first is
sent, and one task a room sends them in order.
"""

import asyncio
import logging
import time
from collections import deque
from typing import Any, Protocol

import msgspec

from games.rules.core.errors import FormatError
from games.store.keys import room_channel
from games.store.store import Loaded, Store, parse_message
from games.store.subscribe import Subscriptions
from server.rooms import codec
from server.rooms.protocol import MESSAGE_FORMAT, Error, Events, Snapshot, You
from server.rooms.room import Change
from server.rooms.service import Kept
from server.rooms.views import Form, changed, view_log, view_match, view_room

_json = msgspec.json.Encoder().encode
_log = logging.getLogger(__name__)

CLOSE_LOST = 4404
CLOSE_RESTART = 1012


class Socket(Protocol):
    """A connected client: its player, and how bytes and an end reach it."""

    player: str
    name: str

    async def deliver(self, message: bytes) -> None: ...

    async def end(self, code: int) -> None: ...


class _LocalRoom:
    """A room as this process follows it: the last version shown, and to which sockets."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.kept: Kept | None = None
        self.deadline: float | None = None
        self.room_form: Form = {}
        self.match_forms: dict[int | None, Form | None] = {}
        self.seats: dict[Socket, int | None] = {}
        self.joining = 0
        self.backlog: list[bytes] = []
        self.lock = asyncio.Lock()
        self.foretold: tuple[int, bytes, Change] | None = None
        self.outbox: deque[tuple[Socket, bytes | int]] = deque()
        self.pump: asyncio.Task[None] | None = None

    @property
    def wait_ms(self) -> int | None:
        if self.kept is None or self.deadline is None or self.kept.room.phase != "pause":
            return None
        return max(0, round((self.deadline - time.monotonic()) * 1000))

    def put(self, socket: Socket, what: bytes | int) -> None:
        """Queue bytes, or (an integer) the end of the socket with that close code."""
        self.outbox.append((socket, what))
        if self.pump is None:
            self.pump = asyncio.create_task(self._send())

    async def _send(self) -> None:
        while self.outbox:
            socket, what = self.outbox.popleft()
            try:
                if isinstance(what, int):
                    await socket.end(what)
                else:
                    await socket.deliver(what)
            except Exception:
                # One broken socket must not keep the others of the room from theirs.
                _log.exception("a socket of room %s failed", self.code)
        self.pump = None

    def set(self, kept: Kept, due_in_ms: int | None) -> None:
        self.kept = kept
        self.deadline = None if due_in_ms is None else time.monotonic() + due_in_ms / 1000
        self.room_form = view_room(kept.room)
        self.match_forms = {}
        for socket in self.seats:
            self.seats[socket] = kept.room.seat_of(socket.player)

    def match_form(self, seat: int | None) -> Form | None:
        assert self.kept is not None
        if seat not in self.match_forms:
            self.match_forms[seat] = view_match(self.kept.room, seat)
        return self.match_forms[seat]


class RoomHub:
    """The rooms that have sockets in this process."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._rooms: dict[str, _LocalRoom] = {}
        self._subscriptions: Subscriptions
        self._tasks: set[asyncio.Task[None]] = set()

    @classmethod
    async def open(cls, store: Store, url: str) -> "RoomHub":
        """A hub with its subscription connection. Raises StoreDown or StoreError."""
        hub = cls(store)
        hub._subscriptions = await Subscriptions.connect(url, hub.resync_all)
        return hub

    async def close(self) -> None:
        """Close the subscription connection."""
        await self._subscriptions.close()

    def known(self, code: str) -> Kept | None:
        """This process's own copy of a room."""
        local = self._rooms.get(code)
        return None if local is None else local.kept

    def foretell(self, code: str, version: int, state: bytes, change: Change) -> None:
        """Keep what a commit of this process would make, until somebody's commit is echoed."""
        local = self._rooms.get(code)
        if local is not None:
            local.foretold = (version, state, change)

    async def join(self, code: str, socket: Socket, since: int | None) -> bool:
        """Let `socket` follow the room from now on; it gets a snapshot, or what it missed.

        False when there is no such room.
        """
        local = self._rooms.setdefault(code, _LocalRoom(code))
        local.joining += 1
        try:
            async with local.lock:
                if local.kept is None and not await self._open(local):
                    return False
            assert local.kept is not None
            ahead = since is not None and since > local.kept.version
            missed = None if since is None or ahead else await self._missed(local, since)
            local.seats[socket] = local.kept.room.seat_of(socket.player)
            if since is None or missed is None:
                reason = "joined" if since is None else "rolled_back" if ahead else "gap"
                local.put(socket, self._snapshot(local, socket, reason))
            else:
                local.put(socket, self._caught_up(local, socket, since, missed))
            return True
        finally:
            local.joining -= 1
            await self._drop_if_empty(local)

    async def _open(self, local: _LocalRoom) -> bool:
        """Subscribe first, read the state after; messages that came meanwhile follow it."""
        await self._subscriptions.subscribe(
            room_channel(local.code), lambda data: self._receive(local, data)
        )
        loaded = await self._store.load(local.code)
        if loaded is None:
            return False
        local.set(Kept(loaded.version, codec.load_room(loaded.state)), loaded.due_in_ms)
        backlog, local.backlog = local.backlog, []
        for data in backlog:
            self._receive(local, data)
        return True

    async def leave(self, code: str, socket: Socket) -> None:
        """`socket` no longer follows the room."""
        local = self._rooms.get(code)
        if local is not None and socket in local.seats:
            del local.seats[socket]
            await self._drop_if_empty(local)

    async def _drop_if_empty(self, local: _LocalRoom) -> None:
        if local.seats or local.joining or self._rooms.get(local.code) is not local:
            return
        del self._rooms[local.code]
        await self._subscriptions.unsubscribe(room_channel(local.code))

    def show(self, code: str, socket: Socket) -> None:
        """Send `socket` a snapshot because it asked."""
        local = self._rooms.get(code)
        if local is not None and local.kept is not None:
            local.put(socket, self._snapshot(local, socket, "asked"))

    def _receive(self, local: _LocalRoom, data: bytes) -> None:
        if self._rooms.get(local.code) is not local:
            return
        if local.kept is None:
            local.backlog.append(data)
            return
        message = parse_message(data)
        if message is None:
            self._lose(local)
            return
        version = message.version
        if version <= local.kept.version:
            return
        if version > local.kept.version + 1:
            self._spawn(self._resync(local))
            return
        try:
            foretold, local.foretold = local.foretold, None
            if foretold is not None and foretold[:2] == (version, message.state):
                change = foretold[2]
                kept = Kept(version, change.room)
                happened = codec.Happened(change.room_events, change.events)
            else:
                kept = Kept(version, codec.load_room(message.state))
                happened = codec.load_happened(message.event)
        except FormatError:
            self._hand_over(local)
            return
        self._show_next(local, kept, message.due_in_ms, happened)

    def _show_next(
        self, local: _LocalRoom, kept: Kept, due_in_ms: int | None, happened: codec.Happened
    ) -> None:
        """Project one version for every local seat and queue the bytes."""
        seats_before, room_before, forms_before = (
            dict(local.seats),
            local.room_form,
            local.match_forms,
        )
        since = kept.version - 1
        local.set(kept, due_in_ms)
        room_patch = changed(room_before, local.room_form)
        wait_ms = local.wait_ms
        encoded: dict[tuple[int | None, bool], bytes] = {}
        for socket, seat in local.seats.items():
            moved = seats_before[socket] != seat
            message = encoded.get((seat, moved))
            if message is None:
                before = None if moved else forms_before.get(seat)
                message = _json(
                    Events(
                        v=kept.version,
                        since=since,
                        room_events=happened.room_events,
                        events=happened.seen_by(seat),
                        room=room_patch or msgspec.UNSET,
                        match=_match_patch(before, local.match_form(seat)),
                        wait_ms=wait_ms,
                    )
                )
                encoded[seat, moved] = message
            local.put(socket, message)

    def _snapshot(self, local: _LocalRoom, socket: Socket, reason: Any) -> bytes:
        assert local.kept is not None
        seat = local.seats[socket]
        return _json(
            Snapshot(
                v=local.kept.version,
                format=MESSAGE_FORMAT,
                reason=reason,
                you=You(socket.player, socket.name),
                room=local.room_form,
                match=local.match_form(seat),
                log=view_log(local.kept.room, seat),
                wait_ms=local.wait_ms,
            )
        )

    async def _missed(self, local: _LocalRoom, since: int) -> list[codec.Happened] | None:
        """What happened from `since` to the version shown, or None where the tail is too short."""
        while True:
            assert local.kept is not None
            upto = local.kept.version
            tail = await self._store.tail(local.code, since, upto)
            if tail is None:
                return None
            if local.kept.version == upto:
                return [codec.load_happened(event) for event in tail]

    def _caught_up(
        self, local: _LocalRoom, socket: Socket, since: int, missed: list[codec.Happened]
    ) -> bytes:
        assert local.kept is not None
        seat = local.seats[socket]
        return _json(
            Events(
                v=local.kept.version,
                since=since,
                room_events=[event for part in missed for event in part.room_events],
                events=[event for part in missed for event in part.seen_by(seat)],
                room=local.room_form,
                match=local.match_form(seat),
                wait_ms=local.wait_ms,
            )
        )

    def resync_all(self) -> None:
        """After the subscription was down: bring every local room up to date."""
        for local in self._rooms.values():
            self._spawn(self._resync(local))

    async def _resync(self, local: _LocalRoom) -> None:
        async with local.lock:
            while local.kept is not None and self._rooms.get(local.code) is local:
                before = local.kept.version
                loaded = await self._store.load(local.code)
                if loaded is None:
                    self._lose(local)
                    return
                tail = None
                if loaded.version > before:
                    tail = await self._store.tail(local.code, before, loaded.version)
                if local.kept.version != before:
                    continue
                if loaded.version != before:
                    self._jump(local, loaded, tail)
                return

    def _jump(self, local: _LocalRoom, loaded: Loaded, tail: list[bytes] | None) -> None:
        """Show every local socket a version that is not the next one."""
        assert local.kept is not None
        before = local.kept.version
        try:
            kept = Kept(loaded.version, codec.load_room(loaded.state))
            missed = None if tail is None else [codec.load_happened(event) for event in tail]
        except FormatError:
            self._hand_over(local)
            return
        local.set(kept, loaded.due_in_ms)
        reason = "rolled_back" if kept.version < before else "gap"
        for socket in local.seats:
            if missed is None:
                local.put(socket, self._snapshot(local, socket, reason))
            else:
                local.put(socket, self._caught_up(local, socket, before, missed))

    def _lose(self, local: _LocalRoom) -> None:
        message = _json(Error(None, "room_lost", {}))
        for socket in local.seats:
            local.put(socket, message)
            local.put(socket, CLOSE_LOST)

    def _hand_over(self, local: _LocalRoom) -> None:
        """A newer process wrote the room: clients come back and find one that can read it."""
        for socket in local.seats:
            local.put(socket, CLOSE_RESTART)

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _match_patch(before: Form | None, after: Form | None) -> Any:
    if after is None:
        return None
    if before is None or before["id"] != after["id"]:
        return after
    return changed(before, after) or msgspec.UNSET
