"""The one write path: repeats, conflicts, refusals that change nothing."""

import asyncio
import json

import pytest

from games.rules.core.errors import RuleError
from server.rooms import playing, seating
from server.rooms.room import Change, Room
from server.rooms.service import Request, RoomLost, RoomService, fresh_draw
from tests.rooms.table import DELAYS, Table


async def refusal(work) -> str:
    with pytest.raises(RuleError) as caught:
        await work
    return caught.value.code


async def test_a_repeated_action_gets_the_first_answer(table: Table):
    await table.make(["p0", "p1", "p2", "p3"])
    seat = (await table.kept()).room.match.state.to_move
    first = await table.act(seat, {"type": "draw_stock"}, "same")
    before = await table.kept()
    player = before.room.seats[seat].player

    def draw(room: Room) -> Change:
        return playing.act(room, seat, {"type": "draw_stock"}, fresh_draw)

    # The transition itself would now be refused, and the answer still is the first one.
    assert await table.do(player, draw, "same") == first
    assert json.loads(first) == {"type": "ok", "id": "same", "v": before.version}
    other = Request(player, "same", b"another digest")
    again = table.runtime.service.change(table.code, draw, other)
    assert await refusal(again) == "action_id_reused"
    assert await table.kept() == before


async def test_a_refusal_changes_nothing_and_is_not_remembered(table: Table):
    await table.make(["p0", "p1", "p2", "p3"])
    before = await table.kept()
    seat = before.room.match.state.to_move
    wrong = {"type": "discard", "card": "AS"}
    assert await refusal(table.act(seat, wrong, "x")) != ""
    assert await table.kept() == before
    await table.act(seat, {"type": "draw_stock"}, "x")
    assert (await table.kept()).version == before.version + 1


async def test_an_old_own_copy_does_not_refuse_what_the_store_allows(table: Table):
    """Another process changed the room; this one has not heard of it yet."""
    await table.make(["p0"], start=False)
    old = await table.kept()
    await table.do("p0", lambda room: seating.stand(room, "p0"))
    behind = RoomService(table.runtime.store, DELAYS, known=lambda _code: old)
    await behind.change(table.code, lambda room: seating.sit(room, "p0", "p0", 3))
    assert (await table.kept()).room.seat_of("p0") == 3
    with pytest.raises(RuleError):
        await behind.change(table.code, lambda room: seating.sit(room, "p0", "p0", 3))


async def test_two_processes_at_once_lose_nothing(table: Table, other_runtime):
    await table.make(["p0"], start=False)
    other = table.at(other_runtime)
    await asyncio.gather(
        *(
            (table if number % 2 else other).do(
                f"p{number}",
                lambda room, one=f"p{number}": seating.sit(room, one, one, None),
                f"sit{number}",
            )
            for number in range(1, 4)
        )
    )
    room = (await table.kept()).room
    assert sorted(one.player for one in room.seats) == ["p0", "p1", "p2", "p3"]


async def test_one_seat_goes_to_one_of_two(table: Table, other_runtime):
    await table.make(["p0"], start=False)
    other = table.at(other_runtime)
    answers = await asyncio.gather(
        table.do("p1", lambda room: seating.sit(room, "p1", "p1", 2)),
        other.do("p2", lambda room: seating.sit(room, "p2", "p2", 2)),
        return_exceptions=True,
    )
    refused = [one for one in answers if isinstance(one, RuleError)]
    assert [one.code for one in refused] == ["seat_taken"]


async def test_a_room_that_is_gone_is_lost(table: Table):
    await table.make(["p0"])
    kept = await table.kept()
    assert await table.runtime.store.remove(table.code, kept.version, kept.tag)
    with pytest.raises(RoomLost):
        await table.do("p0", lambda room: seating.stand(room, "p0"))
