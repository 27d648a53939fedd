"""Fast cores against the rules: every play-out is accepted, position for position."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.rules.core.agreement import Disagreement, check_play_out
from games.rules.core.cardsets import mask_of
from games.rules.core.dice import Dice
from games.rules.core.errors import RuleError
from games.rules.core.game import AnyGame, Options
from games.rules.core.playout import AnyCore, Policy, core_of
from games.rules.core.registry import all_games, get_game
from tests.rules import laws

CORES = [(game, core) for game in all_games().values() if (core := core_of(game.name))]
POLICIES: tuple[Policy, ...] = get_args(Policy)
EACH = pytest.mark.parametrize(("game", "core"), CORES, ids=[game.name for game, _ in CORES])
SEEDS = st.integers(0, 2**32)


QUIET = {"draw_discard", "take_discard", "discard"}
"""Types of actions of which turns can be made that come ever nearer to a bound (G10)."""
LONGEST_DEAL = 5_000

Pick = Callable[[Any, int], Any]


def quiet(game: AnyGame, draws: int) -> Pick:
    """Draws so often from the stock, then only takes the top discard; places nothing."""
    drawn = 0

    def pick(state: Any, seat: int) -> Any:
        nonlocal drawn
        legal = game.legal_actions(state, seat)
        if state.step == 0 and legal[0].type == "draw_stock" and drawn < draws:
            drawn += 1
            return legal[0]
        return next((action for action in legal if action.type in QUIET), legal[0])

    return pick


def fresh(game: AnyGame, rng: random.Random) -> Any:
    """A deal just dealt, at any stage of a match."""
    state, _ = game.setup_at(rng.randrange(game.stages) + 1, Options(), rng.randbytes(32))
    return state


def deal(game: AnyGame, rng: random.Random, pick: Pick) -> list[Any]:
    """The states of a deal played by `pick` until it was over."""
    state = fresh(game, rng)
    states = []
    while not state.deal_over:
        states.append(state)
        state, _ = game.apply(state, state.to_move, pick(state, state.to_move))
        assert len(states) < LONGEST_DEAL
    return states


def some_state(game: AnyGame, seed: int) -> Any:
    """A state of a lively deal, at times a fresh one; or one of a quiet deal, near its end."""
    rng = random.Random(seed)
    if rng.random() < 0.7:
        states = deal(game, rng, laws.lively(game, rng))
        return rng.choice((states[0], rng.choice(states)))
    return rng.choice(deal(game, rng, quiet(game, rng.choice((0, 20, 60, 600))))[-60:])


def test_there_are_cores() -> None:
    assert {game.name for game, _ in CORES} >= {"ladder", "remi", "rummy500"}
    with pytest.raises(RuleError, match="unknown_game"):
        core_of("no_such_game")


@EACH
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(start=SEEDS, seed=SEEDS, data=st.data())
def test_every_play_out_is_one_of_the_rules(
    game: AnyGame, core: AnyCore, start: int, seed: int, data: st.DataObject
) -> None:
    seats = st.lists(st.sampled_from(POLICIES), min_size=game.seats, max_size=game.seats)
    state, ending = check_play_out(game, core, some_state(game, start), data.draw(seats), seed)
    laws.check_whole(game, state)
    assert ending.scores == state.result.scores


BOUNDS: dict[str, set[str]] = {
    "ladder": {"LR-22", "LR-23"},
    "remi": set(),
    "rummy500": {"RF-15", "RF-22"},
}


@EACH
def test_every_bound_ends_a_play_out_as_it_ends_a_deal(game: AnyGame, core: AnyCore) -> None:
    """From the last moments of deals in which nothing is placed."""
    met = set()
    for draws in (0, 20, 60, 600):
        rng = random.Random(draws)
        for state in deal(game, rng, quiet(game, draws))[-1:-8:-1]:
            for seed in range(4):
                _, ending = check_play_out(game, core, state, ["random"] * game.seats, seed)
                met |= {ending.rule} - {None}
    assert met == BOUNDS.get(game.name, met)


def test_forced_turns_end_a_play_out_of_ladder_as_they_end_a_deal() -> None:
    """LR-16, which needs nearly all cards in hands and on the table."""
    game, core = get_game("ladder"), core_of("ladder")
    assert core is not None
    state = fresh(game, random.Random(2))
    cards = mask_of(state.stock)
    hands = (state.hands[0] | cards, *state.hands[1:])
    state = replace(state, stock=b"", hands=hands, forced=7)
    met = {
        check_play_out(game, core, state, ["random"] * game.seats, seed)[1].rule
        for seed in range(4)
    }
    assert "LR-16" in met


@EACH
def test_a_deal_that_is_over_has_its_ending(game: AnyGame, core: AnyCore) -> None:
    rng = random.Random(11)
    state = deal(game, rng, laws.lively(game, rng))[-1]
    over = False
    for action in game.legal_actions(state, state.to_move):
        after, _ = game.apply(state, state.to_move, action)
        if after.deal_over:
            over = True
            position = core.position(after)
            ending = core.play_out(position, ["random"] * game.seats, Dice(1))
            assert (ending.reason, ending.scores) == (after.result.reason, after.result.scores)
            assert position.moves == 0
    assert over


@EACH
def test_a_copy_is_played_apart(game: AnyGame, core: AnyCore) -> None:
    state = some_state(game, 5)
    position = core.position(state)
    policies = ["random"] * game.seats
    first = core.play_out(position.copy(), policies, Dice(1))
    assert position.ending is None
    assert core.play_out(position, policies, Dice(1)) == first
    assert core.play_out(position, policies, Dice(2)) == first
    assert position.moves > 0


@EACH
def test_greedy_beats_random(game: AnyGame, core: AnyCore) -> None:
    """By far, from either half of the seats, so that `hard` has a sane idea of the future."""
    rng = random.Random(3)
    gained = Counter[str]()
    for n in range(60):
        state = fresh(game, rng)
        policies: list[Policy] = ["greedy" if (seat + n) % 2 else "random" for seat in range(4)]
        ending = core.play_out(core.position(state), policies[: game.seats], Dice(n))
        for policy, score in zip(policies, ending.scores, strict=False):
            gained[policy] += -score if game.name == "ladder" else score
    assert gained["greedy"] > gained["random"] + 60 * 20


@EACH
def test_a_core_that_errs_is_found_out(game: AnyGame, core: AnyCore) -> None:
    """A position that is not the state's shows itself."""

    def wrong_position(state: Any) -> Any:
        position = core.position(state)
        if state.to_move is not None:
            position.stock.reverse()
        return position

    wrong = type(core)(wrong_position, core.policies)
    with pytest.raises(Disagreement):
        check_play_out(game, wrong, fresh(game, random.Random(1)), ["greedy"] * game.seats, 1)


def test_dice_are_fair_and_the_same_everywhere() -> None:
    thrown = Counter(Dice(seed).below(6) for seed in range(60_000))
    assert all(9_500 < number < 10_500 for number in thrown.values())
    dice = Dice(7)
    pairs = Counter((dice.below(7), dice.below(7)) for _ in range(49_000))
    assert len(pairs) == 49
    assert all(850 < number < 1_150 for number in pairs.values())
    assert [Dice(2024).below(10**9), Dice(-1).below(52)] == [647050285, 40]
