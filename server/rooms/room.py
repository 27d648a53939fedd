"""A room and its match, as frozen values.

What can happen to a room are pure functions beside it: `seating` (who sits where),
`starting` (from *start* to the first card), `playing` (from then to the end). A
transition takes a room and gives a `Change`, or raises RuleError and changes nothing. It
reads no clock and draws no random number: what must be fresh (a match's id and secret) is
handed in.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeAlias

from games.rules.core import shuffle
from games.rules.core.errors import RuleError
from games.rules.core.events import Event
from games.rules.core.plain import Json
from games.rules.core.registry import get_game
from server.rooms.marks import By, Mark

Phase: TypeAlias = Literal["lobby", "starting", "playing", "pause", "ended"]
Held: TypeAlias = Literal["away", "clock", "idle"]
Pace: TypeAlias = Literal["normal", "fast"]
"""How soon CPUs move: as if they thought, or in about a quarter of that time."""
RoomEvent: TypeAlias = Mapping[str, Json]

FILLER_LEVEL: Final = "greedy"
"""The level of the CPUs that take the empty seats, where the host chose no other."""
CLOCKS: Final = (0, 15, 30, 60, 120)
"""The turn clocks there are, in seconds; 0 is none."""


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who has a seat: a person (`player` is the public id) or a CPU (`level`).

    A CPU plays for a person whose seat is `held`: because the person is away, because the clock
    ran out (for the rest of that turn), or because it did so in two turns in a row (idle).
    """

    kind: Literal["person", "cpu"]
    name: str
    player: str | None = None
    level: str | None = None
    held: Held | None = None


@dataclass(frozen=True, slots=True)
class Interval:
    """`occupant` had `seat` from action number `from_action` (from 0) of the match on."""

    seat: int
    from_action: int
    occupant: Occupant


@dataclass(frozen=True, slots=True)
class Draw:
    """A match's id and secret, drawn before anybody knows its cards."""

    match_id: str
    secret: bytes


@dataclass(frozen=True, slots=True)
class Match:
    """One match. `state` is the game's own.

    `nonces` and their `commitments` (hex) are the people's, by seat. `runs` counts by seat the
    turns in a row whose clock ran out; `left` are the (player, seat) that were left in this deal,
    `marks` the moves in its log that CPUs made for others, in order.
    """

    draw: Draw
    number: int
    first_dealer: int
    nonces: tuple[bytes | None, ...]
    intervals: tuple[Interval, ...]
    action_count: int
    state: Any
    commitments: tuple[str | None, ...] = ()
    runs: tuple[int, ...] = ()
    left: tuple[tuple[str, int], ...] = ()
    marks: tuple[Mark, ...] = ()

    @property
    def seed(self) -> bytes:
        """The 32-byte shuffle seed."""
        return shuffle.shuffle_seed(self.draw.secret, self.draw.match_id, self.nonces)


@dataclass(frozen=True, slots=True)
class RoomOptions:
    """What the host chose.

    `level` is that of CPUs who fill seats or hold them, `clock` the seconds of a turn (0: no
    clock), `pace` how soon CPUs move. A `quick` room was made for strangers and starts by itself
    when it is full, with `fill` also some seconds after the first has sat down. `gathering` is
    the code of the one it is of.
    """

    public: bool = False
    level: str = FILLER_LEVEL
    clock: int = 0
    watchers: bool = True
    chat: bool = True
    quick: bool = False
    fill: bool = False
    gathering: str | None = None
    pace: Pace = "normal"


@dataclass(frozen=True, slots=True)
class Starting:
    """A match about to begin, while browsers commit to nonces and reveal them.

    `frozen` are the commitments (hex) by seat; in the stage "commit", which only the second
    attempt has, they are the first attempt's and tell whose fresh ones are waited for.
    """

    attempt: Literal[1, 2]
    stage: Literal["commit", "reveal"]
    frozen: tuple[str | None, ...]
    nonces: tuple[bytes | None, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """A visitor who wants a CPU's seat as soon as the deal is over."""

    seat: int
    player: str
    name: str


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's evening: `player` is None for a CPU, which goes by its name."""

    player: str | None
    name: str
    matches: int
    wins: int
    points: int


@dataclass(frozen=True, slots=True)
class Room:
    """A room: its seats clockwise, its phase, and the running or last match.

    `ready` are the seats whose people have asked to go on (next deal, rematch); `upcoming` is the
    draw of the next match, whose commitment everybody can see, `commits` the (player, hex) of the
    nonces promised for it. `swaps` are the asked ones (from seat, to seat), `kicks` the votes
    (target, voter), `kicked` the players who may not sit here again; `evening` sums up the
    room's matches.
    """

    code: str
    game: str
    host: str
    seats: tuple[Occupant | None, ...]
    upcoming: Draw
    options: RoomOptions = RoomOptions()
    phase: Phase = "lobby"
    ready: tuple[int, ...] = ()
    match: Match | None = None
    starting: Starting | None = None
    commits: tuple[tuple[str, str], ...] = ()
    claims: tuple[Claim, ...] = ()
    swaps: tuple[tuple[int, int], ...] = ()
    kicks: tuple[tuple[str, str], ...] = ()
    kicked: tuple[str, ...] = ()
    evening: tuple[Standing, ...] = ()

    def seat_of(self, player: str) -> int | None:
        """The seat of the person with this public id, or None."""
        for seat, occupant in enumerate(self.seats):
            if occupant is not None and occupant.player == player:
                return seat
        return None

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that people have."""
        return tuple(n for n, one in enumerate(self.seats) if one and one.kind == "person")

    @property
    def active(self) -> tuple[int, ...]:
        """The seats of the people for whom no CPU plays."""
        return tuple(
            n for n, one in enumerate(self.seats) if one and one.kind == "person" and not one.held
        )

    @property
    def seated(self) -> tuple[str, ...]:
        """The players who have a seat."""
        return tuple(one.player for one in self.seats if one and one.player is not None)

    @property
    def watched(self) -> tuple[str, ...]:
        """The seated players whose absence changes something once the grace is over."""
        changing = (None, "clock", "away") if self.frees_seats else (None, "clock")
        return tuple(
            one.player
            for one in self.seats
            if one and one.player is not None and one.held in changing
        )

    @property
    def frees_seats(self) -> bool:
        """Whether who stays away loses the seat: at a table for strangers that plays no match."""
        return self.options.public and not self.in_match

    @property
    def acting_host(self) -> str:
        """Who may do what the host may: the first person seated, while the host has no seat."""
        seat = next(iter(self.active or self.people), None)
        if seat is None or self.seat_of(self.host) is not None:
            return self.host
        occupant = self.seats[seat]
        assert occupant is not None
        assert occupant.player is not None
        return occupant.player

    @property
    def in_match(self) -> bool:
        """Whether a match is being played or stands between two deals."""
        return self.match is not None and self.phase in ("playing", "pause")


@dataclass(frozen=True, slots=True)
class LoggedAction:
    """An accepted action, as the action log and the record keep it, and `by` which CPU if not by
    the seat's own player."""

    seat: int
    form: Mapping[str, Json]
    by: By | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """A room after a transition, and what happened on the way there."""

    room: Room
    room_events: tuple[RoomEvent, ...] = ()
    events: tuple[Event, ...] = ()
    action: LoggedAction | None = None
    finished: bool = False

    def then(self, later: "Change") -> "Change":
        """This change and, after it, `later`, which holds no action of its own."""
        return replace(
            self,
            room=later.room,
            room_events=(*self.room_events, *later.room_events),
            events=(*self.events, *later.events),
        )


Fresh: TypeAlias = Callable[[], Draw]


def new_room(
    code: str, game: str, host: str, fresh: Fresh, options: RoomOptions | None = None
) -> Room:
    """An empty room made by the player `host`.

    Raises RuleError `unknown_game`, `unknown_level` or `unknown_clock`.
    """
    rules = get_game(game)
    chosen = options or RoomOptions()
    check_options(game, chosen)
    return Room(code, game, host, (None,) * rules.seats, fresh(), chosen)


def check_options(game: str, options: RoomOptions) -> None:
    """Raises RuleError `unknown_level` or `unknown_clock` for options that `game` cannot have."""
    if options.level not in get_game(game).offered_levels:
        raise RuleError("unknown_level", level=options.level)
    if options.clock not in CLOCKS:
        raise RuleError("unknown_clock", clock=options.clock)


def cpu(seat: int, level: str) -> Occupant:
    """A CPU for `seat`."""
    return Occupant("cpu", f"cpu-{seat}", level=level)


def with_occupant(room: Room, seat: int, occupant: Occupant | None) -> Room:
    """`room` with somebody else, or the same one in another state, on `seat`.

    While a match runs its record learns of it. Where the person changed, what was said of the
    one before (readiness, swaps) is forgotten.
    """
    before = room.seats[seat]
    seats = (*room.seats[:seat], occupant, *room.seats[seat + 1 :])
    after = replace(room, seats=seats)
    same = before is not None and occupant is not None and before.player == occupant.player
    if not same or before is None or before.player is None:
        after = replace(
            after,
            ready=tuple(n for n in room.ready if n != seat),
            swaps=tuple(pair for pair in room.swaps if seat not in pair),
        )
    match = room.match
    if match is None or occupant is None or not room.in_match:
        return after
    kept = tuple(
        span
        for span in match.intervals
        if (span.seat, span.from_action) != (seat, match.action_count)
    )
    runs = match.runs
    if not same and runs:
        runs = (*runs[:seat], 0, *runs[seat + 1 :])
    spans = (*kept, Interval(seat, match.action_count, occupant))
    return replace(after, match=replace(match, intervals=spans, runs=runs))


def held(room: Room, seat: int, why: Held) -> Change:
    """`room` with the person's seat held by a CPU; nothing follows from it yet."""
    occupant = room.seats[seat]
    assert occupant is not None
    after = with_occupant(room, seat, replace(occupant, held=why, level=room.options.level))
    return Change(after, ({"type": "held", "seat": seat, "why": why},))


def given_back(room: Room, seat: int) -> Change:
    """`room` with the seat its person's again, where a CPU held it; nothing follows from it yet."""
    occupant = room.seats[seat]
    if occupant is None or occupant.held is None:
        return Change(room)
    after = with_occupant(room, seat, replace(occupant, held=None, level=None))
    return Change(after, ({"type": "given_back", "seat": seat},))


def taken_over(room: Room, seat: int) -> Change:
    """`room` with the seat's person taking it over from the CPU that plays for it.

    Where turns have a clock, a turn that a CPU has got it plays to its end: who goes and comes
    back would else begin the clock again and again.
    """
    occupant, match = room.seats[seat], room.match
    to_move = room.phase == "playing" and match is not None and match.state.to_move == seat
    if occupant is None or not (to_move and room.options.clock):
        return given_back(room, seat)
    return Change(room) if occupant.held in (None, "clock") else held(room, seat, "clock")


def check_host(room: Room, player: str) -> None:
    """Raises RuleError `not_host` unless `player` is, or acts as, the host."""
    if room.acting_host != player:
        raise RuleError("not_host")


def check_seat(room: Room, seat: int) -> None:
    """Raises RuleError `no_such_seat`."""
    if not 0 <= seat < len(room.seats):
        raise RuleError("no_such_seat", seat=seat, seats=len(room.seats))


def check_not_starting(room: Room) -> None:
    """Raises RuleError `match_starting`: for these moments nobody comes or goes."""
    if room.phase == "starting":
        raise RuleError("match_starting")


def check_idle(room: Room) -> None:
    """Raises RuleError `match_starting` or `match_running`."""
    check_not_starting(room)
    if room.phase not in ("lobby", "ended"):
        raise RuleError("match_running")


def seat_of(room: Room, player: str) -> int:
    """The seat of `player`. Raises RuleError `not_seated`."""
    seat = room.seat_of(player)
    if seat is None:
        raise RuleError("not_seated")
    return seat


def person_at(room: Room, seat: int) -> Occupant:
    """The person on `seat`. Raises RuleError `no_such_seat` or `no_person`."""
    check_seat(room, seat)
    occupant = room.seats[seat]
    if occupant is None or occupant.kind != "person":
        raise RuleError("no_person", seat=seat)
    return occupant


def running(room: Room) -> Match:
    """The match that is being played. Raises RuleError `no_match` when none is."""
    if room.match is None or not room.in_match:
        raise RuleError("no_match")
    return room.match
