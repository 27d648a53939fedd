"""The room and its events as bytes, for the store. Each carries its format number."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from games.rules.core.errors import FormatError
from games.rules.core.events import EVENT_FORMAT, Event
from games.rules.core.registry import all_games, get_game
from server.rooms.room import Change, Draw, Interval, Match, Occupant, Room

ROOM_FORMAT: Final = 1

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder().decode


def _dump_occupant(one: Occupant | None) -> list[Any] | None:
    return None if one is None else [one.kind, one.name, one.player, one.level]


def _load_occupant(data: list[Any] | None) -> Occupant | None:
    if data is None:
        return None
    kind, name, player, level = data
    return Occupant(kind, name, player=player, level=level)


def dump_room(room: Room) -> bytes:
    """The whole room, secrets included."""
    match = room.match
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
            None
            if match is None
            else [
                match.draw.match_id,
                match.draw.secret,
                match.number,
                match.first_dealer,
                match.nonces,
                [[i.seat, i.from_action, _dump_occupant(i.occupant)] for i in match.intervals],
                match.action_count,
                get_game(room.game).dump_state(match.state),
            ],
        ]
    )


def load_room(data: bytes) -> Room:
    """The room that `dump_room` gave.

    Raises FormatError `newer_format` for a format that only a newer process knows,
    `damaged_room` for bytes that are no room.
    """
    try:
        fields: Any = _decode(data)
        if fields[0] > ROOM_FORMAT:
            raise FormatError("newer_format", format=fields[0])
        _, code, game, host, seats, upcoming, phase, ready, match = fields
        if game not in all_games():
            raise FormatError("newer_format", game=game)
        return Room(
            code=code,
            game=game,
            host=host,
            seats=tuple(_load_occupant(one) for one in seats),
            upcoming=Draw(*upcoming),
            phase=phase,
            ready=tuple(ready),
            match=None if match is None else _load_match(game, match),
        )
    except (msgspec.DecodeError, IndexError, TypeError, ValueError) as fault:
        raise FormatError("damaged_room") from fault


def _load_match(game: str, data: list[Any]) -> Match:
    match_id, secret, number, first_dealer, nonces, intervals, action_count, state = data
    spans: list[Interval] = []
    for seat, from_action, one in intervals:
        occupant = _load_occupant(one)
        if occupant is None:
            raise ValueError("an interval without an occupant")
        spans.append(Interval(seat, from_action, occupant))
    return Match(
        draw=Draw(match_id, secret),
        number=number,
        first_dealer=first_dealer,
        nonces=tuple(nonces),
        intervals=tuple(spans),
        action_count=action_count,
        state=get_game(game).load_state(state),
    )


class Happened(msgspec.Struct, frozen=True):
    """What one commit brought: the room's events and the match's, with their secrets."""

    room_events: Sequence[Mapping[str, Any]]
    events: tuple[Event, ...]

    def seen_by(self, seat: int | None) -> list[dict[str, Any]]:
        """The match's events in the form for `seat` (None: a watcher)."""
        return [event.seen_by(seat) for event in self.events]


def dump_happened(change: Change) -> bytes:
    """What `change` brought, for the tail and the subscribers."""
    return _encode(
        [
            EVENT_FORMAT,
            change.room_events,
            [[event.type, event.seat, event.data, event.private] for event in change.events],
        ]
    )


def load_happened(data: bytes) -> Happened:
    """What `dump_happened` gave. Raises FormatError `newer_format` or `damaged_event`."""
    try:
        fields: Any = _decode(data)
        if fields[0] > EVENT_FORMAT:
            raise FormatError("newer_format", format=fields[0])
        _, room_events, events = fields
        return Happened(room_events, tuple(Event(*event) for event in events))
    except (msgspec.DecodeError, IndexError, TypeError, ValueError) as fault:
        raise FormatError("damaged_event") from fault


def dump_action(seat: int, form: Mapping[str, Any]) -> bytes:
    """One entry of the action log."""
    return _encode([seat, form])


def load_actions(entries: Sequence[bytes]) -> list[list[Any]]:
    """The action log as the record keeps it: ``[seat, form]`` each."""
    return [_decode(entry) for entry in entries]
