"""What is published, heard over one connection that all of a process shares."""

import logging
from collections.abc import Callable

from games.store.errors import StoreDown
from games.store.kept_line import KeptLine
from games.store.line import Line, ignore

log = logging.getLogger(__name__)


class Subscriptions:
    """Channels and the one callback of each.

    After a lost line every channel is subscribed again and confirmed, and then `on_reconnect` is
    called: whatever was published in between is gone, so the owner has to read afresh.
    """

    def __init__(self, url: str, on_reconnect: Callable[[], None] | None = None) -> None:
        self._callbacks: dict[bytes, Callable[[bytes], None]] = {}
        self._kept = KeptLine(url, self._heard, self._resubscribe, on_reconnect)

    @classmethod
    async def connect(
        cls, url: str, on_reconnect: Callable[[], None] | None = None
    ) -> "Subscriptions":
        """Open the connection. Raises StoreDown, or StoreError when login is refused."""
        subscriptions = cls(url, on_reconnect)
        await subscriptions._kept.start()
        return subscriptions

    async def subscribe(self, channel: str, callback: Callable[[bytes], None]) -> None:
        """Return when the server has confirmed: every later message reaches `callback`.

        The callback replaces an earlier one of the channel; it runs in the event loop and must not
        wait. Raises StoreDown, and then the channel is not subscribed.
        """
        key = channel.encode()
        self._callbacks[key] = callback
        try:
            line = await self._kept.wait()
            await line.send("SUBSCRIBE", key)
        except StoreDown:
            if self._callbacks.get(key) is callback:
                del self._callbacks[key]
            raise

    def unsubscribe(self, channel: str) -> None:
        """Forget the channel: its callback is not called again. A lost line has none anyway.

        Done at once, so that who subscribes right after it is not forgotten in their stead.
        """
        key = channel.encode()
        if self._callbacks.pop(key, None) is not None:
            self._send_unsubscribe(key)

    async def close(self) -> None:
        """Close for good; no callback is called again."""
        self._callbacks.clear()
        await self._kept.close()

    async def _resubscribe(self, line: Line) -> None:
        confirmations = [line.send("SUBSCRIBE", key) for key in self._callbacks]
        for confirmation in confirmations:
            await confirmation

    def _heard(self, channel: bytes, message: bytes) -> None:
        callback = self._callbacks.get(channel)
        if callback is None:
            # Left while a lost line was being repaired; a later subscribe is behind this in order.
            self._send_unsubscribe(channel)
            return
        try:
            callback(message)
        except Exception:
            log.exception("subscriber_failed %s", channel.decode(errors="replace"))

    def _send_unsubscribe(self, key: bytes) -> None:
        if self._kept.line is not None:
            self._kept.line.send("UNSUBSCRIBE", key).add_done_callback(ignore)
