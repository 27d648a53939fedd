"""Who sits where: people and CPUs come, go, swap, are sent away; the host's choices."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, Final

from games.rules.core.errors import RuleError
from games.rules.core.registry import get_game
from server.rooms.follow import settled
from server.rooms.playing import cpu_to_move
from server.rooms.room import (
    Change,
    Claim,
    Occupant,
    Room,
    RoomEvent,
    check_host,
    check_idle,
    check_not_starting,
    check_options,
    check_seat,
    cpu,
    held,
    person_at,
    seat_of,
    with_occupant,
)
from server.rooms.starting import with_commitment

VOTES_TO_KICK: Final = 2


def sit(
    room: Room, player: str, name: str, seat: int | None, commitment: str | None = None
) -> Change:
    """A person takes `seat`, or the first free one; a CPU's seat counts as free.

    Between deals and matches at once, and who has a seat moves. While a deal is played it is a
    claim for the next one; only the seat that the same player left in this deal is had back at
    once, after the turn if there is a clock and the CPU plays it. Raises `kicked`,
    `match_starting`, `already_seated`, `seated_in_deal`, `no_such_seat`, `seat_taken`,
    `seat_claimed` or `room_full`.
    """
    if player in room.kicked:
        raise RuleError("kicked")
    check_not_starting(room)
    mine = room.seat_of(player)
    if mine is not None and seat in (None, mine):
        raise RuleError("already_seated")
    if mine is not None and room.phase == "playing":
        raise RuleError("seated_in_deal")
    if seat is None:
        seat = _first_free(room, player)
    check_seat(room, seat)
    occupant = room.seats[seat]
    if occupant is not None and occupant.kind == "person":
        raise RuleError("seat_taken", seat=seat)
    if any(claim.seat == seat and claim.player != player for claim in room.claims):
        raise RuleError("seat_claimed", seat=seat)
    match = room.match
    if room.phase == "playing" and match is not None and (player, seat) not in match.left:
        return _claim(room, player, name, seat)
    claims = tuple(claim for claim in room.claims if claim.player != player)
    after = with_commitment(replace(room, claims=claims), player, commitment)
    told: dict[str, Any] = {"type": "seat_taken", "seat": seat, "name": name}
    if mine is not None:
        after = _vacated(after, mine)
        told = {"type": "seat_moved", "from": mine, "seat": seat, "name": name}
    after = with_occupant(after, seat, Occupant("person", name, player=player))
    change = Change(after, (told,))
    if room.options.clock and cpu_to_move(room) == seat:
        change = change.then(held(after, seat, "clock"))
    return settled(room, change)


def _first_free(room: Room, player: str) -> int:
    """The seat that the player left in this deal, else an empty one, else a CPU's."""
    taken = {claim.seat for claim in room.claims if claim.player != player}
    if room.phase == "playing" and room.match is not None:
        for who, seat in room.match.left:
            if who == player and seat not in taken:
                return seat
    for wanted in (None, "cpu"):
        for seat, one in enumerate(room.seats):
            if (None if one is None else one.kind) == wanted and seat not in taken:
                return seat
    raise RuleError("room_full")


def _claim(room: Room, player: str, name: str, seat: int) -> Change:
    others = tuple(claim for claim in room.claims if claim.player != player)
    after = replace(room, claims=(*others, Claim(seat, player, name)))
    return Change(after, ({"type": "claimed", "seat": seat, "name": name},))


def _vacated(room: Room, seat: int) -> Room:
    return with_occupant(room, seat, cpu(seat, room.options.level) if room.in_match else None)


def stand(room: Room, player: str) -> Change:
    """A person leaves the seat for good, or gives up a claim; in a match a CPU takes the seat.

    Raises `match_starting` or `not_seated`.
    """
    check_not_starting(room)
    if room.seat_of(player) is None:
        for claim in room.claims:
            if claim.player == player:
                claims = tuple(one for one in room.claims if one is not claim)
                told: RoomEvent = {"type": "claim_dropped", "seat": claim.seat}
                return Change(replace(room, claims=claims), (told,))
    return settled(room, _leave(room, player, "seat_left"))


def _leave(room: Room, player: str, event: str) -> Change:
    seat = seat_of(room, player)
    name = person_at(room, seat).name
    match = room.match
    if room.phase == "playing" and match is not None and (player, seat) not in match.left:
        room = replace(room, match=replace(match, left=(*match.left, (player, seat))))
    kicks = tuple(vote for vote in room.kicks if player not in vote)
    commits = tuple(pair for pair in room.commits if pair[0] != player)
    after = _vacated(replace(room, kicks=kicks, commits=commits), seat)
    return Change(after, ({"type": event, "seat": seat, "name": name},))


def swap(room: Room, player: str, seat: int | None) -> Change:
    """Ask the person on `seat` to swap seats; done when both have asked. None: ask no more.

    Raises `not_seated`, `match_starting`, `deal_running`, `no_such_seat`, `no_person` or
    `own_seat`.
    """
    mine = seat_of(room, player)
    check_not_starting(room)
    if room.phase == "playing":
        raise RuleError("deal_running")
    others = tuple(pair for pair in room.swaps if pair[0] != mine)
    if seat is None:
        return Change(replace(room, swaps=others))
    theirs, own = person_at(room, seat), person_at(room, mine)
    if seat == mine:
        raise RuleError("own_seat")
    if (seat, mine) not in others:
        told: RoomEvent = {"type": "swap_asked", "from": mine, "to": seat}
        return Change(replace(room, swaps=(*others, (mine, seat))), (told,))
    after = with_occupant(with_occupant(room, mine, theirs), seat, own)
    return settled(room, Change(after, ({"type": "seats_swapped", "seats": [mine, seat]},)))


def kick(room: Room, player: str, seat: int) -> Change:
    """A seated person votes that the one on `seat` must go; two votes of others do it.

    Raises `not_seated`, `match_starting`, `no_such_seat`, `no_person`, `own_seat`,
    `kick_needs_two` (nobody else could agree) or `already_voted`.
    """
    mine = seat_of(room, player)
    check_not_starting(room)
    target = person_at(room, seat).player
    if seat == mine or target is None:
        raise RuleError("own_seat")
    if len(room.people) - 1 < VOTES_TO_KICK:
        raise RuleError("kick_needs_two")
    if (target, player) in room.kicks:
        raise RuleError("already_voted")
    voted = replace(room, kicks=(*room.kicks, (target, player)))
    votes = sum(1 for one, _ in voted.kicks if one == target)
    if votes < VOTES_TO_KICK:
        return Change(voted, ({"type": "kick_asked", "seat": seat, "votes": votes},))
    gone = _leave(voted, target, "kicked")
    after = replace(gone.room, kicked=(*room.kicked, target))
    return settled(room, replace(gone, room=after))


def add_cpu(room: Room, player: str, seat: int, level: str) -> Change:
    """The host puts a CPU on an empty seat, or gives the one there another level.

    Raises `not_host`, `match_starting`, `match_running`, `no_such_seat`, `unknown_level` or
    `seat_taken`.
    """
    check_host(room, player)
    check_idle(room)
    check_seat(room, seat)
    if level not in get_game(room.game).offered_levels:
        raise RuleError("unknown_level", level=level)
    occupant = room.seats[seat]
    if occupant is not None and occupant.kind != "cpu":
        raise RuleError("seat_taken", seat=seat)
    after = with_occupant(room, seat, cpu(seat, level))
    return Change(after, ({"type": "cpu_added", "seat": seat, "level": level},))


def remove_cpu(room: Room, player: str, seat: int) -> Change:
    """The host takes a CPU away.

    Raises `not_host`, `match_starting`, `match_running`, `no_such_seat` or `no_cpu`.
    """
    check_host(room, player)
    check_idle(room)
    check_seat(room, seat)
    occupant = room.seats[seat]
    if occupant is None or occupant.kind != "cpu":
        raise RuleError("no_cpu", seat=seat)
    after = with_occupant(room, seat, None)
    return Change(after, ({"type": "cpu_removed", "seat": seat},))


def configure(room: Room, player: str, chosen: Mapping[str, Any]) -> Change:
    """The host changes options of the room, by their names in RoomOptions.

    Free chat ends where a room becomes public, unless it is chosen too.
    Raises `not_host`, `match_starting`, `match_running`, `unknown_level` or `unknown_clock`.
    """
    check_host(room, player)
    check_idle(room)
    if chosen.get("public") and not room.options.public:
        chosen = {"chat": False, **chosen}
    options = replace(room.options, **chosen)
    check_options(room.game, options)
    return Change(replace(room, options=options), ({"type": "configured", **chosen},))


def rename(room: Room, player: str, name: str) -> Change:
    """A person on a seat, or with a claim, goes by another name now. Raises `not_seated`."""
    claims = tuple(
        replace(claim, name=name) if claim.player == player else claim for claim in room.claims
    )
    if claims != room.claims:
        return Change(replace(room, claims=claims))
    seat = seat_of(room, player)
    after = with_occupant(room, seat, replace(person_at(room, seat), name=name))
    return Change(after, ({"type": "renamed", "seat": seat, "name": name},))


def absent(room: Room, players: Collection[str]) -> Change:
    """These players have been away for the whole grace: CPUs hold their seats.

    In a public room that plays no match the seats are free again. Raises `nothing_to_do`.
    """
    if room.phase == "starting":
        raise RuleError("nothing_to_do")
    change = Change(room)
    for player in room.watched:
        if player not in players:
            continue
        now = change.room
        if room.frees_seats:
            change = change.then(_leave(now, player, "seat_left"))
        else:
            change = change.then(held(now, seat_of(now, player), "away"))
    if not change.room_events:
        raise RuleError("nothing_to_do")
    return settled(room, change)
