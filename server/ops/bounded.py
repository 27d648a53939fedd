"""Bounds on what one client may make this process hold, in front of everything else."""

from typing import Any, Final

from daphne.http_protocol import HTTPFactory, WebRequest

MAX_BODY_BYTES: Final = 64 * 1024
"""The largest body of a request; every one of the API's is far below."""
MAX_WAITING_FRAMES: Final = 1024
"""How many frames of one socket may wait for its handler before it is closed as flooding."""
LONGEST_WAITING: Final = 4096
"""A longer frame is refused whatever it says, so that it need not be kept while it waits."""

_TOO_LARGE: Final = (
    b"HTTP/1.1 413 Content Too Large\r\nContent-Type: application/json\r\n"
    b"Content-Length: 37\r\nConnection: close\r\n\r\n"
    b'{"code": "body_too_large","data": {}}'
)


class BoundedRequest(WebRequest):  # type: ignore[misc]
    """Refuses a body over `MAX_BODY_BYTES` while it comes, declared or chunked."""

    _received = 0
    _refused = False

    def gotLength(self, length: int | None) -> None:  # noqa: N802 - Twisted's name
        """The headers are in; `length` is what they declare."""
        if length is not None and length > MAX_BODY_BYTES:
            self._refuse()
        super().gotLength(length if length is None else min(length, MAX_BODY_BYTES))

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        """Some of the body has come."""
        self._received += len(data)
        if self._received > MAX_BODY_BYTES:
            self._refuse()
        elif not self._refused:
            super().handleContentChunk(data)

    def _refuse(self) -> None:
        if self._refused:
            return
        self._refused = True
        transport: Any = self.channel.transport
        transport.write(_TOO_LARGE)
        transport.loseConnection()


class BoundedFactory(HTTPFactory):  # type: ignore[misc]
    """Daphne's HTTP side with bounded requests."""

    def buildProtocol(self, addr: Any) -> Any:  # noqa: N802 - Twisted's name
        """The channel of a new connection."""
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = BoundedRequest
        return protocol
