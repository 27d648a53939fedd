"""What a room and its match look like on the wire: built up from nothing for each seat."""

from collections import Counter
from typing import Any, Final

from games.rules.core import shuffle
from games.rules.core.registry import get_game
from server.rooms.marks import mark_events
from server.rooms.room import Occupant, Room
from server.rooms.seating import VOTES_TO_KICK

Form = dict[str, Any]

_MISSING: Final = object()


def view_room(room: Room) -> Form:
    """The room as everybody sees it; always the same keys."""
    starting = room.starting
    frozen = starting is not None and starting.stage == "reveal"
    promised = starting.frozen if starting and frozen else _promised(room)
    options = room.options
    return {
        "code": room.code,
        "game": room.game,
        "phase": room.phase,
        "host": room.acting_host,
        "seats": [_view_occupant(one) for one in room.seats],
        "ready": list(room.ready),
        "match_number": 0 if room.match is None else room.match.number,
        "next": {
            "match": room.upcoming.match_id,
            "commitment": shuffle.commitment(room.upcoming.secret),
            "commitments": list(promised),
            "stage": None if starting is None else starting.stage,
            "attempt": 0 if starting is None else starting.attempt,
            "revealed": []
            if starting is None
            else [n for n, nonce in enumerate(starting.nonces) if nonce is not None],
        },
        "options": {
            "public": options.public,
            "level": options.level,
            "clock": options.clock,
            "watchers": options.watchers,
            "chat": options.chat,
            "quick": options.quick,
            "fill": options.fill,
            "gathering": options.gathering,
            "pace": options.pace,
        },
        "claims": [
            {"seat": one.seat, "player": one.player, "name": one.name} for one in room.claims
        ],
        "swaps": [{"from": asker, "to": asked} for asker, asked in room.swaps],
        "kicks": _view_kicks(room),
        "evening": {
            "matches": _matches_played(room),
            "players": [
                {
                    "player": one.player,
                    "name": one.name,
                    "matches": one.matches,
                    "wins": one.wins,
                    "points": one.points,
                }
                for one in room.evening
            ],
        },
    }


def _view_occupant(one: Occupant | None) -> Form | None:
    if one is None:
        return None
    if one.kind == "cpu":
        return {"kind": "cpu", "level": one.level, "name": one.name}
    return {"kind": "person", "player": one.player, "name": one.name, "held": one.held}


def _promised(room: Room) -> tuple[str | None, ...]:
    promised = dict(room.commits)
    return tuple(
        None if one is None or one.player is None else promised.get(one.player)
        for one in room.seats
    )


def _view_kicks(room: Room) -> list[Form]:
    votes = Counter(target for target, _ in room.kicks)
    seats = ((room.seat_of(target), count) for target, count in votes.items())
    return [
        {"seat": seat, "votes": count, "needed": VOTES_TO_KICK}
        for seat, count in seats
        if seat is not None
    ]


def _matches_played(room: Room) -> int:
    if room.match is None:
        return 0
    return room.match.number if room.match.state.match_over else room.match.number - 1


def may_see_match(room: Room, seat: int | None) -> bool:
    """Whether who has `seat`, or none (None), may see the match that is being played."""
    return seat is not None or room.options.watchers or not room.in_match


def view_match(room: Room, seat: int | None) -> Form | None:
    """The running or last match as `seat`, or a watcher (None), may see it."""
    match = room.match
    if match is None or not may_see_match(room, seat):
        return None
    game = get_game(room.game)
    over = match.state.match_over
    outcome = game.outcome(match.state) if over else None
    form: Form = {
        "id": match.draw.match_id,
        "commitment": shuffle.commitment(match.draw.secret),
        "secret": match.draw.secret.hex() if over else None,
        "nonces": [None if nonce is None else nonce.hex() for nonce in match.nonces],
        "nonce_commitments": list(match.commitments or (None,) * len(match.nonces)),
        "outcome": None
        if outcome is None
        else {
            "totals": list(outcome.totals),
            "places": list(outcome.places),
            "winners": list(outcome.winners),
        },
    }
    form.update(game.dump_view(game.view(match.state, seat)))
    return form


def view_log(room: Room, seat: int | None) -> list[Form]:
    """The public events of the running deal."""
    if room.match is None or not may_see_match(room, seat):
        return []
    game = get_game(room.game)
    log = [dict(event) for event in game.view_log(game.view(room.match.state, seat))]
    for mark in room.match.marks:
        mark_events(log[mark.first : mark.first + mark.count], mark.seat, mark.by)
    return log


def changed(before: Form, after: Form) -> Form:
    """The keys of `after` whose values differ from those of `before`."""
    return {key: value for key, value in after.items() if before.get(key, _MISSING) != value}
