"""The level that docs/cpu-players.md shows is one: it plays, honestly and every time alike."""

import re
from pathlib import Path
from typing import Any

from games.lab.arena import Contest
from games.lab.play import play_out, seed_of
from games.rules.core.registry import get_game
from games.rules.core.shuffle import cpu_key

PAGE = Path(__file__).parents[2] / "docs" / "cpu-players.md"


def test_the_level_that_the_page_shows_plays_whole_matches():
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert len(blocks) == 1
    shown: dict[str, Any] = {}
    exec(blocks[0], shown)
    game, seed = get_game("remi"), seed_of("own level")

    def pick(state: Any, seat: int) -> Any:
        return shown["magpie"](game.view(state, seat), seat, cpu_key(seed))

    played = play_out(game, seed, pick, match=True)
    assert played.places is not None
    assert "close" in {end.reason for end in played.ends}
    assert play_out(game, seed, pick, match=True) == played


def test_the_page_speaks_of_levels_and_commands_that_there_are():
    """The simulate commands in the page, with fewer deals, are ones that the arena takes."""
    commands = re.findall(r"--game (\w+) .*?--seats ([\w@:,]+) ", PAGE.read_text())
    assert len(commands) > 8
    for game, seats in commands:
        if game != "G" and "magpie" not in seats:
            contest = Contest(game, tuple(seats.split(",")), 4, matches=False, seed="x")
            assert contest.count == 4
