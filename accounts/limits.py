"""How often somebody may do something: counters in Django's cache, which all processes share.

A limit keeps abuse out, no game depends on it: while the cache is away nothing is refused.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from rest_framework.request import Request

from accounts.errors import ApiError
from accounts.requests import household
from accounts.shared_cache import shared_cache

now: Callable[[], float] = time.time
"""The clock, in seconds; tests put theirs here."""

_log: Final = logging.getLogger(__name__)


HOUR: Final = 3600


@dataclass(frozen=True, slots=True)
class Limit:
    """`most` of `what` in a window of `seconds`; windows begin at multiples of it."""

    what: str
    most: int
    seconds: int

    def spend(self, who: str) -> None:
        """Count one of `who`'s. Raises ApiError `too_many_requests` {wait_ms} (429) past `most`."""
        if self.count(who) > self.most:
            raise self._refusal()

    def check(self, who: str) -> None:
        """Raise as `spend` does where `who` has none left, and count nothing."""
        if self._counted(who) >= self.most:
            raise self._refusal()

    def count(self, who: str) -> int:
        """Count one, whatever the limit; how many that makes in this window."""
        key, cache = self._key(who), shared_cache()
        try:
            # The key outlives its window, so that it cannot vanish between the two calls.
            if cache.add(key, 1, timeout=2 * self.seconds):
                return 1
            return cache.incr(key)
        except Exception as fault:  # the cache's own library has its own errors
            return _nothing_counted(fault)

    def _counted(self, who: str) -> int:
        try:
            return int(shared_cache().get(self._key(who), 0))
        except Exception as fault:
            return _nothing_counted(fault)

    def _key(self, who: str) -> str:
        return f"limit:{self.what}:{who}:{int(now() // self.seconds)}"

    def _refusal(self) -> ApiError:
        wait = self.seconds - now() % self.seconds
        return ApiError("too_many_requests", 429, wait_ms=int(wait * 1000))


def _nothing_counted(fault: Exception) -> int:
    _log.warning("the limits count nothing: %s", type(fault).__name__)
    return 0


def address_of(request: Request) -> str:
    """Whom a limit by address counts: the client's address or household."""
    return household(str(request.META.get("REMOTE_ADDR") or ""))
