"""Records from outside: a file, standard input or the database, in either form (docs/record.md)."""

import json
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO, Final

from django.db import DatabaseError

from games.records import match_record
from games.rules.core.errors import RuleError
from games.rules.core.record import (
    Record,
    RecordText,
    check_derived,
    parse_record,
    read_text,
    replay,
)
from games.rules.core.record.words import value_text

MAX_BYTES: Final = 8 * 1024 * 1024
"""The largest record that is read."""

_UNSHOWABLE: Final = frozenset({"unknown_game", "wrong_field", "no_such_seat"})
"""Faults of a record that no deal can be dealt from."""


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """A record, and its lines where it came as text."""

    record: Record
    text: RecordText | None = None

    def fault(self) -> RuleError | None:
        """Why the record does not hold, or None. Replays and checks all of it.

        The refusal's data have a ``line`` where the record came as text.
        """
        try:
            replayed = replay(self.record)
        except RuleError as fault:
            return fault if self.text is None else self.text.placed(fault)
        if self.text is not None:
            try:
                check_derived(self.text, replayed)
            except RuleError as fault:
                return fault
        return None

    def playable(self, fault: RuleError | None) -> Record | None:
        """The record up to where `fault` stops it; None where not even a deal can be dealt."""
        if fault is None:
            return self.record
        if fault.code in _UNSHOWABLE:
            return None
        at = fault.data.get("at")
        if not isinstance(at, int):
            return self.record
        lowered = tuple(one for one in self.record.lowered if one[0] < at)
        return replace(self.record, actions=self.record.actions[:at], lowered=lowered)


def read_file(source: str) -> ReadRecord:
    """The record in the file at the path `source`, or in standard input for ``-``.

    Raises RuleError `not_readable`, `too_large`, `not_utf8` (line), `not_json` (line, column),
    or what `parse_record` and `read_text` raise.
    """
    if source == "-":
        return _read(sys.stdin.buffer)
    try:
        with Path(source).open("rb") as file:
            return _read(file)
    except OSError as fault:
        raise RuleError("not_readable", reason=fault.strerror or "") from fault
    except ValueError as fault:  # a NUL in a path
        raise RuleError("not_readable", reason="not a path") from fault


def read_source(source: str) -> ReadRecord:
    """As `read_file`; what is no file is the id of a finished match in the database.

    Raises as `read_file` does, and RuleError `match_not_found`.
    """
    try:
        if source == "-" or Path(source).exists():
            return read_file(source)
    except OSError as fault:
        raise RuleError("not_readable", reason=fault.strerror or "") from fault
    except ValueError as fault:  # a NUL in a path
        raise RuleError("match_not_found", source=source[:64]) from fault
    return ReadRecord(read_match(source))


def read_match(match_id: str) -> Record:
    """A finished match of the database. Raises RuleError `match_not_found` or `not_readable`."""
    try:
        form = match_record(match_id)
    except DatabaseError as fault:
        raise RuleError("not_readable", reason=f"database: {fault}") from fault
    except ValueError as fault:  # a NUL, which some databases refuse
        raise RuleError("match_not_found", source=match_id[:64]) from fault
    if form is None:
        raise RuleError("match_not_found", source=match_id[:64])
    return parse_record(form)


def _read(file: BinaryIO) -> ReadRecord:
    data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise RuleError("too_large", max_bytes=MAX_BYTES)
    return read_bytes(data)


def read_bytes(data: bytes) -> ReadRecord:
    """The record that `data` is: JSON where it begins with a bracket, otherwise text.

    Raises as `read_file` does.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise RuleError("not_utf8", line=data.count(b"\n", 0, fault.start) + 1) from fault
    if not text.lstrip().startswith(("{", "[")):
        read = read_text(text)
        return ReadRecord(read.record, read)
    try:
        form: object = json.loads(text)
    except json.JSONDecodeError as fault:
        raise RuleError("not_json", line=fault.lineno, column=fault.colno) from fault
    except (ValueError, RecursionError) as fault:
        raise RuleError("not_json") from fault
    return ReadRecord(parse_record(form))


def describe(fault: RuleError) -> str:
    """A reason in one line: the code and its data."""
    data = ", ".join(f"{key} {value_text(value)}" for key, value in fault.data.items())
    return printable(f"{fault.code} ({data})" if data else fault.code)


def printable(line: str) -> str:
    """`line` without characters that would command a terminal or turn its direction."""
    return "".join(character if character.isprintable() else "?" for character in line)
