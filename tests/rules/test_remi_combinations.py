"""Combinations and the best partition of Remi, against a search of every possibility."""

import random

import pytest

from games.rules.core.cards import SINGLE
from games.rules.remi import masks
from games.rules.remi.combinations import arrange, kind_of, score, value
from games.rules.remi.masks import cards_in, mask_of
from games.rules.remi.proof import every_combination, most_covered

TABLE_RUN = (SINGLE.parse_all(["JS", "QS", "KS"]),)
TABLE_SET = (SINGLE.parse_all(["9S", "9H", "9D"]),)


def some_hand(rng: random.Random, size: int) -> int:
    """A hand rich in combinations: from few ranks, or few suits, or anything."""
    ranks = rng.sample(range(13), rng.choice((4, 6, 8, 13)))
    pool = [card for card in range(52) if card % 13 in ranks or rng.random() < 0.1]
    return mask_of(rng.sample(pool, min(size, len(pool))))


def test_there_are_as_many_combinations_as_the_rules_make() -> None:
    kinds = list(every_combination().values())
    assert kinds.count("sequence") == 4 * (sum(range(1, 8)) + 1)
    assert kinds.count("set") == 13 * 5


@pytest.mark.parametrize("size", [3, 7, 8, 9, 12, 16])
def test_the_best_partition_is_the_best_of_all(size: int) -> None:
    rng = random.Random(size)
    for _ in range(60 if size < 12 else 15):
        hand = some_hand(rng, size)
        for table in ((), TABLE_RUN):
            sets, runs = masks.best_cover(hand, bool(table))
            assert masks.points(sets | runs) == most_covered(hand, bool(table)), cards_in(hand)


def test_it_is_exact_for_hands_of_any_size() -> None:
    rng = random.Random(25)
    for size in (25, 30):
        hand = some_hand(rng, size)
        sets, runs = masks.best_cover(hand, False)
        assert masks.points(sets | runs) == most_covered(hand, False)
    assert masks.best_cover(masks.FULL, False) != (0, 0)
    assert masks.can_split(masks.FULL, False)


@pytest.mark.parametrize("table", [(), TABLE_RUN, TABLE_SET])
def test_an_arrangement_is_a_partition_into_combinations_that_earns_its_score(table: tuple) -> None:
    rng = random.Random(4)
    for _ in range(300):
        hand = some_hand(rng, rng.randrange(14))
        arranged = arrange(hand, table)
        held = [card for meld in arranged.melds for card in meld]
        assert sorted([*held, *arranged.rest]) == list(cards_in(hand))
        assert all(kind_of(meld) for meld in arranged.melds)
        laid = sum(value(card) for meld in table for card in meld)
        plus, minus = sum(map(value, held)), sum(map(value, arranged.rest))
        if arranged.counted:
            assert table == TABLE_RUN or "sequence" in {kind_of(m) for m in arranged.melds}
            assert score(hand, table) == laid + plus - minus
        else:
            assert not arranged.melds
            assert score(hand, table) == -laid - minus


@pytest.mark.parametrize("on_table", [False, True])
def test_closing_cards_are_those_whose_rest_splits(on_table: bool) -> None:
    rng = random.Random(6)
    closing = 0
    melds = list(every_combination())
    for _ in range(400):
        hand = some_hand(rng, rng.choice((4, 7, 8)))
        if rng.random() < 0.5:
            hand = rng.choice(melds) | rng.choice(melds) | 1 << rng.randrange(52)
        plain = 0
        for card in cards_in(hand):
            rest = hand ^ 1 << card
            whole = sum(value(other) for other in cards_in(rest))
            if most_covered(rest, on_table) == whole and (rest or on_table):
                plain |= 1 << card
        assert masks.closing_cards(hand, on_table) == plain
        closing += bool(plain)
    assert closing > 50


@pytest.mark.parametrize("on_table", [False, True])
def test_companions_are_all_and_only_those_that_the_rule_allows(on_table: bool) -> None:
    rng = random.Random(8)
    for _ in range(300):
        hand = some_hand(rng, 10)
        card = rng.choice([card for card in range(52) if not hand >> card & 1])
        plain = set()
        for meld, kind in every_combination().items():
            own = meld & ~(1 << card)
            if meld >> card & 1 and own & hand == own:
                outside = any(
                    other == "sequence" and run & hand & ~own == run
                    for run, other in every_combination().items()
                )
                if kind == "sequence" or on_table or outside:
                    plain.add(own)
        found = masks.companions(hand, card, on_table)
        assert len(found) == len(set(found))
        assert set(found) == plain


def test_outs_are_the_cards_that_make_something_new() -> None:
    rng = random.Random(9)
    for _ in range(100):
        hand = some_hand(rng, 5)
        runs, sets = masks.outs(hand)
        for card in range(52):
            if not hand >> card & 1:
                more = hand | 1 << card
                assert bool(runs >> card & 1) == bool(masks.sequence_cards(more) >> card & 1)
                assert bool(sets >> card & 1) == bool(masks.set_cards(more) >> card & 1)
