"""Processes: heartbeats, and what happens to the players of one that was killed."""

import asyncio

from games.store import keys
from games.store.store import ALIVE_MS, Store, parse_message
from tests.store.conftest import open_room


def let_lapse(raw, process: str) -> None:
    """As if the process had sent no heartbeat for six seconds."""
    assert raw.delete(keys.alive_key(process)) == 1


async def test_a_process_lives_while_its_heart_beats(store, raw):
    process = await store.arrive()
    other = await store.arrive()
    assert process != other
    assert await store.dead_processes() == []
    raw.pexpire(keys.alive_key(process), 60_000)
    assert await store.heartbeat(process)
    assert 0 < raw.pttl(keys.alive_key(process)) <= ALIVE_MS
    let_lapse(raw, process)
    assert await store.dead_processes() == [process]
    assert not await store.heartbeat(process)  # too late: it is not alive again
    assert await store.dead_processes() == [process]
    assert await store.heartbeat(other)


async def test_of_a_dead_process_everybody_departs(store, raw, ears):
    dead, living = await store.arrive(), await store.arrive()
    for code in ("AB12", "K7QX"):
        await open_room(store, code, seated=("ann", "bob"), watched=("ann", "bob"), here=())
        await store.enter(code, "ann", dead)
        await store.enter(code, "bob", living)
        await store.enter(code, "eve", dead)
        await store.enter(code, "eve", living)
    await ears.listen(keys.room_channel("AB12"))
    let_lapse(raw, dead)

    await store.sweep(dead)

    for code in ("AB12", "K7QX"):
        _, presence = await store.look(code)
        assert (presence.here, presence.gone.keys()) == ({"bob", "eve"}, {"ann"})
    [message] = await ears.all(keys.room_channel("AB12"))
    assert parse_message(message).here == {"bob", "eve"}
    assert await store.dead_processes() == []
    assert not raw.keys(f"*{dead}*")
    assert raw.smembers(keys.PROCESSES) == {living.encode()}


async def test_one_sweep_is_enough_for_many_rooms(store):
    process = await store.arrive()
    codes = [f"R{n}" for n in range(300)]  # more than are sent at once
    for code in codes:
        await store.create(code, b"s", None, ("ann",))
        await store.enter(code, "ann", process)
    await store.sweep(process)
    for code in codes:
        _, presence = await store.look(code)
        assert (presence.here, presence.gone.keys()) == (set(), {"ann"})


async def test_sweeps_by_many_and_again_are_one(store, redis_url, clock, ears):
    process = await store.arrive()
    await open_room(store, here=())
    await store.enter("AB12", "ann", process)
    await ears.listen(keys.room_channel("AB12"))
    other = await Store.connect(redis_url, offset_ms=clock)
    await asyncio.gather(store.sweep(process), other.sweep(process), store.sweep(process))
    await store.sweep(process)
    assert len(await ears.all(keys.room_channel("AB12"))) == 1
    await other.close()


async def test_who_is_back_through_another_process_stays(store, raw):
    dead, living = await store.arrive(), await store.arrive()
    await open_room(store, here=())
    await store.enter("AB12", "ann", dead)
    let_lapse(raw, dead)
    await store.enter("AB12", "ann", living)
    await store.sweep(dead)
    _, presence = await store.look("AB12")
    assert (presence.here, presence.empty_ms) == ({"ann"}, None)
    await store.depart("AB12", "ann", dead)  # which wakes and comes too late
    assert (await store.look("AB12"))[1].here == {"ann"}


async def test_rooms_that_are_gone_stop_no_sweep(store, raw):
    process = await store.arrive()
    room = await open_room(store, here=())
    await open_room(store, "K7QX", here=())
    await store.enter("AB12", "ann", process)
    await store.enter("K7QX", "ann", process)
    await room.remove()
    await store.sweep(process)
    assert (await store.look("K7QX"))[1].here == set()
    assert not raw.keys("inside:*")
