"""``manage.py replay``: what it prints, and what it refuses."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games import recordfile
from games.records import write_match
from games.rules.core.shuffle import commitment
from tests.records.matches import finished

_OPENERS = ("draw_stock", "take_discard")


def run(source: str) -> tuple[int, str, str]:
    """Exit code, output and refusal of ``replay SOURCE``."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("replay", source, stdout=out, stderr=err, no_color=True)
    except SystemExit as end:
        return int(end.code or 0), out.getvalue(), err.getvalue().strip()
    return 0, out.getvalue(), err.getvalue().strip()


def saved(folder: Path, form: object) -> str:
    """The path of a file that holds `form` as JSON."""
    path = folder / "match.json"
    path.write_text(json.dumps(form))
    return str(path)


@pytest.mark.django_db
def test_a_match_is_printed_deal_by_deal_and_found_valid(tmp_path: Path) -> None:
    form = finished()
    code, out, err = run(saved(tmp_path, form))
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert [line for line in lines if line.startswith("deal 1, dealer seat")]
    assert sum(line.startswith("deal ") for line in lines) == 8
    assert lines[-1].startswith("VALID")
    totals = " ".join(str(total) for total in form["result"]["totals"])
    assert f"  totals ({totals})" in lines
    ranking = lines[lines.index("final ranking") + 1 : -1]
    assert sorted(int(line.rsplit(" ", 1)[1]) for line in ranking) == sorted(
        form["result"]["totals"]
    )
    discards = [action["card"] for _, action in form["actions"] if action["type"] == "discard"]
    assert [f"discard {card}" in out for card in discards] == [True] * len(discards)
    firsts = [n for n, (_, act) in enumerate(form["actions"]) if act["type"] in _OPENERS]
    assert all(f"#{number} seat" in out for number in firsts)
    write_match(form, "KQ7M2P", datetime.now(UTC))
    assert run("m1") == (0, out, "")


def _other_card(form: dict[str, Any]) -> None:
    at = next(n for n, (_, act) in enumerate(form["actions"]) if act["type"] == "discard")
    form["actions"][at] = [form["actions"][at][0], {"type": "discard", "card": "JK"}]


def _swapped_seat(form: dict[str, Any]) -> None:
    seat, action = form["actions"][50]
    form["actions"][50] = [(seat + 1) % 4, action]


def _better_result(form: dict[str, Any]) -> None:
    form["result"]["totals"][0] += 5


def _other_secret(form: dict[str, Any]) -> None:
    form["secret"] = "00" * 32


def _other_secret_and_commitment(form: dict[str, Any]) -> None:
    form["secret"], form["commitment"] = "00" * 32, commitment(bytes(32))


DAMAGES: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (_other_card, "wrong_action (at 1, seat"),
    (_swapped_seat, "wrong_action (at 50, seat"),
    (_better_result, "wrong_result (expected"),
    (_other_secret, "wrong_commitment"),
    (_other_secret_and_commitment, "wrong_seed"),
    (lambda form: form["actions"].append(form["actions"][-1]), "actions_after_end (at"),
    (lambda form: form["actions"].pop(), "wrong_result (expected"),
    (lambda form: form["actions"].__delitem__(slice(30, None)), "wrong_result (expected"),
    (lambda form: form.update(game="whist"), "unknown_game (game whist)"),
    (lambda form: form.update(format=3), "newer_format (format 3, known 2)"),
    (lambda form: form["options"].update(first_dealer=7), "no_such_seat"),
    (lambda form: form["occupants"].pop(), "wrong_field (field occupants)"),
    (lambda form: form.pop("nonces"), "missing_field (field nonces)"),
]


@pytest.mark.parametrize(("damage", "reason"), DAMAGES, ids=[reason for _, reason in DAMAGES])
def test_a_damaged_record_is_refused_with_the_place(
    tmp_path: Path, damage: Callable[[dict[str, Any]], object], reason: str
) -> None:
    form = json.loads(json.dumps(finished()))
    damage(form)
    code, _, err = run(saved(tmp_path, form))
    assert code == 1
    assert err.startswith(f"NOT VALID: {reason}")
    assert "\n" not in err


def test_what_led_to_a_wrong_action_is_printed(tmp_path: Path) -> None:
    form = json.loads(json.dumps(finished()))
    _swapped_seat(form)
    _, out, err = run(saved(tmp_path, form))
    assert "#48 seat" in out
    assert "#50 seat" not in out
    assert "not_your_turn" in err


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "not_a_record (line 1)"),
        (b"[1, 2", "not_json"),
        (b"\xff\xfe\x00", "not_utf8 (line 1)"),
        (b"dear diary\n", "not_a_record (line 1)"),
        (b"[" * 200_000, "not_json"),
        (b"[]", "wrong_field"),
        (b'{"format": 1}', "missing_field"),
        (b'{"name": "something else"}', "missing_field (field format)"),
    ],
)
def test_a_file_that_is_no_record_is_refused(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "other.json"
    path.write_bytes(content)
    code, out, err = run(str(path))
    assert (code, out) == (1, "")
    assert err.startswith(f"NOT VALID: {reason}")


def test_a_cut_file_and_a_folder_and_too_much_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = Path(saved(tmp_path, finished()))
    path.write_text(path.read_text()[:5000])
    assert run(str(path))[2].startswith("NOT VALID: not_json (line 1, column")
    assert run(str(tmp_path))[2].startswith("NOT VALID: not_readable")
    monkeypatch.setattr(recordfile, "MAX_BYTES", 4999)
    assert run(str(path))[2] == "NOT VALID: too_large (max_bytes 4999)"


@pytest.mark.django_db
@pytest.mark.parametrize("source", ["m404", "no/such/file.json", "x\x00y", "x" * 5000])
def test_what_is_neither_file_nor_match_is_not_found(source: str) -> None:
    code, _, err = run(source)
    assert code == 1
    assert err.startswith(("NOT VALID: match_not_found", "NOT VALID: not_readable"))


def test_a_name_cannot_command_the_terminal(tmp_path: Path) -> None:
    form = json.loads(json.dumps(finished()))
    form["occupants"][0]["name"] = "\x1b[31mred\u202e"
    code, out, _ = run(saved(tmp_path, form))
    assert code == 0
    assert "\x1b" not in out
    assert "\u202e" not in out


REPLAY = [sys.executable, "-m", "django", "replay", "-"]


def environment(data: Path) -> dict[str, str]:
    """The environment of a command of its own process."""
    return {**os.environ, "DJANGO_SETTINGS_MODULE": "server.settings", "MEJA_DATA": str(data)}


def test_a_reader_who_stops_reading_ends_it_quietly(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "wb") as nobody:
        ended = subprocess.run(
            REPLAY,
            input=json.dumps(finished()).encode(),
            stdout=nobody,
            stderr=subprocess.PIPE,
            env=environment(tmp_path),
        )
    assert (ended.returncode, ended.stderr) == (1, b"")


def test_standard_input_is_read(tmp_path: Path) -> None:
    def piped(text: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            REPLAY, input=text, capture_output=True, text=True, env=environment(tmp_path)
        )

    whole = json.dumps(finished())
    good, cut = piped(whole), piped(whole[:-1])
    assert (good.returncode, good.stderr) == (0, "")
    assert "VALID" in good.stdout.splitlines()[-1]
    assert cut.returncode == 1
    assert cut.stderr.startswith("NOT VALID: not_json")
