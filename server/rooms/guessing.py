"""Codes of rooms and gatherings cannot be guessed: who misses too often must wait.

Only misses count, and for a player: a class behind one address disturbs nobody. Who comes
without a player's cookie shares the address's own, far larger count. Who has a seat always
comes back to it.
"""

from dataclasses import dataclass
from typing import Final

from accounts.limits import Limit

_WINDOW_S: Final = 600
BY_PLAYER: Final = Limit("guess-player", 30, _WINDOW_S)
BY_ADDRESS: Final = Limit("guess-address", 600, _WINDOW_S)


@dataclass(frozen=True, slots=True)
class Guesser:
    """Who looks up codes: a player (public id), or an address (`address_of`) without one."""

    player: str | None
    address: str

    def check(self) -> None:
        """Before a look-up. Raises ApiError `too_many_requests` {wait_ms} (429)."""
        limit, who = self._counted()
        limit.check(who)

    def missed(self) -> None:
        """After a look-up that found nothing."""
        limit, who = self._counted()
        limit.count(who)

    def _counted(self) -> tuple[Limit, str]:
        if self.player is not None:
            return BY_PLAYER, self.player
        return BY_ADDRESS, self.address
