"""A socket process with an application that sends what it is asked for.

`python -m tests.ops.echo_server FD READY_FD`. Text `COUNT SIZE KIND` asks for COUNT
messages of SIZE bytes, KIND text or binary; message n is made by `payload(n, SIZE)`.
"""

# ruff: noqa: I001 - the server brings Daphne, which must choose Twisted's reactor first
from server.ops.socket_server import SocketServer

import os
import sys
from typing import Any

import django

from server.ops.origin import same_origin
from tests.ops.payload import payload


async def echo(scope: dict[str, Any], receive: Any, send: Any) -> None:
    assert scope["type"] == "websocket"
    assert (await receive())["type"] == "websocket.connect"
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        count, size, kind = message["text"].split()
        for number in range(int(count)):
            content = payload(number, int(size))
            if kind == "text":
                await send({"type": "websocket.send", "text": content.decode()})
            else:
                await send({"type": "websocket.send", "bytes": content})


async def nothing_to_close() -> None:
    pass


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "server.settings")
    django.setup()
    fd, ready_fd = int(sys.argv[1]), int(sys.argv[2])
    SocketServer(same_origin(echo), fd, ready_fd, nothing_to_close).run()
