"""The room and its events as bytes, for the store. Each carries its format number."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import msgspec

from games.rules.core.errors import FormatError
from games.rules.core.events import Event
from games.rules.core.registry import all_games, get_game
from server.rooms.marks import By, Mark, mark_events
from server.rooms.room import (
    Change,
    Claim,
    Draw,
    Interval,
    LoggedAction,
    Match,
    Occupant,
    Room,
    RoomOptions,
    Standing,
    Starting,
)

ROOM_FORMAT: Final = 3
"""1 had neither options nor starts; 2 neither marks nor a pace."""
HAPPENED_FORMAT: Final = 2
"""1 did not say which CPU made the move."""

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder().decode


def _dump_occupant(one: Occupant | None) -> list[Any] | None:
    return None if one is None else [one.kind, one.name, one.player, one.level, one.held]


def _load_occupant(data: list[Any] | None) -> Occupant | None:
    if data is None:
        return None
    kind, name, player, level, *held = data
    return Occupant(kind, name, player, level, held[0] if held else None)


def dump_room(room: Room) -> bytes:
    """The whole room, secrets included."""
    match, starting, options = room.match, room.starting, room.options
    return _encode(
        [
            ROOM_FORMAT,
            room.code,
            room.game,
            room.host,
            [_dump_occupant(one) for one in room.seats],
            [room.upcoming.match_id, room.upcoming.secret],
            room.phase,
            room.ready,
            None if match is None else _dump_match(room.game, match),
            [
                options.public,
                options.level,
                options.clock,
                options.watchers,
                options.chat,
                options.quick,
                options.fill,
                options.gathering,
                options.pace,
            ],
            None
            if starting is None
            else [starting.attempt, starting.stage, starting.frozen, starting.nonces],
            room.commits,
            [[one.seat, one.player, one.name] for one in room.claims],
            room.swaps,
            room.kicks,
            room.kicked,
            [[one.player, one.name, one.matches, one.wins, one.points] for one in room.evening],
        ]
    )


def _dump_match(game: str, match: Match) -> list[Any]:
    return [
        match.draw.match_id,
        match.draw.secret,
        match.number,
        match.first_dealer,
        match.nonces,
        [[i.seat, i.from_action, _dump_occupant(i.occupant)] for i in match.intervals],
        match.action_count,
        get_game(game).dump_state(match.state),
        match.commitments,
        match.runs,
        match.left,
        [[one.seat, one.first, one.count, *_dump_by(one.by)] for one in match.marks],
    ]


def _dump_by(by: By) -> tuple[Any, ...]:
    return by.level, by.held, by.instead_of


def load_room(data: bytes) -> Room:
    """The room that `dump_room` gave, in this format or an older one.

    Raises FormatError `newer_format` for a format that only a newer process knows,
    `damaged_room` for bytes that are no room.
    """
    try:
        fields: Any = _decode(data)
        if fields[0] > ROOM_FORMAT:
            raise FormatError("newer_format", format=fields[0])
        _, code, game, host, seats, upcoming, phase, ready, match, *later = fields
        if game not in all_games():
            raise FormatError("newer_format", game=game)
        room = Room(
            code=code,
            game=game,
            host=host,
            seats=tuple(_load_occupant(one) for one in seats),
            upcoming=Draw(*upcoming),
            phase=phase,
            ready=tuple(ready),
            match=None if match is None else _load_match(game, match),
        )
        return room if fields[0] == 1 else _with_later_fields(room, *later)
    except (msgspec.DecodeError, IndexError, TypeError, ValueError) as fault:
        raise FormatError("damaged_room") from fault


def _with_later_fields(
    room: Room,
    options: list[Any],
    starting: list[Any] | None,
    commits: list[list[str]],
    claims: list[list[Any]],
    swaps: list[list[int]],
    kicks: list[list[str]],
    kicked: list[str],
    evening: list[list[Any]],
) -> Room:
    return replace(
        room,
        options=RoomOptions(*options),  # format 2 had no pace
        starting=None
        if starting is None
        else Starting(starting[0], starting[1], tuple(starting[2]), tuple(starting[3])),
        commits=tuple((player, promised) for player, promised in commits),
        claims=tuple(Claim(*one) for one in claims),
        swaps=tuple((asker, asked) for asker, asked in swaps),
        kicks=tuple((target, voter) for target, voter in kicks),
        kicked=tuple(kicked),
        evening=tuple(Standing(*one) for one in evening),
    )


def _load_match(game: str, data: list[Any]) -> Match:
    match_id, secret, number, first_dealer, nonces, intervals, action_count, state, *later = data
    spans: list[Interval] = []
    for seat, from_action, one in intervals:
        occupant = _load_occupant(one)
        if occupant is None:
            raise ValueError("an interval without an occupant")
        spans.append(Interval(seat, from_action, occupant))
    none: tuple[Any, ...] = (None,) * len(nonces)
    commitments, runs, left, *marks = later or (none, (0,) * len(nonces), ())
    return Match(
        draw=Draw(match_id, secret),
        number=number,
        first_dealer=first_dealer,
        nonces=tuple(nonces),
        intervals=tuple(spans),
        action_count=action_count,
        state=get_game(game).load_state(state),
        commitments=tuple(commitments),
        runs=tuple(runs),
        left=tuple((player, seat) for player, seat in left),
        marks=tuple(
            Mark(seat, first, count, By(*by))
            for seat, first, count, *by in (marks[0] if marks else ())
        ),
    )


class Happened(msgspec.Struct, frozen=True):
    """What one commit brought: the room's events and the match's, with their secrets.

    What the seat `mover` did was `by` that CPU; None: by its own player.
    """

    room_events: Sequence[Mapping[str, Any]]
    events: tuple[Event, ...]
    mover: int | None = None
    by: By | None = None

    def seen_by(self, seat: int | None) -> list[dict[str, Any]]:
        """The match's events in the form for `seat` (None: a watcher)."""
        forms = [event.seen_by(seat) for event in self.events]
        if self.by is not None and self.mover is not None:
            mark_events(forms, self.mover, self.by)
        return forms


def happened(change: Change) -> Happened:
    """What `change` brought."""
    action = change.action
    if action is None or action.by is None:
        return Happened(change.room_events, change.events)
    return Happened(change.room_events, change.events, action.seat, action.by)


def dump_happened(change: Change) -> bytes:
    """What `change` brought, for the tail and the subscribers."""
    return dump_told(happened(change))


def dump_told(told: Happened) -> bytes:
    """The bytes of what happened."""
    by = told.by
    return _encode(
        [
            HAPPENED_FORMAT,
            told.room_events,
            [[event.type, event.seat, event.data, event.private] for event in told.events],
            None if by is None else [told.mover, *_dump_by(by)],
        ]
    )


def load_happened(data: bytes) -> Happened:
    """What `dump_happened` gave. Raises FormatError `newer_format` or `damaged_event`."""
    try:
        fields: Any = _decode(data)
        if fields[0] > HAPPENED_FORMAT:
            raise FormatError("newer_format", format=fields[0])
        _, room_events, events, *marked = fields
        mover, *by = (marked and marked[0]) or (None,)
        return Happened(
            room_events,
            tuple(Event(*event) for event in events),
            mover,
            By(*by) if by else None,
        )
    except (msgspec.DecodeError, IndexError, TypeError, ValueError) as fault:
        raise FormatError("damaged_event") from fault


def dump_action(action: LoggedAction) -> bytes:
    """One entry of the action log: with the level that chose where it was not the seat's."""
    by = action.by
    lowered = by is not None and by.instead_of is not None
    return _encode([action.seat, action.form, *([by.level] if by and lowered else [])])


def load_actions(entries: Sequence[bytes]) -> list[list[Any]]:
    """The action log as the record keeps it: ``[seat, form]`` each, or with a level."""
    return [_decode(entry) for entry in entries]
