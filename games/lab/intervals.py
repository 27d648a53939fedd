"""Means and rates with their 95 % intervals."""

import math
from collections.abc import Mapping, Sequence
from typing import Final

_Z: Final = 1.959963984540054
"""The normal quantile of 95 %, both sides."""

Interval = tuple[float, float]


def mean_of(groups: Mapping[object, Sequence[float]]) -> tuple[float, Interval | None]:
    """The mean of all values and its normal interval.

    Values of one group (the rotations of the same cards) may depend on each other; the
    groups do not, and the error is reckoned from them. None with fewer than two groups.
    """
    values = [value for group in groups.values() for value in group]
    mean = math.fsum(values) / len(values)
    count = len(groups)
    if count < 2:
        return mean, None
    squares = math.fsum((math.fsum(group) - mean * len(group)) ** 2 for group in groups.values())
    error = math.sqrt(squares * count / (count - 1)) / len(values)
    return mean, (mean - _Z * error, mean + _Z * error)


def rate_of(shares: Sequence[float]) -> tuple[float, Interval]:
    """The mean of `shares`, each from 0 to 1, and its Wilson interval.

    Wilson's is for shares of 0 and 1; for others between them it is on the wide side.
    """
    count = len(shares)
    rate = math.fsum(shares) / count
    square = _Z * _Z / count
    middle = (rate + square / 2) / (1 + square)
    reach = _Z / (1 + square) * math.sqrt(rate * (1 - rate) / count + square / (4 * count))
    return rate, (max(0.0, middle - reach), min(1.0, middle + reach))
