"""Who of a gathering goes to which of its rooms, and how its matches ended.

Visitors are sent one after the other, under a lock on the gathering's row, so that thirty who
come at once fill table after table. What the rooms themselves look like is read before.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from games.models import MatchSeat
from games.rules.core.registry import get_game
from server.rooms.models import Gathering, GatheringRoom, GatheringVisitor
from server.rooms.room import Room
from server.rooms.service import new_code

EXPECTED_FOR: Final = timedelta(seconds=60)
"""How long a place is kept free for a visitor who was sent to a room and has not sat down."""


@dataclass(frozen=True, slots=True)
class Result:
    """A player's matches in a gathering."""

    name: str
    player: str
    matches: int
    wins: int


def send(
    gathering: Gathering, player: str, rooms: Mapping[str, Room | None], now: datetime
) -> GatheringRoom:
    """The room of `gathering` for `player`: the same as before while there is a place in it, else
    the fullest that is open, else a new one, which the caller must then make in the store.

    `rooms` are those of `made_codes` as the store has them, None where it has none.
    """
    with transaction.atomic():
        Gathering.objects.select_for_update().get(pk=gathering.pk)
        lost = [code for code, room in rooms.items() if room is None]
        gathering.rooms.filter(code__in=lost).update(gone=True)
        places = _Places(gathering, rooms, player, now)
        row = places.former() or places.fullest()
        if row is None:
            row = GatheringRoom.objects.create(gathering=gathering, code=new_code(), host=player)
        GatheringVisitor.objects.update_or_create(
            gathering=gathering, player=player, defaults={"room": row, "sent": now}
        )
    return row


class _Places:
    """The places in a gathering's rooms, as `player` finds them."""

    def __init__(
        self, gathering: Gathering, rooms: Mapping[str, Room | None], player: str, now: datetime
    ) -> None:
        self._seats = get_game(gathering.game).seats
        self._rooms = rooms
        self._player = player
        self._rows = list(gathering.rooms.filter(gone=False).order_by("pk"))
        self._mine: int | None = None
        self._expected: dict[int, set[str]] = {}
        for visitor in gathering.visitors.filter(room__gone=False):
            if visitor.player == player:
                self._mine = visitor.room_id
            elif now - visitor.sent < EXPECTED_FOR:
                self._expected.setdefault(visitor.room_id, set()).add(visitor.player)

    def former(self) -> GatheringRoom | None:
        """The room that the player was sent to before, while there is a place in it."""
        return next((row for row in self._rows if row.pk == self._mine and self._fits(row)), None)

    def fullest(self) -> GatheringRoom | None:
        """The open room to fill up next: lobbies before running matches, where CPUs make room."""
        open_rows = [row for row in self._rows if self._fits(row)]
        return min(open_rows, key=self._order, default=None)

    def _order(self, row: GatheringRoom) -> tuple[bool, int, int]:
        room = self._rooms.get(row.code)
        runs = room is not None and room.phase != "lobby"
        return runs, -len(self._others(row)), row.pk

    def _fits(self, row: GatheringRoom) -> bool:
        room = self._rooms.get(row.code)
        if room is not None:
            if self._player in room.seated:
                return True
            if self._player in room.kicked:
                return False
        return len(self._others(row)) < self._seats

    def _others(self, row: GatheringRoom) -> set[str]:
        """Who has, wants or is expected to take a seat there, besides the player."""
        there = set(self._expected.get(row.pk, ()))
        room = self._rooms.get(row.code)
        if room is not None:
            there |= {*room.seated, *(claim.player for claim in room.claims)}
        return there - {self._player}


def made_codes(gathering: Gathering) -> list[str]:
    """The codes of the gathering's rooms that the store had when last heard of, oldest first."""
    rows = gathering.rooms.filter(made=True, gone=False).order_by("pk")
    return list(rows.values_list("code", flat=True))


def results(gathering: Gathering) -> list[Result]:
    """What the people of the gathering's finished matches have won, best first."""
    rows = (
        MatchSeat.objects.filter(
            match__room_code__in=gathering.rooms.values("code"),
            match__finished__gte=gathering.created,
            player__isnull=False,
        )
        .order_by("match__finished", "match_id", "seat")
        .values_list("player", "seat", "place", "match__seats")
    )
    sums: dict[str, Result] = {}
    for player, seat, place, seats in rows:
        if player is None:
            continue
        before = sums.get(player)
        sums[player] = Result(
            name=seats[seat]["name"],
            player=player,
            matches=(0 if before is None else before.matches) + 1,
            wins=(0 if before is None else before.wins) + (place == 1),
        )
    return sorted(sums.values(), key=lambda one: (-one.wins, one.matches, one.name))


def note_made(codes: Collection[str]) -> None:
    """The store has these rooms."""
    GatheringRoom.objects.filter(code__in=codes).update(made=True)


def note_gone(code: str) -> None:
    """The code is another room's, or the room is no more: nobody is sent there."""
    GatheringRoom.objects.filter(code=code).update(gone=True)
