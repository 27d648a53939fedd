"""Who is there: players by room and process, processes by their heartbeat.

Presence is never in a room's version or tail. A player is here as long as any process holds a
socket of theirs; the store pauses rooms, starts deadlines anew and counts graces by it.
"""

import secrets
from typing import Final

from games.store import keys
from games.store.base import StoreBase
from games.store.messages import Presence, unpack_presence
from games.store.rooms import LOAD
from games.store.script import Call, Script
from games.store.shapes import Loaded, check_names

ALIVE_MS: Final = 6_000
"""How long a process without a heartbeat counts as alive; real time, not the injected clock."""
BEAT_MS: Final = 2_000
"""How often a process should send its heartbeat."""
_SWEPT_AT_ONCE: Final = 256

ENTER = Script("enter", "presence")
DEPART = Script("depart", "presence")


class Attendances(StoreBase):
    """Who is in which room, through which process."""

    async def enter(self, code: str, player: str, process: str) -> bool:
        """`player` has sockets in `process`; False when there is no such room.

        The first one is told on the room's channel. The first seated person who comes to a paused
        room ends the pause: every deadline starts anew, in full. Again is harmless.
        """
        check_names(player)
        return bool(await ENTER.run(self._link, *self._call(code, player, process)))

    async def depart(self, code: str, player: str, process: str) -> None:
        """`player` has no socket in `process` any more.

        The last one is told; when the last seated person goes the room is paused at once. Again,
        or of somebody who was not there, is harmless.
        """
        await DEPART.run(self._link, *self._call(code, player, process))

    async def look(self, code: str) -> tuple[Loaded, Presence] | None:
        """The room and who is there, of one moment; None when there is no such room."""
        answer = await LOAD.run(
            self._link, (keys.room_key(code), keys.here_key(code)), (self._offset_ms(),)
        )
        return None if answer is None else (Loaded(*answer[:4]), unpack_presence(answer[4]))

    async def arrive(self) -> str:
        """The name of a process that begins now, alive until its heartbeats stop for 6 s."""
        process = secrets.token_hex(6)
        await self._batch(
            [
                ("SET", keys.alive_key(process), 1, "PX", ALIVE_MS),
                ("SADD", keys.PROCESSES, process),
            ]
        )
        return process

    async def heartbeat(self, process: str) -> bool:
        """Count `process` as alive for another 6 s; False when it no longer was.

        Its players may then be swept at any moment: it must arrive anew, and enter all of them
        again under its new name.
        """
        alive = await self._link.call("SET", keys.alive_key(process), 1, "XX", "PX", ALIVE_MS)
        return alive is not None

    async def dead_processes(self) -> list[str]:
        """The processes without a heartbeat for 6 s that nobody has swept yet."""
        names = [name.decode() for name in await self._link.call("SMEMBERS", keys.PROCESSES)]
        alive = await self._batch([("EXISTS", keys.alive_key(name)) for name in names])
        return [name for name, lives in zip(names, alive, strict=True) if not lives]

    async def sweep(self, process: str) -> None:
        """Let everybody whom `process` had depart, and forget it. By many at once is harmless."""
        insides = await self._batch(
            [("SMEMBERS", keys.inside_key(number, process)) for number in range(keys.SHARDS)]
        )
        members = [member.decode().split("\0") for inside in insides for member in inside]
        calls = [self._call(code, player, process) for code, player in members]
        for start in range(0, len(calls), _SWEPT_AT_ONCE):
            await DEPART.run_each(self._link, calls[start : start + _SWEPT_AT_ONCE])
        await self._batch([("DEL", keys.alive_key(process)), ("SREM", keys.PROCESSES, process)])

    def _call(self, code: str, player: str, process: str) -> Call:
        number = keys.shard(code)
        return (
            (
                keys.room_key(code),
                keys.here_key(code),
                keys.inside_key(number, process),
                keys.due_key(number),
            ),
            (
                code,
                player,
                process,
                self._offset_ms(),
                self._grace_ms,
                self._expiry_ms,
                keys.room_channel(code),
                keys.wake_channel(number),
            ),
        )
