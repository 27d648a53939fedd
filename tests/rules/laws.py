"""A match put to every law of `games.lab.laws`, and the record of one.

The tests walk few matches; a long run is ``python -m tests.rules.laws MATCHES``.
"""

import random
import sys
from typing import Any

from games.lab.laws import (
    MOST_ACTIONS,
    Moment,
    as_wire,
    check_dump,
    check_legal,
    check_refused,
    check_secrecy,
    check_view,
    check_whole,
    lively,
    play,
    refusal_of,
    view_bytes,
)
from games.rules.core.game import AnyGame, Options
from games.rules.core.record import Occupant, Record
from games.rules.core.registry import all_games
from games.rules.core.shuffle import commitment, cpu_key, shuffle_seed

__all__ = [
    "MOST_ACTIONS",
    "Moment",
    "as_wire",
    "check_dump",
    "check_legal",
    "check_refused",
    "check_secrecy",
    "check_view",
    "check_whole",
    "lively",
    "make_record",
    "play",
    "refusal_of",
    "view_bytes",
    "walk",
]


def make_record(game: AnyGame, rng: random.Random) -> Record:
    """The record of a whole match of random CPUs."""
    secret = rng.randbytes(32)
    seed = shuffle_seed(secret, "a-match", [None] * game.seats)
    key = cpu_key(seed)
    level = game.levels[0]
    first: Any = None
    actions = []
    last: Any = None
    for state, seat, action, after, _ in play(
        game, seed, lambda state, seat: game.choose(game.view(state, seat), level, key)
    ):
        first = first or state
        actions.append((seat, game.actions.dump(action)))
        last = after
    return Record(
        match="a-match",
        game=game.name,
        options=Options(first_dealer=first.first_dealer),
        commitment=commitment(secret),
        secret=secret,
        nonce_commitments=(None,) * game.seats,
        nonces=(None,) * game.seats,
        seed=seed,
        actions=tuple(actions),
        occupants=tuple(
            Occupant(seat, 0, "cpu", level=level, name=f"cpu-{seat}") for seat in range(game.seats)
        ),
        result=game.outcome(last),
    )


def walk(game: AnyGame, number: int) -> int:
    """One lively match under every law. The number of its actions."""
    rng = random.Random(number)
    keys: set[frozenset[str]] = set()
    pool: list[Any] = []
    count = 0
    for moment in play(game, rng.randbytes(32), lively(game, rng)):
        state, _, action, after, _ = moment
        count += 1
        pool.append(action)
        check_whole(game, after)
        if count % 4 == 0:
            check_legal(game, state)
            check_dump(game, after)
            keys.add(check_view(game, after))
        check_refused(game, state, rng.randrange(game.seats), rng.choice(pool))
        check_secrecy(game, moment, rng)
    assert len(keys) == 1
    return count


if __name__ == "__main__":
    for each in all_games().values():
        total = sum(walk(each, number) for number in range(int(sys.argv[1])))
        sys.stdout.write(f"{each.name}: {total} actions, every law held\n")
