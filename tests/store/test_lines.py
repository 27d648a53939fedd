"""Lines that break: kill -9 and restart, a server that hangs, scripts forgotten."""

import asyncio
import contextlib
import os
import signal

import pytest
import redis

from games.store import kept_line, keys, line
from games.store.link import Link
from games.store.store import Committed, Store, StoreDown, StoreError
from games.store.subscribe import Subscriptions
from tests.store.conftest import open_room


@pytest.mark.parametrize("client", ["shared", "redis-py"])
async def test_after_kill_and_restart_all_is_there(valkey, client):
    store = await Store.connect(valkey.url, client=client)
    room = await open_room(store)
    first = room.tag
    fields = {"state": b"state", "event": b"event", "match": "m", "actions": (b"action",)}
    assert isinstance(await room.commit(**fields), Committed)
    valkey.kill()
    valkey.start()
    with contextlib.suppress(StoreDown):
        await store.ping()  # may still be written to the dead line
    loaded = await store.load("AB12")
    assert (loaded.version, loaded.tag, loaded.state) == (2, room.tag, b"state")
    assert await store.tail("AB12", 1, first, 2) == [b"event"]
    assert await store.action_log("AB12", "m") == [b"action"]
    assert isinstance(await room.commit(), Committed)
    await store.close()


@pytest.mark.parametrize("client", ["shared", "redis-py"])
async def test_what_was_under_way_fails_and_later_calls_work(valkey, client):
    store = await Store.connect(valkey.url, client=client)
    os.kill(valkey.server.pid, signal.SIGSTOP)
    pending = [asyncio.create_task(store.load("AB12")) for _ in range(50)]
    for _ in range(20):
        await asyncio.sleep(0)
    valkey.kill()
    failures = await asyncio.gather(*pending, return_exceptions=True)
    assert {type(failure) for failure in failures} == {StoreDown}
    valkey.start()
    assert await store.create("AB12", b"start", None)
    await store.close()


@pytest.mark.parametrize("client", ["shared", "redis-py"])
async def test_without_a_server_calls_end(valkey, client, monkeypatch):
    monkeypatch.setattr(kept_line, "PATIENCE_S", 0.05)
    store = await Store.connect(valkey.url, client=client)
    valkey.kill()
    with pytest.raises(StoreDown):
        await store.ping()
    await store.close()
    with pytest.raises(StoreDown):
        await Store.connect(valkey.url, client=client)


async def test_a_call_waits_for_the_line_to_come_back(valkey):
    link = await Link.connect(valkey.url)
    valkey.kill()
    with pytest.raises(StoreDown):
        await link.call("PING")
    waiting = asyncio.create_task(link.call("PING"))
    await asyncio.sleep(0)
    valkey.start()
    assert await waiting == b"PONG"
    await link.close()
    with pytest.raises(StoreDown):
        await link.call("PING")


async def test_a_server_that_hangs_does_not_hang_its_callers(valkey, monkeypatch):
    monkeypatch.setattr(line, "HEARTBEAT_S", 0.05)
    monkeypatch.setattr(kept_line, "PATIENCE_S", 5.0)
    link = await Link.connect(valkey.url)
    os.kill(valkey.server.pid, signal.SIGSTOP)
    with pytest.raises(StoreDown):
        await link.call("PING")
    os.kill(valkey.server.pid, signal.SIGCONT)
    assert await link.call("PING") == b"PONG"
    await link.close()


@pytest.mark.parametrize("client", ["shared", "redis-py"])
async def test_a_wrong_password_is_told(redis_url, client):
    with pytest.raises(StoreError) as refused:
        await Store.connect(redis_url.replace("secret", "wrong"), client=client)
    assert refused.value.reply_code == "WRONGPASS"


async def test_scripts_the_server_forgot_are_sent_again(store, raw):
    room = await open_room(store, due_in_ms=0)
    raw.script_flush()
    claims, _ = await store.claim(range(keys.SHARDS), 10, 5_000)
    assert [claim.code for claim in claims] == ["AB12"]
    raw.script_flush()
    assert isinstance(await room.commit(), Committed)


async def test_a_refused_command_does_not_shift_the_replies(redis_url):
    link = await Link.connect(redis_url)
    replies = await asyncio.gather(
        link.call("SET", "k", "1"),
        link.call("HGET", "k", "f"),
        link.call("GET", "k"),
        return_exceptions=True,
    )
    assert (replies[0], replies[2]) == (b"OK", b"1")
    assert isinstance(replies[1], StoreError)
    assert replies[1].reply_code == "WRONGTYPE"
    await link.close()


async def test_a_caller_that_left_does_not_shift_the_replies(redis_url):
    link = await Link.connect(redis_url)
    left = asyncio.create_task(link.call("ECHO", "left"))
    stayed = asyncio.create_task(link.call("ECHO", "stayed"))
    await asyncio.sleep(0)
    left.cancel()
    assert await stayed == b"stayed"
    await link.close()


async def test_the_database_of_the_url_is_used(redis_url):
    three = redis_url.removesuffix("0") + "3"
    link = await Link.connect(three)
    await link.call("SET", "k", "in three")
    with redis.Redis.from_url(three) as client:
        assert client.get("k") == b"in three"
    await link.close()


async def test_subscriptions_survive_a_restart(valkey):
    back = asyncio.Event()
    subscriptions = await Subscriptions.connect(valkey.url, on_reconnect=back.set)
    heard: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
    for channel in ("one", "two", "left"):
        await subscriptions.subscribe(channel, lambda m, c=channel: heard.put_nowait((c, m)))
    subscriptions.unsubscribe("left")
    assert not back.is_set()
    valkey.kill()
    valkey.start()
    await asyncio.wait_for(back.wait(), 10)
    with redis.Redis.from_url(valkey.url) as client:
        assert client.publish("left", "x") == 0
        assert client.publish("one", "1") == 1
        assert client.publish("two", "2") == 1
    assert [await heard.get(), await heard.get()] == [("one", b"1"), ("two", b"2")]
    await subscriptions.close()


async def test_who_subscribes_right_after_another_has_left_is_not_deaf(redis_url, raw):
    subscriptions = await Subscriptions.connect(redis_url)
    heard: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
    await subscriptions.subscribe("one", lambda m: heard.put_nowait(("before", m)))
    subscriptions.unsubscribe("one")
    await subscriptions.subscribe("one", lambda m: heard.put_nowait(("after", m)))
    assert raw.publish("one", "1") == 1
    assert await heard.get() == ("after", b"1")
    await subscriptions.close()


async def test_subscribing_without_a_server_fails_and_leaves_nothing(valkey, monkeypatch):
    monkeypatch.setattr(kept_line, "PATIENCE_S", 0.05)
    back = asyncio.Event()
    subscriptions = await Subscriptions.connect(valkey.url, on_reconnect=back.set)
    valkey.kill()
    with pytest.raises(StoreDown):
        await subscriptions.subscribe("one", lambda _: None)
    valkey.start()
    await asyncio.wait_for(back.wait(), 10)
    with redis.Redis.from_url(valkey.url) as client:
        assert client.publish("one", "1") == 0
    await subscriptions.close()


async def test_a_callback_that_fails_stops_nobody(redis_url, raw):
    subscriptions = await Subscriptions.connect(redis_url)
    heard: asyncio.Queue[bytes] = asyncio.Queue()

    def fail(message: bytes) -> None:
        raise RuntimeError(message)

    await subscriptions.subscribe("bad", fail)
    await subscriptions.subscribe("good", heard.put_nowait)
    raw.publish("bad", "x")
    raw.publish("good", "y")
    assert await asyncio.wait_for(heard.get(), 10) == b"y"
    await subscriptions.close()
