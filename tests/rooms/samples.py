"""Samples of the formats that rooms are kept in; `write`, in a Django shell, makes missing ones.

A sample that landed is never written again; a raised format number gets a file of its own.
"""

from dataclasses import replace
from pathlib import Path

import msgspec

from server.rooms import codec, playing, seating
from server.rooms.marks import By, Mark
from server.rooms.room import Change, Draw, Room, Standing, Starting
from tests.rooms.pure import start_room

FOLDER = Path(__file__).parent / "data"


def fixed_draw() -> Draw:
    """The same match id and secret each time."""
    return Draw("m0123456789abcdef0123", bytes(range(32)))


def sample_change() -> Change:
    """A room with two people and two CPUs, one draw into its first match."""
    begun = start_room(2, draw=fixed_draw)
    assert begun.room.match is not None
    seat = begun.room.match.state.to_move
    by = "cpu" if playing.cpu_to_move(begun.room) is not None else "person"
    return playing.act(begun.room, seat, {"type": "draw_stock"}, fixed_draw, by)


def full_room() -> Room:
    """A room in which every field of today's format holds something."""
    room = seating.absent(sample_change().room, {"p1"}).room
    room = seating.sit(room, "p7", "রহিম", 3).room
    assert room.match is not None
    nonces = (bytes([7]) * 32, None, None, None)
    promised = ("0" * 64, "1" * 64, None, None)
    match = replace(
        room.match,
        nonces=nonces,
        commitments=promised,
        runs=(1, 0, 0, 0),
        left=(("p9", 2),),
        marks=(Mark(1, 5, 2, By("greedy", True)), Mark(2, 7, 1, By("normal", False, "hard"))),
    )
    options = replace(room.options, public=True, clock=30, chat=False, gathering="G1", pace="fast")
    return replace(
        room,
        options=options,
        match=match,
        starting=Starting(2, "reveal", promised, nonces),
        commits=(("p0", "0" * 64),),
        swaps=((0, 1),),
        kicks=(("p1", "p0"),),
        kicked=("p8",),
        evening=(Standing("p0", "P0", 2, 1, -30), Standing(None, "cpu-2", 2, 1, 40)),
    )


def sample_room(room_format: int) -> Room:
    """The room in the sample of this format."""
    if room_format == 1:
        return sample_change().room
    room = full_room()
    assert room.match is not None
    if room_format == 2:
        options = replace(room.options, pace="normal")
        return replace(room, options=options, match=replace(room.match, marks=()))
    return room


def sample_happened(happened_format: int) -> codec.Happened:
    """What happened in the sample of this format."""
    told = codec.happened(sample_change())
    by = None if happened_format == 1 else By("normal", True, "hard")
    return msgspec.structs.replace(told, mover=None if by is None else 0, by=by)


def write() -> None:
    """Write the samples of today's formats where they are missing."""
    FOLDER.mkdir(exist_ok=True)
    for name, data in (
        (f"room-{codec.ROOM_FORMAT}.hex", codec.dump_room(sample_room(codec.ROOM_FORMAT))),
        (
            f"events-{codec.HAPPENED_FORMAT}.hex",
            codec.dump_told(sample_happened(codec.HAPPENED_FORMAT)),
        ),
    ):
        if not (FOLDER / name).exists():
            (FOLDER / name).write_text(data.hex() + "\n")


if __name__ == "__main__":
    write()
