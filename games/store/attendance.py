"""Whom one process has in which room: told to the store, and kept true through every trouble."""

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, Final

from games.store.errors import StoreDown, StoreError
from games.store.presence import BEAT_MS
from games.store.store import Store

log = logging.getLogger(__name__)

_RETRY_S: Final = 0.2
_ENTERED_AT_ONCE: Final = 256

_Place = tuple[str, str]


@dataclass(slots=True)
class _Stay:
    """A player in a room: the sockets counted here, and the name the store was told, if any.

    `sure` when the store has answered; `users` wait for the lock or hold it.
    """

    sockets: int = 0
    name: str | None = None
    sure: bool = False
    users: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Attendance:
    """Counts the sockets of a process by room and player; the store hears of first and last ones.

    Whenever what the store knows may be wrong (this process was counted as dead, an answer was
    lost, the store has restarted) everybody enters again under a new name, and then the old one is
    swept: whoever stays is never seen to go, and nothing of an old name can come too late.
    """

    def __init__(self, store: Store, process: str) -> None:
        self.process = process
        self._store = store
        self._stays: dict[_Place, _Stay] = {}
        self._old_names: list[str] = []
        self._doubtful = asyncio.Event()
        self._beating = asyncio.Lock()
        self._closed = False
        self._tasks: set[asyncio.Task[Any]] = set()

    @classmethod
    async def open(cls, store: Store) -> "Attendance":
        """The attendance of a process that begins now. Raises StoreDown or StoreError."""
        return cls(store, await store.arrive())

    async def enter(self, code: str, player: str) -> bool:
        """Another socket of `player` is in the room; False, and not counted, without such a room.

        Raises StoreDown (also once closed) or StoreError, and it is not counted.
        """
        if self._closed:
            raise StoreDown
        place = (code, player)
        stay = self._stays.setdefault(place, _Stay())
        stay.sockets += 1
        try:
            entered = await asyncio.shield(self._spawn(self._settle(place, stay)))
        except BaseException:
            stay.sockets -= 1
            self._spawn(self._settle(place, stay))
            raise
        if not entered:
            stay.sockets -= 1
            self._drop(place, stay)
        return entered

    async def depart(self, code: str, player: str) -> None:
        """A socket that had entered is gone. Where the store is away that is put right later."""
        place = (code, player)
        stay = self._stays[place]
        stay.sockets -= 1
        if not stay.sockets:
            with contextlib.suppress(StoreDown, StoreError):
                await asyncio.shield(self._spawn(self._settle(place, stay)))

    def renew_soon(self) -> None:
        """What the store knows may be wrong, as after a lost line: `run` puts it right."""
        self._doubtful.set()

    async def run(self) -> None:
        """Send heartbeats, and put right what may be wrong, until cancelled."""
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._doubtful.wait(), BEAT_MS / 1000)
            try:
                await self.beat()
            except (StoreDown, StoreError) as trouble:
                log.warning("attendance_not_told %s", trouble.code)
                await asyncio.sleep(_RETRY_S)
            except Exception:
                log.exception("attendance_failed")
                await asyncio.sleep(_RETRY_S)

    async def beat(self) -> None:
        """One heartbeat, or all told anew where that is needed. Raises StoreDown or StoreError."""
        async with self._beating:
            if self._closed:
                return
            if self._doubtful.is_set() or not await self._store.heartbeat(self.process):
                await self._renew()

    async def close(self) -> None:
        """Everybody departs at once, and nobody comes; a store that is away is left to sweeps."""
        self._closed = True
        async with self._beating:
            with contextlib.suppress(StoreDown, StoreError):
                for name in [*self._old_names, self.process]:
                    await self._store.sweep(name)

    async def _renew(self) -> None:
        self._doubtful.set()
        self._old_names.append(self.process)
        self.process = await self._store.arrive()
        self._doubtful.clear()
        try:
            stays = list(self._stays.items())
            for start in range(0, len(stays), _ENTERED_AT_ONCE):
                some = stays[start : start + _ENTERED_AT_ONCE]
                await asyncio.gather(*(self._settle(place, stay) for place, stay in some))
            while self._old_names:
                await self._store.sweep(self._old_names[0])
                del self._old_names[0]
        except BaseException:
            self._doubtful.set()
            raise

    async def _settle(self, place: _Place, stay: _Stay) -> bool:
        """Tell the store what is true of a stay by now; True when the player is in the room."""
        stay.users += 1
        try:
            async with stay.lock:
                return await self._tell(place, stay)
        except (StoreDown, StoreError):
            self._doubtful.set()
            raise
        finally:
            stay.users -= 1
            self._drop(place, stay)

    async def _tell(self, place: _Place, stay: _Stay) -> bool:
        while stay.sockets:
            if stay.sure and stay.name == self.process:
                return True
            stay.name, stay.sure = self.process, False
            if not await self._store.enter(*place, stay.name):
                stay.name = None
                return False
            stay.sure = True
        if stay.name is not None:
            await self._store.depart(*place, stay.name)
            stay.name = None
        return False

    def _drop(self, place: _Place, stay: _Stay) -> None:
        """Forget a stay of which nothing is left to tell."""
        unused = not stay.sockets and not stay.users and stay.name is None
        if unused and self._stays.get(place) is stay:
            del self._stays[place]

    def _spawn(self, work: Coroutine[Any, Any, bool]) -> asyncio.Task[bool]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[bool]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever still waits has it
