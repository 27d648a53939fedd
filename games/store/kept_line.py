"""A line that is opened again whenever it is lost."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from games.store.address import Address
from games.store.errors import StoreDown, StoreError
from games.store.line import Line, MessageHandler

log = logging.getLogger(__name__)

PATIENCE_S: Final = 1.0
"""How long a call waits for a lost line to come back."""
OPEN_S: Final = 5.0
FIRST_PAUSE_S: Final = 0.02
LONGEST_PAUSE_S: Final = 1.0


class KeptLine:
    """A line to one address that is opened again, with growing pauses, whenever it is lost.

    `prepare` runs on every new line before others may use it; `reopened` after a loss is repaired.
    """

    def __init__(
        self,
        url: str,
        on_message: MessageHandler | None = None,
        prepare: Callable[[Line], Awaitable[None]] | None = None,
        reopened: Callable[[], None] | None = None,
    ) -> None:
        self._address = Address.from_url(url)
        self._on_message = on_message
        self._prepare = prepare
        self._reopened = reopened
        self._ready = asyncio.Event()
        self._keeper: asyncio.Task[None] | None = None
        self.line: Line | None = None

    async def start(self) -> None:
        """Open the first line. Raises StoreDown, or StoreError when login is refused."""
        self.line = await self._open()
        self._ready.set()
        self._keeper = asyncio.create_task(self._keep(self.line))

    async def wait(self) -> Line:
        """The line, once it is open. Raises StoreDown after a second without one, or if closed."""
        if self._keeper is None:
            raise StoreDown
        try:
            async with asyncio.timeout(PATIENCE_S):
                while self.line is None or self.line.lost.is_set():
                    self._ready.clear()
                    await self._ready.wait()
        except TimeoutError:
            raise StoreDown from None
        return self.line

    async def close(self) -> None:
        """Close for good; pending calls fail with StoreDown."""
        keeper, self._keeper = self._keeper, None
        if keeper is not None:
            keeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await keeper
        line, self.line = self.line, None
        if line is not None:
            line.abort()
            await line.lost.wait()

    async def _keep(self, line: Line) -> None:
        while True:
            await line.lost.wait()
            self.line = None
            log.warning("store_line_lost")
            line = await self._open_again()
            self.line = line
            self._ready.set()
            log.warning("store_line_back")
            if self._reopened is not None:
                try:
                    self._reopened()
                except Exception:
                    log.exception("store_reopened_failed")

    async def _open_again(self) -> Line:
        pause = FIRST_PAUSE_S
        refusal = ""
        while True:
            try:
                return await self._open()
            except StoreDown:
                pass
            except StoreError as error:
                if error.reply_code != refusal:
                    refusal = error.reply_code
                    log.error("store_refuses %s", refusal)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_S)

    async def _open(self) -> Line:
        address, loop = self._address, asyncio.get_running_loop()
        line = Line(self._on_message)
        try:
            async with asyncio.timeout(OPEN_S):
                if address.path is not None:
                    await loop.create_unix_connection(lambda: line, address.path)
                else:
                    await loop.create_connection(
                        lambda: line, address.host, address.port, ssl=address.tls or None
                    )
                if address.login:
                    await line.send("AUTH", *address.login)
                if address.db:
                    await line.send("SELECT", address.db)
                await line.send("PING")
                if self._prepare is not None:
                    await self._prepare(line)
        except (OSError, TimeoutError) as error:
            line.abort()
            raise StoreDown from error
        except StoreError as error:
            line.abort()
            if error.reply_code == "LOADING":
                raise StoreDown from error
            raise
        except BaseException:
            line.abort()
            raise
        return line
