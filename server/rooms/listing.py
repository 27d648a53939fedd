"""A room from outside: what its summary says, and the bytes by which the store lists it."""

from typing import Final

import msgspec

from server.rooms.room import Phase, Room


class RoomSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A room from outside.

    `people` have a seat; `free` are the seats one could have, empty or a CPU's; `clock` is
    in seconds a turn (0: none); `watchers`: one may watch; a `quick` room starts by itself.
    """

    code: str
    game: str
    phase: Phase
    seats_total: int
    people: int
    free: int
    host_name: str
    clock: int
    watchers: bool
    quick: bool


_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(RoomSummary).decode


def summary(room: Room) -> RoomSummary:
    """What anybody who knows the code may know; `host_name` is empty while the host has no seat."""
    seats = len(room.seats)
    people = len(room.people)
    host = room.seat_of(room.acting_host)
    occupant = None if host is None else room.seats[host]
    return RoomSummary(
        code=room.code,
        game=room.game,
        phase=room.phase,
        seats_total=seats,
        people=people,
        free=seats - people - len(room.claims),
        host_name="" if occupant is None else occupant.name,
        clock=room.options.clock,
        watchers=room.options.watchers,
        quick=room.options.quick,
    )


def listing(room: Room) -> bytes | None:
    """How the store lists `room`; None where it is not public or no person has a seat."""
    if not room.options.public or not room.people:
        return None
    return _encode(summary(room))


def read_listing(data: bytes) -> RoomSummary | None:
    """The summary in a listing; None for what another version wrote otherwise."""
    try:
        return _decode(data)
    except msgspec.DecodeError:
        return None


def in_order(rooms: list[RoomSummary]) -> list[RoomSummary]:
    """Those one could join or watch: lobbies with a seat first, the fullest before the others,
    then where a seat comes with the next deal, then what there is to watch."""
    return sorted(
        (room for room in rooms if room.free > 0 or room.watchers),
        key=lambda room: (_rank(room), -room.people, room.code),
    )


def _rank(room: RoomSummary) -> int:
    if room.free <= 0:
        return 2
    return 0 if room.phase == "lobby" else 1
