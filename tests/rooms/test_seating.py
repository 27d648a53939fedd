"""Who sits where: every way to come, go, swap and be sent away, and every refusal."""

from dataclasses import replace

import pytest

from server.rooms import follow, playing, seating, starting
from server.rooms.room import Claim
from tests.rooms.pure import (
    lobby,
    one_move,
    play_deal,
    play_match,
    play_until_seat,
    refusal,
    start_room,
    types,
)


def test_seats_are_taken_left_moved_and_refused():
    room = lobby()
    two = seating.sit(room, "p1", "P1", 2)
    assert two.room.seats[2].player == "p1"
    assert two.room_events == ({"type": "seat_taken", "seat": 2, "name": "P1"},)
    assert refusal(lambda: seating.sit(two.room, "p1", "P1", None)) == "already_seated"
    assert refusal(lambda: seating.sit(two.room, "p1", "P1", 2)) == "already_seated"
    assert refusal(lambda: seating.sit(two.room, "p2", "P2", 2)) == "seat_taken"
    assert refusal(lambda: seating.sit(two.room, "p2", "P2", 4)) == "no_such_seat"
    moved = seating.sit(two.room, "p1", "P1", 3)
    assert [one and one.player for one in moved.room.seats] == ["p0", None, None, "p1"]
    assert moved.room_events == ({"type": "seat_moved", "from": 2, "seat": 3, "name": "P1"},)
    assert seating.stand(two.room, "p1").room.seats[2] is None
    assert refusal(lambda: seating.stand(room, "p9")) == "not_seated"
    full = play_match(start_room(4)).room
    assert refusal(lambda: seating.sit(full, "p9", "P9", None)) == "room_full"


def test_a_friend_takes_a_cpu_s_seat_before_a_match():
    room = seating.add_cpu(lobby(3), "p0", 3, "random").room
    late = seating.sit(room, "p9", "P9", None).room
    assert late.seats[3].player == "p9"


def test_while_a_deal_is_played_a_cpu_s_seat_is_claimed_and_had_at_its_end():
    begun = start_room(2)
    claimed = seating.sit(begun.room, "p9", "P9", 3)
    assert types(claimed) == ["claimed"]
    assert claimed.room.seats == begun.room.seats
    assert claimed.room.claims == (Claim(3, "p9", "P9"),)
    assert refusal(lambda: seating.sit(claimed.room, "p8", "P8", 3)) == "seat_claimed"
    assert refusal(lambda: seating.sit(claimed.room, "p8", "P8", 1)) == "seat_taken"
    assert seating.sit(claimed.room, "p8", "P8", None).room.claims[1].seat == 2
    elsewhere = seating.sit(claimed.room, "p9", "P9", 2).room
    assert elsewhere.claims == (Claim(2, "p9", "P9"),)
    over = play_deal(claimed)
    assert over.room.phase == "pause"
    assert over.room.seats[3].player == "p9"
    assert over.room.claims == ()
    assert over.room_events[-1] == {"type": "seat_taken", "seat": 3, "name": "P9"}
    spans = [span for span in over.room.match.intervals if span.seat == 3]
    assert [span.occupant.player for span in spans] == [None, "p9"]
    assert spans[1].from_action == over.room.match.action_count
    ready = playing.ready(playing.ready(over.room, "p0").room, "p1")
    assert ready.room.phase == "pause"  # the third person has not seen the sheet
    assert playing.ready(ready.room, "p9").room.phase == "playing"


def test_who_left_a_seat_in_this_deal_is_led_back_to_it():
    begun = start_room(3).room
    room = begun
    for _ in range(3):  # however often
        room = seating.sit(seating.stand(room, "p2").room, "p2", "P2", None).room
        assert room.seat_of("p2") == 2
    assert room.match.left == (("p2", 2),)
    left = seating.stand(room, "p2").room
    claimed = seating.sit(left, "p9", "P9", 2).room
    assert seating.sit(claimed, "p2", "P2", None).room.claims[1] == Claim(3, "p2", "P2")


def test_a_claim_is_dropped():
    claimed = seating.sit(start_room(2).room, "p9", "P9", 3).room
    dropped = seating.stand(claimed, "p9")
    assert types(dropped) == ["claim_dropped"]
    assert dropped.room.claims == ()
    assert refusal(lambda: seating.stand(dropped.room, "p9")) == "not_seated"


def test_who_waits_for_a_seat_has_it_after_the_match_and_not_in_its_record():
    change = play_deal(start_room(1))
    while change.room.match.state.deal < 8:
        change = play_deal(playing.advance(change.room))
        if change.room.match.state.deal == 7:
            break
    last = seating.sit(playing.advance(change.room).room, "p9", "P9", 2)
    ended = play_match(last)
    assert ended.room.phase == "ended"
    assert ended.room.seats[2].player == "p9"
    assert all(span.occupant.player != "p9" for span in ended.room.match.intervals)


def test_who_leaves_in_a_deal_leaves_a_cpu_and_may_come_back_to_that_seat_only():
    begun = start_room(3)
    left = seating.stand(begun.room, "p0")
    assert types(left) == ["seat_left", "host_changed"]
    assert left.room.host == "p1"
    seat = left.room.seats[0]
    assert (seat.kind, seat.level, seat.player) == ("cpu", "greedy", None)
    assert left.room.match.intervals[-1].occupant == seat
    other = seating.sit(left.room, "p0", "P0", 3)
    assert types(other) == ["claimed"]  # a seat they did not sit in: not in this deal
    assert refusal(lambda: seating.sit(left.room, "p1", "P1", 3)) == "seated_in_deal"
    again = seating.sit(left.room, "p0", "P0", 0)
    assert types(again) == ["seat_taken"]
    assert again.room.seats[0].player == "p0"
    assert types(seating.sit(left.room, "p9", "P9", 0)) == ["claimed"]
    taken = seating.sit(left.room, "p9", "P9", 0).room
    assert refusal(lambda: seating.sit(taken, "p0", "P0", 0)) == "seat_claimed"
    later = playing.advance(play_deal(left).room).room
    assert types(seating.sit(later, "p0", "P0", 0)) == ["claimed"]


def test_between_deals_seats_change_at_once():
    over = play_deal(start_room(2)).room
    moved = seating.sit(over, "p1", "P1", 3)
    assert [one.player for one in moved.room.seats] == ["p0", None, None, "p1"]
    assert moved.room.match.intervals[-1].occupant.player == "p1"
    left = seating.stand(over, "p1").room
    assert left.seats[1].kind == "cpu"
    assert playing.ready(left, "p0").room.phase == "playing"


def test_who_leaves_does_not_hold_up_the_others():
    over = play_deal(start_room(2)).room
    waiting = playing.ready(over, "p1").room
    assert seating.stand(waiting, "p0").room.phase == "playing"
    ended = play_match(start_room(2)).room
    begun = seating.stand(playing.rematch(ended, "p1").room, "p0")
    assert begun.room.phase == "playing"
    assert [one.kind for one in begun.room.seats] == ["cpu", "person", "cpu", "cpu"]
    assert types(begun) == ["seat_left", "host_changed", "cpu_added", "match_started"]


def test_two_people_swap_when_both_ask():
    room = lobby(3)
    asked = seating.swap(room, "p0", 2)
    assert asked.room_events == ({"type": "swap_asked", "from": 0, "to": 2},)
    assert asked.room.seats == room.seats
    done = seating.swap(asked.room, "p2", 0)
    assert [one and one.player for one in done.room.seats] == ["p2", "p1", "p0", None]
    assert done.room.swaps == ()
    assert done.room.host == "p0"
    assert seating.swap(asked.room, "p0", None).room.swaps == ()
    assert seating.swap(asked.room, "p0", 1).room.swaps == ((0, 1),)
    assert seating.stand(asked.room, "p2").room.swaps == ()
    assert refusal(lambda: seating.swap(room, "p0", 0)) == "own_seat"
    assert refusal(lambda: seating.swap(room, "p0", 3)) == "no_person"
    assert refusal(lambda: seating.swap(room, "p0", 7)) == "no_such_seat"
    assert refusal(lambda: seating.swap(room, "p9", 0)) == "not_seated"
    assert refusal(lambda: seating.swap(start_room(2).room, "p0", 1)) == "deal_running"
    paused = play_deal(start_room(2)).room
    swapped = seating.swap(seating.swap(paused, "p0", 1).room, "p1", 0).room
    spans = {span.seat: span.occupant.player for span in swapped.match.intervals}
    assert (spans[0], spans[1]) == ("p1", "p0")


@pytest.mark.parametrize("phase", ["lobby", "playing"])
def test_two_others_send_a_person_away(phase):
    room = lobby(3) if phase == "lobby" else start_room(3).room
    asked = seating.kick(room, "p0", 2)
    assert asked.room_events == ({"type": "kick_asked", "seat": 2, "votes": 1},)
    assert refusal(lambda: seating.kick(asked.room, "p0", 2)) == "already_voted"
    gone = seating.kick(asked.room, "p1", 2)
    assert types(gone) == ["kicked"]
    assert gone.room.seat_of("p2") is None
    assert refusal(lambda: seating.sit(gone.room, "p2", "P2", None)) == "kicked"
    assert gone.room.kicks == ()


def test_with_two_people_there_is_only_leaving():
    assert refusal(lambda: seating.kick(lobby(2), "p0", 1)) == "kick_needs_two"
    assert refusal(lambda: seating.kick(lobby(3), "p0", 0)) == "own_seat"
    assert refusal(lambda: seating.kick(lobby(3), "p0", 3)) == "no_person"
    assert refusal(lambda: seating.kick(lobby(3), "p9", 0)) == "not_seated"
    voted = seating.kick(lobby(4), "p0", 3).room
    assert seating.stand(voted, "p0").room.kicks == ()


def test_votes_are_of_one_match():
    voted = seating.kick(lobby(4), "p0", 3).room
    assert starting.start(voted, "p0").room.kicks == ()


def test_only_the_host_sets_cpus_and_options():
    room = lobby()
    assert refusal(lambda: seating.add_cpu(room, "p1", 1, "greedy")) == "not_host"
    assert refusal(lambda: seating.add_cpu(room, "p0", 1, "genius")) == "unknown_level"
    assert refusal(lambda: seating.add_cpu(room, "p0", 0, "greedy")) == "seat_taken"
    assert refusal(lambda: seating.remove_cpu(room, "p0", 0)) == "no_cpu"
    with_cpu = seating.add_cpu(room, "p0", 1, "random").room
    assert with_cpu.seats[1].level == "random"
    assert seating.add_cpu(with_cpu, "p0", 1, "greedy").room.seats[1].level == "greedy"
    assert seating.remove_cpu(with_cpu, "p0", 1).room.seats[1] is None
    assert refusal(lambda: seating.remove_cpu(with_cpu, "p1", 1)) == "not_host"
    assert refusal(lambda: seating.configure(room, "p1", {"clock": 30})) == "not_host"
    chosen = seating.configure(room, "p0", {"clock": 30, "level": "random", "public": True})
    assert seating.configure(chosen.room, "p0", {"pace": "fast"}).room.options.pace == "fast"
    assert (chosen.room.options.clock, chosen.room.options.level) == (30, "random")
    assert (chosen.room.options.public, chosen.room.options.chat) == (True, False)
    assert chosen.room_events[0]["chat"] is False
    both = seating.configure(room, "p0", {"public": True, "chat": True}).room
    assert both.options.chat
    assert seating.configure(both, "p0", {"public": True, "clock": 15}).room.options.chat
    assert refusal(lambda: seating.configure(room, "p0", {"clock": 7})) == "unknown_clock"
    assert refusal(lambda: seating.configure(room, "p0", {"level": "genius"})) == "unknown_level"
    begun = starting.start(chosen.room, "p0").room
    assert [one.level for one in begun.seats[1:]] == ["random"] * 3
    assert refusal(lambda: seating.configure(begun, "p0", {"clock": 0})) == "match_running"


def test_a_host_without_a_seat_is_stood_in_for():
    room = lobby(0)
    friend = seating.sit(room, "p1", "P1", None)
    assert types(friend) == ["seat_taken", "host_changed"]
    assert starting.start(friend.room, "p1").room.phase == "playing"
    own = seating.sit(friend.room, "p0", "P0", None)
    assert types(own) == ["seat_taken", "host_changed"]
    assert refusal(lambda: starting.start(own.room, "p1")) == "not_host"
    left = seating.stand(own.room, "p0").room
    back = seating.sit(left, "p0", "P0", None).room
    assert back.acting_host == "p1"  # who left gave the role away


def test_absence_holds_a_seat_and_passes_the_host_on():
    begun = start_room(2)
    gone = seating.absent(begun.room, {"p0", "p7"})
    assert types(gone) == ["held", "host_changed"]
    assert gone.room.seats[0].held == "away"
    assert gone.room.host == "p1"
    assert gone.room.watched == ("p1",)
    assert refusal(lambda: seating.absent(gone.room, {"p0"})) == "nothing_to_do"
    assert refusal(lambda: seating.absent(begun.room, {"p7"})) == "nothing_to_do"
    waiting = lobby(2)
    held = seating.absent(waiting, {"p1"}).room
    assert held.seats[1].held == "away"
    freed = seating.absent(lobby(2, public=True), {"p1"})
    assert freed.room.seats[1] is None
    assert types(freed) == ["seat_left"]


def test_absence_in_a_pause_lets_the_others_go_on():
    over = play_deal(start_room(2)).room
    waiting = playing.ready(over, "p1").room
    gone = seating.absent(waiting, {"p0"})
    assert gone.room.phase == "playing"


def test_a_new_name_is_shown_and_recorded():
    begun = start_room(1)
    renamed = seating.rename(begun.room, "p0", "রহিম")
    assert renamed.room.seats[0].name == "রহিম"
    assert renamed.room_events == ({"type": "renamed", "seat": 0, "name": "রহিম"},)
    assert [span.occupant.name for span in renamed.room.match.intervals if span.seat == 0] == [
        "রহিম"
    ]
    claimed = seating.sit(begun.room, "p9", "P9", 2).room
    assert seating.rename(claimed, "p9", "Nine").room.claims[0].name == "Nine"
    assert refusal(lambda: seating.rename(begun.room, "p8", "Eight")) == "not_seated"


def test_a_quick_room_starts_when_it_is_full_of_people():
    room = lobby(1, "rummy500", public=True, quick=True)
    full = seating.sit(room, "p1", "P1", None)
    assert full.room.phase == "playing"
    assert refusal(lambda: starting.fill(room)) == "nothing_to_do"
    filled = starting.fill(replace(room, options=replace(room.options, fill=True)))
    assert [one.kind for one in filled.room.seats] == ["person", "cpu"]


def test_nothing_of_a_seat_changes_hands_with_a_held_turn():
    begun = play_until_seat(start_room(2, clock=15), 0)
    late = playing.run_out(begun.room)
    assert types(late) == ["clock_ran_out", "held"]
    gone = seating.absent(late.room, {"p0"}).room
    assert gone.seats[0].held == "away"  # stays held when the turn is over
    passed = one_move(one_move(follow.settled(gone, replace(late, room=gone))))
    assert passed.room.seats[0].held == "away"


def test_a_stranger_who_went_away_during_a_match_has_no_seat_after_it():
    begun = start_room(2, public=True)
    away = seating.absent(begun.room, {"p1"})
    assert "p1" not in away.room.watched
    over = play_match(away).room
    assert over.seats[1].held == "away"
    assert "p1" in over.watched
    gone = seating.absent(over, {"p1"})
    assert types(gone) == ["seat_left"]
    assert gone.room.seats[1] is None
    # Among friends the seat stays theirs.
    assert "p1" not in replace(over, options=replace(over.options, public=False)).watched
