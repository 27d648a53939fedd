"""The CPUs of Ladder Rummy: what each level does, and what it never does."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from games.rules.core.cards import Card
from games.rules.core.cardsets import CardSet, cards_in, mask_of
from games.rules.core.dice import Dice
from games.rules.core.game import Options
from games.rules.core.playout import Ending
from games.rules.ladder.actions import PACK, Discard, DrawDiscard, DrawStock, LayContract, LayOff
from games.rules.ladder.cpu import LEVELS
from games.rules.ladder.knowledge import ALL, knowledge_of
from games.rules.ladder.melds import JOKERS
from games.rules.ladder.nearness import ONE, chance
from games.rules.ladder.normal import Mind, normal
from games.rules.ladder.playout import CORE
from games.rules.ladder.search import SEARCH, candidates, move, worlds, worth
from games.rules.ladder.state import LadderState
from games.rules.ladder.styles import STYLES
from games.rules.ladder.view import LadderView, view_of
from tests.rules.test_ladder_rules import GAME, SEED, at_table, ids

KEYS = [bytes([number]) * 32 for number in range(40)]
TWO_GROUPS = "5S 5H 5D 9S 9H 9D"


def asked(hand: str, **more: Any) -> LadderView:
    return view_of(at_table(hand, **more), 0)


def answer(hand: str, **more: Any) -> Any:
    return normal(asked(hand, **more), 0, SEED)


def states(rung: int = 1) -> Iterator[LadderState]:
    """The states of a deal that greedy CPUs play."""
    state, _ = GAME.setup_at(rung, Options(), SEED)
    while state.to_move is not None:
        yield state
        action = GAME.choose(GAME.view(state, state.to_move), "greedy", SEED)
        state, _ = GAME.apply(state, state.to_move, action)


def card(name: str) -> Card:
    return ids(name)[0]


def test_normal_lays_its_contract() -> None:
    assert isinstance(answer(f"{TWO_GROUPS} KC QD 2S 3H 7C"), LayContract)


def test_normal_keeps_jokers_for_its_contract() -> None:
    thrown = answer("JK#1 JK#2 5S 5H 9S KC QD 2S 3H 7C JD")
    assert isinstance(thrown, Discard)
    assert not JOKERS >> thrown.card & 1


def test_normal_keeps_what_the_contract_needs() -> None:
    thrown = answer("KS KH 9S 9H 9D 2C 4D 6H 8C JD QS")
    assert isinstance(thrown, Discard)
    assert PACK.ranks[thrown.card] not in (13, 9)


@pytest.mark.parametrize(
    ("top", "taken"),
    [("9C", True), ("JK#1", True), ("2D", False)],
)
def test_normal_takes_a_discard_that_brings_it_on(top: str, taken: bool) -> None:
    action = answer("5S 5H 5D 9S 9H KC QD 3S 7H 8C", discards=top, phase="draw")
    assert action == (DrawDiscard() if taken else DrawStock())


def test_normal_lays_off_on_the_melds_of_others() -> None:
    action = answer("8S KC 2D", melds=["4S 5S 6S 7S"], laid_in=1, discards="3H")
    assert action == LayOff(0, card("8S"), "high")


def test_normal_lays_off_jokers_last() -> None:
    action = answer("JK#1 8S KC", melds=["4S 5S 6S 7S"], laid_in=1, discards="3H")
    assert isinstance(action, LayOff)
    assert action.card == card("8S")


def test_the_chance_knows_what_can_still_come() -> None:
    hand = mask_of(ids("5S 5H 5D 9S 9H KC QD 3S 7H 8C"))
    live = ALL & ~hand
    assert chance(hand | 1 << card("9D"), 1, live & ~(1 << card("9D")), 8) == ONE
    nines = mask_of(n for n in range(104) if PACK.ranks[n] == 9)
    assert chance(hand, 1, live & ~nines, 8) < chance(hand, 1, live, 8) < ONE


def test_the_chance_sees_every_way_to_the_contract() -> None:
    live = ALL & ~mask_of(ids("5S 5H 5D 9S 9H JC JD KC QD 3S 7H 8C"))
    one_pair, two_pairs = mask_of(ids("5S 5H 5D 9S 9H")), mask_of(ids("5S 5H 5D 9S 9H JC JD"))
    assert chance(one_pair, 1, live, 8) < chance(two_pairs, 1, live, 8)


def test_runs_may_lie_in_one_suit_or_in_two_and_an_ace_at_either_end() -> None:
    for two_runs in (
        "AS 2S 3S 4S 8S 9S 10S JS",
        "AS 2S 3S 4S JD QD KD AD",
        "5S#1 6S#1 7S#1 8S#1 5S#2 6S#2 7S#2 8S#2",
    ):
        assert chance(mask_of(ids(two_runs)), 3, 0, 8) > ONE * 9 // 10
    assert chance(mask_of(ids("QS KS AS 2S JD QD KD AD")), 3, 0, 8) == 0


@pytest.mark.parametrize("rung", range(1, 11))
def test_a_joker_never_takes_a_hand_farther(rung: int) -> None:
    hand = mask_of(ids("5S 6S 7S 9S 9H 9D QD QS 3H 8C"))
    live = ALL & ~hand & ~JOKERS
    joker = JOKERS & -JOKERS
    assert chance(hand, rung, live, 8) < chance(hand | joker, rung, live, 8)


def test_normal_sheds_when_another_is_near_its_end() -> None:
    hand = "AS AH 9S 9H 2C 4D 3H 5C 6D 7S 8C"
    own = mask_of(ids(hand))
    state = at_table(hand, deal=2)
    calm = normal(view_of(replace(state, hands=(own, *_dealt(own))), 0), 0, SEED)
    assert isinstance(calm, Discard)
    assert PACK.ranks[calm.card] not in (1, 9)
    few = 1 << card("7D")
    near = replace(state, hands=(own, few, *_dealt(own)[1:]), laid_in=(0, 1, 0, 0))
    shed = normal(view_of(near, 0), 0, SEED)
    assert isinstance(shed, Discard)
    assert PACK.ranks[shed.card] == 1


def test_a_card_seen_going_into_a_hand_is_known_until_it_leaves_it() -> None:
    taken = 0
    for state in states():
        for seat in range(4):
            seen = knowledge_of(view_of(state, seat), seat)
            assert seen.hand == state.hands[seat]
            assert bytes(seen.pile) == state.discards
            for other in range(4):
                assert not seen.known[other] & ~state.hands[other]
                taken += seen.known[other].bit_count() if other != seat else 0
            assert not mask_of(state.stock) & ~seen.stock
    assert taken


def test_easy_overlooks_a_contract_now_and_then_and_breaks_none() -> None:
    view = asked(f"{TWO_GROUPS} KC QD 2S 3H 7C")
    made = mask_of(ids(TWO_GROUPS))
    answers = [LEVELS["easy"](view, 0, key) for key in KEYS]
    laid = [action for action in answers if isinstance(action, LayContract)]
    thrown = [action for action in answers if isinstance(action, Discard)]
    assert len(laid) > len(thrown) > 0
    assert not any(made >> action.card & 1 for action in thrown)


def test_easy_never_throws_away_three_of_a_rank_that_it_needs() -> None:
    view = asked("9S 9H 9D KC QD 2S 3H 7C JD 8H 4S")
    thrown = [LEVELS["easy"](view, 0, key) for key in KEYS]
    assert all(isinstance(action, Discard) for action in thrown)
    assert not any(PACK.ranks[action.card] == 9 for action in thrown if isinstance(action, Discard))


def test_a_hoarder_holds_its_contract_back() -> None:
    hand = f"{TWO_GROUPS} KC QD 2S 3H 7C"
    own = mask_of(ids(hand))
    state = replace(at_table(hand), hands=(own, *_dealt(own)))
    action = STYLES["hoarder"](view_of(state, 0), 0, SEED)
    assert isinstance(action, Discard)
    assert not mask_of(ids(TWO_GROUPS)) >> action.card & 1


def _dealt(placed: CardSet) -> list[CardSet]:
    """Ten cards for each of the other seats."""
    rest = [n for n in range(104) if not placed >> n & 1]
    return [mask_of(rest[at : at + 10]) for at in (5, 20, 35)]


@pytest.mark.parametrize("name", ["easy", "normal", *STYLES])
def test_levels_and_styles_play_by_the_rules(name: str) -> None:
    chooser = STYLES.get(name) or LEVELS[name]
    for rung in (1, 5, 9):
        state, _ = GAME.setup_at(rung, Options(), SEED)
        while state.to_move is not None:
            action = chooser(view_of(state, state.to_move), state.to_move, SEED)
            state, _ = GAME.apply(state, state.to_move, action)


@pytest.mark.parametrize("rung", [1, 6, 10])
def test_worlds_fit_the_view(rung: int) -> None:
    for number, state in enumerate(states(rung)):
        assert state.to_move is not None
        if number % 5:
            continue
        view = view_of(state, state.to_move)
        seen = knowledge_of(view, state.to_move)
        world = worlds(view, state.to_move)(Dice(number))
        assert world.hands[state.to_move] == state.hands[state.to_move]
        assert tuple(hand.bit_count() for hand in world.hands) == view.hand_sizes
        assert all(not cards & ~hand for cards, hand in zip(seen.known, world.hands, strict=True))
        assert bytes(world.discards) == state.discards
        places = [*(cards_in(hand) for hand in world.hands), world.stock, world.discards]
        held = sorted(card for cards in places for card in cards)
        assert held == [n for n in range(PACK.size) if not seen.table >> n & 1]


def test_every_legal_action_has_its_move() -> None:
    for state in states():
        assert state.to_move is not None
        view = view_of(state, state.to_move)
        position = worlds(view, state.to_move)(Dice(1))
        for action in view.legal:
            assert position.action(move(position, action)) == action


def test_candidates_are_legal_and_begin_with_what_normal_does() -> None:
    for state in states(3):
        assert state.to_move is not None
        view = view_of(state, state.to_move)
        named = candidates(view, state.to_move)
        assert named[0] == normal(view, state.to_move, SEED)
        assert set(named) <= set(view.legal)
        assert len(set(named)) == len(named)


def test_hard_needs_the_view_and_the_key_alone() -> None:
    view = asked("KS KH 9S 9H 9D 2C 4D 6H 8C JD QS")
    first = SEARCH.weigh(view, 0, SEED, 8)
    assert first == SEARCH.weigh(view, 0, SEED, 8)
    assert first[0].action in view.legal


def test_an_opinion_of_the_first_move_joins_the_worth_of_an_ending() -> None:
    view = asked("KS KH 9S 9H 9D 2C 4D 6H 8C JD QS")
    of = worth(view, 0)
    best, *_, worst = [discard.card for discard in Mind.of(view, 0).discards()]
    totals = []
    for first in (best, worst):
        position = worlds(view, 0)(Dice(3))
        position.make(first)
        ending = CORE.play_out(position, ("greedy",) * 4, Dice(4))
        plain = Ending(ending.reason, ending.rule, ending.seat, ending.scores[:4])
        totals.append(of(ending) - of(plain))
    assert totals[0] > totals[1]


def ended(laid: int, penalties: tuple[int, ...]) -> Ending:
    """An ending as searches have it; `laid` is the seat that laid."""
    scores = tuple(cost + (4096 if seat == laid else 0) for seat, cost in enumerate(penalties))
    return Ending("out", None, laid, scores)


def test_a_contract_is_worth_more_than_points_and_fewer_points_are_better() -> None:
    of = worth(asked(TWO_GROUPS), 0)
    assert of(ended(0, (30, 0, 0, 0))) > of(ended(1, (30, 0, 0, 0)))
    assert of(ended(2, (20, 30, 0, 30))) > of(ended(2, (60, 30, 0, 30)))


def test_in_the_last_deal_contracts_come_before_all_points() -> None:
    last = worth(asked(TWO_GROUPS, deal=10), 0)
    assert last(ended(0, (150, 0, 0, 0))) > last(ended(1, (0, 150, 150, 150)))
