"""Remi's best partition on masks: equal to the readable rule and to a brute force."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.core.agreement import Disagreement
from games.rules.core.cardsets import mask_of
from games.rules.remi import combinations, masks, proof
from games.rules.remi.masks import CardSet, cards_in

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
