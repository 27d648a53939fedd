"""Nobody is told what is hidden from them (G5): the swap law, put to every action of many deals
and to everybody at the table."""

from collections import Counter
from random import Random
from typing import Any, Final

from games.lab.laws import LastTold, check_swap, lively, play_on
from games.lab.play import seed_of
from games.lab.runs import Piece, Result
from games.rules.core.game import Options
from games.rules.core.registry import all_games, get_game

WHOLE: Final = 1_000
"""The deals of each game in the whole run."""
_PIECE: Final = 5


def pieces(count: int | None) -> list[dict[str, Any]]:
    """`count` deals of every game, its stages in turn."""
    count = count or WHOLE
    return [
        {
            "group": name,
            "game": name,
            "first": first,
            "size": min(_PIECE, count - first),
        }
        for name in all_games()
        for first in range(0, count, _PIECE)
    ]


def work(piece: Piece) -> Result:
    """Plays the deals in a lively way; each action is judged by each seat and a watcher."""
    game = get_game(piece["game"])
    counts: Counter[str] = Counter()
    faults = []
    for number in range(piece["first"], piece["first"] + piece["size"]):
        seed = seed_of("secrecy", game.name, number)
        rng = Random(int.from_bytes(seed, "big"))  # noqa: S311 - moves, not secrets
        state, _ = game.setup_at(number % game.stages + 1, Options(), seed)
        counts["deals"] += 1
        before = counts["swaps"]
        told = LastTold(game)
        try:
            for moment in play_on(game, state, lively(game, rng), deals=1):
                counts["events"] += len(moment.events)
                for observer in (None, *range(game.seats)):
                    counts["swaps"] += check_swap(game, moment, observer, rng, told)
        except Exception as fault:
            # Whatever stops a deal is what the proof is looking for.
            faults.append(f"deal {number}: {type(fault).__name__}: {fault}")
        else:
            if counts["swaps"] == before:
                faults.append(f"deal {number}: there was nothing to swap")
    return {"counts": dict(counts), "faults": faults}
