"""Due rooms, leases and fences, on a clock that is advanced by hand."""

import pytest

from games.store import keys
from games.store.store import KEEP, Claim, Committed, Fenced
from tests.store.conftest import open_room

SHARD = keys.shard("AB12")
ALL = range(keys.SHARDS)


async def claimed(store, lease_ms: int = 5_000) -> list[Claim]:
    """What a worker gets."""
    return (await store.claim(ALL, 10, lease_ms))[0]


async def test_a_room_is_claimed_when_due_and_not_before(store, clock):
    await open_room(store, due_in_ms=60_000)
    claims, next_in_ms = await store.claim(ALL, 10, 5_000)
    assert claims == []
    assert 50_000 < next_in_ms <= 60_000
    clock.advance(60_000)
    claims, next_in_ms = await store.claim(ALL, 10, 5_000)
    assert [(claim.code, claim.version) for claim in claims] == [("AB12", 1)]
    assert next_in_ms == 5_000


async def test_nothing_is_due_where_nothing_was_set(store, clock):
    room = await open_room(store, due_in_ms=60_000)
    await open_room(store, "K7QX")
    await room.commit(due_in_ms=None)
    clock.advance(100_000)
    assert await store.claim(ALL, 10, 5_000) == ([], None)
    assert (await store.load("AB12")).due_in_ms is None


async def test_a_deadline_that_is_kept_goes_on_running(store, clock):
    room = await open_room(store, due_in_ms=60_000)
    clock.advance(20_000)
    await room.commit(due_in_ms=KEEP)
    assert 30_000 < (await store.load("AB12")).due_in_ms <= 40_000
    clock.advance(40_000)
    assert [claim.version for claim in await claimed(store)] == [2]


async def test_where_there_is_no_deadline_none_is_kept(store):
    room = await open_room(store)
    await room.commit(due_in_ms=KEEP)
    assert (await store.load("AB12")).due_in_ms is None
    assert await store.claim(ALL, 10, 5_000) == ([], None)


async def test_a_kept_deadline_is_due_again_in_spite_of_the_lease(store):
    room = await open_room(store, due_in_ms=0)
    [slow] = await claimed(store, 600_000)
    await room.commit(due_in_ms=KEEP)
    [other] = await claimed(store, 600_000)
    assert (other.version, other.fence) == (2, slow.fence + 1)


async def test_a_lease_keeps_others_away_until_it_ends(store, clock):
    await open_room(store, due_in_ms=0)
    [first] = await claimed(store, 600_000)
    clock.advance(590_000)
    assert await claimed(store, 600_000) == []
    assert (await store.load("AB12")).due_in_ms == 0  # overdue: a lease is not a due time
    clock.advance(10_000)
    assert await claimed(store, 600_000) == [Claim("AB12", first.fence + 1, 1)]


async def test_a_worker_that_slept_changes_nothing(store, clock):
    room = await open_room(store, due_in_ms=0)
    [slept] = await claimed(store, 1_000)
    clock.advance(1_000)
    [awake] = await claimed(store, 1_000)
    assert await room.commit(due_in_ms=9, fence=slept.fence) == Fenced()
    assert isinstance(await room.commit(due_in_ms=9_000, fence=awake.fence), Committed)
    assert await room.commit(due_in_ms=9, fence=slept.fence) == Fenced()


async def test_a_commit_ends_the_lease(store, clock):
    room = await open_room(store, due_in_ms=0)
    clock.advance(100_000)
    await claimed(store, 600_000)
    await room.commit(due_in_ms=2_000)
    assert await claimed(store, 600_000) == []
    clock.advance(2_000)
    assert [claim.version for claim in await claimed(store, 600_000)] == [2]


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
    await open_room(store, due_in_ms=0)
    others = [number for number in ALL if number != SHARD]
    assert await store.claim(others, 10, 5_000) == ([], None)
    assert len((await store.claim([SHARD], 10, 5_000))[0]) == 1


async def test_a_due_entry_without_a_room_is_dropped(store, raw):
    raw.zadd(keys.due_key(SHARD), {"GONE": 1})
    assert await store.claim(ALL, 10, 5_000) == ([], None)
    assert raw.keys() == []


async def test_workers_wake_for_a_nearer_deadline_only(store, ears):
    near_code, far_code = [c for c in (f"R{n}" for n in range(999)) if keys.shard(c) == SHARD][:2]
    channel = keys.wake_channel(SHARD)
    await ears.listen(channel)
    far = await open_room(store, far_code, due_in_ms=60_000)
    assert await ears.all(channel) == [b"due", b"due"]  # its expiry, then ann came
    near = await open_room(store, near_code)
    assert await ears.all(channel) == []
    await near.commit(due_in_ms=30_000)
    assert await ears.all(channel) == [b"due"]
    await far.commit(due_in_ms=40_000)
    assert await ears.all(channel) == []
    await near.commit(due_in_ms=35_000)
    assert await ears.all(channel) == []
    await near.commit(due_in_ms=None)
    assert await ears.all(channel) == []
    await near.commit(due_in_ms=39_000)
    assert await ears.all(channel) == [b"due"]


async def test_a_claim_for_which_there_was_nothing_to_do_is_postponed(store, clock, raw):
    room = await open_room(store, due_in_ms=60_000)
    raw.zadd(keys.due_key(SHARD), {"AB12": 1})
    [claim] = await claimed(store)
    assert await store.postpone("AB12", claim.fence, 1)
    assert 50_000 < (await store.claim(ALL, 10, 5_000))[1] <= 60_000
    await room.commit(due_in_ms=None)
    raw.zadd(keys.due_key(SHARD), {"AB12": 1})
    [claim] = await claimed(store)
    assert await store.postpone("AB12", claim.fence, 2)
    assert await store.claim(ALL, 10, 5_000) == ([], None)


async def test_what_is_overdue_is_not_claimed_again_before_the_lease_ends(store, clock):
    await open_room(store, due_in_ms=0)
    [claim] = await claimed(store, 5_000)
    assert await store.postpone("AB12", claim.fence, 1)
    assert await claimed(store) == []
    clock.advance(5_000)
    assert len(await claimed(store)) == 1


@pytest.mark.parametrize(("fence", "version"), [(-1, 0), (0, 1), (0, -1)])
async def test_a_room_that_went_on_is_not_postponed(store, raw, fence, version):
    await open_room(store, due_in_ms=60_000)
    raw.zadd(keys.due_key(SHARD), {"AB12": 1})
    [claim] = await claimed(store)
    leased = raw.zscore(keys.due_key(SHARD), "AB12")
    assert not await store.postpone("AB12", claim.fence + fence, 1 + version)
    assert not await store.postpone("NONE", claim.fence, 1)
    assert raw.zscore(keys.due_key(SHARD), "AB12") == leased


async def test_a_lease_is_renewed_by_who_has_it_and_by_nobody_else(store, clock):
    room = await open_room(store, due_in_ms=0)
    [claim] = await claimed(store, 60_000)
    clock.advance(50_000)
    assert await store.renew("AB12", claim.fence, claim.version, 60_000)
    clock.advance(50_000)
    assert await claimed(store, 60_000) == []
    clock.advance(10_000)
    [other] = await claimed(store, 60_000)
    assert not await store.renew("AB12", claim.fence, claim.version, 600_000)
    await room.commit(due_in_ms=100)
    assert not await store.renew("AB12", other.fence, other.version, 600_000)
    clock.advance(60_000)
    assert [claim.version for claim in await claimed(store, 60_000)] == [2]
