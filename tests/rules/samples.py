"""Samples of every format that ever landed: written once, kept for good, loaded by a test.

``python -m tests.rules.samples`` writes those that are missing for the formats of today; an
existing file is never changed. Bytes stand as ``{"hex": "..."}``.
"""

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from games.rules.core.events import EVENT_FORMAT
from games.rules.core.game import AnyGame
from games.rules.core.record import RECORD_FORMAT, dump_record
from games.rules.core.registry import all_games
from tests.rules import laws

FORMATS = Path(__file__).parent / "data" / "formats"


def packed(value: Any) -> Any:
    """`value` with bytes made JSON."""
    if isinstance(value, bytes):
        return {"hex": value.hex()}
    if isinstance(value, list | tuple):
        return [packed(item) for item in value]
    return value


def unpacked(value: Any) -> Any:
    """What `packed` was given, with lists for tuples."""
    if isinstance(value, Mapping):
        return bytes.fromhex(value["hex"])
    if isinstance(value, list):
        return [unpacked(item) for item in value]
    return value


def names(game: AnyGame) -> dict[str, Path]:
    """The sample files of a game's formats of today."""
    formats = {"state": game.state_format, "log": EVENT_FORMAT, "record": RECORD_FORMAT}
    return {kind: FORMATS / f"{game.name}-{kind}-{n}.json" for kind, n in formats.items()}


def make(game: AnyGame) -> Iterator[tuple[Path, Any]]:
    """The samples: states in play and after a deal, with their views; a log; a record."""
    rng = random.Random(2024)
    states = []
    for state, _, _, after, _ in laws.play(game, rng.randbytes(32), laws.lively(game, rng)):
        if after.deal_over:
            states += [state, after]
        if len(states) >= 8:
            break
    paths = names(game)
    kept = [
        {
            "state": packed(game.dump_state(state)),
            "views": [game.dump_view(game.view(state, seat)) for seat in (None, 0)],
        }
        for state in (states[0], states[-1])
    ]
    yield paths["state"], kept
    log = [(s.log.packed, game.view_log(game.view(s, None))) for s in states[1::2]]
    yield paths["log"], [{"packed": packed(raw), "events": events} for raw, events in log]
    record = replace(laws.make_record(game, rng), lowered=((0, "greedy"), (3, "greedy")))
    yield paths["record"], dump_record(record)


if __name__ == "__main__":
    FORMATS.mkdir(parents=True, exist_ok=True)
    for each in all_games().values():
        for path, content in make(each):
            if not path.exists():
                path.write_text(json.dumps(content, separators=(",", ":")) + "\n")
