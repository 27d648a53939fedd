"""From a room whose match has ended to the record of that match."""

from collections.abc import Sequence
from typing import Any

import msgspec

from games.rules.core import shuffle
from games.rules.core.game import Options
from games.rules.core.record import Occupant, Record, dump_record
from games.rules.core.registry import get_game
from server.rooms.room import Match, Room


def finished_data(room: Room, match: Match) -> bytes:
    """The record of `match` without its actions, as it enters the stream of finished matches."""
    record = Record(
        match=match.draw.match_id,
        game=room.game,
        options=Options(first_dealer=match.first_dealer),
        commitment=shuffle.commitment(match.draw.secret),
        secret=match.draw.secret,
        nonce_commitments=match.commitments or (None,) * len(match.nonces),
        nonces=match.nonces,
        seed=match.seed,
        actions=(),
        occupants=tuple(
            Occupant(
                seat=span.seat,
                from_action=span.from_action,
                kind="cpu" if span.occupant.held else span.occupant.kind,
                player=span.occupant.player,
                level=span.occupant.level,
                name=span.occupant.name,
            )
            for span in match.intervals
        ),
        result=get_game(room.game).outcome(match.state),
    )
    return msgspec.json.encode(dump_record(record))


def whole_record(data: bytes, actions: Sequence[Any]) -> dict[str, Any]:
    """The record's form from the stream's data and the action log."""
    form: dict[str, Any] = msgspec.json.decode(data)
    return {**form, "actions": list(actions)}
