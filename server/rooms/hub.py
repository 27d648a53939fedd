"""The room subscription with local fan-out: a process follows the rooms that it has sockets of.

One channel a room, on the process's one subscription connection. A room is subscribed
to first and read after; what is published in between waits and is then taken in order.
"""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any, Final

from games.rules.core.errors import FormatError
from games.store.attendance import Attendance
from games.store.errors import StoreDown, StoreError
from games.store.keys import room_channel
from games.store.store import Loaded, Missed, Presence, Published, Said, Store, parse_message
from games.store.subscribe import Subscriptions
from server.rooms import codec
from server.rooms.door import Limits, RoomCrowded, Since
from server.rooms.local_room import LocalRoom, Socket
from server.rooms.room import Change
from server.rooms.service import Kept

RETRY_S: Final = 0.2
TAGS: Final = 64
"""So many versions back a process knows the history of a room."""


class _Followed(LocalRoom):
    """A local room with what following it needs.

    `stale` from the moment that something published may have been missed until the store
    has been read again: until then the own copy serves nobody. `doubts` counts those moments,
    as one may come while the store is being read. `coming` are the players of
    the sockets about to be admitted, `tags` the last versions' by version.
    """

    def __init__(self, code: str, grace_ms: int) -> None:
        super().__init__(code, grace_ms)
        self.stale = False
        self.doubts = 0
        self.coming: list[str] = []
        self.backlog: list[bytes] = []
        self.lock = asyncio.Lock()
        self.foretold: tuple[int, bytes, Change] | None = None
        self.tags: dict[int, bytes] = {}

    def open(self, kept: Kept, due_in_ms: int | None) -> None:
        super().open(kept, due_in_ms)
        self.tags[kept.version] = kept.tag
        if len(self.tags) > TAGS:
            del self.tags[next(iter(self.tags))]


class RoomHub:
    """The rooms that have sockets in this process."""

    def __init__(self, store: Store, grace_ms: int, limits: Limits) -> None:
        self._store = store
        self._grace_ms = grace_ms
        self._limits = limits
        self._rooms: dict[str, _Followed] = {}
        self._subscriptions: Subscriptions
        self._attendance: Attendance | None = None
        self._opening = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    @classmethod
    async def open(cls, store: Store, url: str, grace_ms: int, limits: Limits) -> "RoomHub":
        """A hub with its subscription connection. Raises StoreDown or StoreError."""
        hub = cls(store, grace_ms, limits)
        hub._subscriptions = await Subscriptions.connect(url, hub.resync_all)
        return hub

    async def close(self) -> None:
        """Everybody here departs; close the subscription connection."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._attendance is not None:
            with contextlib.suppress(StoreDown, StoreError):  # then a worker sweeps this process
                await self._attendance.close()
        await self._subscriptions.close()

    def known(self, code: str) -> Kept | None:
        """This process's own copy of a room, where it can be trusted."""
        local = self._rooms.get(code)
        return None if local is None or local.stale else local.kept

    def foretell(self, code: str, version: int, state: bytes, change: Change) -> None:
        """Keep what a commit of this process would make, until somebody's commit is echoed."""
        local = self._rooms.get(code)
        if local is not None:
            local.foretold = (version, state, change)

    # Sockets

    async def join(self, code: str, socket: Socket, since: Since | None) -> bool:
        """Let `socket` follow the room from now on; it gets a snapshot, or what it missed.

        False when there is no such room. Raises RoomCrowded, StoreDown, StoreError or FormatError.
        """
        attendance = await self._attend()
        local = self._rooms.setdefault(code, _Followed(code, self._grace_ms))
        local.coming.append(socket.player)
        entered = admitted = False
        try:
            async with local.lock:
                if local.kept is None and not await self._open(local):
                    return False
                if local.stale:
                    await self._read_again(local)
            if self._rooms.get(code) is not local:
                return False
            await self._check_room(local, socket.player)
            if self._rooms.get(code) is not local:
                return False
            entered = await attendance.enter(code, socket.player)
            if not entered:
                return False
            missed = await self._missed(local, since)
            if self._rooms.get(code) is not local:
                return False
            local.admit(socket)
            admitted = True
            self._greet(local, socket, since, missed)
            return True
        finally:
            local.coming.remove(socket.player)
            if entered and not admitted:
                await attendance.depart(code, socket.player)
            self._drop_if_empty(local)

    async def leave(self, code: str, socket: Socket) -> None:
        """`socket`, which has joined, no longer follows the room."""
        local = self._rooms.get(code)
        if local is not None:
            local.seats.pop(socket, None)
            self._drop_if_empty(local)
        assert self._attendance is not None
        await self._attendance.depart(code, socket.player)

    async def show(self, code: str, socket: Socket) -> None:
        """Send `socket` a snapshot because it asked. Raises StoreDown or StoreError."""
        local = self._rooms.get(code)
        if local is None or socket not in local.seats:
            return
        if local.stale:
            async with local.lock:
                await self._read_again(local)
        if self._rooms.get(code) is local and socket in local.seats:
            local.show_whole(socket, "asked")

    async def _attend(self) -> Attendance:
        """This process's attendance, which begins with its first socket."""
        async with self._opening:
            if self._attendance is None:
                self._attendance = await Attendance.open(self._store)
                self._spawn(self._attendance.run())
            return self._attendance

    async def _check_room(self, local: _Followed, player: str) -> None:
        """Raises RoomCrowded, StoreDown, StoreError or FormatError."""
        assert local.kept is not None
        players = [*(socket.player for socket in local.seats), *local.coming]
        try:
            self._limits.check(players, player, local.kept.room.seat_of(player) is not None)
        except RoomCrowded as refused:
            # The own copy may not know yet who has just taken a seat.
            looked = None if refused.code == "too_many_tabs" else await self._store.look(local.code)
            if looked is None or Kept.of(looked[0]).room.seat_of(player) is None:
                raise

    def _greet(
        self,
        local: _Followed,
        socket: Socket,
        since: Since | None,
        missed: list[codec.Happened] | Missed,
    ) -> None:
        if since is None:
            local.show_whole(socket, "joined")
        elif isinstance(missed, Missed):
            local.show_whole(socket, missed.value)
        else:
            local.show_missed(socket, since.version, missed)
            local.show_beside(socket)

    async def _missed(self, local: _Followed, since: Since | None) -> list[codec.Happened] | Missed:
        """What happened from `since` to the version shown, or why nobody can tell."""
        while True:
            assert local.kept is not None
            kept = local.kept
            if since is not None and since.version > kept.version:
                return Missed.ROLLED_BACK
            if since is None or since.tag is None:
                return Missed.GAP
            if (since.version, since.tag) == (kept.version, kept.tag):
                return []
            tail = await self._store.tail(
                local.code, since.version, since.tag, kept.version, kept.tag
            )
            if local.kept is kept:
                if isinstance(tail, Missed):
                    return tail
                return [codec.load_happened(event) for event in tail]

    # Following

    async def _open(self, local: _Followed) -> bool:
        channel = room_channel(local.code)
        await self._subscriptions.subscribe(channel, lambda data: self._receive(local, data))
        looked, said = await asyncio.gather(
            self._store.look(local.code), self._store.talked(local.code)
        )
        if looked is None:
            return False
        loaded, presence = looked
        local.open(Kept.of(loaded), loaded.due_in_ms)
        local.meet(presence)
        local.recall(said)
        backlog, local.backlog = local.backlog, []
        for data in backlog:
            self._receive(local, data)
        return True

    def _drop_if_empty(self, local: _Followed) -> None:
        if local.seats or local.coming or self._rooms.get(local.code) is not local:
            return
        del self._rooms[local.code]
        self._subscriptions.unsubscribe(room_channel(local.code))

    def _receive(self, local: _Followed, data: bytes) -> None:
        if self._rooms.get(local.code) is not local:
            return
        if local.kept is None:
            local.backlog.append(data)
            return
        match parse_message(data):
            case Published() as message:
                self._go_on(local, local.kept, message)
            case Presence() as presence:
                local.show_meeting(presence)
            case Said() as said:
                local.hear(said)
            case None:
                self._part(local, local.lose)

    def _go_on(self, local: _Followed, kept: Kept, message: Published) -> None:
        """Show the next version; read again where it does not follow from the one shown."""
        if message.version <= kept.version:
            if local.tags.get(message.version, message.tag) != message.tag:
                self._owe_resync(local)  # another history has come as far as ours
            return
        if message.version > kept.version + 1 or message.before != kept.tag:
            self._owe_resync(local)
            return
        foretold, local.foretold = local.foretold, None
        try:
            if foretold is not None and foretold[:2] == (message.version, message.state):
                change = foretold[2]
                room, happened = change.room, codec.happened(change)
            else:
                room = codec.load_room(message.state)
                happened = codec.load_happened(message.event)
        except FormatError:
            self._part(local, local.hand_over)
        else:
            after = Kept(message.version, message.tag, room)
            local.show_next(after, message.due_in_ms, happened)

    # After the subscription was down

    def resync_all(self) -> None:
        """Bring every local room up to date, and let the store know again who is here."""
        if self._attendance is not None:
            self._attendance.renew_soon()
        for local in list(self._rooms.values()):
            self._owe_resync(local)

    def _owe_resync(self, local: _Followed) -> None:
        local.doubts += 1
        if not local.stale:
            local.stale = True
            self._spawn(self._resync(local))

    async def _resync(self, local: _Followed) -> None:
        """Read the room again, however long the store is away."""
        while local.stale and self._rooms.get(local.code) is local:
            try:
                async with local.lock:
                    await self._read_again(local)
            except (StoreDown, StoreError):
                await asyncio.sleep(RETRY_S)

    async def _read_again(self, local: _Followed) -> None:
        """Bring a stale room up to date. Raises StoreDown or StoreError, and it stays stale."""
        while local.stale and local.kept is not None:
            before, doubts = local.kept, local.doubts
            looked, said = await asyncio.gather(
                self._store.look(local.code), self._store.talked(local.code)
            )
            if looked is None:
                self._part(local, local.lose)
                return
            loaded, presence = looked
            missed: list[bytes] | Missed = []
            if (loaded.version, loaded.tag) != (before.version, before.tag):
                missed = await self._store.tail(
                    local.code, before.version, before.tag, loaded.version, loaded.tag
                )
            if local.kept is before:
                local.stale = local.doubts != doubts
                self._jump(local, loaded, presence, said, missed)
                if self._rooms.get(local.code) is not local:
                    return

    def _jump(
        self,
        local: _Followed,
        loaded: Loaded,
        presence: Presence,
        said: list[Said],
        missed: list[bytes] | Missed,
    ) -> None:
        """Show every local socket the store's version, presence and talk."""
        assert local.kept is not None
        before, line = local.kept, local.lines[-1].n if local.lines else 0
        same = (loaded.version, loaded.tag) == (before.version, before.tag)
        try:
            kept = before if same else Kept.of(loaded)
            happened = (
                missed
                if isinstance(missed, Missed)
                else [codec.load_happened(event) for event in missed]
            )
        except FormatError:
            self._part(local, local.hand_over)
            return
        if happened is Missed.ROLLED_BACK:
            local.tags.clear()
        local.open(kept, loaded.due_in_ms)
        local.meet(presence)
        local.recall(said)
        for socket in local.seats:
            if isinstance(happened, Missed):
                local.show_whole(socket, happened.value)
                continue
            if not same:
                local.show_missed(socket, before.version, happened)
            local.show_beside(socket, line)

    def _part(self, local: _Followed, farewell: Callable[[], None]) -> None:
        """Tell every socket of a room that ends here, and follow it no more."""
        farewell()
        if self._rooms.get(local.code) is local:
            del self._rooms[local.code]
            self._subscriptions.unsubscribe(room_channel(local.code))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
