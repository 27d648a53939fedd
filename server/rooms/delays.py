"""When a room wants the server to act by itself. Every delay is a setting."""

import zlib
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from django.conf import settings

from games.store.shapes import KEEP, Keep
from server.rooms.playing import cpu_to_move
from server.rooms.room import Match, Pace, Room

Countdown: TypeAlias = Literal["pause", "clock", "starting", "fill"]
"""What people see the time of."""
Work: TypeAlias = Countdown | Literal["cpu", "expiry"]
"""What is done when the room's deadline comes."""

THOUGHT: Final = (85, 110, 70)
"""Percent of the CPUs' delay by step: whether to take, what to do with the new card, and then
what was planned with it."""
SPREAD: Final = 20
"""So many percent more or less, as it falls."""
FAST: Final = 4
"""A fast CPU waits for this part of the time."""


@dataclass(frozen=True, slots=True)
class Delays:
    """Milliseconds.

    Before a CPU's move (roughly: see `cpu_pause`), between deals, for the nonces of a start,
    until CPUs fill a quick room, until an absent person's seat is held, and until a room
    without people goes.
    """

    cpu: int
    pause: int
    expiry: int
    reveal: int = 3_000
    fill: int = 20_000
    grace: int = 20_000

    @classmethod
    def from_settings(cls) -> "Delays":
        """The configured delays."""
        return cls(
            cpu=settings.MEJA_CPU_DELAY_MS,
            pause=settings.MEJA_PAUSE_MS,
            expiry=settings.MEJA_ROOM_EXPIRY_MS,
            reveal=settings.MEJA_REVEAL_MS,
            fill=settings.MEJA_FILL_MS,
            grace=settings.MEJA_GRACE_MS,
        )

    def until_due(self, before: Room | None, after: Room) -> int | Keep:
        """Milliseconds from now until `after` needs the worker.

        KEEP where the deadline that `before` had goes on running: the pause in which one more
        is ready, the second step of a turn with a clock.
        """
        what = waits_for(after)
        if what[0] != "expiry" and before is not None and waits_for(before) == what:
            return KEEP
        match what[0]:
            case "cpu":
                assert after.match is not None
                return self.cpu_pause(after.match, after.options.pace)
            case "pause":
                return self.pause
            case "clock":
                return after.options.clock * 1000
            case "starting":
                return self.reveal
            case "fill":
                return self.fill
            case _:
                return self.expiry

    def cpu_pause(self, match: Match, pace: Pace) -> int:
        """How long the CPU to move in `match` seems to think: 50 to 130 percent of `cpu`.

        It is reckoned from what everybody knows (the match's id, the turn, the step) and never
        from a hand: a pause that told a forced draw from a free one would tell of the cards.
        """
        state = match.state
        place = f"{match.draw.match_id} {state.deal} {state.turn} {state.step}"
        share = THOUGHT[min(state.step, len(THOUGHT) - 1)]
        share += zlib.crc32(place.encode()) % (2 * SPREAD + 1) - SPREAD
        return self.cpu * share // (100 * (FAST if pace == "fast" else 1))


def waits_for(room: Room) -> tuple[Any, ...]:
    """What the room's deadline is for: the kind of work, then what makes this one this one."""
    match = room.match
    if room.phase == "starting" and room.starting is not None:
        return ("starting", room.upcoming.match_id, room.starting.attempt, room.starting.stage)
    if room.phase == "pause" and match is not None:
        return ("pause", match.draw.match_id, match.state.deal)
    if room.phase == "playing" and match is not None:
        state = match.state
        turn = (match.draw.match_id, state.deal, state.turn, state.to_move)
        if cpu_to_move(room) is not None:
            return ("cpu", *turn, state.step)
        if room.options.clock:
            return ("clock", *turn)
    if room.phase == "lobby" and room.options.quick and room.options.fill and room.people:
        return ("fill",)
    return ("expiry",)


def work_due(room: Room) -> Work:
    """What is to be done when the room's deadline has come."""
    kind: Work = waits_for(room)[0]
    return kind


def wait_kind(room: Room) -> Countdown | None:
    """What people see a countdown for, if anything."""
    kind = work_due(room)
    return None if kind == "cpu" or kind == "expiry" else kind
