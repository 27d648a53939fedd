"""The case files hold, and `check_cases` tells the truth about those that do not."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from games.casefile import run_file, run_line

DATA = Path(__file__).parent / "data"
FILES = sorted(DATA.glob("*_cases.jsonl"))
GOOD = b"""{"id":"c1","game":"remi","kind":"best_partition","given":{"hand":["2H","3H","4H"]},
"expect":{"score":15}}""".replace(b"\n", b"")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_case_of_our_own_holds(path: Path) -> None:
    verdicts = list(run_file(path))
    assert len(verdicts) > 30
    assert [verdict for verdict in verdicts if not verdict.passed] == []


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        (b'"expect":{"score":15}}', b'"expect":{"sc', "not_json"),
        (b'"kind":"best_partition",', b"", "missing_field"),
        (b'"best_partition"', b'"guess"', "unknown_kind"),
        (b'"best_partition"', b'"contract_find"', "unknown_kind"),
        (b'"remi"', b'"chess"', "unknown_game"),
        (b'{"id"', b'{"version":2,"id"', "unknown_field"),
        (b'{"hand":["2H","3H","4H"]}', b"[]", "wrong_field"),
        (b'["2H","3H","4H"]', b'"2H"', "wrong_field"),
        (b'"3H"', b'"1H"', "unknown_card"),
        (b'{"score":15}', b"{}", "wrong_field"),
        (GOOD, b"[1]", "not_an_object"),
        (GOOD, b"\xff\xfe", "not_json"),
    ],
)
def test_a_line_that_is_no_case_is_named(old: bytes, new: bytes, code: str) -> None:
    assert run_line(1, GOOD).passed
    fault = run_line(9, GOOD.replace(old, new)).fault
    assert fault is not None
    assert fault.code == code


def test_wrong_answers_are_shown_beside_the_expected_ones() -> None:
    verdict = run_line(1, GOOD.replace(b'{"score":15}', b'{"score":10,"mood":1}'))
    assert verdict.wrong == {"score": (10, 15), "mood": (1, None)}
    assert not verdict.passed


def test_true_is_not_one() -> None:
    line = GOOD.replace(b"best_partition", b"meld_valid").replace(b'"hand"', b'"cards"')
    assert run_line(1, line.replace(b'{"score":15}', b'{"valid":true}')).passed
    assert not run_line(1, line.replace(b'{"score":15}', b'{"valid":1}')).passed


def test_the_command_counts_and_exits(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    good.write_bytes(GOOD + b"\n\n" + GOOD + b"\n")
    bad.write_bytes(GOOD.replace(b"15", b"20") + b'\n{"id":"cut')
    out = StringIO()
    call_command("check_cases", str(good), stdout=out)
    assert out.getvalue() == "2 passed, 0 failed\n"
    out = StringIO()
    with pytest.raises(SystemExit) as left:
        call_command("check_cases", str(good), str(bad), str(tmp_path / "none"), stdout=out)
    assert left.value.code == 1
    lines = out.getvalue().splitlines()
    assert lines[0] == f"{bad}:1: c1: wrong answer"
    assert lines[1] == "  score: expected 20, got 15"
    assert lines[2].startswith(f"{bad}:2: no case: not_json")
    assert lines[-1] == "2 passed, 3 failed"
