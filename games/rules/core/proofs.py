"""Proofs of a game's fast searches: against its readable rules and every possibility.

A game that has some offers them as ``PROOFS``, by name, in the module `proof` of its folder.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SearchProof:
    """How one search is proven.

    ``prove(count, seed)`` puts it to `count` positions that `seed` gives and yields the
    number done so far. It raises Disagreement at the first wrong answer. `count` positions,
    of whatever seeds, are the whole proof.
    """

    count: int
    prove: Callable[[int, int], Iterator[int]]
