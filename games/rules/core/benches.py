"""Benches: what of a game's own is worth timing, beside whole moves (docs/measuring.md).

A game that has some offers them as ``BENCHES``, by the name of their figure, in the module
`bench` of its folder. A bench says what to call; it knows no clock.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.rules.core.dice import Dice


@dataclass(frozen=True, slots=True)
class Bench:
    """One function to be timed over many arguments.

    `samples` are the arguments of its calls by label, the same for equal dice. Reported
    is the mean time for each label, or with `worst` the mean and the greatest of all. Calls
    should not remember the answers of earlier ones.
    """

    call: Callable[..., object]
    samples: Callable[[Dice], Mapping[str, Sequence[tuple[Any, ...]]]]
    worst: bool = False
