"""``verify_record`` and ``export_record``, and the text form over HTTP."""

import io
import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from games import recordfile
from games.models import Match
from games.records import write_match
from games.rules.core.record import dump_record, parse_record, parse_text, write_text
from tests.records.golden import golden_path, own_games
from tests.records.matches import finished
from tests.records.test_records import ENDED, guest_client
from tests.records.test_replay import environment


def run(command: str, *arguments: str) -> tuple[int, str, str]:
    """Exit code, output and refusal of a command."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command(command, *arguments, stdout=out, stderr=err, no_color=True)
    except SystemExit as end:
        return int(end.code or 0), out.getvalue(), err.getvalue().strip()
    return 0, out.getvalue(), err.getvalue().strip()


def saved(folder: Path, content: str | bytes) -> str:
    """The path of a file that holds `content`."""
    path = folder / "record"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return str(path)


@pytest.mark.parametrize("name", own_games())
def test_both_forms_of_a_golden_match_are_verified(tmp_path: Path, name: str) -> None:
    path = golden_path(name)
    code, out, err = run("verify_record", str(path))
    assert (code, err) == (0, "")
    text = path.read_text(encoding="utf-8")
    results = [line for line in text.splitlines() if line.startswith("deal ") and "ended" in line]
    assert out.splitlines()[1:] == [*results, "OK"]
    as_json = json.dumps(dump_record(parse_text(text)), indent=2)
    assert run("verify_record", saved(tmp_path, as_json)) == (0, out, "")


def test_replay_reads_the_text_form_too(tmp_path: Path) -> None:
    form = finished()
    as_json = run("replay", saved(tmp_path, json.dumps(form)))
    assert as_json[0] == 0
    assert run("replay", saved(tmp_path, write_text(parse_record(form)))) == as_json


def test_deals_before_the_fault_are_shown_and_the_fault_is_placed(tmp_path: Path) -> None:
    lines = golden_path("remi").read_text(encoding="utf-8").splitlines()
    second = next(n for n, line in enumerate(lines) if line.startswith("deal 2 ended"))
    lines[second - 1] = lines[second - 1].partition(":")[0] + ": discard JK"
    code, out, err = run("verify_record", saved(tmp_path, "\n".join(lines)))
    number = lines[second - 1].partition(".")[0]
    assert code == 1
    assert err.startswith(f"NOT VALID: wrong_action (line {second}, at {number}, seat ")
    assert err.endswith("reason unknown_card, data {card JK})")
    shown = out.splitlines()
    assert "OK" not in shown
    assert shown[1].startswith("deal 1 ended: ")
    assert shown[2].startswith("deal 2 not ended after ")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "not_a_record (line 1)"),
        (b"\n\nshopping: milk\n", "not_a_record (line 3)"),
        (b"meja record, format 1\n\xff", "not_utf8 (line 2)"),
        (b"\x00" * 1000, "not_a_record (line 1)"),
        (b"meja record, format 7\n", "newer_format (line 1, format 7, known 2)"),
        (b'{"format": 7}', "newer_format (format 7, known 2)"),
        (b'\xef\xbb\xbf{"format": 1}', "missing_field (field options)"),
        (b'{"format": 1,\n "x', "not_json (line 2, column 2)"),
        (b"[" * 200_000, "not_json"),
        (b"9" * 5000, "not_a_record (line 1)"),
        (b'{"format": ' + b"9" * 5000 + b"}", "not_json"),
    ],
)
def test_what_is_no_record_is_refused(tmp_path: Path, content: bytes, reason: str) -> None:
    assert run("verify_record", saved(tmp_path, content)) == (1, "", f"NOT VALID: {reason}")


def test_too_much_and_nothing_to_read_are_refused(tmp_path: Path) -> None:
    most = recordfile.MAX_BYTES
    assert most == 8 * 1024 * 1024
    full = b"meja record, format 1\n" + b"#" * (most - 22)
    assert run("verify_record", saved(tmp_path, full))[2].startswith("NOT VALID: missing_line")
    assert run("verify_record", saved(tmp_path, full + b"#"))[2] == (
        f"NOT VALID: too_large (max_bytes {most})"
    )
    for source in (str(tmp_path), str(tmp_path / "none"), "a\x00b", "m1"):
        assert run("verify_record", source)[2].startswith("NOT VALID: not_readable (reason ")


def test_endless_input_is_refused_by_the_process_itself(tmp_path: Path) -> None:
    with open("/dev/zero", "rb") as endless:
        ended = subprocess.run(
            [sys.executable, "-m", "django", "verify_record", "-"],
            stdin=endless,
            capture_output=True,
            text=True,
            env=environment(tmp_path),
        )
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == f"NOT VALID: too_large (max_bytes {recordfile.MAX_BYTES})\n"


@pytest.mark.django_db
def test_a_finished_match_is_exported_in_both_forms(tmp_path: Path) -> None:
    form = finished()
    write_match(form, "KQ7M2P", datetime.now(UTC))
    code, text, err = run("export_record", "m1")
    assert (code, err) == (0, "")
    assert text == write_text(parse_record(form))
    assert run("verify_record", saved(tmp_path, text))[0] == 0
    code, as_json, _ = run("export_record", "m1", "--json")
    assert (code, json.loads(as_json)) == (0, form)
    assert run("export_record", "m2") == (1, "", "NOT EXPORTED: match_not_found (source m2)")


@pytest.mark.django_db
def test_the_text_form_over_http_is_for_those_who_played() -> None:
    player, mine = guest_client()
    _, foreign = guest_client()
    form = finished("m7", player.id)
    write_match(form, "KQ7M2P", ENDED)
    answer = mine.get("/api/matches/m7/record?form=text")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.content.decode() == write_text(parse_record(form))
    assert mine.get("/api/matches/m7/record?form=json").json() == form
    nobody = Client(headers={"host": "localhost"})
    for client in (foreign, nobody):
        assert client.get("/api/matches/m7/record?form=text").status_code == 404
    refused = mine.get("/api/matches/m7/record?form=pdf")
    assert (refused.status_code, refused.json()) == (
        400,
        {"code": "wrong_field", "data": {"field": "form"}},
    )


@pytest.mark.django_db
def test_a_record_that_these_rules_do_not_accept_has_no_text() -> None:
    player, mine = guest_client()
    form = finished("m7", player.id)
    write_match(form, "KQ7M2P", ENDED)
    form["actions"] = form["actions"][1:]
    Match.objects.update(record=json.dumps(form))
    answer = mine.get("/api/matches/m7/record?form=text")
    assert answer.status_code == 409
    assert answer.json() == {"code": "not_replayable", "data": {"reason": "wrong_action"}}
    assert run("export_record", "m7")[2].startswith("NOT EXPORTED: wrong_action (at 0")
