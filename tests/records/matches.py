"""Real finished matches, played through a game by its own CPUs."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from games.rules.core import shuffle
from games.rules.core.game import AnyGame, Options, Outcome
from games.rules.core.record import ActionEntry, Occupant, Record, dump_record
from games.rules.core.registry import get_game


def play(
    game: AnyGame, options: Options, seed: bytes, levels: Sequence[str]
) -> tuple[tuple[ActionEntry, ...], Outcome | None]:
    """The actions and the outcome of a match whose seats are played by CPUs of `levels`."""
    key = shuffle.cpu_key(seed)
    state, _ = game.setup(options, seed)
    actions = []
    while not state.match_over:
        if state.deal_over:
            state, _ = game.advance(state)
            continue
        seat = state.to_move
        action = game.choose(game.view(state, seat), levels[seat], key)
        actions.append((seat, game.actions.dump(action)))
        state, _ = game.apply(state, seat, action)
    return tuple(actions), game.outcome(state)


@cache
def _played(match_id: str, player: str) -> Record:
    game = get_game("remi")
    secret = shuffle.commitment(match_id.encode()).encode()[:32]
    nonces = (None,) * game.seats
    seed = shuffle.shuffle_seed(secret, match_id, nonces)
    options = Options(first_dealer=shuffle.drawn_dealer(seed, game.seats))
    actions, result = play(game, options, seed, ["greedy"] * game.seats)
    person = Occupant(0, 0, "person", player=player, name="রহিম")
    cpus = [Occupant(seat, 0, "cpu", level="greedy", name=f"cpu-{seat}") for seat in (1, 2, 3)]
    return Record(
        match=match_id,
        game=game.name,
        options=options,
        commitment=shuffle.commitment(secret),
        secret=secret,
        nonce_commitments=nonces,
        nonces=nonces,
        seed=seed,
        actions=actions,
        occupants=(person, *cpus),
        result=result,
    )


def finished(match_id: str = "m1", player: str = "paaaaaaaaaaaa") -> dict[str, Any]:
    """The record's form of a whole Remi match: `player` in seat 0, greedy CPUs beside."""
    return dict(dump_record(_played(match_id, player)))
