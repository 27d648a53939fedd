"""The pure transitions of a room, and every refusal."""

from dataclasses import replace

import pytest

from games.rules.core import shuffle
from games.rules.core.errors import FormatError, RuleError
from games.rules.core.registry import get_game
from games.store.store import Change as StoreChange
from server.rooms import codec
from server.rooms import room as rooms
from server.rooms.room import Change, Room
from server.rooms.service import fresh_draw
from tests.rooms.samples import FOLDER, sample_change
from tests.rooms.table import Ear, start_room


def lobby() -> Room:
    return rooms.sit(rooms.new_room("ABC234", "remi", "p0", fresh_draw), "p0", "P0", None).room


def refusal(call) -> str:
    with pytest.raises(RuleError) as caught:
        call()
    return caught.value.code


def test_seats_are_taken_left_and_refused():
    room = lobby()
    two = rooms.sit(room, "p1", "P1", 2)
    assert two.room.seats[2].player == "p1"
    assert two.room_events == ({"type": "seat_taken", "seat": 2, "name": "P1"},)
    assert refusal(lambda: rooms.sit(two.room, "p1", "P1", 3)) == "already_seated"
    assert refusal(lambda: rooms.sit(two.room, "p2", "P2", 2)) == "seat_taken"
    assert refusal(lambda: rooms.sit(two.room, "p2", "P2", 4)) == "no_such_seat"
    assert rooms.stand(two.room, "p1").room.seats[2] is None
    assert refusal(lambda: rooms.stand(room, "p9")) == "not_seated"
    full = start_room(4).room
    assert refusal(lambda: rooms.sit(replace(full, phase="ended"), "p9", "P9", None)) == "room_full"
    assert refusal(lambda: rooms.sit(full, "p9", "P9", None)) == "match_running"
    assert refusal(lambda: rooms.stand(full, "p1")) == "match_running"


def test_only_the_host_sets_cpus_and_starts():
    room = lobby()
    assert refusal(lambda: rooms.add_cpu(room, "p1", 1, "greedy")) == "not_host"
    assert refusal(lambda: rooms.add_cpu(room, "p0", 1, "genius")) == "unknown_level"
    assert refusal(lambda: rooms.add_cpu(room, "p0", 0, "greedy")) == "seat_taken"
    assert refusal(lambda: rooms.remove_cpu(room, "p0", 0)) == "no_cpu"
    with_cpu = rooms.add_cpu(room, "p0", 1, "random").room
    assert with_cpu.seats[1].level == "random"
    assert rooms.remove_cpu(with_cpu, "p0", 1).room.seats[1] is None
    assert refusal(lambda: rooms.remove_cpu(with_cpu, "p1", 1)) == "not_host"
    assert refusal(lambda: rooms.start(room, "p1")) == "not_host"
    empty = rooms.new_room("ABC234", "remi", "p0", fresh_draw)
    assert refusal(lambda: rooms.start(empty, "p0")) == "nobody_seated"
    assert refusal(lambda: rooms.new_room("ABC234", "snap", "p0", fresh_draw)) == "unknown_game"


def test_start_fills_seats_and_keeps_the_commitment_published_before():
    room = lobby()
    promised = shuffle.commitment(room.upcoming.secret)
    begun = rooms.start(room, "p0")
    match = begun.room.match
    assert [one.kind for one in begun.room.seats] == ["person", "cpu", "cpu", "cpu"]
    assert begun.room_events[-1]["commitment"] == promised
    assert match.draw == room.upcoming
    seed = shuffle.shuffle_seed(match.draw.secret, match.draw.match_id, (None,) * 4)
    assert match.first_dealer == shuffle.drawn_dealer(seed, 4)
    assert match.state.first_dealer == match.first_dealer
    assert refusal(lambda: rooms.start(begun.room, "p0")) == "match_running"


def play_deal(change: Change) -> Change:
    """Play on with every seat's first legal action until the deal is over."""
    game = get_game(change.room.game)
    while change.room.phase == "playing":
        state = change.room.match.state
        action = game.legal_actions(state, state.to_move)[0]
        form = game.actions.dump(action)
        change = rooms.act(change.room, state.to_move, form, fresh_draw)
    return change


def test_a_match_pauses_between_deals_and_ends():
    change = play_deal(start_room(2))
    assert change.room.phase == "pause"
    one = rooms.ready(change.room, "p0")
    assert one.room.phase == "pause"
    assert one.room.ready == (0,)
    assert refusal(lambda: rooms.ready(one.room, "p0")) == "already_ready"
    assert refusal(lambda: rooms.ready(one.room, "p9")) == "not_seated"
    both = rooms.ready(one.room, "p1")
    assert both.room.phase == "playing"
    assert both.room.match.state.deal == 2
    assert refusal(lambda: rooms.ready(both.room, "p0")) == "not_paused"
    assert refusal(lambda: rooms.rematch(both.room, "p0")) == "match_not_over"
    change = both
    while True:
        change = play_deal(change)
        if change.room.phase == "ended":
            break
        change = rooms.advance(change.room)
    assert change.finished
    old, last = change.room.match, change.room
    assert last.upcoming != old.draw
    again = rooms.rematch(rooms.rematch(last, "p0").room, "p1")
    assert again.room.match.number == 2
    assert again.room.match.draw == last.upcoming
    assert again.room.match.first_dealer == (old.first_dealer + 1) % 4
    assert refusal(lambda: rooms.act(last, 0, {"type": "draw_stock"}, fresh_draw)) == "no_match"


def test_who_leaves_does_not_hold_up_the_rematch_of_the_others():
    change = play_deal(start_room(2))
    while change.room.phase != "ended":
        change = play_deal(rooms.advance(change.room))
    wanting = rooms.rematch(change.room, "p1").room
    begun = rooms.stand(wanting, "p0")
    assert begun.room.phase == "playing"
    assert [one.kind for one in begun.room.seats] == ["cpu", "person", "cpu", "cpu"]
    assert [event["type"] for event in begun.room_events][:2] == ["seat_left", "cpu_added"]


def test_a_decision_is_asked_for_once():
    match = start_room().room.match
    ident, state = match.draw.match_id, match.state
    rooms.check_decision(match, ident, state.deal, state.turn, state.step)
    for wrong in (
        ("other", state.deal, state.turn, state.step),
        (ident, state.deal + 1, state.turn, state.step),
        (ident, state.deal, state.turn - 1, state.step),
        (ident, state.deal, state.turn, state.step + 1),
    ):
        assert refusal(lambda wrong=wrong: rooms.check_decision(match, *wrong)) == "stale_action"


def test_another_seat_cannot_move():
    room = start_room().room
    other = (room.match.state.to_move + 1) % 4
    form = {"type": "draw_stock"}
    assert refusal(lambda: rooms.act(room, other, form, fresh_draw)) == "not_your_turn"


@pytest.mark.parametrize("people", [1, 4])
def test_a_room_survives_its_bytes(people):
    change = play_deal(start_room(people))
    for room in (lobby(), start_room(people).room, change.room):
        assert codec.load_room(codec.dump_room(room)) == room
    happened = codec.load_happened(codec.dump_happened(change))
    assert tuple(happened.events) == change.events


def test_a_newer_or_damaged_room_is_refused():
    data = codec.dump_room(lobby())
    assert refusal(lambda: codec.load_room(data.replace(b"\x01", b"\x02", 1))) == "newer_format"
    unknown = data.replace(b"remi", b"snap")
    assert refusal(lambda: codec.load_room(unknown)) == "newer_format"
    for broken in (b"", data[:-3], b"\xc0", b"\x91\x01"):
        assert refusal(lambda broken=broken: codec.load_room(broken)) == "damaged_room"


def test_every_format_that_landed_is_still_read():
    today = sample_change()
    samples = sorted(FOLDER.glob("*.hex"))
    assert {path.name for path in samples} >= {"room-1.hex", "events-1.hex"}
    for path in samples:
        data = bytes.fromhex(path.read_text())
        if path.name.startswith("room"):
            assert codec.load_room(data) == today.room
        else:
            assert tuple(codec.load_happened(data).events) == today.events


async def test_a_room_of_a_newer_format_is_left_to_newer_processes(table, runtime):
    await table.make(["p0"])
    ear = Ear("p0")
    await table.join(ear)
    kept = await table.kept()
    newer = codec.dump_room(kept.room).replace(b"\x01", b"\x02", 1)
    event = codec.dump_happened(Change(kept.room))
    await runtime.store.commit(table.code, kept.version, StoreChange(newer, event, None))
    while ear.closed is None:
        await runtime.store.ping()
    assert ear.closed == 1012
    with pytest.raises(FormatError, match="newer_format"):
        await runtime.service.load(table.code)
    late = Ear("p0")
    await runtime.hub.leave(table.code, ear)
    with pytest.raises(FormatError, match="newer_format"):
        await runtime.hub.join(table.code, late, None)
