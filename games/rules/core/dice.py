"""Dice for play-outs: numbers as good as chance that one seed always gives again.

They have nothing to do with shuffles or secrets, which draw from `shuffle`.
"""

from typing import Final

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
