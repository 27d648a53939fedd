"""The laws of the contract, as checks that any game and any number of matches can be put to.

`walk` plays a match with a lively mix of actions and calls every check on the way; the
tests run it small, and a long run is ``python -m tests.rules.laws MATCHES``.
"""

import json
import random
import sys
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from games.rules.core.errors import RuleError
from games.rules.core.game import AnyGame, Options
from games.rules.core.record import Occupant, Record
from games.rules.core.registry import all_games
from games.rules.core.shuffle import commitment, cpu_key, shuffle_seed

MOST_ACTIONS = 50_000
"""No match may be longer (G10)."""

Moment = tuple[Any, int, Any, Any, tuple[Any, ...]]
"""State, seat, action, state after it, events."""


def play(game: AnyGame, seed: bytes, pick: Callable[[Any, int], Any]) -> Iterator[Moment]:
    """Plays a whole match by `pick` (state, seat -> action), moment by moment."""
    state, _ = game.setup(Options(), seed)
    for _ in range(MOST_ACTIONS):
        if state.deal_over:
            if state.match_over:
                return
            state, _ = game.advance(state)
        seat = state.to_move
        action = pick(state, seat)
        after, events = game.apply(state, seat, action)
        yield state, seat, action, after, events
        state = after
    raise AssertionError(f"a match of {game.name} does not end")


def lively(game: AnyGame, rng: random.Random) -> Callable[[Any, int], Any]:
    """Picks a type of action first, then one of it, so that rare types are common; and at
    times asks the strongest CPU, so that positions get deep."""
    key = rng.randbytes(32)

    def pick(state: Any, seat: int) -> Any:
        if rng.random() < 0.5:
            return game.choose(game.view(state, seat), game.levels[-1], key)
        legal = game.legal_actions(state, seat)
        kind = rng.choice(sorted({action.type for action in legal}))
        return rng.choice([action for action in legal if action.type == kind])

    return pick


def check_whole(game: AnyGame, state: Any) -> None:
    """Every card is in exactly one place (G6)."""
    assert sorted(game.cards_of(state)) == list(range(game.pack.size))


def check_legal(game: AnyGame, state: Any) -> None:
    """Only the seat to move has actions, it has one, and every one of them applies (G7)."""
    for seat in range(game.seats):
        legal = game.legal_actions(state, seat)
        assert bool(legal) == (seat == state.to_move)
        assert len(set(legal)) == len(legal)
        for action in legal:
            game.check(state, seat, action)
            after, events = game.apply(state, seat, action)
            check_whole(game, after)
            assert events
            assert game.actions.parse(as_wire(game.actions.dump(action))) == action


def check_refused(game: AnyGame, state: Any, seat: int, action: Any) -> bool:
    """`check` and `apply` agree, and neither changes the state. Whether they refused."""
    before = game.dump_state(state)
    checked = refusal_of(game.check, state, seat, action)
    applied = refusal_of(game.apply, state, seat, action)
    assert applied == checked
    assert game.dump_state(state) == before
    return checked is not None


def refusal_of(tried: Callable[..., object], *arguments: Any) -> tuple[str, str] | None:
    """The code and the data (as JSON) with which the rules refuse, or None."""
    try:
        tried(*arguments)
    except RuleError as refused:
        return refused.code, json.dumps(dict(refused.data))
    return None


def check_dump(game: AnyGame, state: Any) -> None:
    """Dumped, stored and loaded, a state is equal, and so is all that it shows."""
    stored = msgspec.msgpack.decode(msgspec.msgpack.encode(game.dump_state(state)))
    assert stored[0] == game.state_format
    loaded = game.load_state(stored)
    assert loaded == state
    assert view_bytes(game, loaded, state.to_move) == view_bytes(game, state, state.to_move)


def check_view(game: AnyGame, state: Any) -> frozenset[str]:
    """The views of all seats and of a watcher have the same keys; these keys."""
    keys = {
        frozenset(game.dump_view(game.view(state, seat))) for seat in (None, *range(game.seats))
    }
    (same,) = keys
    return same


def check_secrecy(game: AnyGame, moment: Moment, rng: random.Random) -> bool:
    """Swapping two cards hidden from somebody changes nothing that this one sees.

    Save what the rules reveal at that moment: the mover's own draw, and the end of a deal.
    Whether a pair could be swapped with the action still legal.
    """
    state, seat, action, after, events = moment
    observer = rng.choice((None, *range(game.seats)))
    hidden = sorted(game.hidden_from(state, observer))
    if len(hidden) < 2:
        return False
    other = game.exchange(state, *rng.sample(hidden, 2))
    assert view_bytes(game, other, observer) == view_bytes(game, state, observer)
    try:
        other_after, other_events = game.apply(other, seat, action)
    except RuleError:
        assert seat != observer
        return False
    if after.deal_over or other_after.deal_over:
        return True
    if seat == observer:
        assert [e.public() for e in other_events] == [e.public() for e in events]
    else:
        assert [e.seen_by(observer) for e in other_events] == [e.seen_by(observer) for e in events]
        assert view_bytes(game, other_after, observer) == view_bytes(game, after, observer)
    return True


def view_bytes(game: AnyGame, state: Any, seat: int | None) -> bytes:
    """Everything that `seat` is told of a state, log included."""
    view = game.view(state, seat)
    return json.dumps([game.dump_view(view), game.view_log(view)]).encode()


def as_wire(form: Any) -> Any:
    """`form` after a journey through JSON."""
    return json.loads(json.dumps(form))


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
