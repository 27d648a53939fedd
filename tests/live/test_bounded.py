"""What one client may make a process hold: a request's body, and frames that wait."""

import http.client
import json

import pytest
from websockets.exceptions import InvalidStatus

from tests.clients import Person
from tests.ops.running import Served

MEGABYTE = b"x" * (1 << 20)


def connection(served: Served) -> http.client.HTTPConnection:
    host, port = served.address.removeprefix("http://").split(":")
    return http.client.HTTPConnection(host, int(port), timeout=10)


def test_a_large_body_is_refused_while_it_comes(server: Served):
    asked = connection(server)
    asked.putrequest("POST", "/api/guest")
    asked.putheader("Content-Type", "application/json")
    asked.putheader("Content-Length", str(200 << 20))
    asked.endheaders()
    answer = asked.getresponse()
    assert answer.status == 413
    assert json.loads(answer.read())["code"] == "body_too_large"


def test_a_large_chunked_body_is_refused_while_it_comes(server: Served):
    asked = connection(server)
    asked.putrequest("POST", "/api/guest")
    asked.putheader("Content-Type", "application/json")
    asked.putheader("Transfer-Encoding", "chunked")
    asked.endheaders()
    refused = False
    for _ in range(40):
        try:
            asked.send(b"%x\r\n%s\r\n" % (len(MEGABYTE), MEGABYTE))
        except (TimeoutError, ConnectionError):
            refused = True
            break
    assert refused


def test_a_small_chunked_body_is_read(server: Served):
    asked = connection(server)
    body = b'{"lang": "en"}'
    asked.request(
        "POST",
        "/api/guest",
        iter([body[:5], body[5:]]),
        {"Content-Type": "application/json"},
        encode_chunked=True,
    )
    assert asked.getresponse().status == 200


def test_pages_answer_only_to_reading_and_the_api_tells_nothing_of_itself(server: Served):
    for method, path in (("POST", "/"), ("BREW", "/"), ("OPTIONS", "/api/guest")):
        asked = connection(server)
        asked.request(method, path)
        assert asked.getresponse().status == 405


async def test_a_websocket_to_nowhere_is_refused(server: Served):
    person = await Person(server.address).arrive()
    for code in ("ABC%0A", "ZZZ/1"):
        with pytest.raises(InvalidStatus, match="403"):
            await person.join(code)
