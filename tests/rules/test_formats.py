"""Every format that ever landed can still be read, and means what it meant."""

import json
from pathlib import Path

import pytest

from games.rules.core.game import Options
from games.rules.core.record import parse_record, replay
from games.rules.core.registry import all_games, get_game
from tests.rules.samples import FORMATS, names, unpacked


def samples(kind: str) -> list[Path]:
    return sorted(FORMATS.glob(f"*-{kind}-*.json"))


def test_every_format_of_today_has_a_sample() -> None:
    missing = [p for game in all_games().values() for p in names(game).values() if not p.exists()]
    assert missing == []


@pytest.mark.parametrize("path", samples("state"), ids=lambda path: path.stem)
def test_old_states_load_and_show_the_same(path: Path) -> None:
    game = get_game(path.stem.split("-")[0])
    for sample in json.loads(path.read_text()):
        state = game.load_state(unpacked(sample["state"]))
        shown = [game.dump_view(game.view(state, seat)) for seat in (None, 0)]
        assert json.loads(json.dumps(shown)) == sample["views"]


@pytest.mark.parametrize("path", samples("log"), ids=lambda path: path.stem)
def test_old_logs_give_the_same_events(path: Path) -> None:
    game = get_game(path.stem.split("-")[0])
    state, _ = game.setup(Options(), bytes(32))
    for sample in json.loads(path.read_text()):
        assert list(state.log.codec.unpack(unpacked(sample["packed"]))) == sample["events"]


@pytest.mark.parametrize("path", samples("record"), ids=lambda path: path.stem)
def test_old_records_replay(path: Path) -> None:
    record = parse_record(json.loads(path.read_text()))
    assert replay(record).outcome == record.result
