"""Due rooms, leases and fences, on a clock that is advanced by hand."""

from games.store import keys
from games.store.store import Change, Claim, Committed, Fenced

SHARD = keys.shard("AB12")
ALL = range(keys.SHARDS)


def due(in_ms: int | None, fence: int | None = None) -> Change:
    """A change that sets nothing but the due time."""
    return Change(b"s", b"e", in_ms, fence=fence)


async def test_a_room_is_claimed_when_due_and_not_before(store, clock):
    await store.create("AB12", b"s", 60_000)
    claims, next_in_ms = await store.claim(ALL, 10, 5_000)
    assert claims == []
    assert 59_000 < next_in_ms <= 60_000
    clock.advance(60_000)
    claims, next_in_ms = await store.claim(ALL, 10, 5_000)
    assert claims == [Claim("AB12", 1, 1)]
    assert next_in_ms == 5_000


async def test_nothing_is_due_where_nothing_was_set(store, clock):
    await store.create("AB12", b"s", 60_000)
    await store.create("K7QX", b"s", None)
    await store.commit("AB12", 1, due(None))
    clock.advance(100_000)
    assert await store.claim(ALL, 10, 5_000) == ([], None)
    assert (await store.load("AB12")).due_in_ms is None


async def test_a_lease_keeps_others_away_until_it_ends(store, clock):
    await store.create("AB12", b"s", 0)
    assert (await store.claim(ALL, 10, 600_000))[0] == [Claim("AB12", 1, 1)]
    clock.advance(590_000)
    assert (await store.claim(ALL, 10, 600_000))[0] == []
    assert (await store.load("AB12")).due_in_ms == 0  # overdue: a lease is not a due time
    clock.advance(10_000)
    assert (await store.claim(ALL, 10, 600_000))[0] == [Claim("AB12", 2, 1)]


async def test_a_worker_that_slept_changes_nothing(store, clock):
    await store.create("AB12", b"s", 0)
    [slept] = (await store.claim(ALL, 1, 1_000))[0]
    clock.advance(1_000)
    [awake] = (await store.claim(ALL, 1, 1_000))[0]
    assert await store.commit("AB12", 1, due(9, slept.fence)) == Fenced()
    assert await store.commit("AB12", 1, due(9_000, awake.fence)) == Committed(2)
    assert await store.commit("AB12", 2, due(9, slept.fence)) == Fenced()


async def test_a_commit_ends_the_lease(store, clock):
    await store.create("AB12", b"s", 0)
    clock.advance(100_000)
    await store.claim(ALL, 1, 600_000)
    await store.commit("AB12", 1, due(2_000))
    assert (await store.claim(ALL, 1, 600_000))[0] == []
    clock.advance(2_000)
    assert (await store.claim(ALL, 1, 600_000))[0] == [Claim("AB12", 2, 2)]


async def test_the_longest_overdue_come_first_and_the_rest_at_once(store, raw):
    same_shard = [c for c in (f"R{n}" for n in range(999)) if keys.shard(c) == SHARD][:3]
    for in_ms, code in zip((30, 10, 20), same_shard, strict=True):
        await store.create(code, b"s", 0)
        raw.zadd(keys.due_key(SHARD), {code: in_ms})
    claims, next_in_ms = await store.claim([SHARD], 2, 5_000)
    assert [claim.code for claim in claims] == [same_shard[1], same_shard[2]]
    assert next_in_ms == 0
    claims, next_in_ms = await store.claim([SHARD], 2, 5_000)
    assert [claim.code for claim in claims] == [same_shard[0]]
    assert 0 < next_in_ms <= 5_000


async def test_only_the_shards_asked_for_are_claimed(store):
    await store.create("AB12", b"s", 0)
    others = [number for number in ALL if number != SHARD]
    assert await store.claim(others, 10, 5_000) == ([], None)
    assert len((await store.claim([SHARD], 10, 5_000))[0]) == 1


async def test_a_due_entry_without_a_room_is_dropped(store, raw):
    raw.zadd(keys.due_key(SHARD), {"GONE": 1})
    assert await store.claim(ALL, 10, 5_000) == ([], None)
    assert raw.keys() == []


async def test_workers_wake_for_a_nearer_deadline_only(store, ears):
    near, far = [c for c in (f"R{n}" for n in range(999)) if keys.shard(c) == SHARD][:2]
    channel = keys.wake_channel(SHARD)
    await ears.listen(channel)
    await store.create(far, b"s", 60_000)
    assert await ears.all(channel) == [b"due"]
    await store.create(near, b"s", None)
    assert await ears.all(channel) == []
    await store.commit(near, 1, due(30_000))
    assert await ears.all(channel) == [b"due"]
    await store.commit(far, 1, due(40_000))
    assert await ears.all(channel) == []
    await store.commit(near, 2, due(35_000))
    assert await ears.all(channel) == []
    await store.commit(near, 3, due(None))
    assert await ears.all(channel) == []
    await store.commit(near, 4, due(39_000))
    assert await ears.all(channel) == [b"due"]
