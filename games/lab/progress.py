"""A progress bar on a terminal, and nothing anywhere else."""

import time
from typing import Final, TextIO

_WIDTH: Final = 28
_EVERY_S: Final = 0.2


class Progress:
    """Shows on `stream`, if that is a terminal, how much of `total` is done and how long it takes.

    `done` is what an earlier run did; the time left is reckoned from what this one adds.
    """

    def __init__(self, total: int, done: int, stream: TextIO) -> None:
        self._total = max(total, 1)
        self._stream = stream
        self._shown = stream.isatty()
        self._done = self._before = done
        self._began = time.monotonic()
        self._drawn = self._began - _EVERY_S

    def add(self, more: int) -> None:
        """So much more is done."""
        self._done += more
        now = time.monotonic()
        if self._shown and (now - self._drawn >= _EVERY_S or self._done >= self._total):
            self._drawn = now
            self._stream.write("\r" + self._line(now - self._began) + "\x1b[K")
            self._stream.flush()

    def _line(self, seconds: float) -> str:
        filled = _WIDTH * self._done // self._total
        left = (self._total - self._done) * seconds / max(self._done - self._before, 1)
        return (
            f"[{'#' * filled}{'.' * (_WIDTH - filled)}] {self._done:,} of {self._total:,}"
            f", {clock(seconds)} gone, {clock(left)} left"
        )

    def close(self) -> None:
        """Leave the bar's line."""
        if self._shown:
            self._stream.write("\n")
            self._stream.flush()


def clock(seconds: float) -> str:
    """A time as ``1:02:03`` or ``2:03``."""
    whole = round(seconds)
    minutes, hours = whole // 60 % 60, whole // 3600
    text = f"{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
    return f"{hours}:{text}" if hours else text
