"""The CPUs of Rummy 500: what each level does, and what it never does."""

from collections.abc import Iterator

import pytest

from games.rules.core.agreement import check_play_out
from games.rules.core.cards import SINGLE
from games.rules.core.cardsets import mask_of
from games.rules.core.dice import Dice
from games.rules.core.game import Options
from games.rules.core.playout import Ending
from games.rules.rummy500 import GAME
from games.rules.rummy500.actions import Action, Discard, DrawStock, Layoff, Meld, TakeDiscard
from games.rules.rummy500.cpu import LEVELS
from games.rules.rummy500.easy import easy
from games.rules.rummy500.guess import History, Walk
from games.rules.rummy500.knowledge import knowledge_of, seen_in_hands
from games.rules.rummy500.masks import meldable
from games.rules.rummy500.normal import normal
from games.rules.rummy500.playout import CAREFUL
from games.rules.rummy500.search import candidates, move, worlds, worth
from games.rules.rummy500.state import Rummy500State
from games.rules.rummy500.styles import STYLES
from games.rules.rummy500.worth import best_melds
from tests.rules.rummy500_table import LONG_RUN, at, bound_to, playing

SEED = bytes(range(32))
KEYS = [bytes([number]) * 32 for number in range(40)]
RICH_PILE = "JS KC QD KH AD QC"
MELD = "8S 9S 10S"


def answer(state: Rummy500State) -> Action:
    return normal(GAME.view(state, 0), 0, SEED)


def card(name: str) -> int:
    return SINGLE.parse(name)


def states(level: str = "greedy", seed: bytes = SEED) -> Iterator[Rummy500State]:
    """The states of a deal that CPUs of a level play."""
    state, _ = GAME.setup(Options(), seed)
    while state.to_move is not None:
        yield state
        action = GAME.choose(GAME.view(state, state.to_move), level, seed)
        state, _ = GAME.apply(state, state.to_move, action)


def test_normal_takes_deep_for_what_can_be_laid_at_once() -> None:
    assert answer(at("KS KD QH 2C 5D", "KC QS QC 4H")) == TakeDiscard(4)


def test_normal_leaves_a_deep_take_that_costs_more_than_it_brings() -> None:
    assert answer(at("2S 2D 9C JH 5D", "2C KC QS AC JD 10H AH")) == DrawStock()


def test_normal_keeps_a_card_with_which_the_pile_makes_a_meld() -> None:
    hand = "KD 3C 5S"
    assert answer(at(hand, "9C 4H", phase="play", stock=20)) == Discard(card("KD"))
    assert answer(at(hand, "KC KS", phase="play", stock=20)) != Discard(card("KD"))


def test_normal_keeps_a_card_that_fits_what_the_opponent_took() -> None:
    state = next(
        state
        for state in states()
        if state.phase == "play" and seen_in_hands(GAME.view(state, state.to_move))[0]
    )
    theirs = seen_in_hands(GAME.view(state, 1))[0]
    known = knowledge_of(GAME.view(state, 1), 1)
    assert theirs
    assert theirs & ~state.hands[0] == 0
    assert known.theirs == theirs
    assert known.hidden & theirs == theirs


def test_normal_holds_a_meld_back_that_would_open_the_pile() -> None:
    hand = f"{MELD} 2C 5D 4H"
    assert answer(at(hand, RICH_PILE, phase="play", stock=20)) == Discard(card("5D"))
    assert isinstance(answer(at(hand, "KC QD KH AD QC JS", phase="play", stock=20)), Meld)


@pytest.mark.parametrize("more", [{"stock": 3}, {"stock": 37}])
def test_normal_lays_everything_near_the_end(more: dict[str, int]) -> None:
    state = at(f"{MELD} 2C 5D 4H", RICH_PILE, phase="play", **more)
    assert state.hands[1].bit_count() < 4 or more["stock"] < 4
    assert isinstance(answer(state), Meld)


def test_normal_chooses_the_dearer_end_of_an_ace() -> None:
    assert answer(bound_to("AS", "AS 2S 3S QS KS 7D 9C")) == Meld(
        (card("QS"), card("KS"), card("AS"))
    )
    laid = answer(playing("AH", LONG_RUN))
    assert isinstance(laid, Layoff)
    assert laid.end == "high"


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_no_level_throws_away_a_made_combination_while_another_card_is_there(level: str) -> None:
    thrown = 0
    for seed in KEYS[:8]:
        for state in states(level, seed):
            seat = state.to_move
            assert seat is not None
            view = GAME.view(state, seat)
            melded = best_melds(state.hands[seat])[0]
            if view.phase == "play" and melded != state.hands[seat]:
                action = easy(view, seat, seed)
                if isinstance(action, Discard):
                    free = [a for a in view.legal if isinstance(a, Discard)]
                    if any(not melded >> a.card & 1 for a in free):
                        assert not melded >> action.card & 1
                        thrown += melded != 0
    assert thrown


def test_easy_overlooks_a_meld_now_and_then() -> None:
    view = GAME.view(playing(f"{MELD} 2C 5D 4H"), 0)
    kinds = [type(easy(view, 0, key)) for key in KEYS]
    assert 0 < kinds.count(Discard) < kinds.count(Meld)


def test_easy_takes_from_the_end_of_the_pile_and_only_to_lay() -> None:
    hand = "8S 9S KD"
    assert easy(GAME.view(at(hand, "2C 10S"), 0), 0, SEED) == TakeDiscard(1)
    assert easy(GAME.view(at(hand, "10S 3H 4C 6D JC"), 0), 0, SEED) == TakeDiscard(5)
    assert easy(GAME.view(at(hand, "10S 3H 4C 6D JC QC"), 0), 0, SEED) == DrawStock()


def test_easy_minds_only_the_end_of_the_pile() -> None:
    hand = "KD 3C 5S"
    near = at(hand, "2H 9H KC KS 4D", phase="play", stock=20)
    far = at(hand, "KC KS 2H 9H 7D JC", phase="play", stock=20)
    assert easy(GAME.view(near, 0), 0, SEED) != Discard(card("KD"))
    assert easy(GAME.view(far, 0), 0, SEED) == Discard(card("KD"))


def test_the_candidates_are_legal_and_begin_with_what_normal_does() -> None:
    for state in states():
        seat = state.to_move
        assert seat is not None
        view = GAME.view(state, seat)
        found = candidates(view, seat)
        assert set(found) <= set(view.legal)
        assert len(set(found)) == len(found)
        assert found[0] == normal(view, seat, SEED)


def test_hard_weighs_laying_against_holding_back() -> None:
    found = candidates(GAME.view(playing(f"{MELD} 2C 5D 4H"), 0), 0)
    assert {type(action) for action in found} == {Meld, Discard}


def test_every_legal_action_has_its_number() -> None:
    special = (playing("AH 2C", LONG_RUN), bound_to("AS", "AS 2S 3S QS KS 7D"))
    for state in (*special, *states()):
        seat = state.to_move
        assert seat is not None
        position = CAREFUL.position(state)
        for action in GAME.legal_actions(state, seat):
            assert position.action(move(position, action)) == action


def test_a_world_is_the_deal_but_for_what_is_hidden() -> None:
    known_cards = 0
    for state in states():
        seat = state.to_move
        assert seat is not None
        view, other = GAME.view(state, seat), 1 - seat
        true, made = CAREFUL.position(state), worlds(view, seat)(Dice(state.turn))
        for name in type(true).__slots__:
            if name != "stock":
                assert getattr(made, name) == getattr(true, name), name
        assert made.hands[seat] == state.hands[seat]
        assert made.hands[other].bit_count() == state.hands[other].bit_count()
        seen = seen_in_hands(view)[other]
        known_cards += seen.bit_count()
        assert made.hands[other] & seen == seen
        assert made.hands[other] | mask_of(made.stock) == state.hands[other] | mask_of(state.stock)
        assert len(made.stock) == len(state.stock)
    assert known_cards


def test_a_history_tells_what_lay_open_at_each_turn_of_the_opponent() -> None:
    piles: list[bytes] = []
    for state in states("normal"):
        history = History(GAME.view(state, 1), 0)
        known = seen_in_hands(GAME.view(state, 1))[0]
        assert history.known == known
        if state.to_move == 0 and state.phase == "draw":
            piles.append(state.discards)
        elif state.to_move == 1:
            assert [turn.pile for turn in history.turns] == piles
            held = len(history.came) - len(history.gone)
            assert held == (state.hands[0] & ~known).bit_count()
    assert len(piles) > 5


def test_what_the_opponent_did_makes_its_true_cards_likelier() -> None:
    right = chance = 0
    for seed in KEYS[:3]:
        for state in states("normal", seed):
            if state.to_move == 1 and state.phase == "draw" and state.turn > 6:
                view = GAME.view(state, 1)
                true = state.hands[0] & ~seen_in_hands(view)[0]
                walk = Walk(view, 1, Dice(state.turn))
                walk.steps(100)
                for _ in range(10):
                    walk.steps(10)
                    hand, stock = walk.hands(Dice(1))
                    assert hand.bit_count() == state.hands[0].bit_count()
                    right += 100 * (hand & true).bit_count()
                    hidden = true.bit_count()
                    chance += 100 * hidden * hidden // (hidden + len(stock))
    assert right > chance * 5 // 4


def test_the_opponent_is_not_thought_to_hold_what_it_would_have_laid() -> None:
    unlaid = total = 0
    for state in states("normal", KEYS[1]):
        if state.to_move == 1 and state.phase == "draw" and 4 < state.turn < 20:
            walk = Walk(GAME.view(state, 1), 1, Dice(state.turn))
            walk.steps(100)
            for _ in range(10):
                walk.steps(10)
                unlaid += meldable(walk.hands(Dice(1))[0]) != 0
                total += 1
    assert total > 40
    assert unlaid * 20 < total


def test_an_ending_is_worth_the_lead() -> None:
    view = GAME.view(next(states()), 1)
    assert worth(view, 1)(Ending("out", None, 0, (30, 75))) == 45


def test_the_careful_play_out_keeps_the_rules() -> None:
    for state in states("random"):
        check_play_out(GAME, CAREFUL, state, ("greedy", "greedy"), 1)


def test_the_careful_play_out_keeps_what_completes_the_pile() -> None:
    position = CAREFUL.position(at("KD 3C 5S", "KC KS", phase="play", stock=20))
    assert CAREFUL.policies["greedy"](position, Dice(1)) != card("KD")


def test_hard_answers_alike_for_equal_views() -> None:
    view = GAME.view(playing(f"{MELD} 2C 5D 4H"), 0)
    assert LEVELS["hard"](view, 0, SEED) == LEVELS["hard"](view, 0, SEED)
    assert LEVELS["hard"](view, 0, SEED) in view.legal


def test_the_hoarder_takes_deep_and_lays_late() -> None:
    hoarder = STYLES["hoarder"]
    assert hoarder(GAME.view(at("8S 9S 2C KD 4H", "10S 8D QC"), 0), 0, SEED) == TakeDiscard(3)
    state = at(f"{MELD} 2C 5D 4H", "KC", phase="play", stock=20)
    assert isinstance(hoarder(GAME.view(state, 0), 0, SEED), Discard)
    assert isinstance(STYLES["closer"](GAME.view(state, 0), 0, SEED), Meld)


def test_the_closer_leaves_the_deep_pile() -> None:
    state = at("KS KD QH 2C 5D", "KC QS QC 4H")
    assert STYLES["closer"](GAME.view(state, 0), 0, SEED) == DrawStock()
