"""The masks of the fast cores: equal to the readable rules, and to a brute force."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.core.agreement import Disagreement
from games.rules.core.cardsets import mask_of, nth_card
from games.rules.remi import combinations, masks, proof
from games.rules.remi.masks import CardSet, cards_in
from games.rules.rummy500 import masks as masks500
from games.rules.rummy500 import meld_table, melds

CARDS = st.sets(st.integers(0, 51), max_size=16)
RUNS = [mask for mask, kind in proof.every_combination().items() if kind == "sequence"]
SETS = [mask for mask, kind in proof.every_combination().items() if kind == "set"]


@settings(max_examples=200, deadline=None)
@given(CARDS, st.sampled_from(RUNS), st.sampled_from(SETS), st.booleans(), st.booleans())
def test_the_best_partition_is_the_best(
    cards: set[int], run: CardSet, same: CardSet, with_run: bool, on_table: bool
) -> None:
    """Hands round a run and a set, which often want the same card."""
    hand = mask_of(cards) | same | (run if with_run else 0)
    table = (cards_in(0b111 << 36),) if on_table else ()
    proof.check_partition(hand & ~(0b111 << 36), table)


def test_the_large_proof_in_small() -> None:
    assert list(proof.prove_best_partition(300, 7)) == list(range(1, 301))


def test_a_wrong_partition_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def runs_first(hand: CardSet, has_sequence: bool) -> tuple[CardSet, CardSet]:
        runs = masks.sequence_cards(hand)
        return (masks.set_cards(hand & ~runs), runs) if runs or has_sequence else (0, 0)

    monkeypatch.setattr(combinations, "best_cover", runs_first)
    with pytest.raises(Disagreement, match="best partition"):
        list(proof.prove_best_partition(300, 7))


@given(CARDS, st.integers(0, 15))
def test_the_nth_card_is_the_nth(cards: set[int], n: int) -> None:
    if n < len(cards):
        assert nth_card(mask_of(cards), n) == sorted(cards)[n]


@settings(max_examples=300, deadline=None)
@given(st.sets(st.integers(0, 51), max_size=26))
def test_the_melds_of_rummy_500_are_found_on_masks(cards: set[int]) -> None:
    hand = mask_of(cards)
    found = meld_table.melds_in(hand)
    assert len(found) == len(set(found))
    assert set(found) == {
        number for number, mask in enumerate(meld_table.MASKS) if mask & hand == mask
    }
    in_some = 0
    for card in cards:
        held = hand & ~(1 << card)
        assert bool(meld_table.melds_with(hand, card)) == masks500.can_meld(card, held)
        in_some |= masks500.can_meld(card, held) << card
    assert masks500.meldable(hand) == in_some


def test_the_table_of_melds_says_what_the_rules_say() -> None:
    grown = set()
    for number, cards in enumerate(meld_table.CARDS):
        kind = "run" if meld_table.IS_RUN[number] else "set"
        assert melds.arranged(cards) == (kind, cards)
        assert meld_table.number_of(cards) == number
        meld = melds.table_meld(kind, cards, (0,) * len(cards))
        assert meld_table.FITS[number] == meld.fits
        assert meld_table.POINTS[number] == sum(melds.card_points(kind, cards))
        ends = {
            (card, end)
            for card in cards_in(meld.fits)
            for end in melds.ends_for(meld, card) or (None,)
        }
        assert len(meld_table.GROWN[number]) == len(ends)
        for key, after in meld_table.GROWN[number].items():
            card = key % meld_table.LOW_END
            end = melds.chosen_end(meld, card, "low" if key >= meld_table.LOW_END else None)
            laid = melds.grown(meld, card, end, 0).cards
            assert meld_table.number_of(laid) == after
            grown.add(after)
    assert grown == {n for n, mask in enumerate(meld_table.MASKS) if mask.bit_count() > 3}
