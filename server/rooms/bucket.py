"""How fast one socket may talk."""

import time
from typing import Final

PER_SECOND: Final = 20.0
BURST: Final = 60.0
FLOOD: Final = 200
"""A socket that was refused this many times in a row for its speed is closed."""


class Bucket:
    """A token bucket; `now` is the monotonic clock in seconds."""

    def __init__(self, now: float | None = None) -> None:
        self._tokens = BURST
        self._at = time.monotonic() if now is None else now
        self.refused = 0

    def take(self, now: float | None = None) -> bool:
        """True when another message may pass; counts refusals in a row otherwise."""
        now = time.monotonic() if now is None else now
        self._tokens = min(BURST, self._tokens + (now - self._at) * PER_SECOND)
        self._at = now
        if self._tokens < 1:
            self.refused += 1
            return False
        self._tokens -= 1
        self.refused = 0
        return True
