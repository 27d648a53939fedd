"""Whole matches over real sockets, through docs/protocol.md alone."""

import asyncio

import pytest

from games.rules.core.record import parse_record, replay
from games.rules.core.registry import all_games
from tests.clients import Person, Refused, any_legal, http


async def record_of(person: Person, match_id: str) -> dict:
    """The record, once the worker has written it."""
    async with asyncio.timeout(10):
        while True:
            try:
                path = f"/api/matches/{match_id}/record"
                answer, _ = await asyncio.to_thread(
                    http, person.base, "GET", path, None, person.cookie
                )
                return answer
            except (Refused, OSError):  # not written yet, or the process that answered was killed
                await asyncio.sleep(0.05)


@pytest.mark.parametrize("name", all_games())
async def test_one_person_and_cpus_play_a_match_whose_record_replays(base: str, name: str):
    person = await Person(base).arrive()
    await person.make_room(name)
    await person.join()
    commitment = person.seen.room["next"]["commitment"]
    await person.say("sit")
    await person.say("start")
    assert person.match["commitment"] == commitment
    assert person.match["secret"] is None
    await person.play(any_legal(7))
    outcome = person.match["outcome"]
    record = parse_record(await record_of(person, person.match["id"]))
    replayed = replay(record).outcome
    assert list(replayed.totals) == outcome["totals"]
    assert list(replayed.places) == outcome["places"]
    assert record.commitment == commitment
    assert record.secret.hex() == person.match["secret"]
    await person.drop()


async def test_two_people_by_the_link_and_two_cpus(base: str):
    host, friend = await asyncio.gather(Person(base).arrive(), Person(base, "bn").arrive())
    code = await host.make_room("remi")
    await host.join()
    await friend.join(code)
    await host.say("sit")
    await friend.say("sit", seat=2)
    with pytest.raises(Refused, match="not_host"):
        await friend.say("start")
    await host.say("start")
    await asyncio.gather(host.play(any_legal(1)), friend.play(any_legal(2)))
    await friend.until(lambda me: me.seen.v >= host.seen.v)
    assert host.match["outcome"] == friend.match["outcome"]
    before = host.match["first_dealer"]
    await host.say("rematch")
    await friend.say("rematch")
    await host.until(lambda me: me.seen.room["match_number"] == 2)
    assert host.match["first_dealer"] == (before + 1) % 4
    await asyncio.gather(host.drop(), friend.drop())


async def test_another_match_s_stranger_gets_no_record(base: str):
    person, stranger = await asyncio.gather(Person(base).arrive(), Person(base).arrive())
    await person.make_room("remi")
    await person.join()
    await person.say("sit")
    await person.say("start")
    match_id = person.match["id"]
    await person.play(any_legal(3))
    await record_of(person, match_id)
    with pytest.raises(Refused, match="match_not_found"):
        await asyncio.to_thread(
            http, base, "GET", f"/api/matches/{match_id}/record", None, stranger.cookie
        )
    await person.drop()
