"""Moves that were not simply their seat's player's: table, snapshot and record say whose."""

from dataclasses import replace

import pytest

from games.rules.core.errors import RuleError
from games.rules.core.record import parse_record, parse_text, replay, verify_text, write_text
from games.rules.core.registry import get_game
from server.rooms import codec, playing, seating
from server.rooms.finish import finished_data, whole_record
from server.rooms.room import Change, Room, cpu, with_occupant
from server.rooms.views import view_log
from tests.rooms.pure import fresh_draw, one_move, play_deal, play_until_seat, refusal, start_room

HELD = {"level": "greedy", "held": True, "instead_of": None}
LOWERED = {"level": "normal", "held": False, "instead_of": "hard"}


def marks(room: Room) -> list[object]:
    """Who made each event of the log, where that is told."""
    return [event.get("by") for event in view_log(room, None)]


def told(change: Change) -> list[object]:
    """The same of a change's events, as they come to another process."""
    happened = codec.load_happened(codec.dump_happened(change))
    return [form.get("by") for form in happened.seen_by(None)]


def lowered(room: Room) -> Change:
    """The CPU to move makes its first legal action, at another level than its own."""
    game, state = get_game(room.game), room.match.state
    form = game.actions.dump(game.legal_actions(state, state.to_move)[0])
    return playing.act(room, state.to_move, form, fresh_draw, "cpu", "normal")


def test_what_a_cpu_does_for_a_person_is_marked_and_what_the_person_does_is_not():
    begun = play_until_seat(start_room(2), 0)
    before = marks(begun.room)
    assert not any(before)
    held = seating.absent(begun.room, {"p0"}).room
    drawn = one_move(Change(held))
    assert told(drawn) == [HELD]
    back = one_move(playing.back(drawn.room, "p0"))
    assert told(back)[0] is None
    assert marks(back.room)[len(before) :] == [HELD, None]
    away = seating.absent(back.room, {"p0"}).room
    assert codec.load_room(codec.dump_room(away)) == away
    turn = one_move(one_move(seated_next(away)))
    assert marks(turn.room)[-2:] == [HELD, HELD]
    (_, both) = turn.room.match.marks
    assert both.count == 2  # a turn is one mark
    over = play_deal(turn).room
    assert any(marks(over))
    assert playing.advance(over).room.match.marks == ()


def seated_next(room: Room) -> Change:
    return play_until_seat(Change(room), 0)


def test_a_lowered_move_of_a_held_seat_says_both():
    held = seating.absent(play_until_seat(start_room(2), 0).room, {"p0"}).room
    assert told(lowered(held)) == [{"level": "normal", "held": True, "instead_of": "greedy"}]
    same = playing.act(held, 0, {"type": "draw_stock"}, fresh_draw, "cpu", "greedy")
    assert told(same) == [HELD]


def test_a_record_with_lowered_moves_is_verified_in_both_forms():
    change = start_room(1)
    change = Change(with_occupant(change.room, 2, cpu(2, "hard")))
    log, many = [], 0
    while change.room.phase != "ended":
        room = change.room
        if room.phase == "pause":
            change = playing.advance(room)
            continue
        down = room.match.state.to_move == 2 and room.match.action_count % 3 == 0
        change = lowered(room) if down else one_move(change)
        many += down
        if down:
            assert LOWERED in told(change)
        log.append(codec.dump_action(change.action))
    room = change.room
    form = whole_record(finished_data(room, room.match), codec.load_actions(log))
    record = parse_record(form)
    assert record.format == 2
    assert len(record.lowered) == many > 10
    assert replay(record).outcome.totals == room.match.state.totals
    text = write_text(record)
    assert ", level normal: draw stock" in text
    verify_text(text)
    assert parse_text(text) == record
    at = record.lowered[0][0]
    for wrong, field in (
        (((at, "hard"),), f"actions[{at}][2]"),  # the seat's own level
        (((len(log), "normal"),), f"actions[{len(log)}]"),
        (((by_person(record), "normal"),), f"actions[{by_person(record)}][2]"),
    ):
        with pytest.raises(RuleError) as fault:
            replay(replace(record, lowered=wrong))
        assert (fault.value.code, fault.value.data) == ("wrong_field", {"field": field})
    assert refusal(lambda: parse_record(form | {"format": 1})) == "wrong_field"


def by_person(record) -> int:
    """The number of an action that the person in seat 0 made."""
    return next(at for at, (seat, _) in enumerate(record.actions) if seat == 0)
