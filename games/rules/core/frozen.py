"""Levels whose answers are frozen, so that what is measured against them stays comparable.

A game offers its frozen levels as ``FROZEN``, by name and version, in the module `frozen` of
its folder. The laboratory asks such a level in `POSITIONS` positions, which depend on the
rules and the level alone, and compares SHA-256 over each chunk of its answers.
"""

from dataclasses import dataclass
from typing import Final

POSITIONS: Final = 2_000
CHUNK: Final = 200
"""So many positions make one hash."""


@dataclass(frozen=True, slots=True)
class Frozen:
    """The answers of one level: the hashes of its chunks, in order, in lower-case hex."""

    answers: tuple[str, ...]
