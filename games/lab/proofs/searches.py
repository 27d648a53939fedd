"""The fast searches of the games, each by the proof that its own folder offers."""

from typing import Any, Final

from games.lab.extras import proofs_of
from games.lab.play import seed_of
from games.lab.runs import Piece, Result
from games.rules.core.agreement import Disagreement
from games.rules.core.registry import all_games, get_game

_PIECE: Final = 50


def pieces(name: str, count: int | None) -> list[dict[str, Any]]:
    """`count` positions of each game that has the proof called `name`."""
    made = []
    for game in all_games().values():
        proof = proofs_of(game).get(name)
        if proof is not None:
            total = count or proof.count
            made += [
                {
                    "group": f"{game.name} {name}",
                    "game": game.name,
                    "proof": name,
                    "first": first,
                    "size": min(_PIECE, total - first),
                }
                for first in range(0, total, _PIECE)
            ]
    return made


def work(piece: Piece) -> Result:
    """Puts the search to the positions of one piece, up to the first wrong answer."""
    proof = proofs_of(get_game(piece["game"]))[piece["proof"]]
    seed = int.from_bytes(seed_of(piece["group"], piece["first"])[:8], "big")
    done, faults = 0, []
    try:
        for count in proof.prove(piece["size"], seed):
            done = count
    except Disagreement as fault:
        faults.append(f"position {piece['first'] + done}: {fault}")
    return {"counts": {"positions": done}, "faults": faults}
