"""The one write path: every change of every room goes through `RoomService`."""

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
    Loaded,
    Lost,
    Outcome,
    Remember,
    Repeated,
    Store,
)
from server.rooms import codec
from server.rooms.delays import Delays
from server.rooms.finish import finished_data
from server.rooms.listing import listing
from server.rooms.protocol import IdentifiedMessage, Ok, Say
from server.rooms.room import Change, Draw, Room, RoomOptions, new_room
from server.rooms.talk import Pace, Spoken, check_said

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
    """A room at a version, as a process knows it; `tag` names its history up to there."""

    version: int
    tag: bytes
    room: Room

    @classmethod
    def of(cls, loaded: Loaded) -> "Kept":
        """What the store has. Raises FormatError."""
        return cls(loaded.version, loaded.tag, codec.load_room(loaded.state))


def fresh_draw() -> Draw:
    """A new match id (80 random bits) and a new 32-byte secret."""
    return Draw(f"m{secrets.token_hex(10)}", secrets.token_bytes(32))


def new_code() -> str:
    """A random code for a room or a gathering."""
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


class RoomService:
    """Changes rooms in the store.

    `known` gives this process's own copy of a room, where it has one; `foretell` is told
    what a commit of this process would make, so that its echo need not be decoded.
    `talk_per_10s` is how many lines a player may say in ten seconds.
    """

    def __init__(
        self,
        store: Store,
        delays: Delays,
        known: Callable[[str], Kept | None] = lambda _code: None,
        foretell: Callable[[str, int, bytes, Change], None] = lambda *_what: None,
        talk_per_10s: int = 6,
    ) -> None:
        self.store = store
        self.delays = delays
        self._known = known
        self._foretell = foretell
        self._pace = Pace(talk_per_10s)

    async def create(self, game: str, host: str, options: RoomOptions | None = None) -> Room:
        """A new room of `game`, made by the player `host`.

        Raises RuleError `unknown_game`, `unknown_level` or `unknown_clock`.
        """
        while True:
            room = await self.create_at(new_code(), game, host, options)
            if room is not None:
                return room

    async def create_at(
        self, code: str, game: str, host: str, options: RoomOptions | None = None
    ) -> Room | None:
        """A new room with this code, or None where there is one already. Raises as `create`."""
        room = new_room(code, game, host, fresh_draw, options)
        state, expiry = codec.dump_room(room), self.delays.expiry
        created = await self.store.create(code, state, expiry, listing=listing(room))
        return room if created else None

    async def load(self, code: str) -> Kept | None:
        """The room as the store has it, or None."""
        loaded = await self.store.load(code)
        return None if loaded is None else Kept.of(loaded)

    async def change(
        self,
        code: str,
        transition: Callable[[Room], Change],
        request: Request | None = None,
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
            remember = (
                None
                if request is None
                else Remember(request.player, request.action_id, request.digest, answer)
            )
            match await self._commit(code, kept, change, remember=remember):
                case Committed():
                    return answer
                case Repeated(digest=digest, answer=first_answer):
                    assert request is not None
                    return _answer_again(request, digest, first_answer)
                case Lost():
                    raise RoomLost
                case _:
                    kept = None
        raise RuleError("server_busy")

    async def change_at(self, code: str, kept: Kept, change: Change, fence: int) -> bool:
        """Commit a worker's `change` of exactly `kept`, under its claim's `fence`.

        False where the room has gone on, another worker has claimed it, or it is lost.
        """
        match await self._commit(code, kept, change, fence=fence):
            case Committed():
                return True
            case Conflict() | Fenced() | Lost() | Repeated():
                return False

    async def say(self, code: str, player: str, name: str, message: Say) -> bytes:
        """Pass on what `player`, called `name` where not seated, says; returns the encoded `ok`.

        Raises RuleError `kicked`, `chat_off`, `talk_too_fast`, `action_id_reused` and the
        refusals of `check_said`, or RoomLost.
        """
        kept = self._known(code) or await self.load(code)
        if kept is None:
            raise RoomLost
        room = kept.room
        what = check_said(message)
        if player in room.kicked:
            raise RuleError("kicked")
        if message.kind == "text" and not room.options.chat:
            raise RuleError("chat_off")
        self._pace.take(player)
        seat = room.seat_of(player)
        occupant = None if seat is None else room.seats[seat]
        spoken = Spoken(player, name if occupant is None else occupant.name, message.kind, what)
        said = await self.store.talk(code, player, message.id, spoken.dump())
        if said is None:
            raise RoomLost
        first = Spoken.load(said.line)
        if (first.kind, first.what) != (spoken.kind, spoken.what):
            raise RuleError("action_id_reused", id=message.id)
        return _json(Ok(message.id, 0))

    async def _commit(
        self,
        code: str,
        kept: Kept,
        change: Change,
        remember: Remember | None = None,
        fence: int | None = None,
    ) -> Outcome:
        room, match, logged = change.room, change.room.match, change.action
        to_store = StoreChange(
            state=codec.dump_room(room),
            event=codec.dump_happened(change),
            due_in_ms=self.delays.until_due(kept.room, room),
            match=None if match is None else match.draw.match_id,
            actions=() if logged is None else (codec.dump_action(logged),),
            remember=remember,
            finished=finished_data(room, match) if change.finished and match else None,
            fence=fence,
            seated=room.seated,
            watched=room.watched,
            listing=listing(room),
        )
        # The echo may come before the reply, so it is foretold before either.
        self._foretell(code, kept.version + 1, to_store.state, change)
        return await self.store.commit(code, kept.version, kept.tag, to_store)


def _answer_again(request: Request, digest: bytes, answer: bytes) -> bytes:
    if digest != request.digest:
        raise RuleError("action_id_reused", id=request.action_id)
    return answer
