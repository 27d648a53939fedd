"""Every message of the socket, both ways: a closed set, unknown fields refused.

docs/protocol.md explains them; `/api/protocol.json` serves their JSON Schema.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal

import msgspec

MESSAGE_FORMAT: Final = 1
"""The wire's format number; told in every snapshot."""

MAX_MESSAGE_BYTES: Final = 4096

MessageId = Annotated[
    str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_.:-]+\Z")
]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=7)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Word = Annotated[str, msgspec.Meta(max_length=40)]


class ClientMessage(msgspec.Struct, tag_field="type", forbid_unknown_fields=True, frozen=True):
    """What a client may send."""


class Sit(ClientMessage, tag="sit", frozen=True):
    """Take a seat: the one named, or the first that is free."""

    id: MessageId
    seat: SeatNumber | None = None


class Stand(ClientMessage, tag="stand", frozen=True):
    """Leave one's seat; only while no match runs."""

    id: MessageId


class AddCpu(ClientMessage, tag="add_cpu", frozen=True):
    """The host puts a CPU of `level` on an empty seat."""

    id: MessageId
    seat: SeatNumber
    level: Word


class RemoveCpu(ClientMessage, tag="remove_cpu", frozen=True):
    """The host takes a CPU from its seat; only while no match runs."""

    id: MessageId
    seat: SeatNumber


class Start(ClientMessage, tag="start", frozen=True):
    """The host starts the match; CPUs take the empty seats."""

    id: MessageId


class Act(ClientMessage, tag="act", frozen=True):
    """An action of the sender's seat, meant for one decision: (match, deal, turn, step)."""

    id: MessageId
    match: Word
    deal: Count
    turn: Count
    step: Count
    action: dict[str, Any]


class Ready(ClientMessage, tag="ready", frozen=True):
    """The sender has seen the score sheet; the next deal starts when all people are ready."""

    id: MessageId


class Rematch(ClientMessage, tag="rematch", frozen=True):
    """A seated person wants another match after the end of one; it starts when all do."""

    id: MessageId


class Sync(ClientMessage, tag="sync", frozen=True):
    """Ask for a snapshot."""


class Ping(ClientMessage, tag="ping", frozen=True):
    """Ask for a `pong`, to see whether the line is alive."""


AnyClientMessage = Sit | Stand | AddCpu | RemoveCpu | Start | Act | Ready | Rematch | Sync | Ping
IdentifiedMessage = Sit | Stand | AddCpu | RemoveCpu | Start | Act | Ready | Rematch


class ServerMessage(msgspec.Struct, tag_field="type", frozen=True, omit_defaults=False):
    """What the server sends."""


class You(msgspec.Struct, frozen=True):
    """Who the socket belongs to: the player's public id and name."""

    player: str
    name: str


class Snapshot(ServerMessage, tag="snapshot", frozen=True):
    """Everything the receiver may know, at room version `v`."""

    v: int
    format: int
    reason: Literal["joined", "asked", "gap", "rolled_back"]
    you: You
    room: dict[str, Any]
    match: dict[str, Any] | None
    log: list[dict[str, Any]]
    """The public events of the running deal, oldest first."""
    wait_ms: int | None
    """Milliseconds until the server goes on by itself (next deal), where it will."""


class Events(ServerMessage, tag="events", kw_only=True, frozen=True):
    """What took the room from version `since` to `v`.

    To fold it in: replace every key that `room` and `match` hold, with `match`
    None there is no match, absent (UNSET) it did not change; a `deal_started` empties
    the log; every one of `events` joins it without its `private`.
    """

    v: int
    since: int
    room_events: Sequence[Mapping[str, Any]]
    events: list[dict[str, Any]]
    room: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    match: dict[str, Any] | msgspec.UnsetType | None = msgspec.UNSET
    wait_ms: int | None = None


class Ok(ServerMessage, tag="ok", frozen=True):
    """The message with this id was accepted; the room was then at version `v`."""

    id: str
    v: int


class Error(ServerMessage, tag="error", frozen=True):
    """A refusal: `code` with data. `id` is the refused message's, where it had a readable one."""

    id: str | None
    code: str
    data: dict[str, Any]


class Pong(ServerMessage, tag="pong", frozen=True):
    """The answer to a `ping`."""


AnyServerMessage = Snapshot | Events | Ok | Error | Pong
