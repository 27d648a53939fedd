"""Frames through a real Daphne, both ways of sending."""

import asyncio
import contextlib
import signal
import socket
from collections.abc import AsyncIterator, Iterator

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from server.ops.direct_send import CLOSE_TOO_SLOW, MAX_PENDING_BYTES, frame_head
from tests.ops.payload import payload
from tests.ops.running import EchoServer, echo_server


@pytest.fixture(scope="module", params=[True, False], ids=["direct", "twisted"])
def server(request: pytest.FixtureRequest) -> Iterator[EchoServer]:
    with echo_server(request.param) as running:
        yield running


async def open_socket(server: EchoServer, window: int = 0) -> ClientConnection:
    sock = socket.socket()
    if window:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
    sock.connect(("127.0.0.1", server.port))
    uri = f"ws://127.0.0.1:{server.port}/ws/rooms/ABC"
    return await connect(uri, sock=sock, compression=None, max_queue=2, ping_interval=None)


async def closing(ws: ClientConnection) -> AsyncIterator[str | bytes]:
    """Every message until the socket is closed, with whatever code."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            yield await ws.recv()


@pytest.mark.parametrize("size", [1, 125, 126, 127, 65535, 65536, 200_000])
@pytest.mark.parametrize("kind", ["text", "binary"])
async def test_every_length_of_frame_arrives_intact(
    server: EchoServer, size: int, kind: str
) -> None:
    async with await open_socket(server) as ws:
        await ws.send(f"2 {size} {kind}")
        for number in range(2):
            wanted = payload(number, size)
            assert await ws.recv() == (wanted.decode() if kind == "text" else wanted)


async def test_frames_that_the_socket_takes_in_pieces_keep_their_order(server: EchoServer) -> None:
    async with await open_socket(server, window=4096) as ws:
        await ws.send("12 60000 text")
        await ws.send("300 40 text")
        for count, size in ((12, 60000), (300, 40)):
            for number in range(count):
                assert await ws.recv() == payload(number, size).decode()


async def test_a_client_that_does_not_read_is_closed_as_too_slow(server: EchoServer) -> None:
    frames = 2 * MAX_PENDING_BYTES // 60_000
    async with await open_socket(server, window=4096) as ws:
        await ws.send(f"{frames} 60000 text")
        received = 0
        async for message in closing(ws):
            assert message == payload(received, 60_000).decode()
            received += 1
        assert ws.close_code == CLOSE_TOO_SLOW
    assert MAX_PENDING_BYTES // 60_000 <= received < frames


async def test_a_message_far_over_the_limit_closes_with_1009(server: EchoServer) -> None:
    async with await open_socket(server) as ws:
        await ws.send("1" * 70_000)
        with pytest.raises(ConnectionClosed) as closed:
            await ws.recv()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


def test_a_stopped_process_closes_its_sockets_as_restarting() -> None:
    async def stop(server: EchoServer) -> int:
        async with await open_socket(server) as ws:
            await ws.send("1 10 text")
            await ws.recv()
            server.process.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as closed:
                await ws.recv()
        assert closed.value.rcvd is not None
        return closed.value.rcvd.code

    with echo_server(direct=True) as running:
        assert asyncio.run(stop(running)) == 1012
        assert running.process.wait(timeout=10) == 0


def test_head_of_a_frame_is_of_the_shortest_form() -> None:
    assert frame_head(125, binary=False) == b"\x81\x7d"
    assert frame_head(126, binary=True) == b"\x82\x7e\x00\x7e"
    assert frame_head(65536, binary=False) == b"\x81\x7f" + (65536).to_bytes(8, "big")
