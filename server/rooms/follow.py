"""What follows from a change by itself: the next deal, the next match, another host."""

from dataclasses import replace

from games.rules.core.errors import RuleError
from games.rules.core.registry import get_game
from server.rooms.room import Change, Room
from server.rooms.starting import open_start


def settled(before: Room, change: Change) -> Change:
    """`change`, made to `before`, with everything that follows from it.

    When all people for whom no CPU plays are ready, the next deal or (where there is one) the
    rematch begins; a quick room full of people starts. A host who leaves, or whose seat is held,
    hands the role on.
    """
    change = change.then(_host_passed(before, change.room))
    room = change.room
    waiting = set(room.active)
    if room.phase == "pause" and room.ready and waiting <= set(room.ready):
        return change.then(next_deal(room))
    if room.phase == "ended" and waiting and waiting <= set(room.ready):
        return change.then(open_start(room))
    if room.phase == "lobby" and room.options.quick and len(room.active) == len(room.seats):
        return change.then(open_start(room))
    return change


def _host_passed(before: Room, room: Room) -> Change:
    had_seat = before.seat_of(room.host)
    if had_seat is not None:
        seat = room.seat_of(room.host)
        occupant = None if seat is None else room.seats[seat]
        if occupant is None or occupant.held in ("away", "idle"):
            count = len(room.seats)
            clockwise = [(had_seat + step) % count for step in range(1, count)]
            heir = next((room.seats[n] for n in clockwise if n in room.active), None)
            if heir is not None and heir.player is not None:
                room = replace(room, host=heir.player)
    if room.acting_host == before.acting_host:
        return Change(room)
    return Change(room, ({"type": "host_changed", "player": room.acting_host},))


def next_deal(room: Room) -> Change:
    """Deal the next deal. Raises RuleError `not_paused`."""
    if room.phase != "pause" or room.match is None:
        raise RuleError("not_paused")
    state, events = get_game(room.game).advance(room.match.state)
    match = replace(room.match, state=state, left=(), marks=())
    return Change(replace(room, phase="playing", ready=(), swaps=(), match=match), events=events)
