"""Histories: the tail, tags, and what a room that was rolled back looks like to who saw more."""

from games.store import keys
from games.store.store import Committed, Conflict, Missed, Published, parse_message
from tests.store.conftest import open_room

CODE = "AB12"


def kept(raw) -> dict[str, bytes]:
    """The room as it is now, to roll it back to."""
    return {key: raw.dump(key) for key in (keys.room_key(CODE), keys.tail_key(CODE))}


def roll_back(raw, old: dict[str, bytes]) -> None:
    """What a failover does that loses the last commits."""
    for key, value in old.items():
        raw.restore(key, 0, value, replace=True)


async def test_every_version_has_a_tag_of_its_own(store, ears):
    room = await open_room(store)
    await ears.listen(keys.room_channel(CODE))
    tags = [room.tag]
    for _ in range(3):
        await room.commit()
        tags.append(room.tag)
    assert len({len(tag) for tag in tags}) == 1
    assert len(set(tags)) == 4
    assert (await store.load(CODE)).tag == tags[3]
    told = [parse_message(message) for message in await ears.all(keys.room_channel(CODE))]
    assert [(one.version, one.before, one.tag) for one in told] == [
        (n + 1, tags[n - 1], tags[n]) for n in (1, 2, 3)
    ]


async def test_the_tail_tells_what_happened_since(store):
    room = await open_room(store)
    tags = [b"", room.tag]
    for n in (2, 3, 4):
        await room.commit(event=b"event %d" % n)
        tags.append(room.tag)
    assert await store.tail(CODE, 1, tags[1], 4) == [b"event 2", b"event 3", b"event 4"]
    assert await store.tail(CODE, 2, tags[2], 3) == [b"event 3"]
    assert await store.tail(CODE, 4, tags[4], 4, tags[4]) == []
    assert await store.tail(CODE, 1, tags[1], 1) == []


async def test_another_tag_is_another_history(store):
    room = await open_room(store)
    first = room.tag
    await room.commit()
    assert await store.tail(CODE, 1, room.tag, 2) == Missed.ROLLED_BACK
    assert await store.tail(CODE, 2, first, 2) == Missed.ROLLED_BACK
    assert await store.tail(CODE, 1, first, 2, first) == Missed.ROLLED_BACK
    assert await store.tail(CODE, 3, room.tag, 2) == Missed.ROLLED_BACK
    assert await store.tail(CODE, 1, first, 3) == Missed.ROLLED_BACK


async def test_the_tail_holds_200_events_and_shows_gaps(store):
    assert await store.tail(CODE, 0, b"", 1) == Missed.GAP
    room = await open_room(store)
    tags = [b"", room.tag]
    for n in range(2, 207):
        await room.commit(event=b"event %d" % n)
        tags.append(room.tag)
    whole = await store.tail(CODE, 6, tags[6], 206)
    assert (whole[0], whole[-1], len(whole)) == (b"event 7", b"event 206", 200)
    assert await store.tail(CODE, 5, tags[5], 206) == Missed.GAP
    assert await store.tail(CODE, 2, tags[2], 4) == Missed.GAP
    assert await store.tail(CODE, 0, b"", 206) == Missed.GAP
    assert await store.tail(CODE, 100, tags[100], 102) == [b"event 101", b"event 102"]


async def test_who_saw_what_was_lost_is_told_so(store, raw):
    room = await open_room(store)
    await room.commit()
    old, at_two = kept(raw), room.tag
    await room.commit(event=b"lost 3")
    await room.commit(event=b"lost 4")
    lost = room.tag
    roll_back(raw, old)

    assert (await store.load(CODE)).version == 2
    assert await store.tail(CODE, 4, lost, 2) == Missed.ROLLED_BACK
    room.version, room.tag = 2, at_two
    for n in (3, 4, 5):
        await room.commit(event=b"new %d" % n)
    assert await store.tail(CODE, 4, lost, 5) == Missed.ROLLED_BACK
    assert await store.tail(CODE, 2, at_two, 5) == [b"new 3", b"new 4", b"new 5"]


async def test_a_copy_of_a_lost_history_commits_and_removes_nothing(store, raw):
    room = await open_room(store)
    old, first = kept(raw), room.tag
    await room.commit(state=b"lost")
    lost = room.tag
    roll_back(raw, old)
    room.version, room.tag = 1, first
    await room.commit(state=b"new")
    room.tag = lost
    assert await room.commit(state=b"on top of the lost") == Conflict(2)
    assert not await room.remove()
    assert (await store.load(CODE)).state == b"new"


async def test_a_room_of_before_tags_and_presence_goes_on(store, raw, ears, clock):
    """Made by hand as the first release kept it: no tag, nobody known to be seated."""
    raw.hset(keys.room_key(CODE), mapping={"v": 7, "s": b"old", "d": 1})
    raw.rpush(keys.tail_key(CODE), (7).to_bytes(8, "big") + b"an event of then")
    raw.zadd(keys.due_key(keys.shard(CODE)), {CODE: 1})
    await store.enter(CODE, "ann", "p1")
    await store.depart(CODE, "ann", "p1")
    await store.enter(CODE, "ann", "p1")

    loaded, presence = await store.look(CODE)
    assert (loaded.version, loaded.state, loaded.due_in_ms) == (7, b"old", 0)
    assert presence.empty_ms is None
    assert await store.tail(CODE, 7, loaded.tag, 7) == Missed.ROLLED_BACK
    [claim] = (await store.claim(range(keys.SHARDS), 10, 5_000))[0]
    room = await open_room(store, "K7QX", due_in_ms=5_000, seated=("ann", "bob"))
    room.code, room.version, room.tag = CODE, 7, loaded.tag
    await ears.listen(keys.room_channel(CODE))
    assert isinstance(await room.commit(fence=claim.fence), Committed)
    told = [parse_message(message) for message in await ears.all(keys.room_channel(CODE))]
    assert isinstance(told[0], Published)
    assert (told[0].version, told[0].due_in_ms) == (8, 5_000)
    assert await store.tail(CODE, 7, loaded.tag, 8) == Missed.ROLLED_BACK
    loaded, presence = await store.look(CODE)
    assert (presence.here, set(presence.gone), presence.empty_ms) == ({"ann"}, {"bob"}, None)
