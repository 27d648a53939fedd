"""Fast cores against the rules: every play-out is accepted, position for position."""

import random
from collections import Counter
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.rules.core.agreement import Disagreement, check_play_out
from games.rules.core.dice import Dice
from games.rules.core.errors import RuleError
from games.rules.core.game import AnyGame, Options
from games.rules.core.playout import AnyCore, Policy, core_of
from games.rules.core.registry import all_games
from tests.rules import laws

CORES = [(game, core) for game in all_games().values() if (core := core_of(game.name))]
POLICIES: tuple[Policy, ...] = get_args(Policy)
EACH = pytest.mark.parametrize(("game", "core"), CORES, ids=[game.name for game, _ in CORES])
SEEDS = st.integers(0, 2**32)


def some_state(game: AnyGame, seed: int) -> Any:
    """A state somewhere in the first deals of a lively match; at times a fresh deal."""
    rng = random.Random(seed)
    left = rng.choice((0, rng.randrange(200)))
    state, _ = game.setup(Options(), rng.randbytes(32))
    for _, _, _, after, _ in laws.play(game, rng.randbytes(32), laws.lively(game, rng)):
        if after.deal_over:
            continue
        state = after
        if left <= 0:
            break
        left -= 1
    return state


def test_there_are_cores() -> None:
    assert {game.name for game, _ in CORES} >= {"remi"}
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
        state, _ = game.setup(Options(), rng.randbytes(32))
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
        check_play_out(game, wrong, some_state(game, 1), ["greedy"] * game.seats, 1)


def test_dice_are_fair_and_the_same_everywhere() -> None:
    thrown = Counter(Dice(seed).below(6) for seed in range(60_000))
    assert all(9_500 < number < 10_500 for number in thrown.values())
    dice = Dice(7)
    pairs = Counter((dice.below(7), dice.below(7)) for _ in range(49_000))
    assert len(pairs) == 49
    assert all(850 < number < 1_150 for number in pairs.values())
    assert [Dice(2024).below(10**9), Dice(-1).below(52)] == [647050285, 40]
