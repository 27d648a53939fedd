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
from tests.store.conftest import everything

CODE = "AB12"
ANY_BYTES = b"\x00\xff\r\n$5\r\n state"


def full(action_id: str = "one", player: str = "ann", fence: int | None = None) -> Change:
    """A change with every part."""
    return Change(
        state=ANY_BYTES,
        event=b"\x00event\r\n",
        due_in_ms=5_000,
        match="m1",
        actions=(b"first", b"\x00second"),
        remember=Remember(player, action_id, b"digest\x00", b"answer\x00of " + action_id.encode()),
        finished=b"record",
        fence=fence,
    )


def plain(event: bytes = b"e") -> Change:
    """A change with nothing but state and event."""
    return Change(state=b"s", event=event, due_in_ms=None)


async def test_every_part_is_written_and_told(store, ears, raw):
    assert await store.create(CODE, b"start", None)
    await ears.listen(keys.room_channel(CODE))
    await ears.listen(keys.wake_channel(keys.shard(CODE)))

    assert await store.commit(CODE, 1, full()) == Committed(2)

    loaded = await store.load(CODE)
    assert (loaded.version, loaded.state) == (2, ANY_BYTES)
    assert 4_000 < loaded.due_in_ms <= 5_000
    assert await store.tail(CODE, 1, 2) == [b"\x00event\r\n"]
    assert await store.action_log(CODE, "m1") == [b"first", b"\x00second"]
    assert await store.recall(CODE, "ann", "one") == (b"digest\x00", b"answer\x00of one")
    [message] = await ears.all(keys.room_channel(CODE))
    assert parse_message(message) == Published(2, 5_000, b"\x00event\r\n", ANY_BYTES)
    assert await ears.all(keys.wake_channel(keys.shard(CODE))) == [b"due", b"finished"]
    [finished] = await store.read_finished(range(keys.SHARDS), "w", 10)
    assert (finished.code, finished.match, finished.data) == (CODE, "m1", b"record")
    tag = f"{{s{keys.shard(CODE)}}}".encode()
    assert sum(tag in key for key in raw.keys(f"*{tag.decode()}*")) == 6
    assert all(b"{s" in key for key in raw.scan_iter())


async def test_a_code_is_created_once(store):
    assert await store.load(CODE) is None
    assert await store.create(CODE, b"start", None)
    assert not await store.create(CODE, b"other", 5)
    assert await store.load(CODE) == Loaded(1, b"start", None)


async def prepared(store) -> None:
    """A room at version 3 that was claimed twice, with `one` remembered of ann."""
    await store.create(CODE, b"start", 0)
    await store.claim([keys.shard(CODE)], 1, 0)
    await store.claim([keys.shard(CODE)], 1, 0)
    assert await store.commit(CODE, 1, full()) == Committed(2)
    assert await store.commit(CODE, 2, plain()) == Committed(3)


@pytest.mark.parametrize(
    ("code", "version", "change", "outcome"),
    [
        (CODE, 2, full("two"), Conflict(3)),
        (CODE, 4, full("two"), Conflict(3)),
        (CODE, 3, full("one"), Repeated(b"digest\x00", b"answer\x00of one")),
        (CODE, 2, full("one"), Repeated(b"digest\x00", b"answer\x00of one")),
        (CODE, 3, full("two", fence=1), Fenced()),
        (CODE, 2, full("two", fence=1), Fenced()),
        ("NONE", 3, full("two"), Lost()),
    ],
)
async def test_what_is_refused_changes_and_tells_nothing(
    store, ears, raw, code, version, change, outcome
):
    await prepared(store)
    channels = [keys.room_channel(code), keys.wake_channel(keys.shard(code))]
    for channel in channels:
        await ears.listen(channel)
    before = everything(raw)

    assert await store.commit(code, version, change) == outcome

    assert everything(raw) == before
    assert [await ears.all(channel) for channel in channels] == [[], []]


async def test_without_memory_nothing_is_written(store, ears, raw):
    await prepared(store)
    await ears.listen(keys.room_channel(CODE))
    before = everything(raw)
    raw.config_set("maxmemory", 1)
    try:
        with pytest.raises(StoreError) as refused:
            await store.commit(CODE, 3, full("two"))
    finally:
        raw.config_set("maxmemory", 0)
    assert refused.value.reply_code == "OOM"
    assert everything(raw) == before
    assert await ears.all(keys.room_channel(CODE)) == []


async def test_the_current_fence_commits(store):
    await prepared(store)
    assert await store.commit(CODE, 3, full("two", fence=2)) == Committed(4)


async def test_of_many_at_once_one_wins(store):
    await store.create(CODE, b"start", None)
    outcomes = await asyncio.gather(
        *(store.commit(CODE, 1, full(f"id{n}", f"player{n}")) for n in range(40))
    )
    assert outcomes.count(Committed(2)) == 1
    assert outcomes.count(Conflict(2)) == 39
    assert len(await store.action_log(CODE, "m1")) == 2
    winner = outcomes.index(Committed(2))
    kept = [await store.recall(CODE, f"player{n}", f"id{n}") is not None for n in range(40)]
    assert [n for n in range(40) if kept[n]] == [winner]


async def test_the_last_32_of_each_player_are_remembered(store, raw):
    await store.create(CODE, b"start", None)
    assert await store.commit(CODE, 1, full("only", "bob")) == Committed(2)
    for n in range(40):
        assert await store.commit(CODE, 2 + n, full(f"id{n}")) == Committed(3 + n)
    remembered = [await store.recall(CODE, "ann", f"id{n}") is not None for n in range(40)]
    assert remembered == [False] * 8 + [True] * 32
    assert await store.recall(CODE, "bob", "only") is not None
    assert raw.hlen(keys.seen_key(CODE)) == (1 + 32 + 32) + (1 + 1 + 1)
    assert isinstance(await store.commit(CODE, 42, full("id8")), Repeated)
    assert await store.commit(CODE, 42, full("id7")) == Committed(43)


async def test_the_tail_holds_200_events_and_shows_gaps(store):
    await store.create(CODE, b"start", None)
    assert await store.tail(CODE, 0, 1) is None
    for n in range(205):
        await store.commit(CODE, 1 + n, plain(b"event %d" % (2 + n)))
    assert await store.tail(CODE, 203, 206) == [b"event 204", b"event 205", b"event 206"]
    assert await store.tail(CODE, 100, 102) == [b"event 101", b"event 102"]
    whole = await store.tail(CODE, 6, 206)
    assert whole is not None
    assert (whole[0], len(whole)) == (b"event 7", 200)
    assert await store.tail(CODE, 5, 206) is None
    assert await store.tail(CODE, 2, 4) is None
    assert await store.tail(CODE, 205, 207) is None
    assert await store.tail(CODE, 209, 210) is None
    assert await store.tail(CODE, 206, 206) == []


async def test_a_log_is_kept_until_forgotten(store):
    await store.create(CODE, b"start", None)
    for version in (1, 2):
        await store.commit(CODE, version, full(f"id{version}"))
    assert await store.remove(CODE, 3)
    assert await store.action_log(CODE, "m1") == [b"first", b"\x00second"] * 2
    await store.forget_log(CODE, "m1")
    assert await store.action_log(CODE, "m1") == []


async def test_a_removed_room_leaves_nothing_and_is_told(store, ears, raw):
    await store.create(CODE, b"start", 5)
    await store.commit(CODE, 1, Change(b"s", b"e", 5, remember=Remember("ann", "one", b"d", b"a")))
    await ears.listen(keys.room_channel(CODE))
    assert not await store.remove(CODE, 1)
    assert await store.load(CODE) is not None
    assert await ears.all(keys.room_channel(CODE)) == []
    assert await store.remove(CODE, 2)
    assert not await store.remove(CODE, 2)
    assert raw.keys() == []
    [message] = await ears.all(keys.room_channel(CODE))
    assert parse_message(message) is None


@pytest.mark.parametrize(
    "fields",
    [{"actions": (b"a",)}, {"finished": b"data"}, {"due_in_ms": -1}],
)
def test_a_change_that_cannot_be_written_is_not_made(fields):
    with pytest.raises(ValueError, match=r"match|due_in_ms"):
        Change(**{"state": b"s", "event": b"e", "due_in_ms": None, **fields})


def test_shards_never_change():
    assert [keys.shard(code) for code in ("AB12", "K7QX", "ZZZZ")] == [24, 38, 8]
