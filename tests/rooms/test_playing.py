"""From the first card on: clocks, held seats, deals, rematches, the evening."""

from games.rules.core.record import parse_record
from server.rooms import playing, seating
from server.rooms.finish import finished_data, whole_record
from server.rooms.room import Change, Standing
from tests.rooms.pure import (
    fresh_draw,
    one_move,
    play_deal,
    play_match,
    play_until_seat,
    refusal,
    start_room,
    types,
)


def test_a_match_pauses_between_deals_and_ends():
    change = play_deal(start_room(2))
    assert change.room.phase == "pause"
    one = playing.ready(change.room, "p0")
    assert one.room.phase == "pause"
    assert one.room.ready == (0,)
    assert refusal(lambda: playing.ready(one.room, "p0")) == "already_ready"
    assert refusal(lambda: playing.ready(one.room, "p9")) == "not_seated"
    both = playing.ready(one.room, "p1")
    assert both.room.phase == "playing"
    assert both.room.match.state.deal == 2
    assert refusal(lambda: playing.ready(both.room, "p0")) == "not_paused"
    assert refusal(lambda: playing.rematch(both.room, "p0")) == "match_not_over"
    assert refusal(lambda: playing.advance(both.room)) == "not_paused"
    change = play_match(both)
    assert change.finished
    old, last = change.room.match, change.room
    assert last.upcoming != old.draw
    again = playing.rematch(playing.rematch(last, "p0").room, "p1")
    assert again.room.match.number == 2
    assert again.room.match.draw == last.upcoming
    assert again.room.match.first_dealer == (old.first_dealer + 1) % 4
    form = {"type": "draw_stock"}
    assert refusal(lambda: playing.act(last, 0, form, fresh_draw)) == "no_match"


def test_a_decision_is_asked_for_once():
    match = start_room().room.match
    ident, state = match.draw.match_id, match.state
    playing.check_decision(match, ident, state.deal, state.turn, state.step)
    for wrong in (
        ("other", state.deal, state.turn, state.step),
        (ident, state.deal + 1, state.turn, state.step),
        (ident, state.deal, state.turn - 1, state.step),
        (ident, state.deal, state.turn, state.step + 1),
    ):
        assert refusal(lambda wrong=wrong: playing.check_decision(match, *wrong)) == "stale_action"


def test_another_seat_cannot_move():
    room = start_room().room
    other = (room.match.state.to_move + 1) % 4
    form = {"type": "draw_stock"}
    assert refusal(lambda: playing.act(room, other, form, fresh_draw)) == "not_your_turn"


def test_a_clock_that_runs_out_gives_this_turn_to_a_cpu():
    begun = play_until_seat(start_room(2, clock=15), 0)
    late = playing.run_out(begun.room)
    assert late.room_events == (
        {"type": "clock_ran_out", "seat": 0},
        {"type": "held", "seat": 0, "why": "clock"},
    )
    assert playing.cpu_to_move(late.room) == 0
    assert refusal(lambda: playing.run_out(late.room)) == "nothing_to_do"
    change = one_move(late)
    assert change.room.seats[0].held == "clock"
    change = one_move(change)
    assert change.room.match.state.to_move != 0
    assert change.room.seats[0].held is None
    assert types(change) == ["given_back"]
    spans = [
        (s.occupant.held, s.occupant.level) for s in change.room.match.intervals if s.seat == 0
    ]
    assert spans == [(None, None), ("clock", "greedy"), (None, None)]


def test_two_turns_in_a_row_run_out_and_the_seat_is_held_until_it_is_taken_back():
    change = play_until_seat(start_room(2, clock=15), 0)
    change = play_until_seat(playing.run_out(change.room), 0)
    late = playing.run_out(change.room)
    assert late.room.seats[0].held == "idle"
    assert types(late) == ["clock_ran_out", "held", "host_changed"]
    change = play_until_seat(late, 1)
    assert change.room.seats[0].held == "idle"
    back = playing.back(change.room, "p0")
    assert types(back) == ["given_back"]
    assert back.room.seats[0].held is None
    assert refusal(lambda: playing.back(back.room, "p0")) == "not_held"
    assert refusal(lambda: playing.back(back.room, "p9")) == "not_seated"


def test_a_turn_that_the_cpu_has_got_is_not_begun_again_by_taking_the_seat_back():
    begun = play_until_seat(start_room(2, clock=15), 0).room
    late = playing.run_out(begun).room
    idle = playing.run_out(play_until_seat(playing.run_out(begun), 0).room).room
    away = seating.absent(begun, {"p0"}).room
    assert refusal(lambda: playing.back(late, "p0")) == "not_held"
    for room in (idle, away):
        back = playing.back(room, "p0")
        assert back.room_events == ({"type": "held", "seat": 0, "why": "clock"},)
        assert refusal(lambda room=back.room: playing.back(room, "p0")) == "not_held"
    left = seating.stand(begun, "p0").room
    again = seating.sit(left, "p0", "P0", 0)
    assert types(again) == ["seat_taken", "held"]
    for room in (late, playing.back(idle, "p0").room, playing.back(away, "p0").room, again.room):
        assert (room.seats[0].held, playing.cpu_to_move(room)) == ("clock", 0)
        change = one_move(one_move(Change(room)))
        assert change.room.seats[0].held is None
        assert types(change) == ["given_back"]


def test_who_acts_in_a_turn_that_the_cpu_has_got_has_the_next_one():
    begun = play_until_seat(start_room(2, clock=15), 0).room
    for room in (playing.run_out(begun).room, seating.absent(begun, {"p0"}).room):
        moved = playing.act(room, 0, {"type": "draw_stock"}, fresh_draw)
        assert (moved.room.seats[0].held, playing.cpu_to_move(moved.room)) == ("clock", 0)
        assert moved.room.match.runs == room.match.runs
        assert one_move(moved).room.seats[0].held is None


def test_a_rematch_begins_with_somebody_there():
    over = play_match(start_room(2)).room
    away = seating.absent(playing.rematch(over, "p0").room, {"p0"}).room
    left = seating.stand(away, "p1")
    assert left.room.phase == "ended"
    assert types(playing.back(left.room, "p0"))[-1] == "match_started"


def test_a_turn_played_by_oneself_starts_the_count_anew():
    change = play_until_seat(start_room(1, clock=15), 0)
    change = play_until_seat(playing.run_out(change.room), 0)
    change = one_move(one_move(change))
    assert change.room.match.runs[0] == 0
    change = play_until_seat(change, 0)
    assert playing.run_out(change.room).room.seats[0].held == "clock"


def test_the_next_action_takes_a_held_seat_back():
    begun = play_until_seat(start_room(2), 0)
    held = seating.absent(begun.room, {"p0"}).room
    assert playing.cpu_to_move(held) == 0
    moved = playing.act(held, 0, {"type": "draw_stock"}, fresh_draw)
    assert types(moved) == ["given_back"]
    assert moved.room.seats[0].held is None
    assert playing.cpu_to_move(moved.room) is None
    # A refused action gives nothing back.
    form = {"type": "discard", "card": "KD"}
    assert refusal(lambda: playing.act(held, 0, form, fresh_draw)) == "draw_first"


def test_a_held_seat_is_not_waited_for_and_ready_takes_it_back():
    over = play_deal(start_room(3)).room
    held = seating.absent(over, {"p2"}).room
    here = playing.ready(held, "p2").room
    assert here.seats[2].held is None
    going = playing.ready(playing.ready(held, "p0").room, "p1").room
    assert going.phase == "playing"


def test_the_record_tells_who_played_when():
    begun = play_until_seat(start_room(2), 0)
    held = seating.absent(begun.room, {"p0"})
    ended = play_match(playing.act(held.room, 0, {"type": "draw_stock"}, fresh_draw, "cpu"))
    room = ended.room
    record = parse_record(whole_record(finished_data(room, room.match), []) | {"actions": []})
    of_seat = [(one.kind, one.player, one.level) for one in record.occupants if one.seat == 0]
    assert of_seat == [("person", "p0", None), ("cpu", "p0", "greedy")]


def test_the_evening_is_summed_up():
    first = play_match(start_room(2))
    room = first.room
    assert {one.player for one in room.evening} == {"p0", "p1", None}
    assert sum(one.wins for one in room.evening) >= 1
    assert all(one.matches == 1 for one in room.evening)
    totals = room.match.state.totals
    p0 = next(one for one in room.evening if one.player == "p0")
    assert p0.points == totals[0]
    second = play_match(playing.rematch(playing.rematch(room, "p0").room, "p1"))
    again = next(one for one in second.room.evening if one.player == "p0")
    assert again == Standing(
        "p0",
        "P0",
        2,
        p0.wins + (0 in _winners(second.room)),
        p0.points + second.room.match.state.totals[0],
    )
    wins = [one.wins for one in second.room.evening]
    assert wins == sorted(wins, reverse=True)


def _winners(room):
    best = max(room.match.state.totals)
    return [seat for seat, total in enumerate(room.match.state.totals) if total == best]
