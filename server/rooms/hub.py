"""The room subscription with local fan-out: a process follows the rooms that it has sockets of.

One channel a room, on the process's one subscription connection. A room is subscribed
to first and read after; what is published in between waits and is then taken in order.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final

from games.rules.core.errors import FormatError
from games.store.errors import StoreDown, StoreError
from games.store.keys import room_channel
from games.store.store import Loaded, Store, parse_message
from games.store.subscribe import Subscriptions
from server.rooms import codec
from server.rooms.local_room import LocalRoom, Socket
from server.rooms.room import Change
from server.rooms.service import Kept

RETRY_S: Final = 0.2


class _Followed(LocalRoom):
    """A local room with what following it needs.

    `stale` from the moment that something published may have been missed until the store
    has been read again: until then the own copy serves nobody.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.stale = False
        self.joining = 0
        self.backlog: list[bytes] = []
        self.lock = asyncio.Lock()
        self.foretold: tuple[int, bytes, Change] | None = None


class RoomHub:
    """The rooms that have sockets in this process."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._rooms: dict[str, _Followed] = {}
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
        """This process's own copy of a room, where it can be trusted."""
        local = self._rooms.get(code)
        return None if local is None or local.stale else local.kept

    def foretell(self, code: str, version: int, state: bytes, change: Change) -> None:
        """Keep what a commit of this process would make, until somebody's commit is echoed."""
        local = self._rooms.get(code)
        if local is not None:
            local.foretold = (version, state, change)

    async def join(self, code: str, socket: Socket, since: int | None) -> bool:
        """Let `socket` follow the room from now on; it gets a snapshot, or what it missed.

        False when there is no such room. Raises StoreDown, StoreError or FormatError.
        """
        local = self._rooms.setdefault(code, _Followed(code))
        local.joining += 1
        try:
            async with local.lock:
                if local.kept is None and not await self._open(local):
                    return False
                if local.stale:
                    await self._read_again(local)
                if self._rooms.get(code) is not local:
                    return False
            assert local.kept is not None
            ahead = since is not None and since > local.kept.version
            missed = None if since is None or ahead else await self._missed(local, since)
            local.admit(socket)
            if since is not None and missed is not None:
                local.show_missed(socket, since, missed)
            else:
                local.show_whole(
                    socket, "joined" if since is None else "rolled_back" if ahead else "gap"
                )
            return True
        finally:
            local.joining -= 1
            await self._drop_if_empty(local)

    async def leave(self, code: str, socket: Socket) -> None:
        """`socket` no longer follows the room."""
        local = self._rooms.get(code)
        if local is not None and socket in local.seats:
            del local.seats[socket]
            await self._drop_if_empty(local)

    async def show(self, code: str, socket: Socket) -> None:
        """Send `socket` a snapshot because it asked. Raises StoreDown or StoreError."""
        local = self._rooms.get(code)
        if local is None or socket not in local.seats:
            return
        if local.stale:
            async with local.lock:
                await self._read_again(local)
        if self._rooms.get(code) is local:
            local.show_whole(socket, "asked")

    def resync_all(self) -> None:
        """After the subscription was down: bring every local room up to date."""
        for local in list(self._rooms.values()):
            self._owe_resync(local)

    def _owe_resync(self, local: _Followed) -> None:
        if not local.stale:
            local.stale = True
            self._spawn(self._resync(local))

    async def _open(self, local: _Followed) -> bool:
        channel = room_channel(local.code)
        await self._subscriptions.subscribe(channel, lambda data: self._receive(local, data))
        loaded = await self._store.load(local.code)
        if loaded is None:
            return False
        local.open(Kept(loaded.version, codec.load_room(loaded.state)), loaded.due_in_ms)
        backlog, local.backlog = local.backlog, []
        for data in backlog:
            self._receive(local, data)
        return True

    async def _drop_if_empty(self, local: _Followed) -> None:
        if local.seats or local.joining or self._rooms.get(local.code) is not local:
            return
        del self._rooms[local.code]
        await self._subscriptions.unsubscribe(room_channel(local.code))

    def _receive(self, local: _Followed, data: bytes) -> None:
        if self._rooms.get(local.code) is not local:
            return
        if local.kept is None:
            local.backlog.append(data)
            return
        message = parse_message(data)
        if message is None:
            self._part(local, local.lose)
        elif message.version > local.kept.version + 1:
            self._owe_resync(local)
        elif message.version == local.kept.version + 1:
            foretold, local.foretold = local.foretold, None
            try:
                if foretold is not None and foretold[:2] == (message.version, message.state):
                    change = foretold[2]
                    kept = Kept(message.version, change.room)
                    happened = codec.Happened(change.room_events, change.events)
                else:
                    kept = Kept(message.version, codec.load_room(message.state))
                    happened = codec.load_happened(message.event)
            except FormatError:
                self._part(local, local.hand_over)
            else:
                local.show_next(kept, message.due_in_ms, happened)

    async def _missed(self, local: _Followed, since: int) -> list[codec.Happened] | None:
        """What happened from `since` to the version shown, or None where the tail is too short."""
        while True:
            assert local.kept is not None
            upto = local.kept.version
            tail = await self._store.tail(local.code, since, upto)
            if tail is None:
                return None
            if local.kept.version == upto:
                return [codec.load_happened(event) for event in tail]

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
            before = local.kept.version
            loaded = await self._store.load(local.code)
            if loaded is None:
                self._part(local, local.lose)
                return
            tail = None
            if loaded.version > before:
                tail = await self._store.tail(local.code, before, loaded.version)
            if local.kept.version == before:
                local.stale = False
                self._jump(local, loaded, tail)

    def _part(self, local: _Followed, farewell: Callable[[], None]) -> None:
        """Tell every socket of a room that ends here, and follow it no more."""
        farewell()
        if self._rooms.get(local.code) is local:
            del self._rooms[local.code]
            self._spawn(self._subscriptions.unsubscribe(room_channel(local.code)))

    def _jump(self, local: _Followed, loaded: Loaded, tail: list[bytes] | None) -> None:
        """Show every local socket the store's version, unless it is the one they see."""
        assert local.kept is not None
        before = local.kept
        try:
            kept = Kept(loaded.version, codec.load_room(loaded.state))
            missed = None if tail is None else [codec.load_happened(event) for event in tail]
        except FormatError:
            self._part(local, local.hand_over)
            return
        if kept == before:
            return
        local.open(kept, loaded.due_in_ms)
        for socket in local.seats:
            if missed is not None:
                local.show_missed(socket, before.version, missed)
            else:
                gap = kept.version > before.version
                local.show_whole(socket, "gap" if gap else "rolled_back")

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
