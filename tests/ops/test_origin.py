"""Who may open a socket, and who may change something."""

from collections.abc import Iterator

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from server.ops.origin import host_is_allowed, origin_matches
from server.ops.proxies import client_from_forwarded
from tests.ops.running import EchoServer, echo_server


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://meja.example", "meja.example"),
        ("https://meja.example", "meja.example"),
        ("https://meja.example", "meja.example:443"),
        ("http://127.0.0.1:8000", "127.0.0.1:8000"),
        ("http://[::1]:8000", "[::1]:8000"),
        ("http://MEJA.example", "meja.example"),
    ],
)
def test_a_page_of_ours_matches(origin: str, host: str) -> None:
    assert origin_matches(origin, host)


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("null", "meja.example"),
        ("", "meja.example"),
        ("http://evil.example", "meja.example"),
        ("http://meja.example:8001", "meja.example:8000"),
        ("http://meja.example", "meja.example:8000"),
        ("http://meja.example.evil.example", "meja.example"),
        ("http://evil.example/meja.example", "meja.example"),
        ("file://meja.example", "meja.example"),
        ("http://meja.example:notaport", "meja.example"),
        ("http://[", "meja.example"),
    ],
)
def test_any_other_page_does_not(origin: str, host: str) -> None:
    assert not origin_matches(origin, host)


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("localhost:8000", True),
        ("LOCALHOST", True),
        ("[::1]:8000", True),
        ("sub.example.org", True),
        ("evil.example", False),
        ("localhost@evil.example", False),
        ("localhost/x", False),
        ("", False),
        ("[", False),
    ],
)
def test_host_is_one_of_ours(host: str, allowed: bool) -> None:
    assert host_is_allowed(host, ["localhost", "[::1]", ".example.org"]) is allowed


@pytest.fixture(scope="module")
def server() -> Iterator[EchoServer]:
    with echo_server(direct=True) as running:
        yield running


async def status(server: EchoServer, origin: str | None, host: str | None = None) -> int:
    """The HTTP status of opening a socket: 101 when it opens."""
    headers = [] if origin is None else [("Origin", origin)]
    name = host or f"127.0.0.1:{server.port}"
    try:
        async with connect(
            f"ws://{name}/ws/rooms/ABC",
            additional_headers=headers,
            host="127.0.0.1",
            port=server.port,
        ):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


async def test_sockets_open_only_for_our_page_and_for_clients_without_a_browser(
    server: EchoServer,
) -> None:
    assert await status(server, None) == 101
    assert await status(server, f"http://127.0.0.1:{server.port}") == 101
    assert await status(server, "null") == 403
    assert await status(server, "http://evil.example") == 403
    assert await status(server, f"http://127.0.0.1:{server.port + 1}") == 403
    assert await status(server, None, host="evil.example") == 403
    assert await status(server, "http://evil.example", host="evil.example") == 403


def test_forwarded_addresses_count_only_from_proxies() -> None:
    ours = frozenset({"10.0.0.1", "10.0.0.2"})
    assert client_from_forwarded("203.0.113.9", "198.51.100.1", ours) == "203.0.113.9"
    assert client_from_forwarded("10.0.0.1", "198.51.100.1", ours) == "198.51.100.1"
    assert client_from_forwarded("10.0.0.1", "1.2.3.4, 198.51.100.1, 10.0.0.2", ours) == (
        "198.51.100.1"
    )
    assert client_from_forwarded("10.0.0.1", "", ours) == "10.0.0.1"
