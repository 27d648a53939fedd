"""Every message of the socket, both ways: a closed set, unknown fields refused.

docs/protocol.md explains them; `/api/protocol.json` serves their JSON Schema.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal

import msgspec

MESSAGE_FORMAT: Final = 2
"""The wire's format number; told in every snapshot."""

MAX_MESSAGE_BYTES: Final = 4096

MessageId = Annotated[
    str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_.:-]+\Z")
]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=7)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Word = Annotated[str, msgspec.Meta(max_length=40)]
Hex32 = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]
"""32 bytes in lower-case hex: a nonce, or the SHA-256 of one."""
Clock = Literal[0, 15, 30, 60, 120]
"""Seconds a turn; 0: no clock."""
Pace = Literal["normal", "fast"]
"""How soon CPUs move."""


class ClientMessage(msgspec.Struct, tag_field="type", forbid_unknown_fields=True, frozen=True):
    """What a client may send."""


class Sit(ClientMessage, tag="sit", frozen=True):
    """Take a seat: the one named, or the first that is free.

    Between matches and between deals at once, of an empty or a CPU's seat, also by who has
    another seat (a move). While a deal is played it claims a CPU's seat for the next deal.
    `commitment` is the SHA-256 of a nonce for the next match.
    """

    id: MessageId
    seat: SeatNumber | None = None
    commitment: Hex32 | None = None


class Stand(ClientMessage, tag="stand", frozen=True):
    """Leave one's seat for good (during a match a CPU takes it), or give up a claim."""

    id: MessageId


class Swap(ClientMessage, tag="swap", frozen=True):
    """Ask the person on `seat` to swap; done when that person asks the same. null: ask no more."""

    id: MessageId
    seat: SeatNumber | None


class Kick(ClientMessage, tag="kick", frozen=True):
    """Vote that the person on `seat` must go; done when two other people agree."""

    id: MessageId
    seat: SeatNumber


class AddCpu(ClientMessage, tag="add_cpu", frozen=True):
    """The host puts a CPU of `level` on an empty seat, or changes a CPU's level."""

    id: MessageId
    seat: SeatNumber
    level: Word


class RemoveCpu(ClientMessage, tag="remove_cpu", frozen=True):
    """The host takes a CPU from its seat; only while no match runs."""

    id: MessageId
    seat: SeatNumber


class Configure(ClientMessage, tag="configure", frozen=True):
    """The host changes the room's options (those that are named); only while no match runs."""

    id: MessageId
    public: bool | None = None
    level: Word | None = None
    clock: Clock | None = None
    watchers: bool | None = None
    chat: bool | None = None
    pace: Pace | None = None


class Start(ClientMessage, tag="start", frozen=True):
    """The host starts the match; CPUs take the empty seats."""

    id: MessageId


class Commit(ClientMessage, tag="commit", frozen=True):
    """The SHA-256 of the sender's fresh nonce for the next match, `match`."""

    id: MessageId
    match: Word
    commitment: Hex32


class Reveal(ClientMessage, tag="reveal", frozen=True):
    """The nonce behind the sender's commitment, while `match` is starting."""

    id: MessageId
    match: Word
    nonce: Hex32


class Act(ClientMessage, tag="act", frozen=True):
    """An action of the sender's seat, meant for one decision: (match, deal, turn, step).

    Who acts has a held seat back with it.
    """

    id: MessageId
    match: Word
    deal: Count
    turn: Count
    step: Count
    action: dict[str, Any]


class Back(ClientMessage, tag="back", frozen=True):
    """The sender is back and takes the held seat over from its CPU."""

    id: MessageId


class Ready(ClientMessage, tag="ready", frozen=True):
    """The sender has seen the score sheet; the next deal starts when all people are ready."""

    id: MessageId


class Rematch(ClientMessage, tag="rematch", frozen=True):
    """A seated person wants another match after the end of one; it starts when all do."""

    id: MessageId
    commitment: Hex32 | None = None


class Rename(ClientMessage, tag="rename", frozen=True):
    """The sender's name has changed (by the HTTP API): show the new one on the seat."""

    id: MessageId


class Say(ClientMessage, tag="say", frozen=True):
    """Talk: a ready-made `phrase` or `reaction` by its code, or free `text` where chat is on."""

    id: MessageId
    kind: Literal["phrase", "reaction", "text"]
    what: Annotated[str, msgspec.Meta(max_length=800)]


class Sync(ClientMessage, tag="sync", frozen=True):
    """Ask for a snapshot."""


class Ping(ClientMessage, tag="ping", frozen=True):
    """Ask for a `pong`, to see whether the line is alive."""


RoomMessage = (
    Sit
    | Stand
    | Swap
    | Kick
    | AddCpu
    | RemoveCpu
    | Configure
    | Start
    | Commit
    | Reveal
    | Act
    | Back
    | Ready
    | Rematch
    | Rename
)
"""What changes a room, by the one write path."""
IdentifiedMessage = RoomMessage | Say
AnyClientMessage = RoomMessage | Say | Sync | Ping


class ServerMessage(msgspec.Struct, tag_field="type", frozen=True, omit_defaults=False):
    """What the server sends."""


class You(msgspec.Struct, frozen=True):
    """Who the socket belongs to: the player's public id and name."""

    player: str
    name: str


class Wait(msgspec.Struct, frozen=True):
    """The server goes on by itself in `ms` milliseconds.

    `kind`: the next deal (`pause`), the turn's clock (`clock`), the nonces' time (`starting`),
    CPUs for the seats still empty (`fill`).
    """

    kind: Literal["pause", "clock", "starting", "fill"]
    ms: int


class Away(msgspec.Struct, frozen=True):
    """A seated person who is not connected; a CPU holds the seat in `hold_ms`, where it will."""

    player: str
    hold_ms: int | None


class Presence(ServerMessage, tag="presence", frozen=True):
    """Who is there. `paused`: no seated person is, and everything waits."""

    away: list[Away]
    watchers: int
    paused: bool
    wait: Wait | None
    """Replaces the last `wait` of `snapshot` or `events`."""


class Line(msgspec.Struct, frozen=True):
    """Something somebody said: the `n`th line of the room's talk."""

    n: int
    player: str
    name: str
    kind: Literal["phrase", "reaction", "text"]
    what: str


class Talk(ServerMessage, tag="talk", frozen=True):
    """A new line of talk."""

    line: Line


class Snapshot(ServerMessage, tag="snapshot", frozen=True):
    """Everything the receiver may know, at room version `v`.

    `h` names the room's history up to `v`: with it, `?since=V.H` says what one has seen.
    """

    v: int
    h: str
    format: int
    reason: Literal["joined", "asked", "gap", "rolled_back"]
    you: You
    room: dict[str, Any]
    match: dict[str, Any] | None
    log: list[dict[str, Any]]
    """The public events of the running deal, oldest first."""
    wait: Wait | None
    presence: Presence
    talk: list[Line]
    """The last lines of talk, oldest first."""


class Events(ServerMessage, tag="events", kw_only=True, frozen=True):
    """What took the room from version `since` to `v`.

    To fold it in: replace every key that `room` and `match` hold, with `match`
    None there is no match, absent (UNSET) it did not change; a `deal_started` empties
    the log; every one of `events` joins it without its `private`.
    """

    v: int
    h: str
    since: int
    room_events: Sequence[Mapping[str, Any]]
    events: list[dict[str, Any]]
    room: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    match: dict[str, Any] | msgspec.UnsetType | None = msgspec.UNSET
    wait: Wait | None = None


class Ok(ServerMessage, tag="ok", frozen=True):
    """The message with this id was accepted; the room was then at version `v` (0: of talk)."""

    id: str
    v: int


class Error(ServerMessage, tag="error", frozen=True):
    """A refusal: `code` with data. `id` is the refused message's, where it had a readable one."""

    id: str | None
    code: str
    data: dict[str, Any]


class Pong(ServerMessage, tag="pong", frozen=True):
    """The answer to a `ping`."""


AnyServerMessage = Snapshot | Events | Presence | Talk | Ok | Error | Pong
