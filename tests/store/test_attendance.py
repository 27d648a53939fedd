"""A process's attendance: what the store knows stays true through lapses, losses and races."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest

from games.store import keys
from games.store.attendance import Attendance
from games.store.store import Store, StoreDown, parse_message
from tests.store.conftest import open_room

CODE = "AB12"


@pytest.fixture
async def attendance(store) -> AsyncIterator[Attendance]:
    """The attendance of one process."""
    attendance = await Attendance.open(store)
    yield attendance
    await attendance.close()


async def here(store: Store) -> set[str]:
    looked = await store.look(CODE)
    assert looked is not None
    return set(looked[1].here)


async def test_a_player_is_here_from_the_first_socket_to_the_last(store, attendance):
    await open_room(store, here=())
    assert await attendance.enter(CODE, "ann")
    assert await attendance.enter(CODE, "ann")
    await attendance.depart(CODE, "ann")
    assert await here(store) == {"ann"}
    await attendance.depart(CODE, "ann")
    assert await here(store) == set()
    assert await attendance.enter(CODE, "ann")
    assert await here(store) == {"ann"}


async def test_nobody_is_counted_where_no_room_is(store, attendance, raw):
    assert not await attendance.enter(CODE, "ann")
    await open_room(store, here=())
    await attendance.beat()
    assert await here(store) == set()
    assert await attendance.enter(CODE, "ann")
    await attendance.depart(CODE, "ann")
    assert await here(store) == set()


async def test_reloads_end_with_the_truth(store, attendance):
    """Sockets that come and go faster than the store answers."""
    await open_room(store, here=())
    for staying in (True, False) * 10:
        first = asyncio.create_task(attendance.enter(CODE, "ann"))
        await asyncio.sleep(0)
        second = asyncio.create_task(attendance.enter(CODE, "ann"))
        assert await first
        leaving = asyncio.create_task(attendance.depart(CODE, "ann"))
        assert await second
        await leaving
        if not staying:
            await attendance.depart(CODE, "ann")
        assert await here(store) == ({"ann"} if staying else set())
        if staying:
            await attendance.depart(CODE, "ann")


async def test_a_socket_that_gave_up_is_not_here(store, attendance):
    await open_room(store, here=())
    coming = asyncio.create_task(attendance.enter(CODE, "ann"))
    await asyncio.sleep(0)
    coming.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await coming
    while await here(store):
        await asyncio.sleep(0)
    assert await attendance.enter(CODE, "ann")
    assert await here(store) == {"ann"}


async def test_a_process_counted_as_dead_is_back_with_everybody(store, attendance, raw):
    await open_room(store, here=())
    await attendance.enter(CODE, "ann")
    await attendance.enter(CODE, "eve")
    old = attendance.process
    raw.delete(keys.alive_key(old))
    await store.sweep(old)
    assert await here(store) == set()
    await attendance.beat()
    assert await here(store) == {"ann", "eve"}
    assert attendance.process != old
    await attendance.depart(CODE, "eve")
    assert await here(store) == {"ann"}
    assert not raw.keys(f"*{old}*")


async def test_a_renewal_is_seen_by_nobody(store, attendance, raw, ears):
    await open_room(store, due_in_ms=60_000, here=())
    await attendance.enter(CODE, "ann")
    await ears.listen(keys.room_channel(CODE))
    old = attendance.process
    attendance.renew_soon()
    await attendance.beat()
    assert await ears.all(keys.room_channel(CODE)) == []
    assert await here(store) == {"ann"}
    assert not raw.keys(f"*{old}*")


async def test_a_sweep_in_the_middle_of_a_renewal_harms_nothing(store, attendance, raw):
    codes = [f"R{n}" for n in range(300)]
    for code in codes:
        await store.create(code, b"s", None, ("ann",))
        await attendance.enter(code, "ann")
    old = attendance.process
    raw.delete(keys.alive_key(old))
    await asyncio.gather(store.sweep(old), attendance.beat(), store.sweep(old))
    for code in codes:
        _, presence = await store.look(code)
        assert presence.here == {"ann"}


async def test_what_an_everysec_valkey_lost_is_told_again(store, attendance, raw):
    """A coming and a going that a restart has undone."""
    await open_room(store, seated=("ann", "bob"), here=())
    await attendance.enter(CODE, "bob")
    old = {key: raw.dump(key) for key in raw.keys(f"*{CODE}") + raw.keys("inside:*")}
    await attendance.enter(CODE, "ann")
    await attendance.depart(CODE, "bob")
    for key, value in old.items():
        raw.restore(key, 0, value, replace=True)
    assert await here(store) == {"bob"}
    attendance.renew_soon()
    await attendance.beat()
    assert await here(store) == {"ann"}


async def test_the_end_of_a_process_is_told_at_once(store, ears, raw):
    await open_room(store, here=())
    attendance = await Attendance.open(store)
    await attendance.enter(CODE, "ann")
    await ears.listen(keys.room_channel(CODE))
    await attendance.close()
    [message] = await ears.all(keys.room_channel(CODE))
    assert parse_message(message).empty_ms == 0
    attendance.renew_soon()
    await attendance.beat()
    with pytest.raises(StoreDown):
        await attendance.enter(CODE, "ann")
    await attendance.depart(CODE, "ann")
    assert await here(store) == set()
    assert not raw.keys("alive:*")
    assert not raw.exists(keys.PROCESSES)


async def test_it_runs_until_cancelled_and_mends_what_it_is_told(store, attendance):
    await open_room(store, here=())
    await attendance.enter(CODE, "ann")
    running = asyncio.create_task(attendance.run())
    old = attendance.process
    await store.sweep(old)
    attendance.renew_soon()
    while not await here(store):
        await asyncio.sleep(0)
    running.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await running
    assert attendance.process != old


async def test_while_the_store_is_away_nothing_is_forgotten(valkey):
    store = await Store.connect(valkey.url)
    await open_room(store, seated=("ann", "bob"), here=())
    attendance = await Attendance.open(store)
    await attendance.enter(CODE, "ann")
    await attendance.enter(CODE, "bob")
    valkey.kill()
    with pytest.raises(StoreDown):
        await store.ping()
    await attendance.depart(CODE, "bob")
    with pytest.raises(StoreDown):
        await attendance.enter(CODE, "eve")
    valkey.start()
    await attendance.beat()
    assert await here(store) == {"ann"}
    await attendance.close()
    await store.close()
