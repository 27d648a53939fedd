"""How likely a hand reaches its contract in time: what `normal` weighs its moves by.

Of the unseen cards a share will pass by in the turns that are left, each as likely as the
next. From it come the chances that a run in one suit, or so many groups, are there with 0 to
3 jokers' help, and from those the contract's chance. It sees every way at once, and so the
worth of a hand that may still go several. That all of them must fit into ten cards it
neglects, and so a rank of which nothing is in hand counts for nothing.

All chances are integers in parts of `ONE`. Costs are numbers of jokers; chances by cost are
cumulative: how likely no more than 0, 1, 2 or 3 are needed.
"""

from functools import lru_cache
from typing import Final, TypeAlias

from games.rules.core.cardsets import CardSet, cards_in
from games.rules.ladder.contracts import contract_of
from games.rules.ladder.melds import HIGH_ACE, JOKERS, MIN_NATURALS, OF_RANK

ONE: Final = 1 << 16
_BITS: Final = 16
SHARES: Final = 64
"""A share of the unseen cards is counted in so many parts."""
_FACES: Final = (1 << 52) - 1
_SUIT: Final = (1 << 13) - 1
_COSTS: Final = range(4)
_TRIFLE: Final = 64
"""What is less likely than this is left out."""
_RANKS: Final = 6
"""So many ranks are looked at for groups."""
_LIKELIEST: Final = 3
"""So many suits are looked at for a run beside groups."""
_NONE: Final = 99

Costs: TypeAlias = tuple[int, int, int, int]
"""The chances by cost."""
Suit: TypeAlias = tuple[int, int, int]
"""Of one suit, a bit for each rank: the ranks held, and those not held of which one or more,
and of which both, may still come."""


def _of(rung: int) -> tuple[int, int, tuple[int, ...]]:
    """How many groups a contract asks for, their size, and the sizes of its runs."""
    groups = [need.size for need in contract_of(rung) if need.kind == "group"]
    runs = [need.size for need in contract_of(rung) if need.kind == "run"]
    return len(groups), max(groups, default=0), tuple(sorted(runs))


_SHAPES: Final = tuple(_of(rung) for rung in range(1, 11))


@lru_cache(maxsize=1 << 15)
def chance(hand: CardSet, rung: int, live: CardSet, share: int) -> int:
    """How likely `hand` comes to the contract of `rung`, in parts of `ONE`.

    `live` are the cards that may still come, none of them in `hand`; `share` in parts of
    `SHARES` is how likely each one passes by.
    """
    jokers = (hand & JOKERS).bit_count()
    costs = _costs(hand & ~JOKERS, rung, live & ~JOKERS, share)
    one_more = ONE - _none_of((live & JOKERS).bit_count(), share)
    there, better = costs[min(jokers, 3)], costs[min(jokers + 1, 3)]
    return there + ((better - there) * one_more >> _BITS)


def _costs(hand: CardSet, rung: int, live: CardSet, share: int) -> Costs:
    """The chances by cost of the whole contract, for natural cards."""
    groups, size, runs = _SHAPES[rung - 1]
    if not runs:
        return _group_costs(_ranks_of(hand, live), groups, size, share)
    first, second = live & _FACES, live >> 52 & _FACES
    held, once, twice = (hand | hand >> 52) & _FACES, first | second, first & second
    suits = [
        (held >> at & _SUIT, (once & ~held) >> at & _SUIT, (twice & ~held) >> at & _SUIT)
        for at in (0, 13, 26, 39)
    ]
    if len(runs) == 1:
        return _with_one_run(hand, live, suits, rung, share)
    return _two_runs(hand & hand >> 52 & _FACES, suits, runs, share)


def _with_one_run(hand: CardSet, live: CardSet, suits: list[Suit], rung: int, share: int) -> Costs:
    """One run, from the suits where it is likeliest first, and groups of what it leaves."""
    groups, size, (length,) = _SHAPES[rung - 1]
    likely = [(_run_costs(suit, length, share), 13 * n, suit) for n, suit in enumerate(suits)]
    likely.sort(key=lambda entry: -entry[0][1] - entry[0][0])
    total = [0] * 4
    no_better = [ONE] * 4
    for costs, at, suit in likely[:_LIKELIEST] if groups else likely:
        if not costs[3]:
            break
        only = [here * missed >> _BITS for here, missed in zip(costs, no_better, strict=True)]
        if groups:
            wanted = (_fullest(suit, length) & suit[0]) << at
            own = hand & wanted
            own |= hand & (wanted & ~own) << 52
            rest = _group_costs(_ranks_of(hand & ~own, live), groups, size, share)
            only = _together(only, rest)
        for cost in _COSTS:
            total[cost] = min(ONE, total[cost] + only[cost])
            no_better[cost] = no_better[cost] * (ONE - costs[cost]) >> _BITS
    return total[0], total[1], total[2], total[3]


def _two_runs(doubled: CardSet, suits: list[Suit], runs: tuple[int, ...], share: int) -> Costs:
    """Two runs, in any two suits or in one."""
    short, long = runs
    first = [_run_costs(suit, short, share) for suit in suits]
    second = first if short == long else [_run_costs(suit, long, share) for suit in suits]
    missed = [ONE] * 4
    for n in range(4):
        for other in range(n + 1 if short == long else 0, 4):
            if other != n and first[n][3] and second[other][3]:
                _miss(missed, _together(first[n], second[other]))
        twins = doubled >> 13 * n & _SUIT
        if suits[n][0].bit_count() + twins.bit_count() >= short + long - 4:
            _miss(missed, _both_in(suits[n], twins, short, long, share))
    return ONE - missed[0], ONE - missed[1], ONE - missed[2], ONE - missed[3]


def _miss(missed: list[int], costs: list[int] | Costs) -> None:
    """Takes into `missed` that this way does not come off either."""
    for cost in _COSTS:
        missed[cost] = missed[cost] * (ONE - min(ONE, costs[cost])) >> _BITS


def _together(one: list[int] | Costs, other: Costs) -> list[int]:
    """The chances by cost of two things that have nothing to do with each other."""
    exactly = [one[0], *(max(0, one[cost] - one[cost - 1]) for cost in (1, 2, 3))]
    return [
        sum(exactly[part] * other[cost - part] for part in range(cost + 1)) >> _BITS
        for cost in _COSTS
    ]


def _none_of(count: int, share: int) -> int:
    """How likely none of `count` cards passes by."""
    chance_of = ONE
    for _ in range(count):
        chance_of = chance_of * (SHARES - share) // SHARES
    return chance_of


@lru_cache(maxsize=1 << 16)
def _run_costs(suit: Suit, length: int, share: int) -> Costs:
    """The chances by cost of one run in a suit, as far as at most three more ranks bring it."""
    held, once, twice = suit
    costs = _least_costs(length)
    if costs[held | once] > 3:
        return 0, 0, 0, 0
    one, two = _none_of(1, share), _none_of(2, share)
    odds = []
    weight = ONE
    # A rank that is in no place with enough of the others changes nothing.
    for bit in _bits(_of_use(held, length) & once):
        missed = two if twice & bit else one
        weight = weight * missed >> _BITS
        odds.append((bit, (ONE - missed) * ONE // missed))
    found = [0] * 100
    found[costs[held]] += weight
    for n, (bit, odd) in enumerate(odds):
        ranks, likely = held | bit, weight * odd >> _BITS
        found[costs[ranks]] += likely
        for m in range(n):
            bit, odd = odds[m]
            more, rarely = ranks | bit, likely * odd >> _BITS
            found[costs[more]] += rarely
            for bit, odd in odds[:m]:
                found[costs[more | bit]] += rarely * odd >> _BITS
    return _cumulative(found[:4])


@lru_cache(maxsize=4)
def _least_costs(length: int) -> bytes:
    """For each set of ranks held of a suit the fewest jokers for a run of `length`."""
    costs = bytearray()
    places = _places(length)
    for held in range(1 << 13):
        most = max([(held & place).bit_count() for place in places])
        costs.append(length - most if most >= MIN_NATURALS else _NONE)
    return bytes(costs)


@lru_cache(maxsize=1 << 14)
def _of_use(held: int, length: int) -> int:
    """The ranks of all places for a run that lack at most three and the jokers' cards."""
    use = 0
    for place in _places(length):
        if (held & place).bit_count() >= length - 5 and held & place:
            use |= place
    return use & ~held


def _bits(cards: int) -> list[int]:
    """Each bit by itself, lowest first."""
    bits = []
    while cards:
        bits.append(cards & -cards)
        cards &= cards - 1
    return bits


def _cumulative(exactly: list[int]) -> Costs:
    none, one, two, three = exactly
    return none, none + one, none + one + two, none + one + two + three


@lru_cache(maxsize=1 << 14)
def _fullest(suit: Suit, length: int) -> int:
    """The ranks of the place for a run of which most is held, or may come."""
    held, once, twice = suit
    return max(
        _places(length),
        key=lambda place: (
            10 * (place & held).bit_count()
            + 2 * (place & once).bit_count()
            + (place & twice).bit_count()
        ),
    )


@lru_cache(maxsize=16)
def _places(length: int) -> tuple[int, ...]:
    """The ranks of every run of `length` in a suit, from the low ace up, a bit for each."""
    return tuple(
        sum(1 << (place - 1) % 13 for place in range(low, low + length))
        for low in range(1, HIGH_ACE - length + 2)
    )


@lru_cache(maxsize=1 << 14)
def _both_in(suit: Suit, twins: int, short: int, long: int, share: int) -> Costs:
    """The chances by cost of two runs in one suit: of the likeliest two places.

    `twins` are the ranks that are held twice.
    """
    held, once, twice = suit
    one, two = ONE - _none_of(1, share), ONE - _none_of(2, share)
    best = [0] * 4
    for place in _places(short):
        for other in _places(long):
            both = place & other
            if ((place | other) & ~held).bit_count() + (both & ~twins).bit_count() > 3:
                continue
            exactly = [ONE, 0, 0, 0]
            for rank in cards_in((place | other) & ~held | both & ~twins):
                come = two if twice >> rank & 1 else one if once >> rank & 1 else 0
                if both >> rank & 1:
                    # The other one of the two, or both of them.
                    come = one if twice >> rank & 1 or once >> rank & 1 else 0
                for cost in (3, 2, 1, 0):
                    fewer = exactly[cost - 1] if cost else 0
                    exactly[cost] = exactly[cost] * come + fewer * (ONE - come) >> _BITS
            best = [max(pair) for pair in zip(best, _cumulative(exactly), strict=True)]
    return best[0], best[1], best[2], best[3]


Ranks: TypeAlias = tuple[tuple[int, int], ...]
"""For ranks: how many cards are held, and how many may come."""


def _ranks_of(left: CardSet, live: CardSet) -> Ranks:
    """The ranks that are held most often, in a fixed order."""
    ranks = [
        ((left & cards).bit_count(), (live & cards).bit_count())
        for cards in OF_RANK[1:]
        if left & cards
    ]
    ranks.sort(reverse=True)
    return tuple(ranks[:_RANKS])


@lru_cache(maxsize=1 << 15)
def _group_costs(ranks: Ranks, groups: int, size: int, share: int) -> Costs:
    """The chances by cost of so many groups of `size`.

    A state counts the groups that cost nothing, one joker and two, no more than are needed.
    """
    states = {(0, 0, 0): ONE}
    for held, outs in ranks:
        parts = [(held, outs)] if held <= size else [(size, 0), (held - size, outs)]
        for own, coming in parts:
            none, one, two = _group_cost(own, coming, size, share)
            after: dict[tuple[int, int, int], int] = {}
            for (free, cheap, dear), before in states.items():
                for state, part in (
                    ((free + 1, cheap, dear), none),
                    ((free, cheap + 1, dear), one),
                    ((free, cheap, dear + 1), two),
                    ((free, cheap, dear), ONE - none - one - two),
                ):
                    weight = before * part >> _BITS
                    if weight:
                        kept = _best_of(state, groups)
                        after[kept] = after.get(kept, 0) + weight
            states = after
    exactly = [0] * 4
    for (free, cheap, dear), weight in states.items():
        if free + cheap + dear == groups and cheap + 2 * dear < 4:
            exactly[cheap + 2 * dear] += weight
    return _cumulative(exactly)


def _best_of(state: tuple[int, int, int], groups: int) -> tuple[int, int, int]:
    """The cheapest `groups` of those that a state counts."""
    free = min(state[0], groups)
    cheap = min(state[1], groups - free)
    return free, cheap, min(state[2], groups - free - cheap)


@lru_cache(maxsize=1 << 12)
def _group_cost(held: int, outs: int, size: int, share: int) -> tuple[int, int, int]:
    """How likely a group of one rank costs exactly 0, 1 and 2 jokers, from so many `held`
    and as many of the `outs` as come."""
    coming = [ONE]
    for _ in range(outs):
        stay = [part * (SHARES - share) // SHARES for part in coming]
        come = [part * share // SHARES for part in coming]
        coming = [a + b for a, b in zip([*stay, 0], [0, *come], strict=True)]
    exactly = [0, 0, 0]
    for number, part in enumerate(coming):
        cards = held + number
        if cards >= size:
            exactly[0] += part
        elif cards >= MIN_NATURALS and size - cards <= 2:
            exactly[size - cards] += part
    return exactly[0], exactly[1], exactly[2]
