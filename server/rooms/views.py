"""What a room and its match look like on the wire: built up from nothing for each seat."""

from typing import Any, Final

from games.rules.core import shuffle
from games.rules.core.registry import get_game
from server.rooms.room import Room

Form = dict[str, Any]

_MISSING: Final = object()


def view_room(room: Room) -> Form:
    """The room as everybody sees it; always the same keys."""
    return {
        "code": room.code,
        "game": room.game,
        "phase": room.phase,
        "host": room.host,
        "seats": [
            None
            if one is None
            else {"kind": "person", "player": one.player, "name": one.name}
            if one.kind == "person"
            else {"kind": "cpu", "level": one.level, "name": one.name}
            for one in room.seats
        ],
        "ready": list(room.ready),
        "match_number": 0 if room.match is None else room.match.number,
        "next": {
            "match": room.upcoming.match_id,
            "commitment": shuffle.commitment(room.upcoming.secret),
        },
    }


def view_match(room: Room, seat: int | None) -> Form | None:
    """The running or last match as `seat`, or a watcher (None), may see it."""
    match = room.match
    if match is None:
        return None
    game = get_game(room.game)
    over = match.state.match_over
    outcome = game.outcome(match.state) if over else None
    form: Form = {
        "id": match.draw.match_id,
        "commitment": shuffle.commitment(match.draw.secret),
        "secret": match.draw.secret.hex() if over else None,
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
    if room.match is None:
        return []
    game = get_game(room.game)
    return [dict(event) for event in game.view_log(game.view(room.match.state, seat))]


def changed(before: Form, after: Form) -> Form:
    """The keys of `after` whose values differ from those of `before`."""
    return {key: value for key, value in after.items() if before.get(key, _MISSING) != value}
