"""Answers many ask for at once, made again only once a second in a process."""

import time
from collections.abc import Callable, Hashable
from typing import Final, Generic, TypeVar

T = TypeVar("T")

FRESH_S: Final = 1.0
_MANY: Final = 1024


class Brief(Generic[T]):
    """Keeps what `make` gave for a key, for one second; `now` is a clock in seconds."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._kept: dict[Hashable, tuple[float, T]] = {}

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The kept answer for `key`, or a new one."""
        now = self._now()
        kept = self._kept.get(key)
        if kept is not None and now - kept[0] < FRESH_S:
            return kept[1]
        made = make()
        if len(self._kept) >= _MANY:
            self._kept.clear()
        self._kept[key] = (now, made)
        return made

    def forget(self) -> None:
        """Make every answer anew."""
        self._kept.clear()
