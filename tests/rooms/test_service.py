"""The one write path: repeats, conflicts, refusals that change nothing."""

import asyncio
import json
import secrets

import msgspec
import pytest

from games.rules.core.errors import RuleError
from server.rooms import playing, seating
from server.rooms.protocol import Kick, RoomMessage, Say, Sit, Stand, Start
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


@pytest.mark.parametrize("same_id", [True, False])
async def test_a_double_click_counts_once(table: Table, same_id: bool):
    await table.make(["p0", "p1", "p2"], start=False)

    async def twice(player: str, first: RoomMessage, code: str) -> None:
        before = await table.kept()
        second = first if same_id else msgspec.structs.replace(first, id="second")
        answers = await asyncio.gather(
            table.ask(player, first), table.ask(player, second), return_exceptions=True
        )
        assert (await table.kept()).version == before.version + 1
        if same_id:
            assert answers[0] == answers[1]
        else:
            assert [one.code for one in answers if isinstance(one, RuleError)] == [code]

    await twice("p3", Sit("sit"), "already_seated")
    await twice("p0", Start("start"), "match_running")
    seat, player = await table.mover()
    await twice(player, await table.draw(seat, "draw"), "stale_action")


async def test_two_processes_draw_at_once_and_one_card_goes(table: Table, other_runtime):
    """An action resent through another process, while the first one is still on its way."""
    await table.make(["p0", "p1", "p2", "p3"])
    seat, player = await table.mover()
    draw = await table.draw(seat)
    before = await table.kept()
    answers = await asyncio.gather(
        table.ask(player, draw), table.at(other_runtime).ask(player, draw)
    )
    after = await table.kept()
    assert answers[0] == answers[1]
    assert after.room.match.action_count == before.room.match.action_count + 1


async def test_another_player_s_action_id_opens_nothing(table: Table):
    await table.make(["p0", "p1", "p2", "p3"])
    seat, player = await table.mover()
    draw = await table.draw(seat)
    stranger = f"p{(seat + 1) % 4}"
    assert await refusal(table.ask(stranger, draw)) == "not_your_turn"
    first = await table.ask(player, draw)
    assert await refusal(table.ask(stranger, draw)) == "stale_action"
    assert await table.ask(player, draw) == first
    assert await refusal(table.ask("p9", draw)) == "not_seated"


async def test_who_left_a_seat_takes_no_other_in_that_deal(table: Table):
    await table.make(["p0", "p1"])
    await table.ask("p1", Stand("a"))
    await table.ask("p1", Sit("b", 3))
    room = (await table.kept()).room
    assert room.seat_of("p1") is None
    assert [(claim.seat, claim.player) for claim in room.claims] == [(3, "p1")]
    await table.ask("p1", Sit("c", 1))  # the one that was left is had back at once
    room = (await table.kept()).room
    assert (room.seat_of("p1"), room.claims) == (1, ())
    assert await refusal(table.ask("p1", Sit("d", 2))) == "seated_in_deal"


# Talk


async def say(table: Table, player: str, kind: str, what: str, message_id: str = "") -> bytes:
    message = Say(message_id or f"s{secrets.token_hex(4)}", kind, what)
    return await table.runtime.service.say(table.code, player, player, message)


async def test_talk_has_its_refusals_and_changes_no_version(table: Table):
    await table.make(["p0", "p1", "p2"], start=False, chat=False)
    before = await table.kept()
    assert await refusal(say(table, "p1", "text", "hello")) == "chat_off"
    assert await refusal(say(table, "p1", "phrase", "I win")) == "unknown_phrase"
    assert await refusal(say(table, "p1", "text", "a\nb")) == "bad_characters"
    await say(table, "p1", "phrase", "hello", "once")
    assert await refusal(say(table, "p1", "phrase", "bye", "once")) == "action_id_reused"
    assert await table.kept() == before
    for voter in ("p0", "p2"):
        await table.ask(voter, Kick(f"k{voter}", 1))
    await table.heard(table.ears["p0"])
    assert await refusal(say(table, "p1", "phrase", "bye")) == "kicked"


async def test_talk_has_a_pace_for_each_player(table: Table):
    await table.make(["p0"], start=False)
    for _ in range(6):
        await say(table, "p0", "reaction", "fire")
    with pytest.raises(RuleError, match="talk_too_fast") as caught:
        await say(table, "p0", "reaction", "fire")
    assert caught.value.data["wait_ms"] > 0
    await say(table, "p9", "reaction", "fire")


async def test_nobody_talks_in_a_room_that_is_gone(table: Table):
    await table.make(["p0"], start=False)
    kept = await table.kept()
    assert await table.runtime.store.remove(table.code, kept.version, kept.tag)
    with pytest.raises(RoomLost):
        await say(table, "p0", "reaction", "fire")
