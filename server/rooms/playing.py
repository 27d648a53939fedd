"""From the first card to the end of the evening: actions, clocks, held seats, going on."""

from dataclasses import replace
from typing import Literal

from games.rules.core.errors import RuleError
from games.rules.core.game import Outcome
from games.rules.core.registry import get_game
from server.rooms.follow import next_deal, settled
from server.rooms.marks import By, Mark, with_mark
from server.rooms.room import (
    Change,
    Fresh,
    Held,
    LoggedAction,
    Match,
    Occupant,
    Room,
    RoomEvent,
    Standing,
    given_back,
    held,
    running,
    seat_of,
    taken_over,
    with_occupant,
)
from server.rooms.starting import with_commitment

RUNS_UNTIL_HELD = 2
"""After so many turns in a row whose clock ran out a CPU holds the seat."""


def check_decision(match: Match, match_id: str, deal: int, turn: int, step: int) -> None:
    """Raises `stale_action` unless (match, deal, turn, step) is the decision now asked for."""
    state = match.state
    if (match_id, deal, turn, step) != (match.draw.match_id, state.deal, state.turn, state.step):
        raise RuleError("stale_action", deal=state.deal, turn=state.turn, step=state.step)


def act(
    room: Room,
    seat: int,
    form: object,
    fresh: Fresh,
    by: Literal["person", "cpu"] = "person",
    level: str | None = None,
) -> Change:
    """`seat` does what `form` (an action's wire form) says, by its person or by the CPU there.

    A person who acts takes a held seat over. A CPU's `level` is the one that chose, where it is
    not the one that it has. Raises `no_match` and every refusal of the game's rules.
    """
    before = room
    match = running(room)
    game = get_game(room.game)
    action = game.actions.parse(form)
    state, events = game.apply(match.state, seat, action)
    given = taken_over(room, seat) if by == "person" else Change(room)
    room = given.room
    match = running(room)
    if seat in room.active:
        match = replace(match, runs=_counted(match, seat, 0))
    decided = match.state
    mark = _mark(before, seat, level, len(events)) if by == "cpu" else None
    match = replace(match, state=state, action_count=match.action_count + 1)
    if mark is not None:
        match = replace(match, marks=with_mark(match.marks, mark))
    room = replace(room, match=match)
    if _turn_of(decided) != _turn_of(state):
        given = given.then(_clock_given_back(room))
        room = given.room
    logged = LoggedAction(seat, game.actions.dump(action), None if mark is None else mark.by)
    if not state.deal_over:
        return settled(before, Change(room, given.room_events, events, logged))
    # No card is hidden now: who waits for a seat takes it.
    if state.match_over:
        outcome = game.outcome(state)
        assert outcome is not None
        summed = evening(room, outcome)
        room = replace(room, phase="ended", upcoming=fresh(), ready=(), evening=summed)
    else:
        room = replace(room, phase="pause", ready=())
    seated = _claims_seated(room)
    change = Change(room, given.room_events, events, logged, finished=state.match_over)
    return settled(before, change.then(seated))


def _mark(room: Room, seat: int, level: str | None, count: int) -> Mark | None:
    """What the deal log is to say beside the CPU's `count` next events; None: nothing."""
    occupant = room.seats[seat]
    if occupant is None or occupant.level is None:
        return None
    lowered = level is not None and level != occupant.level
    is_held = occupant.kind == "person"
    if not lowered and not is_held:
        return None
    game, state = get_game(room.game), running(room).state
    first = len(game.view_log(game.view(state, None)))
    instead_of = occupant.level if lowered else None
    return Mark(seat, first, count, By(level or occupant.level, is_held, instead_of))


def _turn_of(state: object) -> tuple[object, ...]:
    return tuple(getattr(state, field) for field in ("deal", "turn", "to_move"))


def _counted(match: Match, seat: int, runs: int) -> tuple[int, ...]:
    known = match.runs or (0,) * len(match.nonces)
    return (*known[:seat], runs, *known[seat + 1 :])


def _clock_given_back(room: Room) -> Change:
    for seat, occupant in enumerate(room.seats):
        if occupant is not None and occupant.held == "clock":
            return given_back(room, seat)
    return Change(room)


def _claims_seated(room: Room) -> Change:
    events: list[RoomEvent] = []
    for claim in room.claims:
        occupant = room.seats[claim.seat]
        if occupant is not None and occupant.kind == "cpu" and room.seat_of(claim.player) is None:
            person = Occupant("person", claim.name, player=claim.player)
            room = with_occupant(room, claim.seat, person)
            events.append({"type": "seat_taken", "seat": claim.seat, "name": claim.name})
    return Change(replace(room, claims=()), tuple(events))


def run_out(room: Room) -> Change:
    """The clock of the turn has run out: a CPU plays the rest of it.

    After two turns in a row it holds the seat. Raises `nothing_to_do` when no person is to move.
    """
    match = running(room)
    seat = match.state.to_move
    if room.phase != "playing" or seat not in room.active:
        raise RuleError("nothing_to_do")
    runs = _counted(match, seat, (match.runs[seat] if match.runs else 0) + 1)
    why: Held = "idle" if runs[seat] >= RUNS_UNTIL_HELD else "clock"
    counted = replace(room, match=replace(match, runs=runs))
    told: RoomEvent = {"type": "clock_ran_out", "seat": seat}
    return settled(room, Change(counted, (told,)).then(held(counted, seat, why)))


def back(room: Room, player: str) -> Change:
    """A person takes the held seat over from its CPU, after the turn if the CPU plays it out.

    Raises `not_seated` or `not_held` (also of a seat that is back after the turn by itself).
    """
    change = taken_over(room, seat_of(room, player))
    if not change.room_events:
        raise RuleError("not_held")
    return settled(room, change)


def ready(room: Room, player: str) -> Change:
    """A person has seen the score sheet; when all have, the next deal begins.

    Raises `not_paused`, `not_seated` or `already_ready`.
    """
    if room.phase != "pause":
        raise RuleError("not_paused")
    return _mark_ready(room, player, "ready", None)


def rematch(room: Room, player: str, commitment: str | None = None) -> Change:
    """A seated person wants another match; when all people do, it begins (G9 moves the deal on).

    `commitment` is the SHA-256 (hex) of a nonce for it. Raises `match_not_over`, `not_seated` or
    `already_ready`.
    """
    if room.phase != "ended":
        raise RuleError("match_not_over")
    return _mark_ready(room, player, "rematch", commitment)


def _mark_ready(room: Room, player: str, event: str, commitment: str | None) -> Change:
    seat = seat_of(room, player)
    if seat in room.ready:
        raise RuleError("already_ready")
    change = given_back(with_commitment(room, player, commitment), seat)
    after = replace(change.room, ready=tuple(sorted((*room.ready, seat))))
    return settled(room, change.then(Change(after, ({"type": event, "seat": seat},))))


def advance(room: Room) -> Change:
    """The pause is over: the next deal is dealt. Raises `not_paused`."""
    return next_deal(room)


def cpu_to_move(room: Room) -> int | None:
    """The seat to move, where a CPU has or holds it."""
    if room.phase != "playing" or room.match is None:
        return None
    seat: int | None = room.match.state.to_move
    return None if seat is None or seat in room.active else seat


def evening(room: Room, outcome: Outcome) -> tuple[Standing, ...]:
    """The room's evening with one more match in it, the best first.

    A shared win counts as one; points are the game's own totals.
    """
    after = {(one.player, one.player or one.name): one for one in room.evening}
    for seat, occupant in enumerate(room.seats):
        if occupant is None:
            continue
        key = (occupant.player, occupant.player or occupant.name)
        one = after.get(key, Standing(occupant.player, occupant.name, 0, 0, 0))
        after[key] = Standing(
            player=one.player,
            name=occupant.name,
            matches=one.matches + 1,
            wins=one.wins + (seat in outcome.winners),
            points=one.points + outcome.totals[seat],
        )
    return tuple(sorted(after.values(), key=lambda one: (-one.wins, one.matches, one.name)))
