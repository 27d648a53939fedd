"""A fourth game is one folder: found, under the laws, and played over the socket."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import games.rules
from games.rules.core.game import AnyGame
from games.rules.core.registry import all_games, get_game
from tests.clients import Person, any_legal
from tests.live.conftest import running_server
from tests.ops.running import ROOT
from tests.rules import laws

FOLDER = Path(__file__).parent


@pytest.fixture
def toy() -> Iterator[AnyGame]:
    """The toy, registered for as long as the test runs."""
    path = list(games.rules.__path__)
    games.rules.__path__ = [*path, str(FOLDER)]
    all_games.cache_clear()
    yield get_game("highest")
    games.rules.__path__ = path
    all_games.cache_clear()


def test_the_registry_finds_it_and_every_law_holds(toy: AnyGame):
    assert list(all_games()) == sorted([*all_games()])
    for number in range(5):
        assert laws.walk(toy, number) >= 20


async def test_it_is_played_over_the_socket_with_no_other_file_touched(tmp_path: Path):
    copy = tmp_path / "meja"
    for part in ("accounts", "games", "server"):
        shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(FOLDER / "highest", copy / "games" / "rules" / "highest")
    with running_server(tmp_path, processes=1, root=copy) as served:
        person = await Person(served.address).arrive()
        await person.make_room("highest")
        await person.join()
        await person.say("sit")
        await person.say("start")
        await person.play(any_legal(4))
        assert person.match["outcome"]["totals"] == person.match["totals"]
        assert sum(person.match["totals"]) == 10
        await person.drop()
