"""Contests: who plays what, what is counted, and that nothing but the seed decides."""

import json
import math
import os
import random
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from games.lab.arena import Contest, contest_lines, contest_report, contest_run, first_errors
from games.lab.errors import LabError
from games.lab.intervals import mean_of, rate_of
from games.lab.play import of_level, play_out, seed_of
from games.lab.runs import perform
from games.rules.core.registry import all_games, get_game
from tests.ops.running import ROOT

KEYS = ["game", "deals", "matches", "errors", "caps_hit", "turns_max", "result_hash", "seats"]
SEAT_KEYS = [
    "level",
    "mean_deal_score",
    "mean_deal_score_ci95",
    "match_win_rate",
    "match_win_rate_ci95",
    "ms_per_decision_mean",
    "ms_per_decision_p99",
]


def contest(game: str, count: int, *levels: str, matches: bool = False) -> Contest:
    seats = get_game(game).seats
    return Contest(game, (levels * seats)[:seats], count, matches, "seed")


def played(what: Contest, folder: Path, processes: int = 1) -> dict[str, Any]:
    run = contest_run(what)
    path = folder / "run.jsonl"
    results = perform(run, path, resume=False, processes=processes, stream=sys.stderr)
    return contest_report(what, results)


def without_times(report: dict[str, Any]) -> dict[str, Any]:
    seats = [
        {key: value for key, value in seat.items() if "ms_" not in key} for seat in report["seats"]
    ]
    return {**report, "seats": seats}


def simulate(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", "simulate", *arguments],
        cwd=ROOT,
        env={**os.environ, "MEJA_DATA": str(folder), **environment},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


@pytest.mark.parametrize("game", sorted(all_games()))
def test_greedy_earns_more_than_random_in_deals(game: str, tmp_path: Path) -> None:
    report = played(contest(game, 24, "greedy", "random"), tmp_path)
    assert list(report) == KEYS
    assert all(list(seat) == SEAT_KEYS for seat in report["seats"])
    assert (report["deals"], report["matches"], report["errors"]) == (24, 0, 0)
    assert report["turns_max"] > 10
    greedy, rand = report["seats"][:2]
    assert greedy["mean_deal_score"] > rand["mean_deal_score"]
    low, high = greedy["mean_deal_score_ci95"]
    assert low < greedy["mean_deal_score"] < high
    assert greedy["match_win_rate"] is greedy["match_win_rate_ci95"] is None
    assert 0 < greedy["ms_per_decision_mean"] < greedy["ms_per_decision_p99"] < 1_000
    assert all(str(report["result_hash"]) in text for text in contest_lines(report)[1:2])


@pytest.mark.parametrize("game", sorted(all_games()))
def test_every_match_is_won_once_in_all(game: str, tmp_path: Path) -> None:
    seats = get_game(game).seats
    report = played(contest(game, seats, "random", "greedy", matches=True), tmp_path)
    assert report["matches"] == seats
    assert report["deals"] >= seats * (get_game(game).deals or 1)
    assert math.isclose(sum(seat["match_win_rate"] for seat in report["seats"]), 1, abs_tol=1e-3)
    for seat in report["seats"]:
        low, high = seat["match_win_rate_ci95"]
        assert 0 <= low <= seat["match_win_rate"] <= high <= 1
        assert high - low > 0.1


def test_penalties_are_counted_as_losses(tmp_path: Path) -> None:
    report = played(contest("ladder", 4, "random"), tmp_path)
    assert all(seat["mean_deal_score"] <= 0 for seat in report["seats"])
    assert sum(seat["mean_deal_score"] for seat in report["seats"]) < 0


def test_every_level_holds_every_hand_and_sits_behind_every_other() -> None:
    run = contest_run(contest("remi", 6 * 4, "greedy"))
    seats_of = defaultdict(set)
    behind = defaultdict(int)
    for piece in run.pieces:
        for seat, entry in enumerate(piece["entries"]):
            seats_of[piece["cards"], entry].add(seat)
            behind[entry, piece["entries"][seat - 1]] += 1
    assert len(seats_of) == 6 * 4
    assert all(seats == {0, 1, 2, 3} for seats in seats_of.values())
    assert len(behind) == 12
    assert set(behind.values()) == {8}


def test_equal_levels_fare_alike_on_the_same_cards(tmp_path: Path) -> None:
    """Equal players in all seats: each then earns what all the seats of a set of cards earn."""
    report = played(contest("rummy500", 20, "greedy"), tmp_path)
    means = {seat["mean_deal_score"] for seat in report["seats"]}
    assert len(means) == 1


def test_deals_go_through_all_stages() -> None:
    game = get_game("ladder")
    run = contest_run(contest("ladder", 4 * game.stages, "random"))
    for piece in run.pieces[:: 4 * 3]:
        seed = seed_of("simulate", game.name, "seed", piece["cards"])
        stage = piece["cards"] + 1
        plain = play_out(game, seed, of_level(game, seed, "random"), stage=stage)
        assert run.work(piece)["result"]["actions"] == plain.digest


def test_nothing_but_the_seed_decides(tmp_path: Path) -> None:
    what = contest("remi", 8, "greedy", "random")
    one, two = played(what, tmp_path), played(what, tmp_path, processes=2)
    assert without_times(one) == without_times(two)
    other = played(Contest(what.game, what.levels, what.count, False, "other"), tmp_path)
    assert other["result_hash"] != one["result_hash"]


def test_a_broken_play_out_is_counted_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = get_game("remi")
    choose = game.choose

    def at_times_wrong(view: Any, level: str, key: bytes) -> Any:
        if level == "greedy" and view.turn == 9:
            return game.actions.parse({"type": "discard", "card": "AS"})
        return choose(view, level, key)

    monkeypatch.setattr(game, "choose", at_times_wrong)
    what = contest("remi", 4, "greedy", "random")
    run = contest_run(what)
    path = tmp_path / "run.jsonl"
    results = perform(run, path, resume=False, processes=1, stream=sys.stderr)
    report = contest_report(what, results)
    assert report["errors"] == len([r for r in results if "error" in r["result"]]) > 0
    assert report["deals"] == 4 - report["errors"]
    assert "RuleError" in first_errors(results)[0]


def test_shared_wins_are_shared() -> None:
    what = contest("remi", 4, "random", matches=True)
    result = {
        "result": {
            "cards": 0,
            "entries": [0, 1, 2, 3],
            "ends": [["close", [5, 5, -1, 0], ["X-1"]]],
            "turns": [9],
            "places": [1, 1, 4, 3],
            "actions": "",
        },
        "spent_ns": [0] * 4,
        "times": [[]] * 4,
    }
    report = contest_report(what, [result])
    assert [seat["match_win_rate"] for seat in report["seats"]] == [0.5, 0.5, 0, 0]
    assert [seat["mean_deal_score"] for seat in report["seats"]] == [5, 5, -1, 0]
    assert (report["caps_hit"], report["turns_max"]) == (1, 9)


def test_wilson_is_wilson() -> None:
    rate, (low, high) = rate_of([1.0] * 8 + [0.0] * 2)
    assert rate == 0.8
    assert (round(low, 4), round(high, 4)) == (0.4902, 0.9433)


def test_the_interval_of_a_mean_holds_the_truth_as_often_as_it_says() -> None:
    """Also where values of one group go together, which a plain interval would not see."""
    rng = random.Random(1)
    held = 0
    for _ in range(400):
        groups = {}
        for group in range(40):
            common = rng.gauss(0, 1)
            groups[group] = [common + rng.gauss(0, 0.3) for _ in range(4)]
        _, interval = mean_of(groups)
        assert interval is not None
        held += interval[0] < 0 < interval[1]
    assert 0.91 < held / 400 < 0.98
    assert mean_of({1: [2.0, 4.0]}) == (3.0, None)


@pytest.mark.parametrize(
    ("game", "levels", "count", "told"),
    [
        ("chess", ("random",) * 4, 1, "no game 'chess'; there are ladder"),
        ("remi", ("random",) * 3, 1, "4 seats"),
        ("remi", ("random", "random", "random", "oracle"), 1, "no level 'oracle'"),
        ("remi", ("random",) * 4, 0, "at least 1"),
    ],
)
def test_bad_arguments_get_one_sentence(
    game: str, levels: tuple[str, ...], count: int, told: str
) -> None:
    with pytest.raises(LabError, match=told):
        Contest(game, levels, count, False, "1")


def test_the_command_prints_the_same_json_under_any_hashing(tmp_path: Path) -> None:
    arguments = ("--game", "remi", "--deals", "4", "--seats", "greedy,random,greedy,random")
    reports = []
    for hash_seed in ("1", "2"):
        done = simulate(
            tmp_path, *arguments, "--seed", "x", "--json", "--processes", "1",
            PYTHONHASHSEED=hash_seed,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, "")
        reports.append(json.loads(done.stdout))
    assert list(reports[0]) == KEYS
    assert without_times(reports[0]) == without_times(reports[1])


def test_the_command_refuses_in_one_sentence(tmp_path: Path) -> None:
    done = simulate(tmp_path, "--game", "x", "--deals", "4", "--seats", "random", "--seed", "1")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "There is no game 'x'" in done.stderr
