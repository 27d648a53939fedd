"""Golden playthroughs: one whole match of every game as a text record, kept in ``golden/``.

``python -m tests.records.golden [GAME...]`` plays them anew (all games, or those named) from a
fixed secret and writes the files. Do so only when the rules or the record's format were changed on
purpose: a test replays the files that are kept, so an unwanted change of either is found.
"""

import hashlib
import sys
from collections.abc import Sequence
from pathlib import Path

import games.rules
from games.rules.core import shuffle
from games.rules.core.game import AnyGame, Options
from games.rules.core.record import ActionEntry, Occupant, Record, write_text
from games.rules.core.registry import all_games
from tests.records.matches import play

FOLDER = Path(__file__).parent / "golden"
_OWN_RULES = Path(games.rules.__file__ or "").parent


def own_games() -> list[str]:
    """The names of the project's own games; not those that a test has put beside them."""
    return [name for name in all_games() if (_OWN_RULES / name / "__init__.py").is_file()]


def golden_path(name: str) -> Path:
    """Where the golden playthrough of a game is kept."""
    return FOLDER / f"{name}.txt"


def golden_record(game: AnyGame) -> Record:
    """A match with all that a record can say.

    A person in seat 0 gave a nonce and was held by a CPU for a while, whose first move says another
    level; in a game for more than
    two, the person in seat 1 promised a nonce and did not reveal it. The last seat plays
    ``random``, the others ``greedy``.
    """
    match_id = f"golden-{game.name}"
    secret = hashlib.sha256(b"golden secret").digest()
    last = game.seats - 1
    nonces: list[bytes | None] = [None] * game.seats
    promised: list[str | None] = [None] * game.seats
    nonces[0] = hashlib.sha256(b"golden nonce 0").digest()
    promised[0] = hashlib.sha256(nonces[0]).hexdigest()
    seated = [
        Occupant(0, 0, "person", player="prahim", name="রহিম"),
        *(Occupant(n, 0, "cpu", level="greedy", name=f"cpu-{n}") for n in range(1, last)),
        Occupant(last, 0, "cpu", level="random", name=f"cpu-{last}"),
        Occupant(0, 20, "cpu", player="prahim", level="greedy", name="রহিম"),
        Occupant(0, 31, "person", player="prahim", name="রহিম"),
    ]
    if last > 1:
        promised[1] = hashlib.sha256(hashlib.sha256(b"golden nonce 1").digest()).hexdigest()
        seated[1] = Occupant(1, 0, "person", player="psari", name='Sari "Dewi"')
    seed = shuffle.shuffle_seed(secret, match_id, nonces)
    options = Options(first_dealer=shuffle.drawn_dealer(seed, game.seats))
    actions, result = play(game, options, seed, ["greedy"] * last + ["random"])
    return Record(
        match=match_id,
        game=game.name,
        options=options,
        commitment=shuffle.commitment(secret),
        secret=secret,
        nonce_commitments=tuple(promised),
        nonces=tuple(nonces),
        seed=seed,
        actions=actions,
        occupants=tuple(seated),
        result=result,
        lowered=(first_held_move(actions),),
    )


def first_held_move(actions: Sequence[ActionEntry]) -> tuple[int, str]:
    """The first move of the CPU in seat 0, and a level for it."""
    return next(at for at in range(20, 31) if actions[at][0] == 0), "easy"


def main() -> None:
    """Write the golden playthroughs of the games named on the command line, or of all."""
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or own_games():
        text = write_text(golden_record(all_games()[name]))
        golden_path(name).write_text(text, encoding="utf-8")
        sys.stdout.write(f"{golden_path(name).name}: {len(text.splitlines())} lines\n")


if __name__ == "__main__":
    main()
