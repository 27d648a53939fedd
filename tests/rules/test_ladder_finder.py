"""The contract finder against a search of every possibility by the rules' own words (LR-21)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.core.agreement import Disagreement
from games.rules.core.cardsets import cards_in, mask_of
from games.rules.core.dice import Dice
from games.rules.ladder import proof
from games.rules.ladder.actions import PACK
from games.rules.ladder.contracts import CONTRACTS, contract_of
from games.rules.ladder.finder import find_contract
from games.rules.ladder.proof import check_blocked, check_search, near_contract

FIRST_JOKER = 104
RUNGS = range(1, len(CONTRACTS) + 1)


def test_a_search_that_is_not_the_best_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def spends_jokers(hand: int, rung: int, blocked: int | None = None) -> proof.Found | None:
        found = find_contract(hand, rung, blocked)
        return found and tuple(sorted(found, reverse=True))

    monkeypatch.setattr(proof, "find_contract", spends_jokers)
    with pytest.raises(Disagreement, match="contract"):
        list(proof.prove_contracts(100, 7))


@pytest.mark.parametrize("rung", RUNGS)
@pytest.mark.parametrize("jokers", range(4))
def test_the_finder_finds_the_best_contract(rung: int, jokers: int) -> None:
    dice = Dice(100 * rung + jokers)
    asked = sum(need.size for need in contract_of(rung))
    sizes = [asked + dice.below(12 - asked) for _ in range(60)]
    hands = [near_contract(dice, rung, size, jokers) for size in sizes]
    met = sum(check_blocked(dice, hand, rung) for hand in hands)
    assert 10 < met < 60


@pytest.mark.parametrize("rung", RUNGS)
def test_contracts_of_all_but_one_card_never_leave_the_blocked_one(rung: int) -> None:
    dice = Dice(rung)
    asked = sum(need.size for need in contract_of(rung))
    bound = free = 0
    for _ in range(120):
        hand = near_contract(dice, rung, min(11, asked + 1 + dice.below(2)), dice.below(4))
        found = find_contract(mask_of(hand), rung)
        left = mask_of(hand) & ~mask_of(card for meld in found or () for card in meld)
        if found and left.bit_count() == 1:
            bound += 1
            free += check_search(hand, rung, cards_in(left)[0]) is not None
    assert bound > 5
    assert 0 < free < bound or not any(need.kind == "run" for need in contract_of(rung))


@settings(max_examples=300, deadline=None)
@given(
    st.sets(st.sampled_from([c for c in range(FIRST_JOKER) if c % 13 < 6]), max_size=8),
    st.sets(st.sampled_from(range(FIRST_JOKER, PACK.size))),
    st.sampled_from(RUNGS),
    st.integers(0),
)
def test_any_hand(naturals: set[int], jokers: set[int], rung: int, seed: int) -> None:
    hand = tuple(sorted(naturals | jokers))
    if hand:
        check_blocked(Dice(seed), hand, rung)
