"""Coming in: what a client says it has seen, and how many may be in at once."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from django.conf import settings

from games.rules.core.errors import RuleError

_SINCE: Final = re.compile(r"(\d{1,15})(?:\.([0-9a-f]{16}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Since:
    """The last version a client has seen, and the tag of its history where the client gave one."""

    version: int
    tag: bytes | None = None

    @classmethod
    def parse(cls, asked: str) -> "Since | None":
        """What `?since=` says, "V" or "V.H"; None where it says nothing that can be read."""
        found = _SINCE.fullmatch(asked)
        if found is None:
            return None
        version, tag = found.groups()
        return cls(int(version), None if tag is None else bytes.fromhex(tag))


class RoomCrowded(RuleError):
    """No place for one more socket: `room_crowded` or `too_many_tabs`, both with {max}."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The most sockets, in one process, of a room and of one player in a room."""

    room: int = 300
    player: int = 12

    @classmethod
    def from_settings(cls) -> "Limits":
        """The configured limits."""
        return cls(settings.MEJA_ROOM_SOCKETS, settings.MEJA_PLAYER_SOCKETS)

    def check(self, players: Collection[str], player: str, seated: bool) -> None:
        """Raises RoomCrowded where too many sockets are in: `players` has each one's, the new too.

        Who has a seat is never kept out by visitors.
        """
        if sum(one == player for one in players) > self.player:
            raise RoomCrowded("too_many_tabs", max=self.player)
        if len(players) > self.room and not seated:
            raise RoomCrowded("room_crowded", max=self.room)
