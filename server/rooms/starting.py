"""From *start* to the first card: people's nonces are promised, frozen and revealed.

docs/fair-shuffle.md tells why. Whoever promised a nonce and does not show it in time cancels
the start once: id, secret and nonces are thrown away and everybody promises anew. The second
time the match begins without the missing ones.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import replace

from games.rules.core import shuffle
from games.rules.core.errors import RuleError
from games.rules.core.game import Options
from games.rules.core.registry import get_game
from server.rooms.room import (
    Change,
    Fresh,
    Interval,
    Match,
    Room,
    RoomEvent,
    Starting,
    check_host,
    check_idle,
    cpu,
    given_back,
    seat_of,
    with_occupant,
)


def start(room: Room, player: str) -> Change:
    """The host starts a match, and is back for it; CPUs take the empty seats.

    Raises `not_host`, `match_starting`, `match_running` or `nobody_seated`.
    """
    check_host(room, player)
    check_idle(room)
    seat = room.seat_of(player)
    here = Change(room) if seat is None else given_back(room, seat)
    return here.then(open_start(here.room))


def fill(room: Room) -> Change:
    """A quick room has waited long enough: CPUs take the empty seats. Raises `nothing_to_do`."""
    if room.phase != "lobby" or not room.options.fill or not room.people:
        raise RuleError("nothing_to_do")
    return open_start(room)


def open_start(room: Room) -> Change:
    """Fill the seats, freeze the nonces' commitments, and begin where there are none.

    Raises `nobody_seated`.
    """
    if not room.people:
        raise RuleError("nobody_seated")
    events: list[RoomEvent] = []
    for seat, occupant in enumerate(room.seats):
        if occupant is None:
            room = with_occupant(room, seat, cpu(seat, room.options.level))
            events.append({"type": "cpu_added", "seat": seat, "level": room.options.level})
    return Change(room, tuple(events)).then(_freeze(room, attempt=1))


def _freeze(room: Room, attempt: int) -> Change:
    promised = dict(room.commits)
    frozen = tuple(
        promised.get(one.player) if one and one.player is not None and not one.held else None
        for one in room.seats
    )
    empty = (None,) * len(room.seats)
    if not any(frozen):
        return _begin(room, empty, frozen)
    starting = Starting(2 if attempt == 2 else 1, "reveal", frozen, empty)
    told: RoomEvent = {"type": "starting", "match": room.upcoming.match_id, "attempt": attempt}
    return Change(replace(room, phase="starting", ready=(), starting=starting), (told,))


def with_commitment(room: Room, player: str, commitment: str | None) -> Room:
    """`room` with the SHA-256 (hex) of the nonce that `player` promises for the next match.

    While one is played there is no next match yet, and nothing is promised.
    """
    if commitment is None or room.in_match:
        return room
    others = tuple(pair for pair in room.commits if pair[0] != player)
    return replace(room, commits=(*others, (player, commitment)))


def commit(room: Room, player: str, match_id: str, commitment: str) -> Change:
    """A seated person promises a nonce for the next match, or another one than before.

    Raises `not_seated`, `match_running`, `match_starting` (frozen already) or `stale_match`.
    """
    seat_of(room, player)
    starting = room.starting
    if starting is None:
        check_idle(room)
    elif starting.stage != "commit":
        raise RuleError("match_starting")
    if match_id != room.upcoming.match_id:
        raise RuleError("stale_match", match=room.upcoming.match_id)
    after = with_commitment(room, player, commitment)
    if starting is not None and _awaited(after, starting) <= {who for who, _ in after.commits}:
        return _freeze(after, attempt=2)
    return Change(after)


def _awaited(room: Room, starting: Starting) -> set[str | None]:
    return {
        one.player
        for one, before in zip(room.seats, starting.frozen, strict=True)
        if one is not None and before is not None
    }


def reveal(room: Room, player: str, match_id: str, nonce: str) -> Change:
    """A person shows the nonce (hex) behind the frozen commitment; the last one begins the match.

    Raises `not_seated`, `not_starting`, `stale_match`, `no_commitment`, `already_revealed` or
    `wrong_nonce`.
    """
    seat, starting = seat_of(room, player), room.starting
    if starting is None or starting.stage != "reveal":
        raise RuleError("not_starting")
    if match_id != room.upcoming.match_id:
        raise RuleError("stale_match", match=room.upcoming.match_id)
    if starting.frozen[seat] is None:
        raise RuleError("no_commitment")
    if starting.nonces[seat] is not None:
        raise RuleError("already_revealed")
    shown = bytes.fromhex(nonce)
    if hashlib.sha256(shown).hexdigest() != starting.frozen[seat]:
        raise RuleError("wrong_nonce")
    nonces = (*starting.nonces[:seat], shown, *starting.nonces[seat + 1 :])
    after = replace(starting, nonces=nonces)
    if not _missing(after):
        return _begin(room, nonces, starting.frozen)
    return Change(replace(room, starting=after))


def _missing(starting: Starting) -> list[int]:
    pairs = zip(starting.frozen, starting.nonces, strict=True)
    return [seat for seat, (promised, nonce) in enumerate(pairs) if promised and nonce is None]


def time_up(room: Room, fresh: Fresh) -> Change:
    """The time for promises, or for nonces, is over. Raises `not_starting`."""
    starting = room.starting
    if starting is None:
        raise RuleError("not_starting")
    if starting.stage == "commit":
        return _freeze(room, attempt=2)
    if starting.attempt == 2:
        return _begin(room, starting.nonces, starting.frozen)
    draw = fresh()
    again = Starting(2, "commit", starting.frozen, (None,) * len(room.seats))
    told: RoomEvent = {
        "type": "start_again",
        "missing": list(_missing(starting)),
        "match": draw.match_id,
    }
    return Change(replace(room, upcoming=draw, commits=(), starting=again), (told,))


def _begin(room: Room, nonces: Sequence[bytes | None], commitments: Sequence[str | None]) -> Change:
    game, draw, last = get_game(room.game), room.upcoming, room.match
    seats = len(room.seats)
    seed = shuffle.shuffle_seed(draw.secret, draw.match_id, nonces)
    # G9: the first match's dealer is drawn, every later match's is the next seat.
    first_dealer = (
        shuffle.drawn_dealer(seed, seats) if last is None else (last.first_dealer + 1) % seats
    )
    state, events = game.setup(Options(first_dealer=first_dealer), seed)
    match = Match(
        draw=draw,
        number=1 if last is None else last.number + 1,
        first_dealer=first_dealer,
        nonces=tuple(nonces),
        commitments=tuple(commitments),
        intervals=tuple(Interval(seat, 0, one) for seat, one in enumerate(room.seats) if one),
        action_count=0,
        state=state,
        runs=(0,) * seats,
    )
    after = replace(
        room,
        phase="playing",
        ready=(),
        swaps=(),
        kicks=(),
        commits=(),
        starting=None,
        match=match,
    )
    begun: RoomEvent = {
        "type": "match_started",
        "match": draw.match_id,
        "number": match.number,
        "commitment": shuffle.commitment(draw.secret),
    }
    return Change(after, (begun,), events)
