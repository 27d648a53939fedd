"""Kills parts of a server at random, as fast as its supervisor means well with."""

import asyncio
import contextlib
import os
import random
import signal
import time
from typing import Final, NamedTuple

from server.ops.parts import QUICK_DEATH_S
from tests.ops.running import Served

_LEAST_S: Final = 0.2
_MOST_S: Final = 3.0
_TICKS: Final = os.sysconf("SC_CLK_TCK")


class Kill(NamedTuple):
    """What was killed, and when (monotonic seconds)."""

    kind: str
    at: float


class Killer:
    """`dice` choose the moments and the victims.

    What dies within ten seconds of its start is started again after a growing pause: only
    parts that have lived longer are killed, or the killer's speed would be measured.
    """

    def __init__(self, served: Served, dice: random.Random) -> None:
        self._served = served
        self._dice = dice
        self.kills: list[Kill] = []

    async def run(self, count: int) -> None:
        """Kill `count` times, at random distances."""
        while len(self.kills) < count:
            await asyncio.sleep(self._dice.uniform(_LEAST_S, _MOST_S))
            parts = await asyncio.to_thread(self._served.children)
            victims = sorted(
                (kind, number)
                for kind, numbers in parts.items()
                for number in numbers
                if _age(number) > QUICK_DEATH_S + 0.5
            )
            if victims:
                kind, number = self._dice.choice(victims)
                with contextlib.suppress(ProcessLookupError):
                    os.kill(number, signal.SIGKILL)
                    self.kills.append(Kill(kind, time.monotonic()))


def _age(number: int) -> float:
    """Seconds since a process was started; 0 when it is gone."""
    try:
        with open(f"/proc/{number}/stat") as file:
            started = int(file.read().rpartition(")")[2].split()[19]) / _TICKS
    except OSError:
        return 0.0
    return time.clock_gettime(time.CLOCK_BOOTTIME) - started
