"""Who is there: pauses, graces and what is told of them, on a clock that is advanced by hand."""

import asyncio
from typing import Any

import pytest

from games.store import keys
from games.store.store import (
    KEEP,
    Committed,
    Fenced,
    Presence,
    Published,
    Store,
    parse_message,
)
from tests.store.conftest import EXPIRY_MS, GRACE_MS, everything, open_room

CODE = "AB12"
ALL = range(keys.SHARDS)
TWO = ("ann", "bob")


async def presence(store: Store) -> Presence:
    looked = await store.look(CODE)
    assert looked is not None
    return looked[1]


async def next_due(store: Store) -> int | None:
    """Ms until a worker has something to do, so roughly that no test runs as long; None: never."""
    claims, next_in_ms = await store.claim(ALL, 10, 600_000)
    assert claims == []
    return None if next_in_ms is None else round(next_in_ms / 500_000) * 500_000


async def told(ears: Any) -> list[Any]:
    return [parse_message(message) for message in await ears.all(keys.room_channel(CODE))]


async def test_a_player_is_here_while_any_process_has_them(store, ears):
    await open_room(store, here=("ann",))
    await ears.listen(keys.room_channel(CODE))
    assert await store.enter(CODE, "eve", "p1")
    assert await store.enter(CODE, "eve", "p2")
    assert await store.enter(CODE, "eve", "p2")
    [one] = await told(ears)
    assert one.here == {"ann", "eve"}
    await store.depart(CODE, "eve", "p1")
    await store.depart(CODE, "eve", "p1")
    await store.depart(CODE, "eve", "p3")
    assert (await presence(store)).here == {"ann", "eve"}
    assert await told(ears) == []
    await store.depart(CODE, "eve", "p2")
    [one] = await told(ears)
    assert (one.here, dict(one.gone)) == ({"ann"}, {})
    await store.depart(CODE, "eve", "p2")
    assert await told(ears) == []


async def test_what_is_told_is_what_a_look_finds(store, ears, clock):
    await open_room(store, due_in_ms=6_000_000, seated=(*TWO, "cyd"), here=TWO)
    await ears.listen(keys.room_channel(CODE))
    clock.advance(500_000)
    await store.depart(CODE, "bob", "p1")
    [one] = await told(ears)
    found = await presence(store)
    assert (one.here, one.gone.keys(), one.empty_ms) == ({"ann"}, {"bob", "cyd"}, None)
    assert (one.here, one.gone.keys(), one.empty_ms) == (found.here, found.gone.keys(), None)
    assert one.gone["bob"] == 0
    assert 500_000 <= one.gone["cyd"] < 1_000_000
    assert 5_000_000 < one.due_in_ms <= 5_500_000


async def test_nobody_enters_where_no_room_is(store, raw):
    assert not await store.enter(CODE, "ann", "p1")
    await store.depart(CODE, "ann", "p1")
    assert await store.look(CODE) is None
    assert raw.keys() == []


async def test_a_new_room_waits_for_its_people(store, clock):
    await open_room(store, due_in_ms=6_000_000, seated=TWO, watched=TWO, here=())
    clock.advance(500_000)
    found = await presence(store)
    assert (found.here, found.gone.keys(), found.due_in_ms) == (set(), set(TWO), None)
    assert min(found.empty_ms, *found.gone.values()) >= 500_000
    assert await next_due(store) == EXPIRY_MS - 500_000


@pytest.mark.parametrize("player", ["", "a\0b"])
async def test_a_player_that_cannot_be_kept_is_refused(store, player):
    await open_room(store)
    with pytest.raises(ValueError, match="NUL"):
        await store.enter(CODE, player, "p1")


async def test_the_room_pauses_when_the_last_seated_person_goes(store, clock, ears):
    await open_room(store, due_in_ms=6_000_000, seated=TWO, watched=TWO, here=(*TWO, "eve"))
    await store.depart(CODE, "bob", "p1")
    assert await next_due(store) == GRACE_MS
    await ears.listen(keys.room_channel(CODE))
    await store.depart(CODE, "ann", "p1")
    [one] = await told(ears)
    assert (one.here, one.gone.keys(), one.empty_ms, one.due_in_ms) == ({"eve"}, set(TWO), 0, None)
    assert (await store.load(CODE)).due_in_ms is None
    assert await next_due(store) == EXPIRY_MS
    clock.advance(EXPIRY_MS - 500_000)
    assert await next_due(store) == 500_000
    clock.advance(500_000)
    [claim] = (await store.claim(ALL, 10, 5_000))[0]
    assert (await presence(store)).empty_ms >= EXPIRY_MS
    assert claim.version == 1


async def test_the_first_one_back_starts_every_deadline_anew(store, clock, ears):
    await open_room(store, due_in_ms=6_000_000, seated=TWO, watched=TWO, here=TWO)
    clock.advance(5_000_000)
    await store.depart(CODE, "bob", "p1")
    clock.advance(500_000)
    await store.depart(CODE, "ann", "p1")
    clock.advance(100_000_000)
    await store.enter(CODE, "eve", "p1")  # a watcher wakes nobody
    assert (await presence(store)).empty_ms >= 100_000_000
    await ears.listen(keys.room_channel(CODE))
    await store.enter(CODE, "ann", "p2")
    [one] = await told(ears)
    assert (one.here, dict(one.gone), one.empty_ms) == ({"ann", "eve"}, {"bob": 0}, None)
    assert one.due_in_ms == 6_000_000
    assert await next_due(store) == GRACE_MS
    await store.enter(CODE, "bob", "p2")
    assert await next_due(store) == 6_000_000


async def test_a_pause_without_a_deadline_ends_without_one(store):
    await open_room(store, due_in_ms=None)
    await store.depart(CODE, "ann", "p1")
    await store.enter(CODE, "ann", "p1")
    assert await next_due(store) is None


async def test_a_commit_to_a_paused_room_keeps_it_paused(store, clock, ears):
    room = await open_room(store, due_in_ms=6_000_000)
    await store.depart(CODE, "ann", "p1")
    await ears.listen(keys.room_channel(CODE))
    clock.advance(100_000_000)
    await room.commit(due_in_ms=3_000_000)
    [published] = await told(ears)
    assert isinstance(published, Published)
    assert published.due_in_ms is None
    assert await next_due(store) == EXPIRY_MS  # a room that is used does not expire
    await room.commit(due_in_ms=KEEP)
    assert (await presence(store)).due_in_ms is None
    await store.enter(CODE, "ann", "p1")
    assert await next_due(store) == 3_000_000
    await store.depart(CODE, "ann", "p1")
    await room.commit(due_in_ms=None)
    await store.enter(CODE, "ann", "p1")
    assert await next_due(store) is None


async def test_a_watched_player_is_due_after_the_grace(store, clock):
    await open_room(
        store, due_in_ms=6_000_000, seated=(*TWO, "cyd"), watched=TWO, here=(*TWO, "cyd")
    )
    await store.depart(CODE, "cyd", "p1")  # whose absence matters to nobody
    assert await next_due(store) == 6_000_000
    await store.depart(CODE, "bob", "p1")
    assert await next_due(store) == GRACE_MS
    clock.advance(GRACE_MS)
    [claim] = (await store.claim(ALL, 10, 5_000))[0]
    found = await presence(store)
    assert found.gone["bob"] >= GRACE_MS
    assert 3_500_000 < found.due_in_ms <= 4_000_000
    assert claim.code == CODE


async def test_who_comes_back_in_time_is_not_due(store, clock):
    await open_room(store, due_in_ms=6_000_000, seated=TWO, watched=TWO, here=TWO)
    await store.depart(CODE, "bob", "p1")
    clock.advance(GRACE_MS - 500_000)
    assert await next_due(store) == 500_000
    await store.enter(CODE, "bob", "p1")
    assert await next_due(store) == 4_500_000


async def test_the_first_of_two_graces_is_due_first(store, clock):
    room = await open_room(store, seated=(*TWO, "cyd"), watched=(*TWO, "cyd"), here=(*TWO, "cyd"))
    await store.depart(CODE, "cyd", "p1")
    clock.advance(500_000)
    await store.depart(CODE, "bob", "p1")
    assert await next_due(store) == 1_500_000
    await room.commit(watched=TWO)  # cyd's seat is held
    assert await next_due(store) == 2_000_000
    await room.commit(watched=())
    assert await next_due(store) is None


async def test_a_grace_goes_on_through_commits(store, clock):
    room = await open_room(store, seated=TWO, watched=TWO, here=TWO)
    await store.depart(CODE, "bob", "p1")
    clock.advance(500_000)
    await room.commit(due_in_ms=6_000_000)
    assert await next_due(store) == 1_500_000
    await room.commit(due_in_ms=1_000_000)
    assert await next_due(store) == 1_000_000
    await room.commit(due_in_ms=None)
    assert await next_due(store) == 1_500_000


async def test_graces_of_which_nothing_came_rest_until_the_next_commit(store, clock):
    room = await open_room(store, seated=(*TWO, "cyd"), watched=(*TWO, "cyd"), here=(*TWO, "cyd"))
    await room.commit(due_in_ms=6_000_000)
    await store.depart(CODE, "bob", "p1")
    clock.advance(500_000)
    await store.depart(CODE, "cyd", "p1")
    clock.advance(1_500_000)
    [claim] = (await store.claim(ALL, 10, 1_000))[0]
    assert await store.postpone(CODE, claim.fence, 2)
    assert await next_due(store) == 500_000
    clock.advance(500_000)
    [claim] = (await store.claim(ALL, 10, 1_000))[0]
    assert await store.postpone(CODE, claim.fence, 2)
    assert await next_due(store) == 3_500_000
    await room.commit(due_in_ms=KEEP)
    assert len((await store.claim(ALL, 10, 1_000))[0]) == 1


async def test_who_sits_down_while_connected_wakes_the_room(store, clock, ears):
    room = await open_room(store, due_in_ms=6_000_000, seated=(), here=("ann",))
    assert (await presence(store)).empty_ms is not None
    clock.advance(500_000)
    await ears.listen(keys.room_channel(CODE))
    await room.commit(seated=("ann",), due_in_ms=KEEP)
    published, one = await told(ears)
    assert published.due_in_ms == 6_000_000
    assert (one.here, dict(one.gone), one.empty_ms, one.due_in_ms) == ({"ann"}, {}, None, 6_000_000)
    assert await next_due(store) == 6_000_000


async def test_who_has_sat_down_counts_from_then_on(store, ears):
    room = await open_room(store, due_in_ms=6_000_000, here=TWO)
    await ears.listen(keys.room_channel(CODE))
    await room.commit(seated=TWO, watched=TWO, due_in_ms=KEEP)
    [published] = await told(ears)  # nobody came or went
    assert isinstance(published, Published)
    await store.depart(CODE, "ann", "p1")
    assert (await presence(store)).empty_ms is None
    await store.depart(CODE, "bob", "p1")
    found = await presence(store)
    assert (found.gone.keys(), found.empty_ms is None) == (set(TWO), False)


async def test_who_sits_down_unconnected_has_the_grace_to_come(store, clock, ears):
    room = await open_room(store, seated=("ann",), here=("ann",))
    clock.advance(500_000)
    await ears.listen(keys.room_channel(CODE))
    await room.commit(seated=TWO, watched=TWO)
    published, one = await told(ears)
    assert isinstance(published, Published)
    assert dict(one.gone) == {"bob": 0}
    assert await next_due(store) == GRACE_MS
    await room.commit()
    assert len(await told(ears)) == 1


async def test_the_last_connected_person_who_stands_pauses_the_room(store, ears):
    room = await open_room(store, due_in_ms=6_000_000, seated=TWO, watched=TWO, here=("ann",))
    await ears.listen(keys.room_channel(CODE))
    await room.commit(seated=("bob",), watched=("bob",), due_in_ms=6_000_000)
    published, one = await told(ears)
    assert published.due_in_ms is None
    assert (one.here, one.gone.keys(), one.empty_ms) == ({"ann"}, {"bob"}, 0)
    assert await next_due(store) == EXPIRY_MS


async def test_who_stands_while_away_is_forgotten(store, ears):
    room = await open_room(store, seated=TWO, here=TWO)
    await store.depart(CODE, "bob", "p1")
    await ears.listen(keys.room_channel(CODE))
    await room.commit(seated=("ann",))
    _, one = await told(ears)
    assert (one.here, dict(one.gone)) == ({"ann"}, {})
    assert (await presence(store)).gone == {}


async def test_what_a_worker_began_ends_with_the_pause(store):
    room = await open_room(store, due_in_ms=0)
    [claim] = (await store.claim(ALL, 10, 600_000))[0]
    await store.depart(CODE, "ann", "p1")
    assert await room.commit(fence=claim.fence) == Fenced()
    assert await next_due(store) == EXPIRY_MS


async def test_who_comes_back_just_now_is_not_away(store, clock):
    room = await open_room(store, seated=TWO, watched=TWO, here=TWO)
    await store.depart(CODE, "bob", "p1")
    clock.advance(GRACE_MS)
    [claim] = (await store.claim(ALL, 10, 600_000))[0]
    await store.enter(CODE, "bob", "p1")
    assert await room.commit(watched=("ann",), fence=claim.fence) == Fenced()


async def test_a_room_to_which_somebody_comes_is_not_removed(store, clock):
    room = await open_room(store)
    await store.depart(CODE, "ann", "p1")
    clock.advance(EXPIRY_MS)
    [claim] = (await store.claim(ALL, 10, 600_000))[0]
    await store.enter(CODE, "ann", "p1")
    assert not await room.remove(claim.fence)
    assert (await presence(store)).here == {"ann"}


async def test_a_watcher_leaves_the_workers_lease_alone(store):
    room = await open_room(store, due_in_ms=0)
    [claim] = (await store.claim(ALL, 10, 600_000))[0]
    await store.enter(CODE, "eve", "p1")
    await store.depart(CODE, "eve", "p1")
    assert (await store.claim(ALL, 10, 600_000))[0] == []
    assert isinstance(await room.commit(fence=claim.fence), Committed)


async def test_workers_hear_of_a_grace(store, ears):
    await open_room(store, due_in_ms=6_000_000, seated=TWO, watched=TWO, here=TWO)
    channel = keys.wake_channel(keys.shard(CODE))
    await ears.listen(channel)
    await store.depart(CODE, "bob", "p1")
    assert await ears.all(channel) == [b"due"]
    await store.enter(CODE, "bob", "p1")
    assert await ears.all(channel) == []


async def test_two_processes_agree_whatever_the_order(store, redis_url, clock, raw):
    """The same comings and goings through two lines at once end as if one after the other."""
    await open_room(store, due_in_ms=6_000_000, seated=TWO, watched=TWO, here=())
    other = await Store.connect(redis_url, offset_ms=clock)
    for _ in range(20):
        await asyncio.gather(
            *(
                line.enter(CODE, player, f"p{n}")
                for n, line in enumerate((store, other))
                for player in TWO
            )
        )
        assert (await presence(store)).here == set(TWO)
        await asyncio.gather(
            *(
                line.depart(CODE, player, f"p{n}")
                for n, line in enumerate((store, other))
                for player in TWO
            )
        )
        found = await presence(store)
        assert (found.here, found.gone.keys()) == (set(), set(TWO))
        assert found.empty_ms is not None
    assert not raw.keys("inside:*")
    await other.close()


async def test_a_repeated_coming_changes_nothing(store, raw, ears):
    await open_room(store, due_in_ms=6_000_000, seated=TWO, watched=TWO, here=TWO)
    await store.depart(CODE, "bob", "p1")
    await ears.listen(keys.room_channel(CODE))
    before = everything(raw)
    assert await store.enter(CODE, "ann", "p1")
    await store.depart(CODE, "bob", "p1")
    await store.depart(CODE, "eve", "p1")
    assert everything(raw) == before
    assert await told(ears) == []


async def test_a_deadline_of_before_presence_that_is_kept_begins_anew_after_a_pause(store, raw):
    room = await open_room(store, due_in_ms=6_000_000, seated=TWO, here=TWO)
    raw.hdel(keys.room_key(CODE), "w", "g", "e", "seated", "watched")  # as such a room was
    await room.commit(seated=TWO, due_in_ms=KEEP)
    for player in TWO:
        await store.depart(CODE, player, "p1")
    await store.enter(CODE, "ann", "p1")
    assert await next_due(store) == 6_000_000
