"""The way from a browser to the server, which a test can cut: Chromium's own offline mode
leaves open WebSockets alone.
"""

import asyncio
from typing import Self


class Cable:
    """Passes every connection to its `address` on to the server at `port`."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.whole = True
        self._open: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_exception: object) -> None:
        self.cut()
        assert self._server is not None
        self._server.close()

    @property
    def address(self) -> str:
        """Where the browser finds it."""
        assert self._server is not None
        host, port = self._server.sockets[0].getsockname()
        return f"http://{host}:{port}"

    def cut(self) -> None:
        """Break every connection; nothing comes through until `mend`."""
        self.whole = False
        for writer in self._open:
            writer.transport.abort()

    def mend(self) -> None:
        """Let new connections through."""
        self.whole = True

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self.whole:
            writer.transport.abort()
            return
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.port)
        ends = {writer, far_writer}
        self._open |= ends
        try:
            await asyncio.gather(_pass(reader, far_writer), _pass(far_reader, writer))
        finally:
            self._open -= ends


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except ConnectionError:
        pass
    finally:
        writer.close()
