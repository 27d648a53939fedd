"""The fast part: finds the contract in a hand whenever there is one (LR-21).

The search knows faces only: one mask of the faces held, one of those held twice, a bit
for each as in ``card % 52``. It tries the number of jokers from a lower bound upward, lays
every run that exactly so many jokers allow, and fills the groups from what is left, so that
the first number with a contract is the fewest. Cards come in at the end, when two contracts
are as good as each other. `melds` and `contracts` say the same in the rules' words, and a
test holds this against a search of every possibility.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, pairwise
from typing import Final, NamedTuple

from games.rules.core.cards import Card
from games.rules.core.cardsets import CardSet, cards_in, mask_of
from games.rules.ladder.chosen_cards import (
    ACE_FACES,
    FACES,
    FIRST_JOKER,
    Found,
    Run,
    Runs,
    with_cards,
)
from games.rules.ladder.contracts import CONTRACTS, contract_of
from games.rules.ladder.melds import HIGH_ACE, LONGEST_RUN, MIN_NATURALS, value

_NEVER: Final = 99
"""More jokers than there are."""
_MOST_JOKERS: Final = 3
_SUIT: Final = (1 << 13) - 1
_RANK_VALUES: Final = tuple(value(rank) for rank in range(13))


def _table(of_rank: Sequence[int]) -> tuple[int, ...]:
    """For each set of ranks (13 bits) the sum of `of_rank` over it."""
    sums = [0] * (1 << 13)
    for ranks in range(1, 1 << 13):
        low = ranks & -ranks
        sums[ranks] = sums[ranks ^ low] + of_rank[low.bit_length() - 1]
    return tuple(sums)


_COUNTS: Final = _table([1 << 4 * rank for rank in range(13)])
"""A set of ranks as counts: four bits for each rank."""
_VALUES: Final = _table(_RANK_VALUES)


class _Shape(NamedTuple):
    """A contract in numbers; all groups of one contract have one size."""

    groups: int
    size: int
    runs: tuple[int, ...]


def _shape(rung: int) -> _Shape:
    sizes = [need.size for need in contract_of(rung) if need.kind == "group"]
    runs = tuple(need.size for need in contract_of(rung) if need.kind == "run")
    return _Shape(len(sizes), sizes[0] if sizes else 0, runs)


_SHAPES: Final = tuple(_shape(rung) for rung in range(1, len(CONTRACTS) + 1))


def _group_costs(size: int, count: int) -> tuple[int, ...]:
    """The jokers that the first, second and third group of a rank held `count` times take,
    each beside those before it."""
    totals = [max(0, n * size - count) for n in range(count // MIN_NATURALS + 1)]
    costs = [after - before for before, after in pairwise(totals)]
    return tuple(cost for cost in costs if cost <= _MOST_JOKERS)


_GROUP_COSTS: Final = {
    size: tuple(_group_costs(size, count) for count in range(16)) for size in (3, 4)
}


@lru_cache(maxsize=1 << 14)
def find_contract(hand: CardSet, rung: int, blocked: Card | None = None) -> Found | None:
    """The contract of `rung` that the server lays from `hand`, or None if there is none.

    It takes the fewest jokers; of those contracts the most cards, then the highest
    penalty value, then the one whose cards, meld by meld, come first by their ids (groups
    lowest id first, runs low to high, jokers in runs as LR-5 has it). It never leaves only
    `blocked` in hand (LR-20).
    """
    once, twice = hand & FACES, hand >> 52 & FACES
    once, twice = once | twice, once & twice
    jokers = (hand >> FIRST_JOKER).bit_count()
    shape = _SHAPES[rung - 1]
    fewest = _run_bound(shape, once, twice) if shape.runs else 0
    if fewest <= jokers and shape.groups:
        fewest += _group_bound(shape, _rank_counts(once, twice))
    for number in range(fewest, jokers + 1):
        found = contract_with(hand, rung, number, blocked)
        if found is not None:
            return found
    return None


def contract_with(hand: CardSet, rung: int, number: int, blocked: Card | None) -> Found | None:
    """The best contract that takes exactly `number` jokers, as `find_contract` has it."""
    once, twice = hand & FACES, hand >> 52 & FACES
    search = _Search(hand, _SHAPES[rung - 1], number, blocked)
    search.lay_runs(once | twice, once & twice, number, ())
    return search.best


def _rank_counts(once: int, twice: int) -> int:
    """How often each rank is held, four bits for each."""
    counts = _COUNTS
    total = counts[once & _SUIT] + counts[once >> 13 & _SUIT]
    total += counts[once >> 26 & _SUIT] + counts[once >> 39]
    if twice:
        total += counts[twice & _SUIT] + counts[twice >> 13 & _SUIT]
        total += counts[twice >> 26 & _SUIT] + counts[twice >> 39]
    return total


def _group_bound(shape: _Shape, counts: int) -> int:
    """The fewest jokers that the groups take when all cards are theirs."""
    costs: list[int] = []
    of_count = _GROUP_COSTS[shape.size]
    while counts:
        costs += of_count[counts & 15]
        counts >>= 4
    if len(costs) < shape.groups:
        return _NEVER
    costs.sort()
    return sum(costs[: shape.groups])


def _cost(chosen: tuple[int, ...], counts: int, size: int) -> int:
    """The fewest jokers for groups of the ranks `chosen`, from so many cards of each rank."""
    cost = 0
    for rank in set(chosen):
        count, number = counts >> 4 * rank & 15, chosen.count(rank)
        cost += max(0, number * size - count) if count >= MIN_NATURALS * number else _NEVER
    return cost


def _run_bound(shape: _Shape, once: int, twice: int) -> int:
    """No more jokers than the runs take when all cards are theirs."""
    suits = [once >> at & _SUIT for at in (0, 13, 26, 39)]
    costs = [_run_cost(suit, shape.runs[0]) for suit in suits]
    if len(shape.runs) == 1:
        return min(costs)
    short, long = shape.runs
    least = _NEVER
    longer = [_run_cost(suit, long) for suit in suits]
    for n, cost in enumerate(costs):
        for m, other in enumerate(longer):
            bound = cost + other
            if n == m:
                held = suits[n].bit_count() + (twice >> 13 * n & _SUIT).bit_count()
                bound = max(bound, short + long - held)
            least = min(least, bound)
    return least


def _windows(suit: int, size: int) -> Iterator[tuple[int, int, int]]:
    """Every place for a run of at least `size`: first place, length, held places as bits."""
    places = suit | (suit & 1) << 13
    for length in range(size, LONGEST_RUN + 1):
        for low in range(1, HIGH_ACE - length + 2):
            yield low, length, places >> low - 1 & (1 << length) - 1


@cache
def _run_cost(suit: int, size: int) -> int:
    """The fewest jokers for one run of at least `size` from the ranks held of a suit."""
    if suit.bit_count() < max(MIN_NATURALS, size - _MOST_JOKERS):
        return _NEVER
    return min(
        (
            length - held.bit_count()
            for _, length, held in _windows(suit, size)
            if held.bit_count() >= MIN_NATURALS
        ),
        default=_NEVER,
    )


@lru_cache(maxsize=1 << 14)
def _runs(suit: int, size: int, jokers: int) -> tuple[Run, ...]:
    """Every run of at least `size` with exactly so many jokers, from the ranks held of a suit.

    A joker may stand for a rank that is held, which then is free for a group. None stands
    at the low end unless the run ends in the ace (LR-5).
    """
    if suit.bit_count() < max(MIN_NATURALS, size - jokers):
        return ()
    found = []
    for low, length, held in _windows(suit, size):
        naturals = length - jokers
        if not MIN_NATURALS <= naturals <= held.bit_count():
            continue
        at_ace = low + length - 1 == HIGH_ACE
        for chosen in combinations(cards_in(held), naturals):
            if at_ace or chosen[0] == 0:
                ranks = mask_of((low - 1 + place) % 13 for place in chosen)
                found.append(Run(low, length, ranks))
    return tuple(found)


class _Search:
    """Looks for the best contract with exactly `number` of the hand's `jokers`."""

    def __init__(self, hand: CardSet, shape: _Shape, number: int, blocked: Card | None) -> None:
        self.best: Found | None = None
        self._rank = (-1, -1)
        self._hand = hand
        self._shape = shape
        self._number = number
        self._jokers = (hand >> FIRST_JOKER).bit_count()
        self._blocked = blocked
        self._naturals = hand.bit_count() - self._jokers

    def lay_runs(self, once: int, twice: int, jokers: int, laid: Runs) -> None:
        """Lays the rest of the runs in every way, with at most `jokers`, then the groups.

        `laid` are those before, each with its suit; `once` and `twice` the faces left.
        """
        shape = self._shape
        if len(laid) == len(shape.runs):
            if shape.groups:
                self._lay_groups(once, twice, jokers, laid)
            else:
                self._weigh(once, jokers, laid, (), 0)
            return
        last = len(laid) + 1 == len(shape.runs) and not shape.groups
        size = shape.runs[len(laid)]
        for suit in range(4):
            at = 13 * suit
            held = once >> at & _SUIT
            for used in range(jokers if last else 0, jokers + 1):
                for run in _runs(held, size, used):
                    taken = run.naturals << at
                    left_once = once & ~taken | twice & taken
                    self.lay_runs(left_once, twice & ~taken, jokers - used, (*laid, (suit, run)))

    def _lay_groups(self, once: int, twice: int, jokers: int, laid: Runs) -> None:
        """Chooses the ranks of the groups; all that is left of them goes in."""
        groups, size, _ = self._shape
        counts = _rank_counts(once, twice)
        if _group_bound(self._shape, counts) > jokers:
            return
        ranks = [rank for rank in range(13) if counts >> 4 * rank & 15 >= MIN_NATURALS]
        for chosen in combinations_with_replacement(ranks, groups):
            if _cost(chosen, counts, size) <= jokers:
                self._weigh(once, jokers, laid, chosen, counts)

    def _weigh(
        self,
        once: int,
        jokers: int,
        laid: Runs,
        chosen: tuple[int, ...],
        counts: int,
    ) -> None:
        """Keeps the contract of the runs `laid` and groups of the ranks `chosen` if it is best.

        `once` and `counts` are the faces and ranks left by the runs.
        """
        naturals = points = 0
        for _, run in laid:
            naturals += run.naturals.bit_count()
            points += _VALUES[run.naturals]
        for rank in set(chosen):
            naturals += counts >> 4 * rank & 15
            points += (counts >> 4 * rank & 15) * _RANK_VALUES[rank]
        if (naturals, points) < self._rank:
            return
        left = self._naturals - naturals + self._jokers - self._number
        if left == 1 and self._blocked is not None:
            alike = self._alike_left(once, chosen)
            if alike and alike == 1 << self._blocked:
                self._weigh_smaller(laid, chosen, counts, jokers, naturals, points)
                return
            if alike >> self._blocked & 1:
                spare = (alike ^ 1 << self._blocked).bit_length() - 1
                self._offer(naturals, points, self._hand ^ 1 << spare, laid, chosen, jokers)
                return
        self._offer(naturals, points, self._hand, laid, chosen, jokers)

    def _alike_left(self, once: int, chosen: tuple[int, ...]) -> CardSet:
        """The hand's cards of the one face that the contract leaves; any may be the one."""
        if self._number < self._jokers:
            return self._hand >> FIRST_JOKER << FIRST_JOKER
        for rank in chosen:
            once &= ~(ACE_FACES << rank)
        return self._hand & (once | once << 52)

    def _weigh_smaller(
        self,
        laid: Runs,
        chosen: tuple[int, ...],
        counts: int,
        jokers: int,
        naturals: int,
        points: int,
    ) -> None:
        """Leaves one more card, from a group that can spare it, as only the blocked one was left.

        A run that can spare one is among the runs tried without it.
        """
        size = self._shape.size
        in_runs = mask_of(13 * suit + rank for suit, run in laid for rank in cards_in(run.naturals))
        for dropped in set(chosen):
            cost = _cost(chosen, counts - (1 << 4 * dropped), size)
            worth = (naturals - 1, points - _RANK_VALUES[dropped])
            if cost > jokers or worth < self._rank:
                continue
            for card in cards_in(self._hand & FACES | self._hand & FACES << 52):
                if card % 13 == dropped and self._spare(card, in_runs):
                    self._offer(*worth, self._hand ^ 1 << card, laid, chosen, jokers)

    def _spare(self, card: Card, in_runs: int) -> bool:
        """Whether the runs leave `card`, or its twin, to a group."""
        twins = (self._hand >> card % 52 & 1) + (self._hand >> card % 52 + 52 & 1)
        return twins > (in_runs >> card % 52 & 1)

    def _offer(
        self,
        naturals: int,
        points: int,
        hand: CardSet,
        laid: Runs,
        chosen: tuple[int, ...],
        jokers: int,
    ) -> None:
        """Makes the melds of the cards in `hand` with the lowest ids; keeps them if best."""
        found = with_cards(hand, laid, chosen, self._shape.size, jokers)
        rank = (naturals, points)
        if rank > self._rank or self.best is None or found < self.best:
            self._rank, self.best = rank, found
