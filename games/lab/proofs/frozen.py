"""Frozen levels answer as they did on the day they were frozen."""

from typing import Any

from games.lab.extras import frozen_of
from games.lab.freezing import CHUNKS, chunk_hash
from games.lab.runs import Piece, Result
from games.rules.core.frozen import CHUNK
from games.rules.core.registry import all_games, get_game


def pieces(count: int | None) -> list[dict[str, Any]]:
    """The chunks of every frozen level, or of each so many that `count` positions are asked."""
    chunks = CHUNKS if count is None else min(CHUNKS, max(1, count // CHUNK))
    return [
        {"group": f"{game.name} {level}", "game": game.name, "level": level, "chunk": n, "size": 1}
        for game in all_games().values()
        for level in frozen_of(game)
        for n in range(chunks)
    ]


def work(piece: Piece) -> Result:
    """Asks the level in the positions of one chunk."""
    game, level, chunk = get_game(piece["game"]), piece["level"], piece["chunk"]
    known, found = frozen_of(game)[level].answers[chunk], chunk_hash(game, level, chunk)
    faults = [] if found == known else [f"chunk {chunk} has the hash {found}, not {known}"]
    return {"counts": {"positions": CHUNK}, "faults": faults}
