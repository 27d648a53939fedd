"""One commit: all of it or nothing, and what is remembered of it."""

import asyncio

import pytest

from games.store import keys
from games.store.store import (
    Change,
    Committed,
    Conflict,
    Fenced,
    Loaded,
    Lost,
    Published,
    Remember,
    Repeated,
    StoreError,
    parse_message,
)
from tests.store.conftest import Played, everything, open_room

CODE = "AB12"
ANY_BYTES = b"\x00\xff\r\n$5\r\n state"


def full(action_id: str = "one", player: str = "ann", fence: int | None = None) -> Change:
    """A change with every part."""
    return Change(
        state=ANY_BYTES,
        event=b"\x00event\r\n",
        due_in_ms=500_000,
        match="m1",
        actions=(b"first", b"\x00second"),
        remember=Remember(player, action_id, b"digest\x00", b"answer\x00of " + action_id.encode()),
        finished=b"record",
        fence=fence,
        seated=("ann", "bob"),
        watched=("bob",),
        listing=b"\x00listing",
    )


async def test_every_part_is_written_and_told(store, ears, raw):
    room = await open_room(store)
    first = room.tag
    await store.talk(CODE, "ann", "hello", b"line")
    await ears.listen(keys.room_channel(CODE))
    await ears.listen(keys.wake_channel(keys.shard(CODE)))

    done = await store.commit(CODE, 1, first, full())

    assert done == Committed(2, done.tag)
    loaded = await store.load(CODE)
    assert (loaded.version, loaded.tag, loaded.state) == (2, done.tag, ANY_BYTES)
    assert 400_000 < loaded.due_in_ms <= 500_000
    assert await store.tail(CODE, 1, first, 2, done.tag) == [b"\x00event\r\n"]
    assert await store.action_log(CODE, "m1") == [b"first", b"\x00second"]
    assert await store.recall(CODE, "ann", "one") == (b"digest\x00", b"answer\x00of one")
    message, presence = await ears.all(keys.room_channel(CODE))
    assert parse_message(message) == Published(
        2, done.tag, first, 500_000, b"\x00event\r\n", ANY_BYTES
    )
    assert parse_message(presence).gone.keys() == {"bob"}
    assert await ears.all(keys.wake_channel(keys.shard(CODE))) == [b"due", b"finished"]
    [finished] = await store.read_finished(range(keys.SHARDS), "w", 10)
    assert (finished.code, finished.match, finished.data) == (CODE, "m1", b"record")
    assert [(one.code, one.listing) for one in await store.listed()] == [(CODE, b"\x00listing")]
    tag = f"{{s{keys.shard(CODE)}}}".encode()
    assert sum(tag in key for key in raw.keys(f"*{tag.decode()}*")) == 10
    assert all(b"{s" in key for key in raw.scan_iter())


async def test_a_code_is_created_once(store):
    assert await store.load(CODE) is None
    tag = await store.create(CODE, b"start", None)
    assert await store.create(CODE, b"other", 5, ("bob",), ("bob",), b"listing") is None
    assert await store.load(CODE) == Loaded(1, tag, b"start", None)
    assert await store.listed() == []


async def prepared(store) -> Played:
    """A room at version 3 that was claimed twice, with `one` remembered of ann."""
    room = await open_room(store, due_in_ms=0)
    await store.claim([keys.shard(CODE)], 1, 0)
    await store.claim([keys.shard(CODE)], 1, 0)
    room.like = full()
    assert isinstance(await room.commit(), Committed)
    plain = {"match": None, "actions": (), "remember": None, "finished": None}
    assert isinstance(await room.commit(**plain), Committed)
    return room


@pytest.mark.parametrize(
    ("code", "version", "tag", "change", "outcome"),
    [
        (CODE, 2, None, full("two"), Conflict(3)),
        (CODE, 4, None, full("two"), Conflict(3)),
        (CODE, 3, b"\0" * 8, full("two"), Conflict(3)),
        (CODE, 3, None, full("one"), Repeated(b"digest\x00", b"answer\x00of one")),
        (CODE, 2, None, full("one"), Repeated(b"digest\x00", b"answer\x00of one")),
        (CODE, 3, None, full("two", fence=1), Fenced()),
        (CODE, 2, None, full("two", fence=1), Fenced()),
        ("NONE", 3, None, full("two"), Lost()),
    ],
)
async def test_what_is_refused_changes_and_tells_nothing(
    store, ears, raw, code, version, tag, change, outcome
):
    room = await prepared(store)
    channels = [keys.room_channel(code), keys.wake_channel(keys.shard(code))]
    for channel in channels:
        await ears.listen(channel)
    before = everything(raw)

    assert await store.commit(code, version, tag or room.tag, change) == outcome

    assert everything(raw) == before
    assert [await ears.all(channel) for channel in channels] == [[], []]


async def test_without_memory_nothing_is_written(store, ears, raw):
    room = await prepared(store)
    await ears.listen(keys.room_channel(CODE))
    before = everything(raw)
    raw.config_set("maxmemory", 1)
    try:
        with pytest.raises(StoreError) as refused:
            await store.commit(CODE, 3, room.tag, full("two"))
    finally:
        raw.config_set("maxmemory", 0)
    assert refused.value.reply_code == "OOM"
    assert everything(raw) == before
    assert await ears.all(keys.room_channel(CODE)) == []


async def test_the_current_fence_commits(store, raw):
    room = await prepared(store)
    fence = int(raw.hget(keys.room_key(CODE), "f"))
    done = await store.commit(CODE, 3, room.tag, full("two", fence=fence))
    assert isinstance(done, Committed)


async def test_of_many_at_once_one_wins(store):
    room = await open_room(store)
    outcomes = await asyncio.gather(
        *(store.commit(CODE, 1, room.tag, full(f"id{n}", f"player{n}")) for n in range(40))
    )
    [won] = [one for one in outcomes if isinstance(one, Committed)]
    assert outcomes.count(Conflict(2)) == 39
    assert (await store.load(CODE)).tag == won.tag
    assert len(await store.action_log(CODE, "m1")) == 2
    winner = outcomes.index(won)
    kept = [await store.recall(CODE, f"player{n}", f"id{n}") is not None for n in range(40)]
    assert [n for n in range(40) if kept[n]] == [winner]


async def test_the_last_32_of_each_player_are_remembered(store, raw):
    room = await open_room(store)
    room.like = full()
    await room.commit(remember=Remember("bob", "only", b"d", b"a"))
    for n in range(40):
        done = await room.commit(remember=Remember("ann", f"id{n}", b"d", b"a"))
        assert isinstance(done, Committed)
    remembered = [await store.recall(CODE, "ann", f"id{n}") is not None for n in range(40)]
    assert remembered == [False] * 8 + [True] * 32
    assert await store.recall(CODE, "bob", "only") is not None
    assert raw.hlen(keys.seen_key(CODE)) == (1 + 32 + 32) + (1 + 1 + 1)
    assert await room.commit(remember=Remember("ann", "id8", b"", b"")) == Repeated(b"d", b"a")
    again = await room.commit(remember=Remember("ann", "id7", b"", b""))
    assert isinstance(again, Committed)


async def test_a_log_is_kept_until_forgotten(store):
    room = await open_room(store)
    for n in (1, 2):
        await room.commit(match="m1", actions=(b"action %d" % n,))
    assert await room.remove()
    assert await store.action_log(CODE, "m1") == [b"action 1", b"action 2"]
    await store.forget_log(CODE, "m1")
    assert await store.action_log(CODE, "m1") == []


async def test_a_removed_room_leaves_nothing_and_is_told(store, ears, raw):
    room = await open_room(store, due_in_ms=5, seated=("ann", "bob"), listing=b"listing")
    await room.commit(remember=Remember("ann", "one", b"d", b"a"))
    await store.talk(CODE, "ann", "hello", b"line")
    await ears.listen(keys.room_channel(CODE))
    assert not await store.remove(CODE, 1, room.tag)
    assert not await store.remove(CODE, 2, b"\0" * 8)
    assert not await room.remove(fence=99)
    assert await store.load(CODE) is not None
    assert await ears.all(keys.room_channel(CODE)) == []
    assert await room.remove()
    assert not await room.remove()
    assert await store.listed() == []
    [message] = await ears.all(keys.room_channel(CODE))
    assert parse_message(message) is None
    await store.depart(CODE, "ann", "p1")  # whose socket is told, and goes
    assert raw.keys() == []
    assert await ears.all(keys.room_channel(CODE)) == []


@pytest.mark.parametrize(
    "fields",
    [{"actions": (b"a",)}, {"finished": b"data"}, {"due_in_ms": -1}],
)
def test_a_change_that_cannot_be_written_is_not_made(fields):
    with pytest.raises(ValueError, match=r"match|due_in_ms"):
        Change(**{"state": b"s", "event": b"e", "due_in_ms": None, **fields})


def test_shards_never_change():
    assert [keys.shard(code) for code in ("AB12", "K7QX", "ZZZZ")] == [24, 38, 8]
