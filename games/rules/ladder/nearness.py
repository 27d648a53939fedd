"""How soon a hand may reach its contract: what `normal` weighs its moves by.

A plan is one way to complete the contract at its asked sizes. Of each the waiting time is
reckoned: one missing card after the other, first those for which most cards may still come.
Jokers in hand stand for the last ones, those that would be waited for longest.
"""

from functools import lru_cache
from typing import Final, TypeAlias

from games.rules.core.cardsets import CardSet
from games.rules.ladder.contracts import contract_of
from games.rules.ladder.melds import HIGH_ACE, JOKERS, OF_RANK

UNIT: Final = 5040
"""The waiting time where a single card would do: in draws, times the cards unseen."""
NEVER: Final = 8 * UNIT
"""For a place that no card can fill any more."""
_FACES: Final = (1 << 52) - 1
_SUIT: Final = (1 << 13) - 1
_WINDOWS: Final = 4
"""How many places for a run are looked at, and how many of each suit."""
_WAIT: Final = (NEVER, *(UNIT // outs for outs in range(1, 216)))
_GROUPS: Final = OF_RANK[1:]
_FARTHEST: Final = 1 << 40

Window: TypeAlias = tuple[int, CardSet]
"""A place for a run: how far it is, and its faces."""


def _of(rung: int) -> tuple[int, int, tuple[int, ...]]:
    """How many groups a contract asks for, their size, and the sizes of its runs."""
    groups = [need.size for need in contract_of(rung) if need.kind == "group"]
    runs = [need.size for need in contract_of(rung) if need.kind == "run"]
    return len(groups), max(groups, default=0), tuple(sorted(runs, reverse=True))


_SHAPES: Final = tuple(_of(rung) for rung in range(1, 11))


@lru_cache(maxsize=1 << 15)
def waiting(hand: CardSet, rung: int, live: CardSet) -> int:
    """The waiting time for the contract of `rung`, in draws times unseen cards times `UNIT`.

    `live` are the cards that may still come, none of them in `hand`. 0: the contract is
    there, as far as these plans show.
    """
    groups, size, runs = _SHAPES[rung - 1]
    jokers = (hand & JOKERS).bit_count()
    hoped = (live & JOKERS).bit_count()
    first, second = live & _FACES, live >> 52 & _FACES
    once, twice = first | second, first & second
    best = other = _FARTHEST
    if not runs:
        return _time(_groups(hand, live, groups, size), 0, 0, 0, jokers, hoped)
    for faces in _windows((hand | hand >> 52) & _FACES, once, twice, runs[0]):
        own = hand & faces
        own |= hand & (faces & ~own) << 52
        missing = faces & ~(own | own >> 52)
        left = hand ^ own
        rest = _windows((left | left >> 52) & _FACES, once, twice, runs[1]) if runs[1:] else (0,)
        for more in rest:
            lacking, rest_left = missing, left
            twos = (missing & twice).bit_count()
            ones = (missing & once).bit_count() - twos
            nones = missing.bit_count() - twos - ones
            if more:
                taken = left & more
                taken |= left & (more & ~taken) << 52
                rest_left = left ^ taken
                lacking = more & ~(taken | taken >> 52)
                both = (lacking & twice).bit_count()
                single = (lacking & once).bit_count() - both
                twos, ones = twos + both, ones + single
                nones += lacking.bit_count() - both - single
            found = _groups(rest_left, live, groups, size) if groups else ()
            time = _time(found, twos, ones, nones, jokers, hoped)
            if time < best:
                best, other = time, best
            elif time < other:
                other = time
    return best - best * best // (8 * other + 1)


def _time(
    groups: tuple[tuple[int, int], ...],
    twos: int,
    ones: int,
    nones: int,
    jokers: int,
    hoped: int,
) -> int:
    """The time for all that is missing: in `groups` (how many, minus the cards that would
    do), and the places of runs for which two cards, one and none would do."""
    missing = twos + ones + nones - jokers
    outs = hoped + 2 * twos + ones
    for lacking, negative in groups:
        missing += lacking
        if lacking:
            outs -= negative
    time = 0
    if missing <= 0:
        return 0
    for lacking, negative in sorted(groups, key=_second):
        each = -negative
        for _ in range(lacking):
            time += _WAIT[outs]
            missing -= 1
            if not missing:
                return time
            outs -= 1
            each -= 1
        if lacking:
            outs -= each
        outs = max(outs, 0)
    for _ in range(min(twos, missing)):
        time += _WAIT[outs]
        outs -= 2
    missing -= min(twos, missing)
    for _ in range(min(ones, missing)):
        time += _WAIT[outs]
        outs -= 1
    missing -= min(ones, missing)
    return time + missing * (_WAIT[hoped] if hoped else NEVER)


def _second(pair: tuple[int, int]) -> int:
    return pair[1]


def _groups(left: CardSet, live: CardSet, groups: int, size: int) -> tuple[tuple[int, int], ...]:
    """What is missing in the groups of the ranks that are soonest there."""
    found: list[tuple[int, int]] = []
    for cards in _GROUPS:
        held = (left & cards).bit_count()
        lacking = size - held if held < size else 0
        outs = (live & cards).bit_count()
        if outs >= lacking:
            found.append((lacking, -outs))
        if held > size:
            lacking = 2 * size - held if held < 2 * size else 0
            if outs >= lacking:
                found.append((lacking, -outs))
    found.sort()
    return tuple(found[:groups])


def _windows(held: CardSet, once: CardSet, twice: CardSet, size: int) -> list[CardSet]:
    """The faces of the best places for a run of `size`, best first."""
    found = [
        *_of_suit(held & _SUIT, once & _SUIT, twice & _SUIT, size, 0),
        *_of_suit(held >> 13 & _SUIT, once >> 13 & _SUIT, twice >> 13 & _SUIT, size, 13),
        *_of_suit(held >> 26 & _SUIT, once >> 26 & _SUIT, twice >> 26 & _SUIT, size, 26),
        *_of_suit(held >> 39, once >> 39, twice >> 39, size, 39),
    ]
    found.sort()
    return [faces for _, faces in found[:_WINDOWS]]


@lru_cache(maxsize=1 << 15)
def _of_suit(held: int, once: int, twice: int, size: int, at: int) -> tuple[Window, ...]:
    """The best places in one suit, its bits given; `at` is the place of its first face."""
    found = []
    for place in _places(size):
        lacking = place & ~held
        far = 10 * lacking.bit_count() - 2 * (lacking & once).bit_count()
        found.append((far - (lacking & twice).bit_count(), place << at))
    found.sort()
    return tuple(found[:_WINDOWS])


@lru_cache(maxsize=16)
def _places(size: int) -> tuple[int, ...]:
    """The ranks of every run of `size` in a suit, from the low ace up, a bit for each."""
    return tuple(
        sum(1 << (place - 1) % 13 for place in range(low, low + size))
        for low in range(1, HIGH_ACE - size + 2)
    )
