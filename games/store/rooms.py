"""Rooms: make, load, commit, tail, due times, remove. Each call is one Lua script in one slot."""

import secrets
from collections.abc import Collection, Iterable
from typing import Final

from games.store import keys
from games.store.base import StoreBase
from games.store.line import Word
from games.store.script import Script
from games.store.shapes import (
    KEEP,
    REMEMBERED,
    TAG_LENGTH,
    TAIL_LENGTH,
    Change,
    Claim,
    Committed,
    Conflict,
    Fenced,
    Keep,
    Loaded,
    Lost,
    Missed,
    Outcome,
    Repeated,
    pack_players,
    unpack_remembered,
)

CREATE = Script("create")
LOAD = Script("load", "presence")
COMMIT = Script("commit", "presence")
TAIL = Script("tail")
CLAIM = Script("claim")
POSTPONE = Script("postpone", "presence")
REMOVE = Script("remove")
RENEW = Script("renew")

_VERSION_END: Final = 8
_TAG_END: Final = _VERSION_END + TAG_LENGTH


class Rooms(StoreBase):
    """Every room's state and when it is due."""

    async def create(
        self,
        code: str,
        state: bytes,
        due_in_ms: int | None,
        seated: Collection[str] = (),
        watched: Collection[str] = (),
        listing: bytes | None = None,
    ) -> bytes | None:
        """Make a room at version 1 and answer its history tag; None when the code is in use.

        It is paused until the first seated person is connected: then `due_in_ms` begins.
        """
        number, tag = keys.shard(code), secrets.token_bytes(TAG_LENGTH)
        created = await CREATE.run(
            self._link,
            (
                keys.room_key(code),
                keys.tail_key(code),
                keys.here_key(code),
                keys.due_key(number),
                keys.public_key(number),
            ),
            (
                code,
                state,
                tag,
                _word(due_in_ms),
                pack_players(seated),
                pack_players(watched),
                *_listing(listing),
                self._offset_ms(),
                self._expiry_ms,
                keys.wake_channel(number),
            ),
        )
        return tag if created else None

    async def load(self, code: str) -> Loaded | None:
        """The room as it is, or None when there is none."""
        answer = await LOAD.run(self._link, (keys.room_key(code),), (self._offset_ms(),))
        return None if answer is None else Loaded(*answer[:4])

    async def commit(
        self, code: str, expected_version: int, expected_tag: bytes, change: Change
    ) -> Outcome:
        """Bring the room from `expected_version` to the next: all of `change`, or nothing.

        Checked in this order: the action is remembered (Repeated), the room is gone (Lost), the
        fence is old (Fenced), version or history is another (Conflict). After StoreDown it may
        have happened: commit the same remembered action again to learn its answer.
        """
        number, tag = keys.shard(code), secrets.token_bytes(TAG_LENGTH)
        remember = change.remember
        answer = await COMMIT.run(
            self._link,
            (
                keys.room_key(code),
                keys.tail_key(code),
                keys.seen_key(code),
                keys.log_key(code, change.match or ""),
                keys.due_key(number),
                keys.finished_key(number),
                keys.here_key(code),
                keys.public_key(number),
            ),
            (
                code,
                expected_version,
                expected_tag,
                tag,
                change.state,
                change.event,
                _word(change.due_in_ms),
                _word(change.fence),
                remember.player if remember else b"",
                remember.action_id if remember else b"",
                remember.pack() if remember else b"",
                change.match or b"",
                b"" if change.finished is None else b"1",
                change.finished or b"",
                pack_players(change.seated),
                pack_players(change.watched),
                *_listing(change.listing),
                self._offset_ms(),
                self._grace_ms,
                self._expiry_ms,
                keys.room_channel(code),
                keys.wake_channel(number),
                TAIL_LENGTH + 1,
                REMEMBERED,
                *change.actions,
            ),
        )
        match answer[0]:
            case b"committed":
                return Committed(expected_version + 1, tag)
            case b"conflict":
                return Conflict(answer[1])
            case b"repeated":
                return Repeated(*unpack_remembered(answer[1]))
            case b"fenced":
                return Fenced()
            case _:
                return Lost()

    async def recall(self, code: str, player: str, action_id: str) -> tuple[bytes, bytes] | None:
        """Digest and answer of an accepted action, or None when it is not remembered."""
        field = f"a\0{player}\0{action_id}"
        packed = await self._link.call("HGET", keys.seen_key(code), field)
        return None if packed is None else unpack_remembered(packed)

    async def tail(
        self,
        code: str,
        since: int,
        since_tag: bytes,
        upto: int,
        upto_tag: bytes | None = None,
    ) -> list[bytes] | Missed:
        """The events that made versions `since` + 1 to `upto`, for who knows `since` by its tag.

        `Missed` when it cannot tell them: they are too long ago, or the room has another history
        (or none) at `since` or, where `upto_tag` is given, at `upto`.
        """
        answer = await TAIL.run(self._link, (keys.tail_key(code),), (since, upto))
        if answer is None:
            return Missed.GAP
        newest, entries = answer
        if since > upto or upto > newest:
            return Missed.ROLLED_BACK
        if len(entries) != upto - since + 1:
            return Missed.GAP
        if _tag(entries[0]) != since_tag or upto_tag not in (None, _tag(entries[-1])):
            return Missed.ROLLED_BACK
        return [entry[_TAG_END:] for entry in entries[1:]]

    async def remove(
        self,
        code: str,
        expected_version: int,
        expected_tag: bytes,
        fence: int | None = None,
    ) -> bool:
        """Delete the room if it still is at that version, and tell its channel.

        With `fence` only if it is as it was when claimed: nobody has come back since. The action
        logs of its matches stay, see `forget_log`.
        """
        number = keys.shard(code)
        removed = await REMOVE.run(
            self._link,
            (
                keys.room_key(code),
                keys.tail_key(code),
                keys.seen_key(code),
                keys.here_key(code),
                keys.talk_key(code),
                keys.due_key(number),
                keys.public_key(number),
            ),
            (code, expected_version, expected_tag, _word(fence), keys.room_channel(code)),
        )
        return bool(removed)

    async def claim(
        self, shards: Iterable[int], limit: int, lease_ms: int
    ) -> tuple[list[Claim], int | None]:
        """Lease the due rooms, at most `limit` of each shard, the longest overdue first.

        Until the lease ends or a commit or somebody's coming or going sets another due time, no
        other claim gets them. The second answer is the ms until the earliest due time or end of a
        lease in these shards, 0 when more are due already, None when there is none.
        """
        offset = self._offset_ms()
        answers = await CLAIM.run_each(
            self._link,
            [
                ((keys.due_key(number),), (keys.room_prefix(number), limit, lease_ms, offset))
                for number in shards
            ],
        )
        claims = [
            Claim(code.decode(), fence, version)
            for answer in answers
            for code, fence, version in zip(answer[1::3], answer[2::3], answer[3::3], strict=True)
        ]
        nexts = [answer[0] for answer in answers if answer[0] is not None]
        return claims, min(nexts, default=None)

    async def renew(self, code: str, fence: int, version: int, lease_ms: int) -> bool:
        """Lease a claimed room for longer, from now on. False, and nothing done, when it is not as
        it was claimed."""
        number = keys.shard(code)
        renewed = await RENEW.run(
            self._link,
            (keys.room_key(code), keys.due_key(number)),
            (code, fence, version, lease_ms, self._offset_ms()),
        )
        return bool(renewed)

    async def postpone(self, code: str, fence: int, version: int) -> bool:
        """There was nothing to do in a claimed room: let it be due when it next should be.

        Graces that are over rest until the room's next commit, or until somebody comes or goes; its
        own deadline, when it is over, until the end of the lease. False, and nothing done, when the
        room is not as it was claimed.
        """
        number = keys.shard(code)
        postponed = await POSTPONE.run(
            self._link,
            (keys.room_key(code), keys.here_key(code), keys.due_key(number)),
            (
                code,
                fence,
                version,
                self._offset_ms(),
                self._grace_ms,
                self._expiry_ms,
                keys.wake_channel(number),
            ),
        )
        return bool(postponed)


def _tag(entry: bytes) -> bytes:
    return entry[_VERSION_END:_TAG_END]


def _word(number: int | Keep | None) -> Word:
    if number is KEEP:
        return KEEP.value
    return b"" if number is None else number


def _listing(listing: bytes | None) -> tuple[bytes, bytes]:
    return (b"", b"") if listing is None else (b"1", listing)
