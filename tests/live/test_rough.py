"""Bad input and rough treatment over real sockets: a code is owed, nothing changes."""

import asyncio
import contextlib
import json

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.clients import Person, Refused
from tests.live.conftest import running_server


async def seated(base: str, **options: object) -> Person:
    person = await Person(base).arrive()
    await person.make_room("remi", **options)
    await person.join()
    await person.say("sit")
    await person.say("start")
    await person.until(Person.my_turn)
    return person


async def errors_after(person: Person, *frames: str | bytes) -> list[str]:
    """The codes that frames without an id are answered with."""
    before = len(person.errors)
    for frame in frames:
        await person.send_raw(frame)
    await person.until(lambda me: len(me.errors) >= before + len(frames))
    return [error["code"] for error in person.errors[before:]]


async def test_bad_frames_are_answered_and_change_nothing(base: str):
    person = await seated(base)
    before = person.seen.v, person.match
    codes = await errors_after(
        person,
        b"\x00\xff binary",
        "not json",
        "[]",
        '{"type":"win","id":"w"}',
        '{"type":"run_out","id":"w"}',
        '{"type":"time_up","id":"w","seat":1}',
        '{"type":"sit","id":"s","crown":1}',
        json.dumps({"type": "stand", "id": "s", "player": person.player}),
        json.dumps({"type": "sit", "id": "x" * 5000}),
    )
    assert codes == [
        "message_not_text",
        "malformed_message",
        "malformed_message",
        "unknown_type",
        "unknown_type",
        "unknown_type",
        "unknown_field",
        "unknown_field",
        "message_too_long",
    ]
    bad_actions = [
        ("malformed", {}, "unknown_action"),
        ("unknown", {"type": "win"}, "unknown_action"),
        ("extra", {"type": "draw_stock", "n": 2}, "unknown_field"),
        ("lacking", {"type": "discard"}, "missing_field"),
        ("no card", {"type": "discard", "card": "11X"}, "unknown_card"),
        ("not yet", {"type": "discard", "card": person.match["hand"][0]}, "draw_first"),
    ]
    for _, action, code in bad_actions:
        with pytest.raises(Refused) as caught:
            await person.act(action)
        assert caught.value.code == code
    stale = person.act_message({"type": "draw_stock"}, "stale") | {"turn": 99}
    with pytest.raises(Refused, match="stale_action"):
        await person.repeat(stale)
    await person.send_raw('{"type":"sync"}')
    await person.until(lambda me: me.messages[-1].get("reason") == "asked")
    assert (person.seen.v, person.match) == before
    await person.drop()


async def test_out_of_turn_and_repeated_ids(base: str):
    host, friend = await asyncio.gather(Person(base).arrive(), Person(base).arrive())
    code = await host.make_room("remi")
    await host.join()
    await friend.join(code)
    await asyncio.gather(host.say("sit"), friend.say("sit"))
    await host.say("start")
    # Each waits for what its own socket brings: the other's news wakes nobody here.
    await host.until(lambda me: me.match["to_move"] in (host.seat, friend.seat))
    mover, other = (host, friend) if host.match["to_move"] == host.seat else (friend, host)
    await mover.until(Person.my_turn)
    await other.until(lambda me: me.seen.v >= mover.seen.v)
    with pytest.raises(Refused, match="not_your_turn"):
        await other.act({"type": "draw_stock"})
    message = mover.act_message(mover.match["legal"][0], "once")
    first = await mover.repeat(message)
    assert await mover.repeat(message) == first
    with pytest.raises(Refused, match="action_id_reused"):
        await mover.repeat({"type": "ready", "id": "once"})
    await asyncio.gather(host.drop(), friend.drop())


async def test_who_has_no_cookie_or_a_false_one_gets_no_seat(base: str):
    host, other = await asyncio.gather(Person(base).arrive(), Person(base).arrive())
    code = await host.make_room("remi")
    name, _, value = host.cookie.partition("=")
    key, _, signature = value.rpartition(":")
    foreign = other.cookie.rpartition(":")[2]
    edited = [
        "",
        f"{name}={value[:-2]}{'aa' if value[-2:] != 'aa' else 'bb'}",
        f"{name}={key}:{foreign}",
        f"{name}={key[:-1]}{'A' if key[-1] != 'A' else 'B'}:{signature}",
        f"{name}={host.player}:{signature}",
        f"{name}={host.player}",
        f"{name}={'x' * 3000}",
    ]
    for cookie in edited:
        nobody = Person(base)
        nobody.cookie = cookie
        with pytest.raises(Refused, match="no_player"):
            await nobody.join(code)
        await nobody.until_closed()
        assert nobody.close_code == 4401


async def test_a_code_that_does_not_exist(base: str):
    person = await Person(base).arrive()
    with pytest.raises(Refused, match="room_not_found"):
        await person.join("ZZZZZZ")
    await person.until_closed()
    assert person.close_code == 4404


@pytest.mark.parametrize("origin", ["null", "http://evil.example", "https://127.0.0.1"])
async def test_a_foreign_origin_is_refused(base: str, origin: str):
    person = await Person(base).arrive()
    await person.make_room("remi")
    with pytest.raises(InvalidStatus) as caught:
        await person.join(headers={"Origin": origin})
    assert caught.value.response.status_code == 403
    await person.join(headers={"Origin": base})
    await person.drop()


async def test_coming_back_finds_the_seat_and_the_cards(base: str):
    person = await seated(base)
    hand = person.match["hand"]
    await person.drop()
    await person.join(since=person.seen.v)
    assert (person.seat, person.match["hand"]) == (0, hand)
    fresh = Person(base)
    fresh.cookie, fresh.player = person.cookie, person.player
    await fresh.join(person.code)
    assert (fresh.seat, fresh.match["hand"]) == (0, hand)
    await asyncio.gather(person.drop(), fresh.drop())


async def test_a_flood_is_refused_then_closed_and_others_play_on(tmp_path):
    with running_server(tmp_path, MEJA_MESSAGES_PER_SECOND="20") as served:
        flooder, friend = await seated(served.address), await seated(served.address)
        before = flooder.seen.v
        with contextlib.suppress(ConnectionClosed):
            for number in range(1000):
                await flooder.send_raw(json.dumps({"type": "start", "id": f"n{number}"}))
        await flooder.until_closed()
        assert flooder.close_code == 4429
        codes = {error["code"] for error in flooder.errors}
        assert codes == {"match_running", "rate_limited", "flooding"}
        await flooder.join(since=before)
        assert flooder.seen.v == before
        await friend.act(friend.match["legal"][0])
        await asyncio.gather(flooder.drop(), friend.drop())


async def test_a_new_name_is_shown_without_a_new_socket(base: str):
    person = await Person(base).arrive()
    await person.make_room("remi")
    await person.join()
    with pytest.raises(Refused, match="not_seated"):
        await person.say("rename")
    await person.http("PATCH", "/api/guest", {"name": "রহিম"})
    await person.say("sit")
    assert person.seen.room["seats"][0]["name"] == "রহিম"
    await person.http("PATCH", "/api/guest", {"name": "করিম উদ্দিন"})
    await person.say("rename")
    assert person.seen.room["seats"][0]["name"] == "করিম উদ্দিন"
    await person.say("say", kind="phrase", what="hello")
    await person.until(lambda me: me.seen.talk)
    assert person.seen.talk[0]["name"] == "করিম উদ্দিন"
    await person.drop()


async def test_the_host_configures_and_no_other(base: str):
    host, friend = await asyncio.gather(Person(base).arrive(), Person(base).arrive())
    await host.make_room("remi")
    await host.join()
    await friend.join(host.code)
    await host.say("sit")
    await friend.say("sit")
    before = host.seen.room["options"]
    await host.say("configure", clock=60, watchers=False, pace="fast")
    told = {"clock": 60, "watchers": False, "pace": "fast"}
    assert host.seen.room["options"] == before | told
    for message, code in (
        ({"clock": 0}, "not_host"),
        ({"clock": 61}, "wrong_field"),
        ({"gathering": "X"}, "unknown_field"),
    ):
        with pytest.raises(Refused, match=code):
            await friend.say("configure", **message)
    with pytest.raises(Refused, match="unknown_level"):
        await host.say("configure", level="perfect")
    await asyncio.gather(host.drop(), friend.drop())
