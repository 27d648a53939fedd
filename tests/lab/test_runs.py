"""Long runs: saved as they go, resumed, stopped by Ctrl-C, the same in any number of processes."""

import json
import os
import signal
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from games.lab import saving
from games.lab.errors import LabError
from games.lab.progress import Progress, clock
from games.lab.runs import Run, perform
from games.lab.saving import SaveFile, default_path
from games.lab.workers import in_order
from tests.ops.running import ROOT


def squared(piece: Any) -> Any:
    """Work for other processes: slower for the first pieces, so that they end out of order."""
    if piece["n"] < 3:
        time.sleep(0.05)
    if piece["n"] == piece.get("breaks"):
        raise ValueError(f"cannot square {piece['n']}")
    return {"square": piece["n"] ** 2}


def killed(piece: Any) -> Any:
    """Work that ends its own process."""
    os.kill(os.getpid(), signal.SIGKILL)


def a_run(count: int = 9, **settings: Any) -> Run:
    return Run({"run": "test", **settings}, [{"n": n} for n in range(count)], squared, lambda _: 1)


def done(run: Run, path: Path, *, resume: bool = False) -> list[int]:
    results = perform(run, path, resume=resume, processes=1, stream=StringIO())
    return [result["square"] for result in results]


@pytest.mark.parametrize("processes", [1, 2, 3])
def test_results_come_in_order_from_any_number_of_processes(processes: int) -> None:
    pieces = [{"n": n} for n in range(60)]
    assert [r["square"] for r in in_order(squared, pieces, processes)] == [n * n for n in range(60)]


def test_what_fails_in_another_process_fails_here() -> None:
    pieces = [{"n": n, "breaks": 5} for n in range(60)]
    with pytest.raises(LabError, match="cannot square 5"):
        list(in_order(squared, pieces, 2))
    with pytest.raises(LabError, match="killed"):
        list(in_order(killed, pieces, 2))


def test_a_stopped_run_leaves_no_process_behind() -> None:
    results = in_order(squared, [{"n": n} for n in range(60)], 2)
    next(results)
    children = children_of(os.getpid())
    assert len(children) >= 2
    results.close()
    assert not [pid for pid in children if "spawn_main" in command_of(pid)]


def children_of(pid: int) -> list[int]:
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in listed]


def command_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except FileNotFoundError:
        return ""


def test_a_run_goes_on_where_it_was_cut(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    whole = done(a_run(), path)
    saved = path.read_bytes()
    lines = saved.splitlines(keepends=True)
    assert len(lines) == 10
    path.write_bytes(b"".join(lines[:4]) + lines[4][:5])
    asked: list[int] = []

    def spy(piece: Any) -> Any:
        asked.append(piece["n"])
        return squared(piece)

    run = a_run()
    assert done(Run(run.settings, run.pieces, spy, run.size), path, resume=True) == whole
    assert asked == list(range(3, 9))
    assert path.read_bytes() == saved
    assert done(Run(run.settings, run.pieces, killed, run.size), path, resume=True) == whole


def test_a_run_without_resume_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    done(a_run(), path)
    assert len(done(a_run(2), path)) == 2
    assert len(path.read_bytes().splitlines()) == 3


def test_another_run_is_not_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run.jsonl"
    done(a_run(seed=1), path)
    with pytest.raises(LabError, match="differs in seed"):
        done(a_run(seed=2), path, resume=True)
    monkeypatch.setattr(saving, "code_version", lambda: "other")
    with pytest.raises(LabError, match="differs in code"):
        done(a_run(seed=1), path, resume=True)
    assert len(path.read_bytes().splitlines()) == 10


@pytest.mark.parametrize("content", ["# A text\n", "{}\n", '{"format": 1}\n', "[]\n", "1\n"])
def test_a_file_that_is_no_run_is_left_alone(tmp_path: Path, content: str) -> None:
    path = tmp_path / "notes.md"
    path.write_text(content)
    for resume in (False, True):
        with pytest.raises(LabError, match="not a file that this command saves"):
            done(a_run(), path, resume=resume)
    assert path.read_text() == content


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    done(a_run(), path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:3], b"{oh\n", *lines[4:]]))
    with pytest.raises(LabError, match="line 4, is damaged"):
        done(a_run(), path, resume=True)


def test_two_runs_do_not_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with (
        SaveFile(path, {"run": "test"}, False),
        pytest.raises(LabError, match="Another process"),
    ):
        done(a_run(), path)


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LabError, match="cannot be written"):
        done(a_run(), tmp_path / "file" / "run.jsonl")


def test_the_name_of_a_save_is_that_of_its_settings(tmp_path: Path) -> None:
    one = default_path(tmp_path, {"run": "simulate", "game": "remi", "seed": 1})
    assert one.name.startswith("simulate-remi-")
    assert one != default_path(tmp_path, {"run": "simulate", "game": "remi", "seed": 2})


class Terminal(StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_progress_is_shown_on_a_terminal_only() -> None:
    terminal, file = Terminal(), StringIO()
    for stream in (terminal, file):
        bar = Progress(2_000, 1_000, stream)
        bar.add(1_000)
        bar.close()
    assert file.getvalue() == ""
    assert "2,000 of 2,000" in terminal.getvalue()
    assert [clock(5), clock(65.2), clock(3_661)] == ["0:05", "1:05", "1:01:01"]


def started(path: Path, name: str, count: str, *more: str) -> "subprocess.Popen[str]":
    # What a shell runs in the background is deaf to Ctrl-C, and so would be the child.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    command = [sys.executable, "manage.py", "prove", name, "--count", count, "--json"]
    return subprocess.Popen(
        [*command, "--save", str(path), "--processes", "2", *more],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def stopped(path: Path, name: str, count: str, number: int) -> tuple[int, str, str]:
    """Exit code and output of a proof that is sent a signal when some of it is saved."""
    process = started(path, name, count)
    while not path.exists() or path.read_bytes().count(b"\n") < 3:
        time.sleep(0.02)
    os.killpg(process.pid, number)
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    code, out, err = stopped(path, "playouts", "4", signal.SIGINT)
    assert (code, out) == (130, "")
    assert err == f"What was done is saved in {path}; --resume goes on.\nStopped.\n"


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_saves_and_resume_comes_to_the_same(
    tmp_path: Path, number: signal.Signals, code: int
) -> None:
    path, other = tmp_path / "run.jsonl", tmp_path / "whole.jsonl"
    assert stopped(path, "secrecy", "12", number)[:2] == (code, "")
    before = path.read_bytes().count(b"\n")
    resumed, _ = started(path, "secrecy", "12", "--resume").communicate(timeout=100)
    assert path.read_bytes().count(b"\n") > before >= 3
    whole, _ = started(other, "secrecy", "12").communicate(timeout=100)
    assert json.loads(whole) == json.loads(resumed)
    assert path.read_bytes() == other.read_bytes()
