"""How fast one socket may speak, or one player talk."""

import math
import time
from typing import Final

BURST_S: Final = 3.0
"""How many seconds' worth of messages may come at once."""
FLOOD: Final = 200
"""A socket that was refused this many times in a row for its speed is closed."""


class Bucket:
    """A token bucket for `per_second` messages, `burst` at once; `now` is monotonic seconds."""

    def __init__(
        self, per_second: float, now: float | None = None, burst: float | None = None
    ) -> None:
        self._per_second = per_second
        self._burst = per_second * BURST_S if burst is None else burst
        self._tokens = self._burst
        self._at = time.monotonic() if now is None else now
        self.refused = 0

    def take(self, now: float | None = None) -> bool:
        """True when another message may pass; counts refusals in a row otherwise."""
        self._fill(now)
        if self._tokens < 1:
            self.refused += 1
            return False
        self._tokens -= 1
        self.refused = 0
        return True

    def wait_ms(self) -> int:
        """Milliseconds, from the last `take`, until another message may pass."""
        return math.ceil(max(0.0, 1 - self._tokens) / self._per_second * 1000)

    def full(self, now: float | None = None) -> bool:
        """Whether as much may come at once as ever."""
        self._fill(now)
        return self._tokens >= self._burst

    def _fill(self, now: float | None) -> None:
        now = time.monotonic() if now is None else now
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._per_second)
        self._at = now
