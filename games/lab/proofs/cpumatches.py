"""Whole matches of the CPUs that fill seats: no error, no end, and how often a bound is met."""

import hashlib
import json
from collections import Counter
from typing import Any, Final

from games.lab.play import play_out, seed_of
from games.lab.runs import Piece, Result
from games.rules.core.registry import all_games, get_game
from games.rules.core.shuffle import cpu_key

WHOLE: Final = 10_000
"""The matches of each game in the whole run."""
LEVELS: Final = ("normal", "easy")
_PIECE: Final = 10


def pieces(count: int | None) -> list[dict[str, Any]]:
    """`count` matches of every game that has one of the levels."""
    count = count or WHOLE
    return [
        {
            "group": game.name,
            "game": game.name,
            "levels": levels,
            "first": first,
            "size": min(_PIECE, count - first),
        }
        for game in all_games().values()
        if (levels := [level for level in LEVELS if level in game.levels])
        for first in range(0, count, _PIECE)
    ]


def work(piece: Piece) -> Result:
    """Plays the matches of a piece; which levels sit where changes from match to match."""
    game, levels = get_game(piece["game"]), piece["levels"]
    counts: Counter[str] = Counter()
    faults = []
    digest = hashlib.sha256()
    longest = 0
    for number in range(piece["first"], piece["first"] + piece["size"]):
        seed = seed_of("cpu-matches", game.name, number)
        key = cpu_key(seed)
        # The number's digits in base two (or one) say who sits where: all mixtures in turn.
        seats = [levels[number // len(levels) ** seat % len(levels)] for seat in range(game.seats)]

        def pick(state: Any, seat: int, seats: list[str] = seats, key: bytes = key) -> Any:
            return game.choose(game.view(state, seat), seats[seat], key)

        try:
            played = play_out(game, seed, pick, match=True)
        except Exception as fault:
            # Whatever stops a match is what the proof is looking for.
            faults.append(f"match {number}: {type(fault).__name__}: {fault}")
            continue
        counts["matches"] += 1
        counts["deals"] += len(played.ends)
        for end in played.ends:
            counts[f"end {end.reason}"] += 1
            counts.update(f"bound {rule}" for rule in end.bounds)
        longest = max(longest, *played.turns)
        digest.update(json.dumps([played.places, played.digest]).encode())
    return {
        "counts": {**counts, "max:turns in the longest deal": longest},
        "faults": faults,
        "hash": digest.hexdigest(),
    }
