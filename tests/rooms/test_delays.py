"""How long a CPU seems to think: within bounds, never the same, and silent about its cards."""

from dataclasses import replace

import pytest

from games.rules.core.registry import all_games
from server.rooms import playing
from server.rooms.delays import Delays
from server.rooms.room import Room
from tests.rooms.pure import fresh_draw, start_room

DELAYS = Delays(cpu=1_000, pause=0, expiry=0)


def decisions(game: str, count: int, **options: str) -> list[Room]:
    """Rooms before so many moves of CPUs, in the match of one person."""
    rules, room = all_games()[game], start_room(1, game, **options).room
    rooms: list[Room] = []
    while len(rooms) < count and room.phase == "playing":
        seat = room.match.state.to_move
        view = rules.view(room.match.state, seat)
        action = rules.actions.dump(rules.choose(view, "random", bytes(32)))
        if playing.cpu_to_move(room) is not None:
            rooms.append(room)
            room = playing.act(room, seat, action, fresh_draw, by="cpu").room
        else:
            room = playing.act(room, seat, action, fresh_draw).room
    return rooms


def pauses(rooms: list[Room]) -> list[int]:
    return [DELAYS.until_due(None, room) for room in rooms]


@pytest.mark.parametrize("game", sorted(all_games()))
def test_pauses_vary_within_bounds_and_fast_ones_are_a_quarter(game: str):
    rooms = decisions(game, 30)
    normal = pauses(rooms)
    assert all(500 <= pause <= 1_300 for pause in normal)
    assert len(set(normal)) > 10
    assert normal == pauses(rooms)
    first = [pause for pause, room in zip(normal, rooms, strict=True) if not room.match.state.step]
    second = [
        pause for pause, room in zip(normal, rooms, strict=True) if room.match.state.step == 1
    ]
    assert sum(first) / len(first) < sum(second) / len(second)
    assert pauses(decisions(game, 30, pace="fast")) == [pause // 4 for pause in normal]


@pytest.mark.parametrize("game", sorted(all_games()))
def test_a_pause_tells_nothing_of_the_cards(game: str):
    """Every CPU decision again, with a card in hand that the person cannot see another."""
    rules, changed = all_games()[game], 0
    for room in decisions(game, 12):
        state = room.match.state
        mover, hidden = state.to_move, rules.hidden_from(state, 0)
        held = set(rules.view(state, mover).hand) & hidden
        other = rules.exchange(state, min(held), max(hidden - held))
        changed += rules.legal_actions(other, mover) != rules.legal_actions(state, mover)
        swapped = replace(room, match=replace(room.match, state=other))
        assert DELAYS.until_due(None, swapped) == DELAYS.until_due(None, room)
    assert changed
