"""Websocket frames straight to the socket, for Daphne.

Twisted's way of sending costs a turn of the event loop per message: it arms a writer,
polls, writes, disarms it. A table's messages are small and the socket's buffer nearly
always takes them whole, so the frame is built here and given to the socket at once.
Whatever the socket does not take, and every case that is not plain, goes Twisted's way,
in order. `MEJA_DIRECT_SEND=0` sends everything Twisted's way.
"""

from typing import Any, Final

from daphne.ws_protocol import WebSocketProtocol

from server.ops.bounded import LONGEST_WAITING, MAX_WAITING_FRAMES

MAX_PENDING_BYTES: Final = 1024 * 1024
"""What may wait for a client that reads too slowly, before its socket is closed."""

CLOSE_TOO_SLOW: Final = 4408
CLOSE_FLOODING: Final = 4429

_TEXT: Final = 0x81  # RFC 6455, 5.2: a final frame of text
_BINARY: Final = 0x82


def frame_head(length: int, binary: bool) -> bytes:
    """The head of an unmasked, final frame with a payload of `length` bytes."""
    kind = _BINARY if binary else _TEXT
    if length < 126:
        return bytes((kind, length))
    if length < 1 << 16:
        return bytes((kind, 126)) + length.to_bytes(2, "big")
    return bytes((kind, 127)) + length.to_bytes(8, "big")


class TableProtocol(WebSocketProtocol):  # type: ignore[misc]
    """Daphne's websocket, with a bound on what waits for a slow client.

    Autobahn holds what is sent to the limit of what may be received; frames built here
    may be of any size.
    """

    def serverSend(self, content: str | bytes, binary: bool = False) -> None:  # noqa: N802
        """Send one message; closes with 4408 where too much waits already."""
        if self.state != self.STATE_OPEN:
            super().serverSend(content, binary)
            return
        if pending_bytes(self.transport) > MAX_PENDING_BYTES:
            self.serverClose(CLOSE_TOO_SLOW)
            return
        payload = content if isinstance(content, bytes) else content.encode()
        self.write_frame(frame_head(len(payload), binary) + payload)

    def onMessage(self, payload: bytes, isBinary: bool) -> None:  # noqa: N802, N803
        """A frame has come; closes with 4429 where too many wait for the application."""
        queue = getattr(self, "application_queue", None)
        if queue is not None and queue.qsize() > MAX_WAITING_FRAMES:
            if self.state == self.STATE_OPEN:
                self.serverClose(CLOSE_FLOODING)
            return
        if len(payload) > LONGEST_WAITING:
            payload = b" " * (LONGEST_WAITING + 1)
        super().onMessage(payload, isBinary)

    def write_frame(self, frame: bytes) -> None:
        """Send a whole frame, Twisted's way."""
        self.transport.write(frame)

    def serverClose(self, code: int | None = None) -> None:  # noqa: N802
        """Close with any code that a server may send, 1012 (restarting) among them."""
        self.sendCloseFrame(code=1000 if code is None else code, isReply=False)


class DirectProtocol(TableProtocol):
    """The same, with frames written to the socket at once."""

    def write_frame(self, frame: bytes) -> None:
        """Send a whole frame by the socket's own buffer where nothing waits before it."""
        transport = self.transport
        if transport.disconnecting or not transport.connected or pending_bytes(transport):
            transport.write(frame)
            return
        try:
            sent = transport.socket.send(frame)
        except OSError:  # a full buffer, or a dead connection, which the write below meets again
            sent = 0
        if sent < len(frame):
            transport.write(frame[sent:])


def pending_bytes(transport: Any) -> int:
    """What Twisted still holds for the socket of `transport`."""
    return len(transport.dataBuffer) - int(transport.offset) + int(transport._tempDataLen)
