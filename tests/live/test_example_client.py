"""The client of the documentation plays every game against a real server, to the end."""

import asyncio
import sys

from games.rules.core.registry import all_games
from tests.ops.running import ROOT


async def test_the_example_plays_a_match_of_every_game(base: str):
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(ROOT / "docs" / "example_client.py"),
        base,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await process.communicate()
    lines = out.decode().splitlines()
    assert process.returncode == 0, err.decode()
    # The pauses of these servers may be over before one has said `ready`.
    ends = [line for line in lines if "refused: not_paused" not in line]
    assert [line.split()[0] for line in ends] == list(all_games())
    assert all("winners" in line for line in ends)
