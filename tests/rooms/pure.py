"""Rooms without a store: the pure transitions, one after the other."""

import hashlib
import itertools
from collections.abc import Callable
from typing import Any

import pytest

from games.rules.core.errors import RuleError
from games.rules.core.registry import get_game
from server.rooms import playing, seating, starting
from server.rooms.room import Change, Draw, Fresh, Room, RoomOptions, new_room

_draws = itertools.count()


def fresh_draw() -> Draw:
    """A draw unlike the others since `lobby` was last called, and the same in every run."""
    number = next(_draws)
    return Draw(f"m{number:020x}", number.to_bytes(32, "big"))


def _begin_anew() -> None:
    global _draws
    _draws = itertools.count()


def lobby(
    people: int = 1,
    game: str = "remi",
    draw: Fresh = fresh_draw,
    code: str = "TABLE1",
    **options: Any,
) -> Room:
    """A room with p0 (its host), p1, … on the first seats, before any match."""
    _begin_anew()
    room = new_room(code, game, "p0", draw, RoomOptions(**options))
    for number in range(people):
        room = seating.sit(room, f"p{number}", f"P{number}", None).room
    return room


def start_room(
    people: int = 4, game: str = "remi", draw: Fresh = fresh_draw, **options: Any
) -> Change:
    """The same, just started: nobody promised a nonce, so the first deal is dealt."""
    return starting.start(lobby(people, game, draw, **options), "p0")


def one_move(change: Change) -> Change:
    """The seat to move makes its first legal action, as who plays there."""
    room = change.room
    assert room.match is not None
    game, state = get_game(room.game), room.match.state
    action = game.legal_actions(state, state.to_move)[0]
    by: Any = "cpu" if playing.cpu_to_move(room) is not None else "person"
    return playing.act(room, state.to_move, game.actions.dump(action), fresh_draw, by)


def play_deal(change: Change) -> Change:
    """Play on with every seat's first legal action until the deal is over."""
    while change.room.phase == "playing":
        change = one_move(change)
    return change


def play_match(change: Change) -> Change:
    """Play on, deal after deal, until the match has ended."""
    change = play_deal(change)
    while change.room.phase == "pause":
        change = play_deal(playing.advance(change.room))
    return change


def play_until_seat(change: Change, seat: int) -> Change:
    """Play until a turn of `seat` begins, another one than that of now."""
    while True:
        assert change.room.match is not None
        before = change.room.match.state
        change = one_move(change)
        assert change.room.match is not None
        state = change.room.match.state
        if state.to_move == seat and (state.deal, state.turn) != (before.deal, before.turn):
            return change


def refusal(call: Callable[[], object]) -> str:
    """The code with which `call` is refused."""
    with pytest.raises(RuleError) as caught:
        call()
    return caught.value.code


def types(change: Change) -> list[str]:
    """What happened to the room."""
    return [str(event["type"]) for event in change.room_events]


def sha(nonce: bytes) -> str:
    """The commitment to a nonce."""
    return hashlib.sha256(nonce).hexdigest()
