"""Many sockets at once: of one seat, of one address, of one player, and one that never reads."""

import asyncio
import contextlib
import json
from collections.abc import Iterator

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.clients import Person, Refused, any_legal
from tests.live.conftest import running_server
from tests.ops.running import Served

LATE = {"not_paused", "already_ready"}
"""Refusals of those who say ready in a pause that is just over."""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server of one process with little room."""
    limits = {"MEJA_ROOM_SOCKETS": "4", "MEJA_PLAYER_SOCKETS": "2"}
    with running_server(tmp_path_factory.mktemp("small"), 1, **limits) as served:
        yield served


async def arrive(base: str, count: int) -> list[Person]:
    return list(await asyncio.gather(*(Person(base).arrive() for _ in range(count))))


async def test_many_want_one_seat_in_the_same_moment(base: str):
    host, *people = await arrive(base, 9)
    code = await host.make_room("remi")
    await asyncio.gather(*(one.join(code) for one in people))  # over both socket processes
    answers = await asyncio.gather(
        *(one.say("sit", seat=2) for one in people), return_exceptions=True
    )
    seated = [one for one, answer in zip(people, answers, strict=True) if isinstance(answer, dict)]
    refused = [answer.code for answer in answers if isinstance(answer, Refused)]
    assert (len(seated), refused) == (1, ["seat_taken"] * 7)
    await asyncio.gather(*(one.until(lambda me: me.seen.room["seats"][2]) for one in people))
    assert {one.seen.room["seats"][2]["player"] for one in people} == {seated[0].player}
    await asyncio.gather(*(one.drop() for one in people))


async def test_a_class_behind_one_address_plays_undisturbed(base: str):
    """Many idle sockets, some of them in the rooms that play, all from one address."""
    tables = []
    for _ in range(3):
        host, friend = await arrive(base, 2)
        await host.make_room("remi")
        await host.join()
        await friend.join(host.code)
        await asyncio.gather(host.say("sit"), friend.say("sit"))
        tables.append((host, friend))
    idle = await arrive(base, 5)
    tabs = [one.tab() for one in idle for _ in range(10)]
    await asyncio.gather(*(tab.join(tables[n % 3][0].code) for n, tab in enumerate(tabs)))
    for host, _ in tables:
        await host.start()
    await asyncio.gather(
        *(one.play(any_legal(number)) for number, pair in enumerate(tables) for one in pair)
    )
    for number, tab in enumerate(tabs):
        host = tables[number % 3][0]
        await tab.until(lambda me, version=host.seen.v: me.seen.v >= version)
        assert tab.seen.match["outcome"] == host.match["outcome"]
    people = [one for pair in tables for one in pair]
    assert {error["code"] for one in (*people, *tabs) for error in one.errors} <= LATE
    await asyncio.gather(*(one.drop() for one in (*people, *tabs)))


async def test_who_never_reads_is_let_go_and_the_others_play_on(small: Served):
    host, deaf = await arrive(small.address, 2)
    code = await host.make_room("remi")
    await host.join()
    await host.say("sit")
    await host.start()
    socket = await connect(
        small.address.replace("http", "ws", 1) + f"/ws/rooms/{code}",
        additional_headers={"Cookie": deaf.cookie},
        ping_interval=None,
        max_size=2**22,
        max_queue=1,
    )
    try:
        for number in range(6000):  # each is answered by a snapshot, and none is read
            await socket.send('{"type":"sync"}')
            if number % 200 == 0:
                await host.send_raw('{"type":"sync"}')  # one process: it has taken the others too
                await host.news()
    except ConnectionClosed:
        pass
    await host.play(any_legal(3))
    with contextlib.suppress(ConnectionClosed):
        async with asyncio.timeout(30):
            while True:
                await socket.recv()
    assert socket.close_code in (4408, 1006)  # it read too slowly, or answered no ping either
    assert {error["code"] for error in host.errors} <= LATE
    await host.drop()


async def test_too_many_tabs_and_a_crowded_room_are_told_apart(small: Served):
    host, visitor, late = await arrive(small.address, 3)
    code = await host.make_room("remi")
    await host.join()
    await host.say("sit")
    tabs = [host.tab(), visitor.tab(), visitor.tab()]
    for tab in tabs:
        await tab.join(code)
    for person, refusal in ((visitor, "too_many_tabs"), (late, "room_crowded")):
        with pytest.raises(Refused) as caught:
            await person.join(code)
        assert caught.value.code == refusal
        await person.until_closed()
        assert person.close_code == 4409
    await tabs[2].drop()
    await late.join(code)
    await asyncio.gather(*(one.drop() for one in (host, late, *tabs)))


async def test_one_of_two_tabs_closes_and_nobody_is_away(base: str):
    host, friend = await arrive(base, 2)
    code = await host.make_room("remi")
    tab = friend.tab()
    await host.join()
    await friend.join(code)
    await tab.join(code)
    await host.say("sit")
    await friend.say("sit")
    await host.start()
    await friend.drop()
    await tab.say("say", kind="phrase", what="hello")
    await host.until(lambda me: me.seen.talk)
    assert host.seen.presence["away"] == []
    assert tab.seat == 1
    await tab.drop()
    await host.until(lambda me: me.seen.presence["away"])
    assert host.seen.presence["away"][0]["player"] == friend.player
    await host.drop()


async def test_talk_is_heard_by_all_and_refused_with_a_code(base: str):
    host, friend = await arrive(base, 2)
    code = await host.make_room("remi", chat=False)
    await host.join()
    await friend.join(code)
    await friend.say("say", kind="reaction", what="clap")
    await host.until(lambda me: me.seen.talk)
    assert (host.seen.talk[0]["player"], host.seen.talk[0]["what"]) == (friend.player, "clap")
    for kind, what, refusal in (
        ("text", "hello", "chat_off"),
        ("phrase", "I win", "unknown_phrase"),
        ("text", "x" * 900, "wrong_field"),
    ):
        with pytest.raises(Refused, match=refusal):
            await friend.say("say", kind=kind, what=what)
    await host.send_raw(json.dumps({"type": "say", "id": "a", "kind": "shout", "what": "x"}))
    await host.until(lambda me: me.errors)
    assert host.errors[-1]["code"] == "wrong_field"
    await asyncio.gather(host.drop(), friend.drop())
