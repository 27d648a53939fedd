"""Samples of the formats that rooms are kept in; `write`, in a Django shell, makes missing ones.

A sample that landed is never written again; a raised format number gets a file of its own.
"""

from pathlib import Path

from games.rules.core.events import EVENT_FORMAT
from server.rooms import codec
from server.rooms import room as rooms
from server.rooms.room import Change, Draw
from tests.rooms.table import start_room

FOLDER = Path(__file__).parent / "data"


def fixed_draw() -> Draw:
    """The same match id and secret each time."""
    return Draw("m0123456789abcdef0123", bytes(range(32)))


def sample_change() -> Change:
    """A room with two people and two CPUs, one draw into its first match."""
    begun = start_room(2, draw=fixed_draw)
    seat = begun.room.match.state.to_move
    return rooms.act(begun.room, seat, {"type": "draw_stock"}, fixed_draw)


def write() -> None:
    """Write the samples of today's formats where they are missing."""
    FOLDER.mkdir(exist_ok=True)
    change = sample_change()
    for name, data in (
        (f"room-{codec.ROOM_FORMAT}.hex", codec.dump_room(change.room)),
        (f"events-{EVENT_FORMAT}.hex", codec.dump_happened(change)),
    ):
        if not (FOLDER / name).exists():
            (FOLDER / name).write_text(data.hex() + "\n")
