"""The one write path: every change of every room goes through `RoomService.change`."""

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import msgspec

from games.rules.core.errors import RuleError
from games.store.store import (
    Change as StoreChange,
)
from games.store.store import (
    Committed,
    Conflict,
    Fenced,
    Lost,
    Remember,
    Repeated,
    Store,
)
from server.rooms import codec
from server.rooms.delays import Delays
from server.rooms.finish import finished_data
from server.rooms.protocol import IdentifiedMessage, Ok
from server.rooms.room import Change, Draw, Room, new_room

CODE_ALPHABET: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH: Final = 6
_TRIES: Final = 8

_json = msgspec.json.Encoder().encode


class RoomLost(RuleError):
    """The store no longer has the room (`room_lost`)."""

    def __init__(self) -> None:
        super().__init__("room_lost")


@dataclass(frozen=True, slots=True)
class Request:
    """Who asks under which id: what makes an answer repeatable.

    `digest` is a hash of the message, so that an id used again with another content is refused.
    """

    player: str
    action_id: str
    digest: bytes

    @classmethod
    def of(cls, player: str, message: IdentifiedMessage) -> "Request":
        """The request that `player`'s message makes."""
        digest = hashlib.blake2b(_json(message), digest_size=16).digest()
        return cls(player, message.id, digest)


@dataclass(frozen=True, slots=True)
class Kept:
    """A room at a version, as a process knows it."""

    version: int
    room: Room


def fresh_draw() -> Draw:
    """A new match id (80 random bits) and a new 32-byte secret."""
    return Draw(f"m{secrets.token_hex(10)}", secrets.token_bytes(32))


class RoomService:
    """Changes rooms in the store.

    `known` gives this process's own copy of a room, where it has one; `foretell` is told
    what a commit of this process would make, so that its echo need not be decoded.
    """

    def __init__(
        self,
        store: Store,
        delays: Delays,
        known: Callable[[str], Kept | None] = lambda _code: None,
        foretell: Callable[[str, int, bytes, Change], None] = lambda *_what: None,
    ) -> None:
        self.store = store
        self.delays = delays
        self._known = known
        self._foretell = foretell

    async def create(self, game: str, host: str) -> Room:
        """A new room of `game`, made by the player `host`. Raises RuleError `unknown_game`."""
        while True:
            code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
            room = new_room(code, game, host, fresh_draw)
            if await self.store.create(code, codec.dump_room(room), self.delays.expiry):
                return room

    async def load(self, code: str) -> Kept | None:
        """The room as the store has it, or None."""
        loaded = await self.store.load(code)
        if loaded is None:
            return None
        return Kept(loaded.version, codec.load_room(loaded.state))

    async def change(
        self,
        code: str,
        transition: Callable[[Room], Change],
        request: Request | None = None,
        fence: int | None = None,
    ) -> bytes:
        """Apply `transition` to the room and commit it; returns the encoded `ok`.

        The same request again gets the first answer again. Raises RuleError with the
        refusal, `action_id_reused`, `server_busy`, or RoomLost.
        """
        kept = self._known(code)
        own_copy = kept is not None
        for _ in range(_TRIES):
            if kept is None:
                kept, own_copy = await self.load(code), False
                if kept is None:
                    raise RoomLost
            try:
                change = transition(kept.room)
            except RuleError:
                if request is not None:
                    first = await self.store.recall(code, request.player, request.action_id)
                    if first is not None:
                        return _answer_again(request, *first)
                if not own_copy:
                    raise
                kept = None  # the own copy may be old: refuse only what the store's copy refuses
                continue
            answer = _json(Ok("" if request is None else request.action_id, kept.version + 1))
            to_store = self._to_store(change, request, answer, fence)
            # The echo may come before the reply, so it is foretold before either.
            self._foretell(code, kept.version + 1, to_store.state, change)
            match await self.store.commit(code, kept.version, to_store):
                case Committed():
                    return answer
                case Repeated(digest=digest, answer=first_answer):
                    assert request is not None
                    return _answer_again(request, digest, first_answer)
                case Conflict():
                    kept = None
                case Lost():
                    raise RoomLost
                case Fenced():
                    raise RuleError("fenced")
        raise RuleError("server_busy")

    def _to_store(
        self, change: Change, request: Request | None, answer: bytes, fence: int | None
    ) -> StoreChange:
        match = change.room.match
        logged = change.action
        return StoreChange(
            state=codec.dump_room(change.room),
            event=codec.dump_happened(change),
            due_in_ms=self.delays.until_due(change.room),
            match=None if match is None else match.draw.match_id,
            actions=() if logged is None else (codec.dump_action(logged.seat, logged.form),),
            remember=None
            if request is None
            else Remember(request.player, request.action_id, request.digest, answer),
            finished=finished_data(change.room, match) if change.finished and match else None,
            fence=fence,
        )


def _answer_again(request: Request, digest: bytes, answer: bytes) -> bytes:
    if digest != request.digest:
        raise RuleError("action_id_reused", id=request.action_id)
    return answer
