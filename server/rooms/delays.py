"""When a room wants the server to act by itself. Every delay is a setting."""

from dataclasses import dataclass

from django.conf import settings

from server.rooms.room import Room


@dataclass(frozen=True, slots=True)
class Delays:
    """Milliseconds: before a CPU's move, between deals, and until an idle room goes."""

    cpu: int
    pause: int
    expiry: int

    @classmethod
    def from_settings(cls) -> "Delays":
        """The configured delays."""
        return cls(
            cpu=settings.MEJA_CPU_DELAY_MS,
            pause=settings.MEJA_PAUSE_MS,
            expiry=settings.MEJA_ROOM_EXPIRY_MS,
        )

    def until_due(self, room: Room) -> int:
        """Milliseconds from now until `room` needs the worker."""
        if room.phase == "pause":
            return self.pause
        return self.cpu if cpu_to_move(room) is not None else self.expiry


def cpu_to_move(room: Room) -> int | None:
    """The seat to move, where a CPU has it."""
    if room.phase != "playing" or room.match is None:
        return None
    seat: int | None = room.match.state.to_move
    if seat is None:
        return None
    occupant = room.seats[seat]
    return seat if occupant is not None and occupant.kind == "cpu" else None
