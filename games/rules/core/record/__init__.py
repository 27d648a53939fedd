"""The record of a match: its form (`form`), the same as text (`text`, `reader`, `words`),
and replaying it with every check (`replay`)."""

from games.rules.core.record.form import (
    RECORD_FORMAT,
    ActionEntry,
    Occupant,
    Record,
    dump_record,
    parse_record,
)
from games.rules.core.record.reader import RecordText, read_text
from games.rules.core.record.replay import (
    Replay,
    ReplayedDeal,
    Step,
    check_seed,
    replay,
    replay_deals,
)
from games.rules.core.record.text import (
    check_derived,
    deal_end_text,
    parse_text,
    verify_text,
    write_text,
)

__all__ = [
    "RECORD_FORMAT",
    "ActionEntry",
    "Occupant",
    "Record",
    "RecordText",
    "Replay",
    "ReplayedDeal",
    "Step",
    "check_derived",
    "check_seed",
    "deal_end_text",
    "dump_record",
    "parse_record",
    "parse_text",
    "read_text",
    "replay",
    "replay_deals",
    "verify_text",
    "write_text",
]
