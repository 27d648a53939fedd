"""`serve` as a whole: refusals, parts that die, the end."""

import json
import os
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.ops.running import ROOT, Served, serve_command, start_serve


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "da ta"


@pytest.fixture
def served(data: Path, tmp_path: Path) -> Iterator[Served]:
    arguments = ("--port", "0", "--processes", "2", "--data", str(data))
    running = start_serve(*arguments, stderr=tmp_path / "stderr")
    yield running
    running.process.terminate()
    running.process.wait(timeout=20)
    assert running.process.stdout is not None
    running.process.stdout.close()


def healthy(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/healthz", timeout=2) as answer:
            return bool(json.load(answer)["status"] == "ok")
    except OSError:
        return False


def until(condition: Callable[[], bool], seconds: float = 10.0) -> bool:
    """Whether `condition` came true within `seconds`."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def refused(*arguments: str) -> str:
    """The one sentence with which `serve` refuses."""
    result = subprocess.run(
        serve_command("--host", "127.0.0.1", *arguments), cwd=ROOT, capture_output=True, text=True
    )
    assert result.returncode == 1, result
    lines = result.stderr.strip().splitlines()
    assert len(lines) == 1, result.stderr
    return lines[0]


def test_a_second_serve_on_the_same_folder_is_refused(served: Served, data: Path) -> None:
    assert f"already running on the data folder {data}" in refused(
        "--port", "0", "--data", str(data)
    )
    assert healthy(served.address)


def test_a_port_that_is_taken_is_refused(data: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        assert f"Port {port} on 127.0.0.1 is already taken" in refused(
            "--port", port, "--data", str(data)
        )


def test_a_data_folder_that_cannot_be_made_is_refused() -> None:
    assert "cannot write to /proc/meja" in refused("--port", "0", "--data", "/proc/meja")


def test_a_wrong_number_of_processes_is_refused(data: Path) -> None:
    assert "--processes must be" in refused("--processes", "-1", "--data", str(data))


def test_secrets_and_data_are_for_their_owner_alone(served: Served, data: Path) -> None:
    assert healthy(served.address)
    for folder in (data, data / "secrets", data / "valkey"):
        assert folder.stat().st_mode & 0o777 == 0o700
    files = list((data / "secrets").iterdir())
    assert len(files) >= 2
    assert all(file.stat().st_mode & 0o777 == 0o600 for file in files)


def test_every_part_that_dies_comes_back(served: Served) -> None:
    before = served.children()
    assert {name: len(ids) for name, ids in before.items()} == {
        "socket": 2,
        "worker": 1,
        "valkey": 1,
    }
    for ids in before.values():
        os.kill(ids[0], signal.SIGKILL)

    def all_back() -> bool:
        now = served.children()
        same_count = all(len(now[name]) == len(before[name]) for name in before)
        return same_count and all(ids[0] not in now[name] for name, ids in before.items())

    assert until(all_back)
    assert until(lambda: healthy(served.address))


def test_ctrl_c_stops_all_of_it(served: Served) -> None:
    parts = [number for ids in served.children().values() for number in ids]
    os.killpg(served.process.pid, signal.SIGINT)
    assert served.process.wait(timeout=15) == 0
    assert [number for number in parts if Path(f"/proc/{number}").exists()] == []


def test_parts_do_not_outlive_a_killed_serve(served: Served, data: Path, tmp_path: Path) -> None:
    parts = [number for ids in served.children().values() for number in ids]
    served.process.kill()
    served.process.wait()
    again = start_serve("--port", "0", "--data", str(data), stderr=tmp_path / "again")
    try:
        assert until(lambda: all(not is_running(number) for number in parts))
        assert healthy(again.address)
    finally:
        again.process.terminate()
        again.process.wait(timeout=20)
        assert again.process.stdout is not None
        again.process.stdout.close()


def is_running(number: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{number}/status").read_text()
    except OSError:
        return False
