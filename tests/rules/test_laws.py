"""The laws of the contract, for every registered game."""

import random
from itertools import islice
from typing import Any

import pytest

from games.rules.core.errors import FormatError, RuleError
from games.rules.core.game import AnyGame, Options
from games.rules.core.registry import all_games, get_game
from games.rules.core.shuffle import cpu_key
from tests.rules import laws

GAMES = sorted(all_games())
LONG_THINKERS = {"hard": 24}
"""How many moves of a match are enough for a level that thinks long."""


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> AnyGame:
    return get_game(request.param)


@pytest.mark.parametrize("number", range(3))
def test_every_law_holds_through_a_match(game: AnyGame, number: int) -> None:
    assert laws.walk(game, number) > game.seats


def test_the_swap_law_is_put_to_many_swaps(game: AnyGame) -> None:
    rng = random.Random(7)
    moments = laws.play(game, rng.randbytes(32), laws.lively(game, rng))
    assert sum(laws.check_secrecy(game, moment, rng) for moment in moments) > 50


def test_actions_are_refused_out_of_turn_and_when_a_deal_is_over(game: AnyGame) -> None:
    rng = random.Random(3)
    for state, seat, action, after, _ in laws.play(game, rng.randbytes(32), laws.lively(game, rng)):
        assert laws.check_refused(game, state, (seat + 1) % game.seats, action)
        if after.deal_over:
            assert after.to_move is None
            assert laws.check_refused(game, after, seat, action)


def test_only_a_finished_deal_is_followed_and_only_a_finished_match_has_an_outcome(
    game: AnyGame,
) -> None:
    rng = random.Random(5)
    state, _ = game.setup(Options(), rng.randbytes(32))
    with pytest.raises(RuleError, match="deal_not_over"):
        game.advance(state)
    moments = list(laws.play(game, rng.randbytes(32), laws.lively(game, rng)))
    assert all(game.outcome(before) is None for before, *_ in moments)
    after = moments[-1][3]
    outcome = game.outcome(after)
    assert outcome is not None
    assert len(outcome.totals) == len(outcome.places) == game.seats
    assert outcome.winners
    with pytest.raises(RuleError, match="match_over"):
        game.advance(after)


def test_the_first_dealer_is_an_option_and_else_drawn(game: AnyGame) -> None:
    for seat in range(game.seats):
        state, _ = game.setup(Options(first_dealer=seat), bytes(32))
        assert (state.dealer, state.first_dealer) == (seat, seat)
    drawn = {game.setup(Options(), bytes([n]) * 32)[0].dealer for n in range(40)}
    assert drawn == set(range(game.seats))
    with pytest.raises(RuleError, match="no_such_seat"):
        game.setup(Options(first_dealer=game.seats), bytes(32))


def test_every_decision_has_its_own_number(game: AnyGame) -> None:
    rng = random.Random(11)
    seen = [
        (state.deal, state.turn, state.step)
        for state, *_ in laws.play(game, rng.randbytes(32), laws.lively(game, rng))
    ]
    assert seen == sorted(set(seen))
    assert seen[0] == (1, 1, 0)


def test_cpus_play_legally_and_alike_from_equal_views(game: AnyGame) -> None:
    rng = random.Random(13)
    seed = rng.randbytes(32)
    for level in game.levels:
        most = LONG_THINKERS.get(level)

        def pick(state: Any, seat: int, level: str = level) -> Any:
            return game.choose(game.view(state, seat), level, cpu_key(seed))

        for state, seat, action, _, _ in islice(laws.play(game, seed, pick), most):
            loaded = game.load_state(game.dump_state(state))
            assert pick(loaded, seat) == action


def test_an_unknown_level_is_refused(game: AnyGame) -> None:
    state, _ = game.setup(Options(), bytes(32))
    with pytest.raises(RuleError, match="unknown_level"):
        game.choose(game.view(state, state.to_move), "oracle", bytes(32))
    with pytest.raises(RuleError, match="not_your_turn"):
        game.choose(game.view(state, None), game.levels[0], bytes(32))


def test_a_watcher_sees_no_hand_and_has_no_actions(game: AnyGame) -> None:
    state, _ = game.setup(Options(), bytes(32))
    form = game.dump_view(game.view(state, None))
    assert form["hand"] is None
    assert form["legal"] == []


@pytest.mark.parametrize("damage", [None, 7, [], ["1"], [1], [1, b""], {"format": 1}])
def test_a_damaged_state_is_refused(game: AnyGame, damage: Any) -> None:
    with pytest.raises(FormatError, match="damaged_state"):
        game.load_state(damage)


def test_a_state_with_a_card_twice_is_damaged(game: AnyGame) -> None:
    state, _ = game.setup(Options(), bytes(32))
    form = list(game.dump_state(state))  # type: ignore[arg-type]
    places = [n for n, part in enumerate(form) if isinstance(part, bytes) and len(part) > 20]
    stock = next(n for n in places if form[n] != state.seed)
    form[stock] = form[stock][:-1] + form[stock][:1]
    with pytest.raises(FormatError, match="damaged_state"):
        game.load_state(form)


def test_a_state_with_a_card_too_many_in_its_stock_is_damaged(game: AnyGame) -> None:
    state, _ = game.setup(Options(), bytes(32))
    form = list(game.dump_state(state))  # type: ignore[arg-type]
    form[form.index(state.stock)] = state.stock + state.stock[:1]
    with pytest.raises(FormatError, match="damaged_state"):
        game.load_state(form)


@pytest.mark.parametrize("hand", ["x", None, -1, [b""]])
def test_a_state_with_a_hand_that_is_none_is_damaged(game: AnyGame, hand: Any) -> None:
    state, _ = game.setup(Options(), bytes(32))
    form = list(game.dump_state(state))  # type: ignore[arg-type]
    hands = next(n for n, part in enumerate(form) if isinstance(part, list))
    form[hands] = [hand, *form[hands][1:]]
    with pytest.raises(FormatError, match="damaged_state"):
        game.load_state(form)


def test_a_newer_state_is_left_alone(game: AnyGame) -> None:
    state, _ = game.setup(Options(), bytes(32))
    form = [game.state_format + 1, *list(game.dump_state(state))[1:]]  # type: ignore[arg-type]
    with pytest.raises(FormatError, match="newer_format"):
        game.load_state(form)


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(RuleError, match="unknown_game"):
        get_game("chess")
