"""Every deal and every match ends by the rules, with each card in exactly one place (G6, G10),
and chance is all in the seed: no result hangs on how Python hashes."""

import hashlib
import json
import math
import os
import subprocess
import sys
from collections import Counter
from typing import Any, Final

from games.lab.laws import check_whole
from games.lab.play import of_level, play_out, random_legal, seed_of
from games.lab.runs import Piece, Result
from games.rules.core.game import AnyGame
from games.rules.core.registry import all_games, get_game

WHOLE: Final = 100_000
"""The random deals of each game in the whole run."""
GREEDY: Final = "greedy"
_PIECE: Final = 100
"""About so many deals are one piece of work; fewer where there are stages, and longer deals."""
_AGAIN_EVERY: Final = 10
_HASH_SEEDS: Final = ("1", "2")

_GREEDY_PART: Final = 5
_STAGE_PART: Final = 50
_GREEDY_STAGE_PART: Final = 100
_MATCH_PART: Final = 50
"""One in so many: how many deals or matches of a kind for the random deals of a game."""


def pieces(count: int | None) -> list[dict[str, Any]]:
    """Random and greedy deals of every game, fewer on each stage where there are several, and
    greedy matches where the number of deals is open; `count` random deals to a game."""
    count = count or WHOLE
    made: list[dict[str, Any]] = []
    for game in all_games().values():
        greedy = GREEDY in game.levels
        many = game.stages > 1
        for stage in range(1, game.stages + 1):
            at = f" stage {stage}" if many else ""
            deals = _part(count, _STAGE_PART if many else 1)
            made += _group(f"{game.name} random{at}", game, "random", stage, deals)
            if greedy:
                deals = _part(count, _GREEDY_STAGE_PART if many else _GREEDY_PART)
                made += _group(f"{game.name} greedy{at}", game, GREEDY, stage, deals)
        if greedy and game.deals is None:
            matches = _part(count, _MATCH_PART)
            made += _group(f"{game.name} greedy matches", game, GREEDY, 1, matches, match=True)
    return made


def _part(count: int, part: int) -> int:
    return math.ceil(count / part)


def _group(
    name: str, game: AnyGame, player: str, stage: int, count: int, *, match: bool = False
) -> list[dict[str, Any]]:
    """The pieces of one group, of which every tenth is played again under other hashing."""
    size = min(_PIECE // game.stages + 20, math.ceil(count / _AGAIN_EVERY))
    return [
        {
            "group": name,
            "game": game.name,
            "player": player,
            "stage": stage,
            "match": match,
            "first": first,
            "size": min(size, count - first),
            "again": number % _AGAIN_EVERY == 0,
        }
        for number, first in enumerate(range(0, count, size))
    ]


def work(piece: Piece) -> Result:
    """Plays a piece; where it says so, also in two processes that hash otherwise."""
    result = play_piece(piece)
    if piece["again"] and not result["faults"]:
        result["counts"]["played again"] = piece["size"]
        for hash_seed in _HASH_SEEDS:
            if _hash_elsewhere(piece, hash_seed) != result["hash"]:
                result["faults"].append(
                    f"deals {piece['first']} and on come out otherwise "
                    f"under PYTHONHASHSEED={hash_seed}"
                )
    return result


def play_piece(piece: Piece) -> dict[str, Any]:
    """Plays the deals or matches of a piece, with a look at all cards after every action."""
    game = get_game(piece["game"])
    counts: Counter[str] = Counter()
    faults = []
    digest = hashlib.sha256()
    longest = 0
    for number in range(piece["first"], piece["first"] + piece["size"]):
        seed = seed_of("playouts", piece["group"], number)
        player = piece["player"]
        pick = random_legal(game, seed) if player == "random" else of_level(game, seed, player)
        try:
            played = play_out(
                game,
                seed,
                pick,
                stage=piece["stage"],
                match=piece["match"],
                watch=lambda state: check_whole(game, state),
            )
        except Exception as fault:
            # Whatever stops a deal is what the proof is looking for.
            faults.append(f"number {number}: {type(fault).__name__}: {fault}")
            continue
        counts["deals"] += len(played.ends)
        counts["matches"] += piece["match"]
        counts["actions"] += played.actions
        for end in played.ends:
            counts[f"end {end.reason}"] += 1
            counts.update(f"bound {rule}" for rule in end.bounds)
        longest = max(longest, *played.turns)
        facts = [[end.scores, end.reason, end.bounds] for end in played.ends]
        digest.update(json.dumps([facts, played.turns, played.places, played.digest]).encode())
    ordered = {what: counts[what] for what in sorted(counts) if counts[what]}
    return {
        "counts": {**ordered, "max:turns in the longest deal": longest},
        "faults": faults,
        "hash": digest.hexdigest(),
    }


def _hash_elsewhere(piece: Piece, hash_seed: str) -> str:
    """The hash of a piece played in a process of its own, under a value of PYTHONHASHSEED."""
    path = os.pathsep.join(entry for entry in sys.path if entry)
    done = subprocess.run(
        [sys.executable, "-m", "games.lab.proofs.again"],
        input=json.dumps(piece).encode(),
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path},
        capture_output=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"a piece could not be played again:\n{done.stderr.decode()}")
    return done.stdout.decode().strip()
