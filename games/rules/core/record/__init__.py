"""The record of a match: its form (`form`), and replaying it with every check (`replay`)."""

from games.rules.core.record.form import (
    RECORD_FORMAT,
    ActionEntry,
    Occupant,
    Record,
    dump_record,
    parse_record,
)
from games.rules.core.record.replay import (
    Replay,
    ReplayedDeal,
    Step,
    check_seed,
    replay,
    replay_deals,
)

__all__ = [
    "RECORD_FORMAT",
    "ActionEntry",
    "Occupant",
    "Record",
    "Replay",
    "ReplayedDeal",
    "Step",
    "check_seed",
    "dump_record",
    "parse_record",
    "replay",
    "replay_deals",
]
