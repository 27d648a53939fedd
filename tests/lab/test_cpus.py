"""Contests of CPUs that think, styles to measure them against, and the proofs about CPUs."""

import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.lab.arena import Contest, contest_lines, contest_report, contest_run, is_answered
from games.lab.errors import LabError
from games.lab.extras import frozen_of, search_of, styles_of
from games.lab.freezing import CHUNKS
from games.lab.players import player_of
from games.lab.proofs import Report, find_proof, proof_run, report_of
from games.lab.runs import perform
from games.rules.core.game import Options
from games.rules.core.registry import all_games, get_game
from games.rules.remi import styles
from games.rules.remi.heuristic import Heuristic
from games.rules.remi.normal import NORMAL

KEY = bytes(32)


def report(contest: Contest, folder: Path, processes: int = 1) -> dict[str, Any]:
    run = contest_run(contest)
    results = perform(
        run, folder / "run.jsonl", resume=False, processes=processes, stream=sys.stderr
    )
    return contest_report(contest, results)


def proved(name: str, count: int) -> Report:
    proof = find_proof(name)
    run = proof_run(proof, count)
    return report_of(proof, run, [run.work(piece) for piece in run.pieces])


def test_the_seats_of_a_contest_may_be_levels_styles_and_searches() -> None:
    for game in all_games().values():
        state, _ = game.setup(Options(), KEY)
        view = game.view(state, state.to_move)
        names = [*game.levels, *styles_of(game)]
        if search_of(game) is not None:
            names += ["hard:1", "hard:40"]
        for name in names:
            assert player_of(game, name)(view, state.to_move, KEY) in view.legal
        for name in ("oracle", "hard:", "hard:0", "hard:-1", "hard:4x", "normal:5", ""):
            with pytest.raises(LabError, match="no level"):
                player_of(game, name)


def test_duplicate_tells_the_edge_on_equal_cards(tmp_path: Path) -> None:
    contest = Contest("remi", ("greedy", "random", "random", "random"), 6, False, "s", True)
    found = report(contest, tmp_path)
    assert found["deals"] == 24
    edges = [seat["edge"] for seat in found["seats"]]
    assert edges[0] > 0
    assert abs(sum(edges)) < 0.01
    low, high = found["seats"][0]["edge_ci95"]
    assert low < edges[0] < high
    assert all("edge" in line for line in contest_lines(found)[3:])
    plain = report(Contest("remi", contest.levels, 24, False, "s"), tmp_path)
    assert plain["result_hash"] == found["result_hash"]
    assert "edge" not in plain["seats"][0]


def test_a_contest_ends_when_its_interval_is_narrow_enough(tmp_path: Path) -> None:
    """At the same play-out for any number of processes, and never before a whole look."""
    wide = Contest("rummy500", ("greedy", "random"), 400, False, "s", until_width=60.0)
    one, two = report(wide, tmp_path), report(wide, tmp_path, processes=2)
    assert one["result_hash"] == two["result_hash"]
    assert one["deals"] == 40
    low, high = one["seats"][0]["mean_deal_score_ci95"]
    assert high - low <= 60
    never = Contest("rummy500", ("greedy", "random"), 44, False, "s", until_width=0.001)
    assert report(never, tmp_path)["deals"] == 44


def test_the_interval_that_is_asked_about() -> None:
    def results(count: int) -> list[dict[str, Any]]:
        return [
            {
                "result": {
                    "cards": n // 2,
                    "entries": [n % 2, 1 - n % 2],
                    "ends": [["out", [n % 7, 5], []]],
                    "turns": [9],
                    "places": [1, 2],
                },
                "spent_ns": [0, 0],
                "times": [[], []],
            }
            for n in range(count)
        ]

    def contest(**more: Any) -> Contest:
        return Contest("rummy500", ("greedy", "random"), 500, seed="s", **more)

    matches = contest(matches=True, until_width=0.31)
    assert not is_answered(matches, [])
    assert not is_answered(matches, results(39))
    assert is_answered(matches, results(40))
    assert not is_answered(contest(matches=True, until_width=0.2), results(40))
    assert is_answered(contest(matches=False, until_width=2.0), results(40))
    assert not is_answered(contest(matches=False), results(40))
    with pytest.raises(LabError, match="greater than 0"):
        contest(matches=False, until_width=0.0)


def test_the_styles_of_remi_play_as_they_are_called() -> None:
    """The closer closes at once where the hoarder waits for an ace."""
    assert styles.CLOSER.hope == 0 < styles.HOARDER.hope
    assert set(styles_of(get_game("remi"))) == {"hoarder", "closer"}


def test_the_proofs_about_cpus_hold_in_small() -> None:
    for name, count in (("honesty", 4), ("cpu-matches", 2)):
        found = proved(name, count)
        assert found.proven, found.faults
        assert len(found.groups) >= 3


def test_frozen_levels_answer_as_they_did() -> None:
    """Some of the positions; `prove frozen` asks in all of them."""
    found = proved("frozen", 400)
    assert found.proven, found.faults
    for game in all_games().values():
        for level, frozen in frozen_of(game).items():
            assert level in game.levels
            assert len(frozen.answers) == CHUNKS


def test_a_change_of_a_frozen_level_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = Heuristic._draw
    monkeypatch.setattr(
        Heuristic,
        "_draw",
        lambda self: self.view.legal[0] if self.weights is NORMAL else draw(self),
    )
    found = proved("frozen", 200)
    assert not found.proven
    assert found.faults[0].startswith("remi normal@1: chunk 0")


def test_a_cpu_that_is_no_function_of_its_view_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, rng = get_game("remi"), Random(1)
    choose = game.choose

    def moody(view: Any, level: str, key: bytes) -> Any:
        return rng.choice(view.legal) if level == "easy" else choose(view, level, key)

    monkeypatch.setattr(game, "choose", moody)
    found = proved("honesty", 10)
    assert not found.proven
    assert all(fault.startswith("remi easy") for fault in found.faults)


def test_a_cpu_that_breaks_down_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game = get_game("remi")
    monkeypatch.setattr(game, "choose", lambda view, level, key: view.legal[99])
    found = proved("cpu-matches", 1)
    assert not found.proven
    assert "IndexError" in found.faults[0]
