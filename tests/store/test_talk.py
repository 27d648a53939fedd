"""Talk: numbered, kept for a while, said once; and the list of public rooms."""

import asyncio

import pytest

from games.store import keys
from games.store.store import Said, parse_message
from tests.store.conftest import everything, open_room

CODE = "AB12"
ANY_BYTES = b"\x00\xff line \x00\r\n"


async def test_lines_are_kept_in_order_and_told(store, ears):
    await open_room(store)
    await ears.listen(keys.room_channel(CODE))
    assert await store.talked(CODE) == []
    said = [
        await store.talk(CODE, "ann", "one", ANY_BYTES),
        await store.talk(CODE, "bob", "one", b"second"),
        await store.talk(CODE, "ann", "two", b""),
    ]
    assert said == [Said(1, ANY_BYTES), Said(2, b"second"), Said(3, b"")]
    assert await store.talked(CODE) == said
    assert [parse_message(message) for message in await ears.all(keys.room_channel(CODE))] == said
    assert (await store.load(CODE)).version == 1


async def test_an_id_says_one_line_only(store, ears, raw):
    await open_room(store)
    await store.talk(CODE, "ann", "one", b"first")
    await store.talk(CODE, "ann", "one2", b"another")
    await ears.listen(keys.room_channel(CODE))
    before = everything(raw)
    assert await store.talk(CODE, "ann", "one", b"first") == Said(1, b"first")
    assert await store.talk(CODE, "ann", "one", b"changed") == Said(1, b"first")
    assert everything(raw) == before
    assert await ears.all(keys.room_channel(CODE)) == []


async def test_the_last_50_lines_are_kept_and_numbers_go_on(store):
    await open_room(store)
    for n in range(1, 56):
        assert await store.talk(CODE, "ann", f"id{n}", b"line") == Said(n, b"line")
    assert [said.n for said in await store.talked(CODE)] == list(range(6, 56))
    assert await store.talk(CODE, "ann", "id6", b"line") == Said(6, b"line")
    assert await store.talk(CODE, "ann", "id5", b"line") == Said(56, b"line")


async def test_of_one_line_sent_twice_at_once_one_is_told(store, ears):
    await open_room(store)
    await ears.listen(keys.room_channel(CODE))
    said = await asyncio.gather(*(store.talk(CODE, "ann", "one", b"line") for _ in range(20)))
    assert said == [Said(1, b"line")] * 20
    assert len(await ears.all(keys.room_channel(CODE))) == 1


async def test_nobody_talks_where_no_room_is(store, raw):
    assert await store.talk(CODE, "ann", "one", b"line") is None
    assert raw.keys() == []


@pytest.mark.parametrize(("player", "message_id"), [("", "one"), ("a\0b", "one"), ("ann", "o\0e")])
async def test_names_that_cannot_be_kept_are_refused(store, player, message_id):
    with pytest.raises(ValueError, match="NUL"):
        await store.talk(CODE, player, message_id, b"line")


async def test_public_rooms_are_listed_as_long_as_they_are_public(store, clock):
    room = await open_room(store, listing=b"one")
    other = await open_room(store, "K7QX", listing=b"other")
    await open_room(store, "HIDE")

    async def listed() -> set[tuple[str, bytes, int | None]]:
        return {(one.code, one.listing, one.empty_ms) for one in await store.listed()}

    assert await listed() == {("AB12", b"one", None), ("K7QX", b"other", None)}
    await room.commit(listing=b"two")
    assert await listed() == {("AB12", b"two", None), ("K7QX", b"other", None)}
    await room.commit(listing=None)
    await other.remove()
    assert await listed() == set()
    await room.commit(listing=b"three")
    assert await listed() == {("AB12", b"three", None)}


async def test_a_listed_room_tells_how_long_nobody_is_there(store, clock):
    await open_room(store, listing=b"one")
    await store.depart(CODE, "ann", "p1")
    clock.advance(60_000)
    [listed] = await store.listed()
    assert 60_000 <= listed.empty_ms < 70_000


async def test_a_listing_without_a_room_is_not_shown(store, raw):
    raw.hset(keys.public_key(keys.shard("GONE")), "GONE", "listing")
    assert await store.listed() == []
