"""From start to the first card: nonces are promised, frozen, revealed; and what is missing."""

import hashlib

import pytest

from games.rules.core import shuffle
from server.rooms import playing, seating, starting
from server.rooms.room import Change
from server.rooms.views import view_match, view_room
from tests.rooms.pure import (
    fresh_draw,
    lobby,
    play_deal,
    play_match,
    refusal,
    sha,
    start_room,
    types,
)

ONE, TWO, THREE = (bytes([n]) * 32 for n in (1, 2, 3))


def promised(*nonces):
    """A lobby in which p0, p1, … have promised these nonces."""
    room = lobby(len(nonces))
    for number, nonce in enumerate(nonces):
        if nonce is not None:
            player = f"p{number}"
            room = starting.commit(room, player, room.upcoming.match_id, sha(nonce)).room
    return room


def test_without_nonces_the_match_begins_at_once_as_it_was_promised():
    room = lobby()
    published = view_room(room)["next"]["commitment"]
    begun = starting.start(room, "p0")
    match = begun.room.match
    assert [one.kind for one in begun.room.seats] == ["person", "cpu", "cpu", "cpu"]
    assert begun.room_events[-1]["commitment"] == published
    assert hashlib.sha256(match.draw.secret).hexdigest() == published
    assert match.seed == shuffle.shuffle_seed(match.draw.secret, match.draw.match_id, (None,) * 4)
    assert match.first_dealer == shuffle.drawn_dealer(match.seed, 4)
    assert match.state.first_dealer == match.first_dealer
    assert refusal(lambda: starting.start(begun.room, "p0")) == "match_running"
    assert refusal(lambda: starting.start(room, "p1")) == "not_host"
    assert refusal(lambda: starting.start(lobby(0), "p0")) == "nobody_seated"


def test_promises_are_frozen_and_the_last_nonce_begins_the_match():
    room = promised(ONE, TWO)
    ident = room.upcoming.match_id
    frozen = starting.start(room, "p0")
    assert frozen.room.phase == "starting"
    assert frozen.room_events[-1] == {"type": "starting", "match": ident, "attempt": 1}
    assert view_room(frozen.room)["next"]["commitments"] == [sha(ONE), sha(TWO), None, None]
    first = starting.reveal(frozen.room, "p1", ident, TWO.hex())
    assert first.room.phase == "starting"
    assert view_room(first.room)["next"]["revealed"] == [1]
    assert TWO.hex() not in str(view_room(first.room))  # none is shown until all are in
    begun = starting.reveal(first.room, "p0", ident, ONE.hex())
    match = begun.room.match
    assert begun.room.phase == "playing"
    assert match.nonces == (ONE, TWO, None, None)
    assert match.commitments == (sha(ONE), sha(TWO), None, None)
    assert match.seed == shuffle.shuffle_seed(match.draw.secret, ident, (ONE, TWO, None, None))
    form = view_match(begun.room, 0)
    assert form["nonces"] == [ONE.hex(), TWO.hex(), None, None]
    assert form["nonce_commitments"] == [sha(ONE), sha(TWO), None, None]


def test_while_a_match_is_starting_nobody_comes_or_goes():
    room = starting.start(promised(ONE, TWO), "p0").room
    ident = room.upcoming.match_id
    for call in (
        lambda: seating.sit(room, "p9", "P9", None),
        lambda: seating.stand(room, "p1"),
        lambda: seating.swap(room, "p0", 1),
        lambda: seating.add_cpu(room, "p0", 2, "greedy"),
        lambda: seating.remove_cpu(room, "p0", 2),
        lambda: seating.configure(room, "p0", {"clock": 15}),
        lambda: starting.start(room, "p0"),
        lambda: starting.commit(room, "p0", ident, sha(THREE)),
    ):
        assert refusal(call) == "match_starting"
    assert refusal(lambda: seating.absent(room, {"p0"})) == "nothing_to_do"


def test_wrong_promises_and_nonces_are_refused():
    room = promised(ONE, None)
    ident = room.upcoming.match_id
    assert refusal(lambda: starting.commit(room, "p9", ident, sha(ONE))) == "not_seated"
    assert refusal(lambda: starting.commit(room, "p1", "m0", sha(ONE))) == "stale_match"
    assert refusal(lambda: starting.reveal(room, "p0", ident, ONE.hex())) == "not_starting"
    begun = start_room(1).room
    assert refusal(lambda: starting.commit(begun, "p0", ident, sha(ONE))) == "match_running"
    frozen = starting.start(room, "p0").room
    for call, code in (
        (lambda: starting.reveal(frozen, "p9", ident, ONE.hex()), "not_seated"),
        (lambda: starting.reveal(frozen, "p1", ident, ONE.hex()), "no_commitment"),
        (lambda: starting.reveal(frozen, "p0", "m0", ONE.hex()), "stale_match"),
        (lambda: starting.reveal(frozen, "p0", ident, TWO.hex()), "wrong_nonce"),
    ):
        assert refusal(call) == code


def test_a_nonce_is_revealed_once():
    frozen = starting.start(promised(ONE, TWO), "p0").room
    ident = frozen.upcoming.match_id
    once = starting.reveal(frozen, "p0", ident, ONE.hex()).room
    assert refusal(lambda: starting.reveal(once, "p0", ident, ONE.hex())) == "already_revealed"


def test_a_missing_nonce_throws_everything_away_once():
    room = promised(ONE, TWO)
    draw = room.upcoming
    half = starting.reveal(starting.start(room, "p0").room, "p0", draw.match_id, ONE.hex()).room
    again = starting.time_up(half, fresh_draw)
    assert again.room.phase == "starting"
    assert again.room.upcoming not in (draw, None)
    assert again.room_events == (
        {"type": "start_again", "missing": [1], "match": again.room.upcoming.match_id},
    )
    assert view_room(again.room)["next"]["commitments"] == [None] * 4
    ident = again.room.upcoming.match_id
    assert refusal(lambda: starting.commit(again.room, "p0", draw.match_id, sha(ONE))) == (
        "stale_match"
    )
    one = starting.commit(again.room, "p0", ident, sha(THREE)).room
    assert one.starting.stage == "commit"
    both = starting.commit(one, "p1", ident, sha(TWO))
    assert both.room.starting.stage == "reveal"
    assert both.room_events == ({"type": "starting", "match": ident, "attempt": 2},)
    shown = starting.reveal(both.room, "p0", ident, THREE.hex()).room
    begun = starting.time_up(shown, fresh_draw)
    assert begun.room.phase == "playing"
    assert begun.room.match.nonces == (THREE, None, None, None)
    assert begun.room.match.commitments == (sha(THREE), sha(TWO), None, None)  # the record says so
    assert begun.room.upcoming.match_id == ident


@pytest.mark.parametrize("promises", [0, 1])
def test_the_second_attempt_waits_for_promises_only_so_long(promises):
    room = starting.time_up(starting.start(promised(ONE, TWO), "p0").room, fresh_draw).room
    ident = room.upcoming.match_id
    if promises:
        room = starting.commit(room, "p1", ident, sha(THREE)).room
    later = starting.time_up(room, fresh_draw).room
    assert later.phase == ("starting" if promises else "playing")
    if promises:
        assert later.starting.frozen == (None, sha(THREE), None, None)


def test_promises_come_with_a_seat_and_with_a_rematch():
    room = seating.sit(lobby(1), "p1", "P1", None, sha(TWO)).room
    frozen = starting.start(room, "p0").room
    assert frozen.starting.frozen == (None, sha(TWO), None, None)
    assert dict(seating.stand(room, "p1").room.commits) == {}
    ended = play_match(start_room(2)).room
    wanting = playing.rematch(ended, "p0", sha(ONE)).room
    both = playing.rematch(wanting, "p1", sha(TWO)).room
    assert both.phase == "starting"
    ident = both.upcoming.match_id
    one = starting.reveal(both, "p0", ident, ONE.hex()).room
    again = starting.reveal(one, "p1", ident, TWO.hex())
    assert again.room.match.number == 2
    assert again.room.match.first_dealer == (ended.match.first_dealer + 1) % 4
    assert types(again) == ["match_started"]


def test_a_held_seat_s_nonce_is_not_waited_for():
    room = seating.absent(promised(ONE, TWO), {"p1"}).room
    frozen = starting.start(room, "p0").room
    assert frozen.starting.frozen == (sha(ONE), None, None, None)


def test_time_up_needs_a_start():
    assert refusal(lambda: starting.time_up(lobby(), fresh_draw)) == "not_starting"


def test_what_is_promised_while_a_match_is_played_is_not_for_the_next_one():
    over = play_deal(start_room(1)).room
    sat = seating.sit(over, "p9", "P9", 2, sha(TWO)).room
    assert view_room(sat)["next"]["commitments"] == [None] * 4
    ended = play_match(Change(sat)).room
    assert ended.phase == "ended"
    assert view_room(ended)["next"]["commitments"] == [None] * 4


def test_a_host_who_starts_is_there():
    away = seating.absent(lobby(1), {"p0"}).room
    begun = starting.start(away, "p0")
    assert types(begun)[0] == "given_back"
    assert begun.room.seats[0].held is None
