"""What is said in a room, and which rooms are listed: both live beside its versions."""

from typing import Final

from games.store import keys
from games.store.base import StoreBase
from games.store.messages import Said
from games.store.script import Script
from games.store.shapes import Listed, check_names

TALK_LENGTH: Final = 50
"""Lines of talk a room keeps."""

TALK = Script("talk")
LISTED = Script("listed")
_ENTRY_HEAD: Final = 8


class Talk(StoreBase):
    """Lines of talk, and the public rooms."""

    async def talk(self, code: str, player: str, message_id: str, line: bytes) -> Said | None:
        """Keep a line and tell it on the room's channel; None when there is no such room.

        The same id of the same player among the lines kept gets what was first said under it,
        whatever `line` is now, and nothing is told.
        """
        check_names(player, message_id)
        said = await TALK.run(
            self._link,
            (keys.room_key(code), keys.talk_key(code)),
            (player, message_id, line, TALK_LENGTH, keys.room_channel(code)),
        )
        return None if said is None else Said(*said)

    async def talked(self, code: str) -> list[Said]:
        """The last lines of talk, oldest first."""
        entries = await self._link.call("LRANGE", keys.talk_key(code), 0, -1)
        return [
            Said(int.from_bytes(entry[:_ENTRY_HEAD], "big"), entry[_ENTRY_HEAD:].split(b"\0", 2)[2])
            for entry in entries
        ]

    async def listed(self) -> list[Listed]:
        """The public rooms, in no order."""
        offset = self._offset_ms()
        answers = await LISTED.run_each(
            self._link,
            [
                ((keys.public_key(number),), (keys.room_prefix(number), offset))
                for number in range(keys.SHARDS)
            ],
        )
        return [
            Listed(code.decode(), listing, empty_ms)
            for answer in answers
            for code, listing, empty_ms in zip(answer[::3], answer[1::3], answer[2::3], strict=True)
        ]
