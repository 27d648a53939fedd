"""Finished matches: read once, kept until acknowledged, taken over from the dead."""

from typing import Any

from games.store import keys
from games.store.store import Store
from tests.store.conftest import open_room

ALL = range(keys.SHARDS)


async def finish(store: Store, code: str, match: str) -> None:
    """Create a room and finish a match in it."""
    room = await open_room(store, code)
    await room.commit(match=match, finished=b"of " + match.encode())


def let_lie(raw: Any, consumer: str) -> None:
    """Make all that this consumer holds look untouched for six seconds."""
    for number in ALL:
        stream = keys.finished_key(number)
        for entry in raw.xpending_range(stream, "writers", "-", "+", 100, consumername=consumer):
            raw.execute_command(
                "XCLAIM", stream, "writers", consumer, 0, entry["message_id"], "IDLE", 6_000
            )


async def test_each_entry_goes_to_one_consumer(store):
    await finish(store, "AB12", "m1")
    await finish(store, "K7QX", "m2")
    first = await store.read_finished(ALL, "w1", 10)
    assert sorted((f.code, f.match, f.data) for f in first) == [
        ("AB12", "m1", b"of m1"),
        ("K7QX", "m2", b"of m2"),
    ]
    assert await store.read_finished(ALL, "w2", 10) == []
    assert await store.read_finished(ALL, "w1", 10) == []


async def test_entries_of_a_dead_consumer_are_taken_over(store, raw):
    await finish(store, "AB12", "m1")
    await store.read_finished(ALL, "dead", 10)
    assert await store.read_finished(ALL, "living", 10) == []
    let_lie(raw, "dead")
    [taken] = await store.read_finished(ALL, "living", 10)
    assert (taken.match, taken.data) == ("m1", b"of m1")
    assert await store.read_finished(ALL, "third", 10) == []


async def test_what_is_acknowledged_is_gone(store, raw):
    await finish(store, "AB12", "m1")
    [finished] = await store.read_finished(ALL, "w", 10)
    await store.ack_finished(finished)
    stream = keys.finished_key(finished.shard)
    assert raw.xlen(stream) == 0
    assert raw.xpending(stream, "writers")["pending"] == 0
    let_lie(raw, "w")
    assert await store.read_finished(ALL, "w", 10) == []


async def test_the_group_is_made_again_after_a_loss(store, raw):
    assert await store.read_finished(ALL, "w", 10) == []
    raw.flushall()
    await finish(store, "AB12", "m1")
    assert [f.match for f in await store.read_finished(ALL, "w", 10)] == ["m1"]


async def test_no_more_than_asked(store):
    code = "AB12"
    room = await open_room(store, code)
    for n in range(5):
        await room.commit(match=f"m{n}", finished=b"")
    first = await store.read_finished([keys.shard(code)], "w", 3)
    second = await store.read_finished([keys.shard(code)], "w", 3)
    assert [[f.match for f in part] for part in (first, second)] == [
        ["m0", "m1", "m2"],
        ["m3", "m4"],
    ]
