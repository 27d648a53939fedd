"""The answers of a level in a fixed set of positions, as hashes (`games.rules.core.frozen`).

``python -m games.lab.freezing GAME LEVEL`` prints them, for the game's `frozen.py`.
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from games.lab.play import seed_of
from games.rules.core.actions import Action
from games.rules.core.dice import Dice
from games.rules.core.frozen import CHUNK, POSITIONS
from games.rules.core.game import AnyGame, Options
from games.rules.core.registry import get_game
from games.rules.core.shuffle import cpu_key

CHUNKS: Final = POSITIONS // CHUNK
_ODD_MOVE: Final = 4
"""One in so many moves is played at random, so that the positions are of all kinds."""


def answers(game: AnyGame, level: str, chunk: int) -> Iterator[tuple[int, Action]]:
    """Who is asked, and what the level answers, in the positions of a chunk, without end.

    The positions are those with a choice, of matches in which all seats play by the level
    save now and then a move: a type of action, then one of it, by dice of the chunk alone.
    """
    for number in range(sys.maxsize):
        seed = seed_of("frozen", game.name, level, chunk, number)
        key, dice = cpu_key(seed), Dice(int.from_bytes(seed[:8], "big"))
        state, _ = game.setup_at(chunk % game.stages + 1, Options(), seed)
        while not state.match_over:
            if state.deal_over:
                state, _ = game.advance(state)
            seat = state.to_move
            view: Any = game.view(state, seat)
            action = game.choose(view, level, key)
            if len(view.legal) > 1:
                yield seat, action
            if not dice.below(_ODD_MOVE):
                kind = dice.one_of(sorted({legal.type for legal in view.legal}))
                action = dice.one_of([legal for legal in view.legal if legal.type == kind])
            state, _ = game.apply(state, seat, action)


def chunk_hash(game: AnyGame, level: str, chunk: int) -> str:
    """SHA-256 over the answers of a chunk."""
    digest = hashlib.sha256()
    for seat, action in islice(answers(game, level, chunk), CHUNK):
        form = json.dumps([seat, game.actions.dump(action)], separators=(",", ":"))
        digest.update(form.encode() + b"\n")
    return digest.hexdigest()


if __name__ == "__main__":
    for each in range(CHUNKS):
        sys.stdout.write(f'"{chunk_hash(get_game(sys.argv[1]), sys.argv[2], each)}",\n')
