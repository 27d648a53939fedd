"""`bench_rules`: its figures, their names, and that times are the processor's."""

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.lab import bench, peers
from games.lab.extras import benches_of
from games.rules.core.benches import Bench
from games.rules.core.dice import Dice
from games.rules.core.playout import core_of
from games.rules.core.registry import all_games, get_game
from games.rules.remi.masks import sequence_cards


def test_every_game_has_its_rates_and_the_searches_theirs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("bench_rules", seconds=0.01, json=True)
    form = json.loads(capsys.readouterr().out)
    for name in all_games():
        assert form[name]["engine_moves_per_s"] > 1_000
        if core_of(name) is not None:
            assert form[name]["core_moves_per_s"] > form[name]["engine_moves_per_s"]
    assert list(form["best_partition_us"]) == ["8", "14", "25"]
    assert 0 < form["best_partition_us"]["8"] < form["best_partition_us"]["25"]
    assert list(form["contract_us"]) == ["mean", "max"]
    assert 0 < form["contract_us"]["mean"] < form["contract_us"]["max"]


def test_one_game_alone(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("bench_rules", seconds=0.01, game="rummy500")
    assert capsys.readouterr().out.startswith("rummy500: engine_moves_per_s ")
    with pytest.raises(CommandError, match="no game 'x'"):
        call_command("bench_rules", seconds=0.01, game="x")
    with pytest.raises(CommandError, match="seconds"):
        call_command("bench_rules", seconds=0.0)


def test_each_deal_counts_its_moves() -> None:
    game = get_game("remi")
    core = core_of("remi")
    assert core is not None
    for moves in (bench.engine_moves(game), bench.core_moves(game, core)):
        counts = [next(moves) for _ in range(20)]
        assert all(20 < count < 100 for count in counts)
        assert len(set(counts)) > 2


def test_hands_of_the_partition_hold_a_sequence() -> None:
    samples = benches_of(get_game("remi"))["best_partition_us"].samples(Dice(1))
    for label, calls in samples.items():
        assert all(hand.bit_count() == int(label) and sequence_cards(hand) for hand, _ in calls)


def test_contract_hands_are_met_in_play_or_hold_three_jokers() -> None:
    samples = benches_of(get_game("ladder"))["contract_us"].samples(Dice(1))
    met, jokers = samples["met in play"], samples["three jokers"]
    assert {rung for _, rung, _ in met} == {rung for _, rung, _ in jokers} == set(range(1, 11))
    assert all((hand >> 104).bit_count() == 3 and hand.bit_count() == 11 for hand, *_ in jokers)
    assert len(met) > 1_000


def spins(steps: int) -> None:
    sum(range(steps))


def test_a_slow_call_is_the_greatest_and_sleep_costs_nothing() -> None:
    calls = [(10,)] * 50 + [(200_000,)]
    found = bench.time_bench(Bench(spins, lambda dice: {"": calls}, worst=True))
    assert found["max"] > 20 * found["mean"] > 0
    labels = bench.time_bench(Bench(spins, lambda dice: {"a": [(10,)], "b": [(200_000,)]}))
    assert labels["b"] > 20 * labels["a"]
    asleep = bench.time_bench(Bench(time.sleep, lambda dice: {"a": [(0.02,)]}))
    assert asleep["a"] < 5_000


def test_peers_are_measured_where_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """A module of the standard library stands for an installed package."""

    def plays() -> Iterator[int]:
        while True:
            yield 10

    monkeypatch.setattr(
        peers, "_PEERS", {"json": ("one", plays), "no_such_package": ("other", plays)}
    )
    games: list[Any] = [get_game("remi")]
    done: list[int] = []
    form = bench.measure(games, 0.001, done.append)
    assert form["one_moves_per_s"] > 10
    assert "other_moves_per_s" not in form
    assert len(done) == bench.steps(games)
