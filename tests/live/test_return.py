"""Coming back: after a lost line, a killed process, a restarted store, a socket fallen asleep."""

import asyncio
import os
import signal
from collections.abc import Callable, Iterator

import pytest

from games.rules.core.record import parse_record
from tests.clients import Person, Refused, any_legal
from tests.live.conftest import running_server
from tests.live.test_match import record_of
from tests.ops.running import Served
from tests.proofs.ledger import check_actions


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that soon holds the seats of those who are away, and writes before it answers."""
    settings = {
        "MEJA_GRACE_MS": "1000",
        "MEJA_PING_MS": "2000",
        "MEJA_CPU_DELAY_MS": "20",
        "MEJA_APPENDFSYNC": "always",
    }
    with running_server(tmp_path_factory.mktemp("impatient"), **settings) as served:
        yield served


def held(seat: int) -> Callable[[Person], bool]:
    """Whether a CPU is seen to hold `seat` for an absent person."""
    return lambda me: me.seen.room["seats"][seat]["held"] == "away"


async def two_at_a_table(base: str, **options: object) -> tuple[Person, Person]:
    """The host on seat 0 and a friend on seat 1, their match just begun."""
    host, friend = await asyncio.gather(Person(base).arrive(), Person(base).arrive())
    await host.make_room("remi", **options)
    await host.join()
    await friend.join(host.code)
    await host.say("sit")
    await friend.say("sit")
    await host.start()
    return host, friend


async def test_an_action_resent_after_a_lost_line_is_answered_as_before(base: str):
    host, friend = await two_at_a_table(base)
    await host.until(lambda me: me.match["to_move"] in (0, 1))
    mover = host if host.match["to_move"] == 0 else friend
    await mover.until(Person.my_turn)
    message = mover.act_message({"type": "draw_stock"}, "once")
    first = await mover.repeat(message)
    for _ in range(3):  # whichever process answers
        mover.cut()
        await mover.come_back()
        assert await mover.repeat(message) == first
    with pytest.raises(Refused, match="action_id_reused"):
        await mover.repeat(message | {"turn": 99})
    await asyncio.gather(host.drop(), friend.drop())


async def test_who_stays_away_is_held_and_takes_the_seat_back(impatient: Served):
    host, friend = await two_at_a_table(impatient.address)
    await friend.drop()
    await host.until(held(1))
    await friend.come_back()
    assert friend.seat == 1
    await friend.say("back")
    assert friend.seen.room["seats"][1]["held"] is None
    await asyncio.gather(host.drop(), friend.drop())


async def test_a_socket_that_fell_asleep_is_noticed(impatient: Served):
    host, friend = await two_at_a_table(impatient.address)
    await friend.sleep()
    await host.until(held(1))
    await friend.wake()
    await friend.say("back")
    await asyncio.gather(host.drop(), friend.drop())


async def test_whom_a_killed_process_had_counts_as_away(impatient: Served):
    """The lines end with the process; who does not come back is missed like anybody else."""
    host, friend = await two_at_a_table(impatient.address)
    for number in impatient.children()["socket"]:
        os.kill(number, signal.SIGKILL)
    await asyncio.gather(host.until_closed(), friend.until_closed())
    await host.come_back()
    await host.until(held(1))
    await host.drop()


async def test_a_store_that_restarts_loses_nothing_and_knows_who_is_there(impatient: Served):
    host, friend = await two_at_a_table(impatient.address)
    match_id = host.match["id"]

    async def restart() -> None:
        await host.until(lambda me: len(me.accepted) >= 5)
        (number,) = impatient.children()["valkey"]
        os.kill(number, signal.SIGKILL)

    await asyncio.gather(
        restart(), *(one.play(any_legal(n), retry=True) for n, one in enumerate((host, friend)))
    )
    check_actions(parse_record(await record_of(host, match_id)), (host, friend))
    assert host.match["outcome"] == friend.match["outcome"]
    await friend.drop()
    await host.until(lambda me: me.seen.presence["away"])
    await host.drop()
