"""A room and everything that can happen to it, as pure functions.

A transition takes a room and gives a `Change`, or raises RuleError and changes
nothing. It reads no clock and draws no random number: what must be fresh (a match's
id and secret) is handed in.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypeAlias

from games.rules.core import shuffle
from games.rules.core.errors import RuleError
from games.rules.core.events import Event
from games.rules.core.game import Options
from games.rules.core.plain import Json
from games.rules.core.registry import get_game

Phase: TypeAlias = Literal["lobby", "playing", "pause", "ended"]

FILLER_LEVEL: Final = "greedy"
"""The level of the CPUs that take the empty seats at the start."""


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who has a seat: a person (`player` is the public id) or a CPU (`level`)."""

    kind: Literal["person", "cpu"]
    name: str
    player: str | None = None
    level: str | None = None


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
    """One match. `state` is the game's own; `nonces` are the people's, by seat."""

    draw: Draw
    number: int
    first_dealer: int
    nonces: tuple[bytes | None, ...]
    intervals: tuple[Interval, ...]
    action_count: int
    state: Any

    @property
    def seed(self) -> bytes:
        """The 32-byte shuffle seed."""
        return shuffle.shuffle_seed(self.draw.secret, self.draw.match_id, self.nonces)


@dataclass(frozen=True, slots=True)
class Room:
    """A room: its seats clockwise, its phase, and the running or last match.

    `ready` are the seats whose people have asked to go on (next deal, rematch);
    `upcoming` is the draw of the next match, whose commitment everybody can see.
    """

    code: str
    game: str
    host: str
    seats: tuple[Occupant | None, ...]
    upcoming: Draw
    phase: Phase = "lobby"
    ready: tuple[int, ...] = ()
    match: Match | None = None

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


@dataclass(frozen=True, slots=True)
class LoggedAction:
    """An accepted action, as the action log and the record keep it."""

    seat: int
    form: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Change:
    """A room after a transition, and what happened on the way there."""

    room: Room
    room_events: tuple[Mapping[str, Json], ...] = ()
    events: tuple[Event, ...] = ()
    action: LoggedAction | None = None
    finished: bool = False


Fresh: TypeAlias = Callable[[], Draw]


def new_room(code: str, game: str, host: str, fresh: Fresh) -> Room:
    """An empty room made by the player `host`. Raises RuleError `unknown_game`."""
    seats = get_game(game).seats
    return Room(code, game, host, (None,) * seats, fresh())


def _check_idle(room: Room) -> None:
    if room.phase not in ("lobby", "ended"):
        raise RuleError("match_running")


def _check_host(room: Room, player: str) -> None:
    if room.host != player:
        raise RuleError("not_host")


def _with_seat(room: Room, seat: int, occupant: Occupant | None) -> Room:
    seats = (*room.seats[:seat], occupant, *room.seats[seat + 1 :])
    ready = tuple(n for n in room.ready if n != seat)
    return replace(room, seats=seats, ready=ready)


def _check_seat(room: Room, seat: int) -> None:
    if not 0 <= seat < len(room.seats):
        raise RuleError("no_such_seat", seat=seat, seats=len(room.seats))


def sit(room: Room, player: str, name: str, seat: int | None) -> Change:
    """A person takes `seat`, or the first free one.

    Raises `already_seated`, `match_running`, `no_such_seat`, `seat_taken` or `room_full`.
    """
    if room.seat_of(player) is not None:
        raise RuleError("already_seated")
    _check_idle(room)
    if seat is None:
        seat = next((n for n, one in enumerate(room.seats) if one is None), None)
        if seat is None:
            raise RuleError("room_full")
    _check_seat(room, seat)
    if room.seats[seat] is not None:
        raise RuleError("seat_taken", seat=seat)
    after = _with_seat(room, seat, Occupant("person", name, player=player))
    return Change(after, ({"type": "seat_taken", "seat": seat, "name": name},))


def stand(room: Room, player: str) -> Change:
    """A person leaves the seat. Raises `not_seated` or `match_running`."""
    seat = room.seat_of(player)
    if seat is None:
        raise RuleError("not_seated")
    _check_idle(room)
    after = _with_seat(room, seat, None)
    left: tuple[Mapping[str, Json], ...] = ({"type": "seat_left", "seat": seat},)
    if after.ready and set(after.people) <= set(after.ready):
        begun = _begin(after)  # whoever is left was only waiting for this one's rematch
        return replace(begun, room_events=(*left, *begun.room_events))
    return Change(after, left)


def add_cpu(room: Room, player: str, seat: int, level: str) -> Change:
    """The host puts a CPU on an empty seat.

    Raises `not_host`, `match_running`, `no_such_seat`, `unknown_level` or `seat_taken`.
    """
    _check_host(room, player)
    _check_idle(room)
    _check_seat(room, seat)
    if level not in get_game(room.game).levels:
        raise RuleError("unknown_level", level=level)
    if room.seats[seat] is not None:
        raise RuleError("seat_taken", seat=seat)
    return Change(
        _with_seat(room, seat, _cpu(seat, level)),
        ({"type": "cpu_added", "seat": seat, "level": level},),
    )


def _cpu(seat: int, level: str) -> Occupant:
    return Occupant("cpu", f"cpu-{seat}", level=level)


def remove_cpu(room: Room, player: str, seat: int) -> Change:
    """The host takes a CPU away. Raises `not_host`, `match_running`, `no_such_seat` or `no_cpu`."""
    _check_host(room, player)
    _check_idle(room)
    _check_seat(room, seat)
    occupant = room.seats[seat]
    if occupant is None or occupant.kind != "cpu":
        raise RuleError("no_cpu", seat=seat)
    return Change(_with_seat(room, seat, None), ({"type": "cpu_removed", "seat": seat},))


def start(room: Room, player: str) -> Change:
    """The host starts a match; CPUs take the empty seats.

    Raises `not_host`, `match_running` or `nobody_seated`.
    """
    _check_host(room, player)
    _check_idle(room)
    return _begin(room)


def _begin(room: Room) -> Change:
    if not room.people:
        raise RuleError("nobody_seated")
    room_events: list[Mapping[str, Json]] = []
    for seat, occupant in enumerate(room.seats):
        if occupant is None:
            room = _with_seat(room, seat, _cpu(seat, FILLER_LEVEL))
            room_events.append({"type": "cpu_added", "seat": seat, "level": FILLER_LEVEL})
    game = get_game(room.game)
    draw, last = room.upcoming, room.match
    nonces = (None,) * len(room.seats)
    first_dealer = (
        shuffle.drawn_dealer(
            shuffle.shuffle_seed(draw.secret, draw.match_id, nonces), len(room.seats)
        )
        if last is None
        else (last.first_dealer + 1) % len(room.seats)
    )
    match = Match(
        draw=draw,
        number=1 if last is None else last.number + 1,
        first_dealer=first_dealer,
        nonces=nonces,
        intervals=tuple(
            Interval(seat, 0, occupant) for seat, occupant in enumerate(room.seats) if occupant
        ),
        action_count=0,
        state=None,
    )
    state, events = game.setup(Options(first_dealer=first_dealer), match.seed)
    room_events.append(
        {
            "type": "match_started",
            "match": draw.match_id,
            "number": match.number,
            "commitment": shuffle.commitment(draw.secret),
        }
    )
    after = replace(room, phase="playing", ready=(), match=replace(match, state=state))
    return Change(after, tuple(room_events), events)


def running(room: Room) -> Match:
    """The match that is being played. Raises `no_match` when none is."""
    if room.match is None or room.phase not in ("playing", "pause"):
        raise RuleError("no_match")
    return room.match


def check_decision(match: Match, match_id: str, deal: int, turn: int, step: int) -> None:
    """Raises `stale_action` unless (match, deal, turn, step) is the decision now asked for."""
    state = match.state
    if (match_id, deal, turn, step) != (match.draw.match_id, state.deal, state.turn, state.step):
        raise RuleError("stale_action", deal=state.deal, turn=state.turn, step=state.step)


def act(room: Room, seat: int, form: object, fresh: Fresh) -> Change:
    """`seat` does what `form` (an action's wire form) says.

    Raises `no_match` and every refusal of the game's rules.
    """
    match = running(room)
    game = get_game(room.game)
    action = game.actions.parse(form)
    state, events = game.apply(match.state, seat, action)
    after = replace(
        room, match=replace(match, state=state, action_count=match.action_count + 1), ready=()
    )
    if state.match_over:
        after = replace(after, phase="ended", upcoming=fresh())
    elif state.deal_over:
        after = replace(after, phase="pause")
    return Change(
        after,
        events=events,
        action=LoggedAction(seat, game.actions.dump(action)),
        finished=state.match_over,
    )


def _mark_ready(room: Room, player: str, event: str) -> tuple[Room, tuple[Mapping[str, Json], ...]]:
    seat = room.seat_of(player)
    if seat is None:
        raise RuleError("not_seated")
    if seat in room.ready:
        raise RuleError("already_ready")
    after = replace(room, ready=tuple(sorted((*room.ready, seat))))
    return after, ({"type": event, "seat": seat},)


def ready(room: Room, player: str) -> Change:
    """A person has seen the score sheet; when all have, the next deal begins.

    Raises `not_paused`, `not_seated` or `already_ready`.
    """
    if room.phase != "pause":
        raise RuleError("not_paused")
    after, room_events = _mark_ready(room, player, "ready")
    if set(after.people) <= set(after.ready):
        return replace(advance(after), room_events=room_events)
    return Change(after, room_events)


def rematch(room: Room, player: str) -> Change:
    """A seated person wants another match; when all people do, it begins (G9 moves the deal on).

    Raises `match_not_over`, `not_seated` or `already_ready`.
    """
    if room.phase != "ended":
        raise RuleError("match_not_over")
    after, room_events = _mark_ready(room, player, "rematch")
    if set(after.people) <= set(after.ready):
        begun = _begin(after)
        return replace(begun, room_events=(*room_events, *begun.room_events))
    return Change(after, room_events)


def advance(room: Room) -> Change:
    """The pause is over: the next deal is dealt. Raises `not_paused`."""
    if room.phase != "pause" or room.match is None:
        raise RuleError("not_paused")
    state, events = get_game(room.game).advance(room.match.state)
    after = replace(room, phase="playing", ready=(), match=replace(room.match, state=state))
    return Change(after, events=events)
