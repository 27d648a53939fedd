"""A room's bytes: every field survives them, every format that landed is still read."""

import pytest

from server.rooms import codec
from server.rooms.room import RoomOptions, new_room
from tests.rooms.pure import fresh_draw, lobby, play_deal, refusal, start_room
from tests.rooms.samples import FOLDER, full_room, sample_change, sample_room


@pytest.mark.parametrize("people", [1, 4])
def test_a_room_survives_its_bytes(people):
    change = play_deal(start_room(people))
    for room in (lobby(), start_room(people).room, change.room, full_room()):
        assert codec.load_room(codec.dump_room(room)) == room
    happened = codec.load_happened(codec.dump_happened(change))
    assert tuple(happened.events) == change.events


def test_the_full_sample_leaves_no_field_at_its_default():
    room, plain = full_room(), lobby()
    fields = set(type(room).__dataclass_fields__) - {"code", "game", "host", "upcoming", "ready"}
    assert {name for name in fields if getattr(room, name) == getattr(plain, name)} == set()


def test_a_newer_or_damaged_room_is_refused():
    data = codec.dump_room(lobby())
    newer = data.replace(bytes([codec.ROOM_FORMAT]), bytes([codec.ROOM_FORMAT + 1]), 1)
    assert refusal(lambda: codec.load_room(newer)) == "newer_format"
    unknown = data.replace(b"remi", b"snap")
    assert refusal(lambda: codec.load_room(unknown)) == "newer_format"
    for broken in (b"", data[:-3], b"\xc0", b"\x91\x01", b"\x91\x02"):
        assert refusal(lambda broken=broken: codec.load_room(broken)) == "damaged_room"


def test_every_format_that_landed_is_still_read():
    samples = sorted(FOLDER.glob("*.hex"))
    assert {path.name for path in samples} >= {
        "room-1.hex",
        "room-2.hex",
        "room-3.hex",
        "events-1.hex",
    }
    for path in samples:
        data = bytes.fromhex(path.read_text())
        kind, number = path.stem.split("-")
        if kind == "room":
            assert codec.load_room(data) == sample_room(int(number))
        else:
            assert tuple(codec.load_happened(data).events) == sample_change().events


def test_a_room_is_made_only_with_options_that_the_game_has():
    for game, options, code in (
        ("snap", RoomOptions(), "unknown_game"),
        ("remi", RoomOptions(level="genius"), "unknown_level"),
        ("remi", RoomOptions(clock=7), "unknown_clock"),
    ):
        refused = lambda game=game, options=options: new_room("A", game, "p0", fresh_draw, options)  # noqa: E731
        assert refusal(refused) == code
