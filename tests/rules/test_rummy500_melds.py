"""Melds, lay-offs and placeable cards of Rummy 500, against a search of every possibility."""

import random
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.core.cards import SINGLE
from games.rules.core.cardsets import cards_in, mask_of
from games.rules.rummy500 import legal, masks, worth
from games.rules.rummy500.melds import (
    arranged,
    card_points,
    chosen_end,
    ends_for,
    grown,
    table_meld,
    value,
)

hands = st.sets(st.integers(0, 51), max_size=25).map(mask_of)
tight_hands = st.sets(
    st.builds(lambda suit, rank: 13 * suit + rank, st.integers(0, 2), st.integers(0, 12)),
    max_size=25,
).map(mask_of)
"""Of three suits only, so that melds abound."""


@cache
def every_meld() -> tuple[tuple[int, ...], ...]:
    """All melds of the pack in table order, spelled out from RF-3 and RF-4."""
    found: list[tuple[int, ...]] = []
    for suit in range(4):
        row = [*(13 * suit + rank for rank in range(13)), 13 * suit]
        for size in range(3, 14):
            found += [tuple(row[start : start + size]) for start in range(14 - size + 1)]
    for rank in range(13):
        same = [13 * suit + rank for suit in range(4)]
        found += [cards for size in (3, 4) for cards in combinations(same, size)]
    return tuple(found)


def name_all(text: str) -> tuple[int, ...]:
    return SINGLE.parse_all(text.split())


def test_there_are_as_many_melds_as_the_rules_make() -> None:
    assert len(every_meld()) == len(set(every_meld())) == 4 * sum(range(2, 13)) + 13 * 5


def test_what_is_laid_in_table_order_stays_so_and_is_named_right() -> None:
    for cards in every_meld():
        kind = "set" if cards[0] % 13 == cards[1] % 13 else "run"
        assert arranged(cards) == (kind, cards)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(every_meld()), st.randoms())
def test_the_order_of_the_cards_means_nothing_but_in_a_whole_suit(
    cards: tuple[int, ...], rng: random.Random
) -> None:
    shuffled = rng.sample(cards, len(cards))
    found = arranged(shuffled)
    assert found is not None
    if len(cards) < 13:
        assert found[1] == cards
    else:
        assert found[1][0 if shuffled[0] % 13 == 0 else -1] % 13 == 0


def test_three_or_four_cards_are_a_meld_only_if_listed_there() -> None:
    melds = {frozenset(cards) for cards in every_meld()}
    rng = random.Random(1)
    for cards in combinations(range(26), 3):
        assert (arranged(cards) is not None) == (frozenset(cards) in melds)
    for _ in range(20_000):
        some = rng.sample(range(52), rng.choice((1, 2, 3, 4, 4, 5)))
        assert (arranged(some) is not None) == (frozenset(some) in melds)


@settings(max_examples=400, deadline=None)
@given(hands | tight_hands)
def test_a_hand_lists_every_meld_that_it_holds_once(hand: int) -> None:
    found = [meld.cards for meld in legal.melds_in(hand)]
    plain = [cards for cards in every_meld() if mask_of(cards) & ~hand == 0]
    assert len(found) == len(plain)
    assert set(found) == set(plain)


@settings(max_examples=400, deadline=None)
@given(hands | tight_hands, st.integers(0, 51))
def test_a_card_can_be_melded_when_some_meld_holds_it(others: int, card: int) -> None:
    others &= ~(1 << card)
    plain = any(
        card in meld and mask_of(meld) & ~(others | 1 << card) == 0 for meld in every_meld()
    )
    assert masks.can_meld(card, others) == plain


def test_a_card_fits_a_meld_when_both_together_are_one() -> None:
    melds = set(every_meld())
    for cards in every_meld():
        kind = "set" if cards[0] % 13 == cards[1] % 13 else "run"
        meld = table_meld(kind, cards, (0,) * len(cards))
        assert meld.fits & mask_of(cards) == 0
        for card in set(range(52)) - set(cards):
            if kind == "set":
                assert bool(meld.fits >> card & 1) == (tuple(sorted((*cards, card))) in melds)
                assert ends_for(meld, card) == ()
                continue
            low, high = (card, *cards) in melds, (*cards, card) in melds
            assert ends_for(meld, card) == ("low",) * low + ("high",) * high
            assert bool(meld.fits >> card & 1) == (low or high)
            if low or high:
                end = chosen_end(meld, card, None)
                after = grown(meld, card, end, 1)
                assert end == ("high" if high else "low")
                assert after.cards in melds
                assert after.placed[0 if end == "low" else -1] == 1
                assert sum(after.placed) == 1


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("AH 2H 3H", 6),
        ("QS KS AS", 35),
        ("AS AH AD", 45),
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC", 85),
        ("2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC", 99),
    ],
)
def test_an_ace_is_worth_one_only_at_the_low_end_of_a_run(cards: str, points: int) -> None:
    found = arranged(name_all(cards))
    assert found is not None
    assert sum(card_points(*found)) == points


@settings(deadline=None)
@given(hands)
def test_the_points_of_a_hand_are_those_of_its_cards(hand: int) -> None:
    assert masks.points(hand) == sum(map(value, cards_in(hand)))


def most_points(hand: int, melds: tuple[tuple[int, ...], ...]) -> int:
    """The most that disjoint melds of a hand earn, by trying every choice."""
    fitting = [
        (
            mask_of(cards),
            sum(card_points("set" if cards[0] % 13 == cards[1] % 13 else "run", cards)),
        )
        for cards in melds
        if mask_of(cards) & ~hand == 0
    ]

    @cache
    def best(left: int) -> int:
        if not left:
            return 0
        low = left & -left
        most = best(left ^ low)
        for meld, earned in fitting:
            if meld & low and meld & ~left == 0:
                most = max(most, earned + best(left ^ meld))
        return most

    return best(hand)


def test_the_runs_of_every_suit_are_laid_for_the_most_points() -> None:
    runs = tuple(cards for cards in every_meld() if max(cards) < 13)
    for suit in range(1 << 13):
        cards, earned = masks.run_cards(suit)
        assert cards & ~suit == 0
        if suit % 7 == 0 or suit & 1:
            assert earned == most_points(suit, runs)


def test_outs_make_a_run_with_two_cards() -> None:
    for suit in range(0, 1 << 13, 3):
        for rank in range(13):
            made = not suit >> rank & 1 and any(
                rank in run for run in masks.runs_in_suit(suit | 1 << rank)
            )
            assert bool(masks.run_outs(suit) >> rank & 1) == made


@settings(max_examples=150, deadline=None)
@given(hands | tight_hands)
def test_the_greedy_cpu_finds_the_melds_that_earn_most(hand: int) -> None:
    cards, earned = worth.best_melds(hand)
    assert cards & ~hand == 0
    if masks.ranks_of_sets(hand).bit_count() <= 4:
        assert earned == most_points(hand, every_meld())
