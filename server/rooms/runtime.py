"""What one process shares: the store's connection, the hub, the service."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings

from games.store.errors import StoreDown, StoreError
from games.store.store import Store
from server.rooms.delays import Delays
from server.rooms.door import Limits
from server.rooms.hub import RoomHub
from server.rooms.service import RoomService


def no_offset() -> int:
    """The clock of real life: Valkey's own time, nothing added."""
    return 0


@dataclass(frozen=True, slots=True)
class Runtime:
    """The live parts of a process."""

    store: Store
    hub: RoomHub
    service: RoomService

    @classmethod
    async def open(
        cls,
        url: str | None = None,
        offset_ms: Callable[[], int] = no_offset,
        delays: Delays | None = None,
        limits: Limits | None = None,
    ) -> "Runtime":
        """Connect to the Redis at `url`; what is not given is as configured.

        Raises StoreDown when it does not answer.
        """
        url = url or settings.REDIS_URL
        delays = delays or Delays.from_settings()
        store = await Store.connect(
            url,
            client="shared" if settings.MEJA_REDIS_CLIENT == "shared" else "redis-py",
            offset_ms=offset_ms,
            grace_ms=delays.grace,
            expiry_ms=delays.expiry,
        )
        try:
            hub = await RoomHub.open(store, url, delays.grace, limits or Limits.from_settings())
        except BaseException:
            await store.close()
            raise
        service = RoomService(
            store,
            delays,
            known=hub.known,
            foretell=hub.foretell,
            talk_per_10s=settings.MEJA_TALK_PER_10S,
        )
        return cls(store, hub, service)

    async def close(self) -> None:
        """Close both connections."""
        await self.hub.close()
        await self.store.close()


_opening: dict[asyncio.AbstractEventLoop, asyncio.Task[Runtime]] = {}


async def get_runtime() -> Runtime:
    """This process's runtime, opened when first asked for (one for each event loop)."""
    loop = asyncio.get_running_loop()
    task = _opening.get(loop)
    if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
        task = _opening[loop] = loop.create_task(Runtime.open())
    return await asyncio.shield(task)


async def close_runtime() -> None:
    """Close the running loop's runtime, if it was opened."""
    task = _opening.pop(asyncio.get_running_loop(), None)
    if task is None:
        return
    try:
        runtime = await task
    except (StoreDown, StoreError):
        return  # it never opened
    await runtime.close()
