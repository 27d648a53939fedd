"""The embedded Valkey: its folder, its port, its password, and its end."""

import asyncio
import fcntl
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from server.ops.valkey import ValkeyRefused, binary_path, free_port, start_valkey

ONCE = Retry(NoBackoff(), 0)
STARTER = """
import sys
from pathlib import Path
from server.ops.valkey import free_port, start_valkey
print(start_valkey(Path(sys.argv[1]), free_port(), "secret").pid, flush=True)
sys.stdin.read()
"""


def test_the_wheel_has_a_binary():
    assert os.access(binary_path(), os.X_OK)


def test_a_folder_with_a_space_and_a_hard_password(tmp_path):
    data = tmp_path / "my data"
    server = start_valkey(data, free_port(), 'p@ss "w\\o/rd')
    try:
        with redis.Redis.from_url(server.url) as client:
            client.set("k", "v")
            assert client.config_get("dir")["dir"] == str(data)
            assert client.config_get("maxmemory-policy")["maxmemory-policy"] == "noeviction"
        with (
            redis.Redis(port=server.port, retry=ONCE) as stranger,
            pytest.raises(redis.AuthenticationError),
        ):
            stranger.get("k")
        assert b"w\\o/rd" not in Path(f"/proc/{server.pid}/cmdline").read_bytes()
        assert os.getsid(server.pid) == server.pid
    finally:
        assert server.stop() == 0
    assert server.stop() == 0
    again = start_valkey(data, free_port(), "other")
    try:
        with redis.Redis.from_url(again.url) as client:
            assert client.get("k") == b"v"
    finally:
        again.stop()
    readable = [path for path in data.rglob("*") if path.is_file() and path.stat().st_mode & 0o077]
    assert readable == []
    assert data.stat().st_mode & 0o077 == 0


def test_a_second_one_on_the_folder_is_refused_while_the_first_lives(tmp_path):
    first = start_valkey(tmp_path, free_port(), "secret")
    try:
        with pytest.raises(ValkeyRefused) as refused:
            start_valkey(tmp_path, free_port(), "secret")
        assert refused.value.code == "folder_locked"
    finally:
        first.process.kill()
        first.process.wait()
    start_valkey(tmp_path, free_port(), "secret").stop()


def test_a_port_is_refused_although_another_with_the_same_password_answers(tmp_path, redis_server):
    with pytest.raises(ValkeyRefused) as refused:
        start_valkey(tmp_path, redis_server.port, "secret")
    assert refused.value.code == "port_taken"
    start_valkey(tmp_path, free_port(), "secret").stop()


def test_a_binary_that_dies_says_why(tmp_path):
    with pytest.raises(ValkeyRefused) as refused:
        start_valkey(tmp_path, free_port(), "secret", "never")  # type: ignore[arg-type]
    assert refused.value.code == "died"
    assert any("appendfsync" in text for text in refused.value.log)


async def test_it_ends_when_its_parent_is_killed(tmp_path):
    parent = subprocess.Popen(
        [sys.executable, "-c", STARTER, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        assert parent.stdout is not None
        valkey = int(parent.stdout.readline())
        with open(tmp_path / "valkey.lock", "rb") as lock:
            with pytest.raises(BlockingIOError):
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            parent.send_signal(signal.SIGKILL)
            free = asyncio.create_task(asyncio.to_thread(fcntl.flock, lock, fcntl.LOCK_EX))
            done, _ = await asyncio.wait([free], timeout=10)
            if not done:
                os.kill(valkey, signal.SIGKILL)  # or this thread would wait for ever
            await free
            assert done
    finally:
        parent.kill()
        parent.communicate()
