"""Dice for play-outs: numbers as good as chance that one seed always gives again.

They have nothing to do with shuffles or secrets, which draw from `shuffle`.
"""

from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")

_WORD: Final = (1 << 64) - 1
_FACTOR: Final = 6364136223846793005
_STEP: Final = 1442695040888963407


class Dice:
    """A linear congruential generator modulo 2**64, of which the upper half is used.

    Equal seeds, of any whole number, give equal numbers on every machine.
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        mixed = (seed & _WORD) + 0x9E3779B97F4A7C15 & _WORD
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _WORD
        self._state = mixed ^ mixed >> 31

    def below(self, choices: int) -> int:
        """A number from 0 to ``choices - 1``. The bias is below ``choices / 2**32``."""
        self._state = state = self._state * _FACTOR + _STEP & _WORD
        return (state >> 32) * choices >> 32

    def one_of(self, items: Sequence[T]) -> T:
        """One of `items`, each as likely as the next."""
        return items[self.below(len(items))]

    def some_of(self, items: Sequence[T], count: int) -> list[T]:
        """So many of `items`, or all if there are fewer, in any order."""
        pool = list(items)
        count = min(count, len(pool))
        for place in range(count):
            other = place + self.below(len(pool) - place)
            pool[place], pool[other] = pool[other], pool[place]
        return pool[:count]
