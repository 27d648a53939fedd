"""The laws of the contract, as checks that any game and any number of matches can be put to."""

import json
import random
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from games.lab.play import MOST_ACTIONS
from games.rules.core.errors import RuleError
from games.rules.core.game import AnyGame, Options


class LawBroken(AssertionError):
    """A game does not keep a law; the message says which and where."""


class Moment(NamedTuple):
    """One action of a match: before it, who did what, and after it."""

    state: Any
    seat: int
    action: Any
    after: Any
    events: tuple[Any, ...]


Pick: TypeAlias = Callable[[Any, int], Any]
Rng: TypeAlias = random.Random
_DEEP_LEVEL: Final = "greedy"


def hold(kept: bool, law: str, *about: object) -> None:
    """Raises LawBroken unless `kept`."""
    if not kept:
        raise LawBroken(f"{law}: {', '.join(map(repr, about))}" if about else law)


def play(game: AnyGame, seed: bytes, pick: Pick) -> Iterator[Moment]:
    """Plays a whole match by `pick` (state, seat -> action), moment by moment."""
    state, _ = game.setup(Options(), seed)
    return play_on(game, state, pick)


def play_on(game: AnyGame, state: Any, pick: Pick, *, deals: int | None = None) -> Iterator[Moment]:
    """The same from `state` on, to the end of the match or of so many deals."""
    for _ in range(MOST_ACTIONS):
        if state.deal_over:
            deals = None if deals is None else deals - 1
            if state.match_over or deals == 0:
                return
            state, _ = game.advance(state)
        seat = state.to_move
        action = pick(state, seat)
        after, events = game.apply(state, seat, action)
        yield Moment(state, seat, action, after, events)
        state = after
    raise LawBroken(f"a match of {game.name} does not end")


def lively(game: AnyGame, rng: Rng) -> Pick:
    """Picks a type of action first, then one of it, so that rare types are common; and at
    times asks a CPU, so that positions get deep."""
    key = rng.randbytes(32)
    level = _DEEP_LEVEL if _DEEP_LEVEL in game.levels else game.levels[-1]

    def pick(state: Any, seat: int) -> Any:
        if rng.random() < 0.5:
            return game.choose(game.view(state, seat), level, key)
        legal = game.legal_actions(state, seat)
        kind = rng.choice(sorted({action.type for action in legal}))
        return rng.choice([action for action in legal if action.type == kind])

    return pick


def check_whole(game: AnyGame, state: Any) -> None:
    """Every card is in exactly one place (G6)."""
    cards = game.cards_of(state)
    whole = len(cards) == game.pack.size and set(cards) == set(range(game.pack.size))
    hold(whole, "not every card is in exactly one place", sorted(cards) if not whole else None)


def check_legal(game: AnyGame, state: Any) -> None:
    """Only the seat to move has actions, it has one, and every one of them applies (G7)."""
    for seat in range(game.seats):
        legal = game.legal_actions(state, seat)
        hold(bool(legal) == (seat == state.to_move), "who has actions is not who is to move", seat)
        hold(len(set(legal)) == len(legal), "an action is listed twice", legal)
        for action in legal:
            game.check(state, seat, action)
            after, events = game.apply(state, seat, action)
            check_whole(game, after)
            hold(bool(events), "nothing happened", action)
            again = game.actions.parse(as_wire(game.actions.dump(action)))
            hold(again == action, "an action is another one after the wire", action, again)


def check_refused(game: AnyGame, state: Any, seat: int, action: Any) -> bool:
    """`check` and `apply` agree, and neither changes the state. Whether they refused."""
    before = game.dump_state(state)
    checked = refusal_of(game.check, state, seat, action)
    applied = refusal_of(game.apply, state, seat, action)
    hold(applied == checked, "check and apply differ", action, checked, applied)
    hold(game.dump_state(state) == before, "a state was changed", action)
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
    hold(stored[0] == game.state_format, "a dump does not begin with its format", stored[0])
    loaded = game.load_state(stored)
    hold(loaded == state, "a loaded state is another one")
    seat = state.to_move
    hold(
        view_bytes(game, loaded, seat) == view_bytes(game, state, seat),
        "a loaded state shows something else",
        seat,
    )


def check_view(game: AnyGame, state: Any) -> frozenset[str]:
    """The views of all seats and of a watcher have the same keys; these keys."""
    keys = {
        frozenset(game.dump_view(game.view(state, seat))) for seat in (None, *range(game.seats))
    }
    hold(len(keys) == 1, "views have different keys", keys)
    return keys.pop()


def check_secrecy(game: AnyGame, moment: Moment, rng: Rng) -> bool:
    """`check_swap` for somebody at the table, or a watcher."""
    return check_swap(game, moment, rng.choice((None, *range(game.seats))), rng)


def check_swap(
    game: AnyGame,
    moment: Moment,
    observer: int | None,
    rng: Rng,
    told: Callable[[Any, int | None], bytes] | None = None,
) -> bool:
    """Swapping two cards hidden from `observer` changes nothing that this one sees (G5).

    Save what the rules reveal at that moment: the mover's own draw, and the end of a deal.
    `told` may remember `view_bytes` of the moment's own states. Whether a pair could be
    swapped with the action still legal.
    """
    state, seat, action, after, events = moment
    told = told or partial(view_bytes, game)
    hidden = sorted(game.hidden_from(state, observer))
    if len(hidden) < 2:
        return False
    pair = rng.sample(hidden, 2)
    about = (observer, game.pack.name_all(pair), action)
    other = game.exchange(state, *pair)
    hold(
        view_bytes(game, other, observer) == told(state, observer),
        "a view tells of hidden cards",
        *about,
    )
    try:
        other_after, other_events = game.apply(other, seat, action)
    except RuleError:
        hold(seat != observer, "hidden cards decide what is legal", *about)
        return False
    if after.deal_over or other_after.deal_over:
        return True
    if seat == observer:
        same = [e.public() for e in other_events] == [e.public() for e in events]
        hold(same, "a public event tells of hidden cards", *about)
    else:
        same = [e.seen_by(observer) for e in other_events] == [e.seen_by(observer) for e in events]
        hold(same, "an event tells of hidden cards", *about)
        hold(
            view_bytes(game, other_after, observer) == told(after, observer),
            "a view after an action tells of hidden cards",
            *about,
        )
    return True


def view_bytes(game: AnyGame, state: Any, seat: int | None) -> bytes:
    """Everything that `seat` is told of a state, log included."""
    view = game.view(state, seat)
    return msgspec.json.encode([game.dump_view(view), game.view_log(view)])


class LastTold:
    """`view_bytes` that remembers what each observer was told of the last two states."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._told: deque[tuple[Any, dict[int | None, bytes]]] = deque(maxlen=2)

    def __call__(self, state: Any, seat: int | None) -> bytes:
        told = next((told for known, told in self._told if known is state), None)
        if told is None:
            told = {}
            self._told.append((state, told))
        if seat not in told:
            told[seat] = view_bytes(self._game, state, seat)
        return told[seat]


def as_wire(form: Any) -> Any:
    """`form` after a journey through JSON."""
    return json.loads(json.dumps(form))
