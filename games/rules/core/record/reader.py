"""Reading the text form of a record: closed, and every refusal names its line."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NoReturn

from games.rules.core.errors import FormatError, RuleError
from games.rules.core.record.form import RECORD_FORMAT, Record, parse_record
from games.rules.core.record.words import parse_action, parse_fields, parse_name

HEAD: Final = "meja record"
"""How the first line begins; its format number follows."""

_NUMBER: Final = r"([0-9]{1,9})"
_NAME: Final = r'("(?:[^"\\]|\\.)*"|[^\s,"]+)'
_FIRST_LINE: Final = re.compile(rf"{HEAD}, format {_NUMBER}")
_SEAT: Final = re.compile(rf"seat {_NUMBER}")
_NONCE: Final = re.compile(r"(\S+), commitment (\S+)")
_OCCUPANT: Final = re.compile(
    rf"seat {_NUMBER}, actions {_NUMBER} to ([0-9]{{1,9}}|end): (person|cpu)"
    rf"(?:, player {_NAME})?(?:, level {_NAME})?(?:, name {_NAME})?"
)
_OCCUPANT_START: Final = re.compile(r"seat [0-9]+, actions ")
_ACTION: Final = re.compile(rf"{_NUMBER}\. seat {_NUMBER}(?:, level {_NAME})?: (.*)")
_BROKEN_OFF: Final = re.compile(rf"none after {_NUMBER} actions")
_DERIVED: Final = re.compile(rf"deal {_NUMBER}( ended)?\b.*|seat {_NUMBER} gets .*")

_PLACES: Final[Mapping[str, str]] = {
    "wrong_commitment": "commitment",
    "wrong_seed": "seed",
    "unknown_game": "game",
    "no_such_seat": "options",
    "wrong_first_dealer": "options",
    "wrong_result": "result",
}
"""The field that a replay's refusal is about, where its data do not say it."""


@dataclass(frozen=True, slots=True)
class RecordText:
    """A record read from its text, with the lines (from 1) where its facts stand.

    `lines` is by field path (``actions[7]``); `derived` are the facts that follow from the
    replay: line, number of actions before it, and the text. `last_line` is the result's.
    """

    record: Record
    lines: Mapping[str, int]
    derived: tuple[tuple[int, int, str], ...]
    last_line: int

    def placed(self, fault: RuleError) -> RuleError:
        """`fault` of this record with its ``line`` in front of its data."""
        return _placed(fault, self.lines)


def _placed(fault: RuleError, lines: Mapping[str, int]) -> RuleError:
    data = fault.data
    path = _PLACES.get(fault.code) or str(data.get("field"))
    if "at" in data:
        path = f"actions[{data['at']}]"
    elif fault.code == "wrong_nonce":
        path = f"nonces[{data['seat']}]"
    while path and path not in lines:
        path = path[: max(path.rfind("."), path.rfind("["), 0)]
    return type(fault)(fault.code, line=lines.get(path, 1), **data)


def interval_ends(starts: Sequence[tuple[int, int]]) -> list[str]:
    """The last action of each (seat, first action): one before the seat's next, or ``end``."""
    ends: list[str] = []
    following: dict[int, int] = {}
    for seat, first in reversed(starts):
        ends.append(str(following[seat] - 1) if seat in following else "end")
        following[seat] = first
    return ends[::-1]


def read_text(text: str) -> RecordText:
    """The record that `text` spells, with its lines.

    Blank lines and lines that begin with ``#`` say nothing. Raises RuleError with the
    ``line``: `not_a_record`, `missing_line` (expected), `unknown_line`, `malformed_action`,
    `wrong_number` (expected), or as `parse_record` does; FormatError `newer_format`.
    """
    return _Reader(text).read()


class _Reader:
    """Reads a text line by line into the JSON form, and leaves every check to `parse_record`."""

    def __init__(self, text: str) -> None:
        stripped = [line.strip() for line in text.removeprefix("\ufeff").split("\n")]
        self._rows = [
            (number, line)
            for number, line in enumerate(stripped, 1)
            if line and not line.startswith("#")
        ]
        self._at = 0
        self._last_line = self._rows[-1][0] if self._rows else 1
        self._lines: dict[str, int] = {}
        self._derived: list[tuple[int, int, str]] = []

    def read(self) -> RecordText:
        form = self._header()
        form["occupants"] = self._occupants()
        actions = form["actions"] = self._actions()
        form["result"] = self._result(len(actions))
        if self._at < len(self._rows):
            raise RuleError("unknown_line", line=self._rows[self._at][0])
        try:
            record = parse_record(form)
        except RuleError as fault:
            raise _placed(fault, self._lines) from fault
        return RecordText(record, self._lines, tuple(self._derived), self._last_line)

    def _here(self) -> tuple[int, str]:
        """The number and text of the next line; past the end the last number and ""."""
        return self._rows[self._at] if self._at < len(self._rows) else (self._last_line, "")

    def _value(self, key: str) -> str:
        """The value of the line ``key: value`` that must come next."""
        line, text = self._here()
        found, colon, value = text.partition(":")
        if not colon or found.rstrip() != key:
            raise RuleError("missing_line", line=line, expected=key)
        self._at += 1
        return value.strip()

    def _refuse(self, field: str) -> NoReturn:
        """Refuse the value of the line just read."""
        raise RuleError("wrong_field", line=self._rows[self._at - 1][0], field=field)

    def _header(self) -> dict[str, object]:
        line, text = self._here()
        first = _FIRST_LINE.fullmatch(text)
        if first is None:
            raise RuleError("not_a_record", line=line)
        if int(first[1]) > RECORD_FORMAT:
            raise FormatError("newer_format", line=line, format=int(first[1]), known=RECORD_FORMAT)
        self._lines["format"] = line
        self._at += 1
        form: dict[str, object] = {"format": int(first[1])}
        for field in ("game", "match"):
            self._lines[field] = self._here()[0]
            value = self._value(field)
            try:
                form[field] = parse_name(value)
            except ValueError:
                self._refuse(field)
        for field in ("seats", "nonces", "nonce_commitments"):
            self._lines[field] = self._here()[0]
        seats = self._value("seats")
        if not re.fullmatch("[1-9]", seats):
            self._refuse("seats")
        self._lines["options"] = self._here()[0]
        dealer = _SEAT.fullmatch(self._value("first dealer"))
        if dealer is None:
            self._refuse("options.first_dealer")
        form["options"] = {"first_dealer": int(dealer[1])}
        for field in ("commitment", "secret"):
            self._lines[field] = self._here()[0]
            form[field] = self._value(field)
        form["nonces"], form["nonce_commitments"] = self._nonces(int(seats))
        self._lines["seed"] = self._here()[0]
        form["seed"] = self._value("seed")
        return form

    def _nonces(self, seats: int) -> tuple[list[str | None], list[str | None]]:
        nonces: list[str | None] = []
        promised: list[str | None] = []
        for seat in range(seats):
            line = self._here()[0]
            self._lines[f"nonces[{seat}]"] = self._lines[f"nonce_commitments[{seat}]"] = line
            pair = _NONCE.fullmatch(self._value(f"nonce of seat {seat}"))
            if pair is None:
                self._refuse(f"nonces[{seat}]")
            nonces.append(None if pair[1] == "none" else pair[1])
            promised.append(None if pair[2] == "none" else pair[2])
        return nonces, promised

    def _occupants(self) -> list[object]:
        forms: list[object] = []
        starts: list[tuple[int, int]] = []
        ends: list[str] = []
        self._lines["occupants"] = self._here()[0]
        while (found := _OCCUPANT.fullmatch(self._here()[1])) is not None:
            self._lines[f"occupants[{len(forms)}]"] = self._here()[0]
            self._at += 1
            seat, first, end, kind = int(found[1]), int(found[2]), found[3], found[4]
            form: dict[str, object] = {"seat": seat, "from_action": first, "kind": kind}
            form["player"] = None
            for field, name in zip(("player", "level", "name"), found.groups()[4:], strict=True):
                if name is not None:
                    try:
                        form[field] = parse_name(name)
                    except ValueError:
                        self._refuse(f"occupants[{len(forms)}].{field}")
            forms.append(form)
            starts.append((seat, first))
            ends.append(end)
        if _OCCUPANT_START.match(self._here()[1]):
            raise RuleError("unknown_line", line=self._here()[0])
        for n, (told, should) in enumerate(zip(ends, interval_ends(starts), strict=True)):
            if told != should:
                line = self._lines[f"occupants[{n}]"]
                raise RuleError("wrong_number", line=line, expected=should)
        return forms

    def _actions(self) -> list[object]:
        actions: list[object] = []
        while True:
            line, text = self._here()
            if _DERIVED.fullmatch(text):
                self._derived.append((line, len(actions), " ".join(text.split())))
            elif (found := _ACTION.fullmatch(text)) is not None:
                if int(found[1]) != len(actions):
                    raise RuleError("wrong_number", line=line, expected=len(actions))
                try:
                    form, note = parse_action(found[4])
                    level = [] if found[3] is None else [parse_name(found[3])]
                except ValueError as fault:
                    raise RuleError("malformed_action", line=line) from fault
                self._derived.append((line, len(actions), note))
                self._lines[f"actions[{len(actions)}]"] = line
                actions.append([int(found[2]), form, *level])
            elif not text or text.partition(":")[0].rstrip() == "result":
                return actions
            else:
                raise RuleError("unknown_line", line=line)
            self._at += 1

    def _result(self, actions: int) -> object:
        line = self._lines["result"] = self._here()[0]
        value = self._value("result")
        broken_off = _BROKEN_OFF.fullmatch(value)
        if broken_off is not None:
            if int(broken_off[1]) != actions:
                raise RuleError("wrong_number", line=line, expected=actions)
            return None
        try:
            return parse_fields(value)
        except ValueError:
            self._refuse("result")
