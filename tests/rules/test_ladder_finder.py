"""The contract finder against a search of every possibility by the rules' own words (LR-21)."""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.core.cardsets import cards_in, mask_of
from games.rules.core.errors import RuleError
from games.rules.ladder.actions import PACK
from games.rules.ladder.contracts import CONTRACTS, check_contract, contract_of
from games.rules.ladder.finder import Found, find_contract
from games.rules.ladder.melds import Kind, new_meld, penalty

FIRST_JOKER = 104
RUNGS = range(1, len(CONTRACTS) + 1)


def arrangements(cards: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every way to lay `cards` (sorted, jokers last) as one meld that the server may choose."""
    naturals = [card for card in cards if card < FIRST_JOKER]
    jokers = [card for card in cards if card >= FIRST_JOKER]
    if len({PACK.ranks[card] for card in naturals}) == 1:
        yield tuple(cards)
        return
    for ace in (1, 14):
        places = {ace if PACK.ranks[card] == 1 else PACK.ranks[card]: card for card in naturals}
        low, high = min(places), max(places)
        gaps = [place for place in range(low, high) if place not in places]
        if len(places) < len(naturals) or len(gaps) > len(jokers):
            continue
        more = len(jokers) - len(gaps)
        above = min(more, 14 - high)
        places.update(
            zip(
                [*range(low - more + above, low), *gaps, *range(high + 1, high + above + 1)],
                jokers,
                strict=True,
            )
        )
        yield tuple(places[place] for place in sorted(places))


def is_meld(cards: Sequence[int]) -> Kind | None:
    try:
        return new_meld(cards, 0).kind
    except RuleError:
        return None


@cache
def all_melds(hand: tuple[int, ...]) -> dict[Kind, list[tuple[int, tuple[int, ...]]]]:
    found: dict[Kind, list[tuple[int, tuple[int, ...]]]] = {"group": [], "run": []}
    for size in range(3, len(hand) + 1):
        for cards in combinations(hand, size):
            if sum(card < FIRST_JOKER for card in cards) < 2:
                continue
            for laid in set(arrangements(cards)):
                kind = is_meld(laid)
                if kind is not None:
                    found[kind].append((mask_of(laid), laid))
    return found


def searched(hand: tuple[int, ...], rung: int, blocked: int | None) -> Found | None:
    """The best of all contracts in `hand`, each one formed and compared."""
    best: tuple[int, int, int, Found] | None = None
    melds = all_melds(hand)
    needs = contract_of(rung)
    whole = mask_of(hand)

    def lay(number: int, left: int, laid: Found) -> None:
        nonlocal best
        cards = [card for meld in laid for card in meld]
        jokers = sum(card >= FIRST_JOKER for card in cards)
        if best is not None and jokers > best[0]:
            return
        if number < len(needs):
            need = needs[number]
            for mask, meld in melds[need.kind]:
                if mask & ~left or len(meld) < need.size:
                    continue
                if number and needs[number - 1] == need and meld < laid[-1]:
                    continue  # the same contract in another order, and a later one
                lay(number + 1, left ^ mask, (*laid, meld))
            return
        if blocked is not None and left == 1 << blocked:
            return
        key = (jokers, -len(cards), -penalty(cards), laid)
        if best is None or key < best:
            best = key

    lay(0, whole, ())
    return None if best is None else best[3]


def near_contract(rng: random.Random, rung: int, size: int, jokers: int) -> tuple[int, ...]:
    """A hand that holds a contract or nearly so, filled with cards that fit it in other ways."""
    ranks, suits = rng.sample(range(13), 2), rng.sample(range(4), rng.randint(1, 2))
    hand: list[int] = []
    for need in contract_of(rung):
        if need.kind == "group":
            rank = rng.choice((*ranks, rng.randrange(13)))
            pool = [card for card in range(rank, FIRST_JOKER, 13) if card not in hand]
            hand += rng.sample(pool, min(need.size, len(pool)))
        else:
            suit, low = rng.choice(suits), rng.randint(0, 14 - need.size)
            faces = [13 * suit + (low + n) % 13 for n in range(need.size)]
            pool = [rng.sample((face, face + 52), 2) for face in faces]
            hand += [next((card for card in twins if card not in hand), 0) for twins in pool]
    hand = sorted(set(hand))
    rng.shuffle(hand)
    del hand[max(2, len(hand) - jokers) - rng.choice((0, 0, 0, 1)) :]
    near = [card for card in range(FIRST_JOKER) if card % 13 in ranks or card // 13 % 4 in suits]
    rng.shuffle(near)
    hand += [card for card in near if card not in hand][: max(0, size - jokers - len(hand))]
    wild = rng.sample(range(FIRST_JOKER, PACK.size), jokers)
    return tuple(sorted([*hand[: size - jokers], *wild]))


def agree(hand: tuple[int, ...], rung: int, blocked: int | None) -> Found | None:
    """The contract that is there; fails unless the finder's is the searched one."""
    found = find_contract(mask_of(hand), rung, blocked)
    assert found == searched(hand, rung, blocked), (PACK.name_all(hand), rung, blocked)
    if found is not None:
        check_contract(rung, [new_meld(meld, 0) for meld in found])
    return found


def agree_blocked(hand: tuple[int, ...], rung: int, rng: random.Random) -> bool:
    """The same with every card free, and with one blocked: if only one is left, that one."""
    found = agree(hand, rung, None)
    left = [card for card in hand if found and not any(card in meld for meld in found)]
    agree(hand, rung, left[0] if len(left) == 1 else rng.choice(hand))
    return found is not None


@pytest.mark.parametrize("rung", RUNGS)
@pytest.mark.parametrize("jokers", range(4))
def test_the_finder_finds_the_best_contract(rung: int, jokers: int) -> None:
    rng = random.Random(100 * rung + jokers)
    asked = sum(need.size for need in contract_of(rung))
    hands = [near_contract(rng, rung, rng.randint(asked, 11), jokers) for _ in range(60)]
    met = sum(agree_blocked(hand, rung, rng) for hand in hands)
    assert 10 < met < 60


@pytest.mark.parametrize("rung", RUNGS)
def test_contracts_of_all_but_one_card_never_leave_the_blocked_one(rung: int) -> None:
    rng = random.Random(rung)
    asked = sum(need.size for need in contract_of(rung))
    bound = free = 0
    for _ in range(120):
        hand = near_contract(rng, rung, min(11, asked + rng.randint(1, 2)), rng.randint(0, 3))
        found = find_contract(mask_of(hand), rung)
        left = mask_of(hand) & ~mask_of(card for meld in found or () for card in meld)
        if found and left.bit_count() == 1:
            bound += 1
            free += agree(hand, rung, cards_in(left)[0]) is not None
    assert bound > 5
    assert 0 < free < bound or not any(need.kind == "run" for need in contract_of(rung))


@settings(max_examples=300, deadline=None)
@given(
    st.sets(st.sampled_from([c for c in range(FIRST_JOKER) if c % 13 < 6]), max_size=8),
    st.sets(st.sampled_from(range(FIRST_JOKER, PACK.size))),
    st.sampled_from(RUNGS),
    st.randoms(use_true_random=False),
)
def test_any_hand(naturals: set[int], jokers: set[int], rung: int, rng: random.Random) -> None:
    hand = tuple(sorted(naturals | jokers))
    if hand:
        agree_blocked(hand, rung, rng)
