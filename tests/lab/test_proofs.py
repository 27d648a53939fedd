"""The proofs in small, and that each of them can fail."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.lab import proofs
from games.lab.errors import LabError
from games.lab.proofs import Report, find_proof, playouts, proof_run, report_of, searches
from games.lab.proofs.base import Proof
from games.rules.core.agreement import Disagreement
from games.rules.core.game import DealEnd
from games.rules.core.proofs import SearchProof
from games.rules.core.registry import all_games, get_game


def proved(name: str, count: int | None) -> Report:
    proof = find_proof(name)
    run = proof_run(proof, count)
    return report_of(proof, run, [run.work(piece) for piece in run.pieces])


def test_every_proof_holds_in_small() -> None:
    """One run of each; `playouts` also in processes that hash otherwise."""
    for name, count in (("playouts", 4), ("secrecy", 1), ("partitions", 40), ("contracts", 40)):
        report = proved(name, count)
        assert report.proven, report.faults
        assert report.lines()[-1] == f"{name}: proven"


def test_playouts_go_over_all_games_players_and_stages() -> None:
    made = playouts.pieces(None)
    total: dict[str, int] = {}
    for piece in made:
        total[piece["group"]] = total.get(piece["group"], 0) + piece["size"]
    for game in all_games().values():
        if game.stages == 1:
            assert (total[f"{game.name} random"], total[f"{game.name} greedy"]) == (100_000, 20_000)
        else:
            for stage in range(1, game.stages + 1):
                assert total[f"{game.name} random stage {stage}"] == 2_000
                assert total[f"{game.name} greedy stage {stage}"] == 1_000
        assert total.get(f"{game.name} greedy matches", 0) == (0 if game.deals else 2_000)
    again = sum(piece["size"] for piece in made if piece["again"])
    assert 0.09 < again / sum(total.values()) < 0.12
    numbers = [(p["group"], n) for p in made for n in range(p["first"], p["first"] + p["size"])]
    assert len(numbers) == len(set(numbers)) == sum(total.values())


def test_bounds_and_ends_are_counted_by_rule() -> None:
    counts = playouts.play_piece(one_piece("ladder", "random stage 9"))["counts"]
    assert counts["end bound"] == counts["bound LR-22"] == counts["deals"] == 1


def one_piece(game: str, group: str) -> Any:
    return next(p for p in playouts.pieces(10) if p["group"] == f"{game} {group}")


def test_a_lost_card_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    game = get_game("remi")
    cards_of = game.cards_of
    monkeypatch.setattr(game, "cards_of", lambda state: cards_of(state)[state.turn == 7 :])
    faults = playouts.work(one_piece("remi", "random"))["faults"]
    assert "not every card is in exactly one place" in faults[0]


def test_a_deal_without_end_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.lab.play.MOST_ACTIONS", 30)
    faults = playouts.work(one_piece("rummy500", "greedy"))["faults"]
    assert "no end after 30 actions" in faults[0]


def test_an_end_that_is_not_told_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(get_game("remi"), "deal_end", lambda events: None)
    faults = playouts.work(one_piece("remi", "random"))["faults"]
    assert "differ about the deal's end" in faults[0]


def test_a_result_that_hangs_on_hashing_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    game = get_game("remi")
    legal_actions = game.legal_actions

    def by_hash(state: Any, seat: int) -> Any:
        return tuple(sorted(legal_actions(state, seat), key=lambda a: hash(("x", a))))

    monkeypatch.setattr(game, "legal_actions", by_hash)
    faults = playouts.work(one_piece("remi", "random"))["faults"]
    assert "PYTHONHASHSEED=1" in faults[0]


@pytest.mark.parametrize(
    ("leak", "law"),
    [
        ("view", "a view tells of hidden cards"),
        ("event", "an event tells of hidden cards"),
    ],
)
def test_a_leak_is_a_fault(monkeypatch: pytest.MonkeyPatch, leak: str, law: str) -> None:
    game = get_game("remi")
    view, apply = game.view, game.apply

    def leaky_view(state: Any, seat: int | None) -> Any:
        count = state.stock[-1] if state.stock and seat is None else len(state.stock)
        return replace(view(state, seat), stock=count)

    def leaky_apply(state: Any, seat: int, action: Any) -> Any:
        after, events = apply(state, seat, action)
        if action.type == "draw_stock":
            events = tuple(replace(e, data={**e.data, "card": state.stock[-1]}) for e in events)
        return after, events

    monkeypatch.setattr(game, *(("view", leaky_view) if leak == "view" else ("apply", leaky_apply)))
    report = proved("secrecy", 1)
    assert not report.proven
    assert any(law in fault for fault in report.faults)
    assert all(fault.startswith("remi") for fault in report.faults)


def wrong_at_three(count: int, seed: int) -> Iterator[int]:
    for done in range(1, count + 1):
        if done == 3:
            raise Disagreement("best partition", "a hand", 1, 2)
        yield done


def test_a_wrong_search_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = {"partitions": SearchProof(10, wrong_at_three)}
    monkeypatch.setattr(searches, "proofs_of", lambda game: wrong if game.name == "remi" else {})
    report = proved("partitions", 10)
    assert report.faults == [
        "remi partitions: position 2: best partition at a hand: the core 1, the rules 2"
    ]


def test_the_whole_counts_are_those_that_were_promised() -> None:
    sizes = {
        name: sum(piece["size"] for piece in find_proof(name).pieces(None))
        for name in ("secrecy", "partitions", "contracts")
    }
    assert sizes["secrecy"] == 1_000 * len(all_games())
    assert sizes["partitions"] >= 10_000
    assert sizes["contracts"] >= 2_000


def test_only_known_proofs_and_whole_counts() -> None:
    with pytest.raises(LabError, match="There is no proof 'x'; there are playouts, secrecy"):
        find_proof("x")
    with pytest.raises(LabError, match="at least 1"):
        proof_run(find_proof("secrecy"), 0)


def test_the_command_says_in_its_exit_code_what_it_found(
    capsys: pytest.CaptureFixture[str], tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = {"count": 2, "processes": 1, "json": True, "save": tmp_path / "run.jsonl"}
    call_command("prove", "contracts", **options)
    form = json.loads(capsys.readouterr().out)
    assert form["proven"] is True
    assert form["groups"] == {"ladder contracts": {"positions": 2}}
    monkeypatch.setattr(
        "games.management.commands.prove.find_proof",
        lambda name: Proof(name, "", lambda count: [{"group": "g", "size": 1}], unproven),
    )
    with pytest.raises(SystemExit) as ended:
        call_command("prove", "contracts", **options)
    assert ended.value.code == 1
    assert json.loads(capsys.readouterr().out)["faults"] == ["g: it is wrong"]
    monkeypatch.undo()
    with pytest.raises(CommandError, match="no proof"):
        call_command("prove", "x", **options)


def unproven(piece: Any) -> Any:
    return {"counts": {}, "faults": ["it is wrong"]}


def test_ends_are_told_alike_for_every_game() -> None:
    assert proofs.names()[:2] == ["playouts", "secrecy"]
    for game in all_games().values():
        ends = []
        state, _ = game.setup_at(game.stages, *first(game))
        while not state.deal_over:
            legal = game.legal_actions(state, state.to_move)
            state, events = game.apply(state, state.to_move, legal[0])
            ends.append(game.deal_end(events))
        assert set(ends[:-1]) == {None}
        end = ends[-1]
        assert isinstance(end, DealEnd)
        assert end.reason == state.result.reason
        assert {abs(s) for s in end.scores} == {abs(s) for s in state.result.scores}
        assert len(end.bounds) == (end.reason == "bound")


def first(game: Any) -> tuple[Any, bytes]:
    from games.rules.core.game import Options

    return Options(), bytes(range(32))
