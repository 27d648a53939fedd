"""Runs files of rule cases (docs/cases.md) against the registered games."""

import importlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from games.rules.core.cases import KINDS, Case
from games.rules.core.errors import RuleError
from games.rules.core.plain import Json
from games.rules.core.registry import get_game

_NEEDED = ("id", "game", "kind", "given", "expect")
_KNOWN = frozenset((*_NEEDED, "action", "basis", "rule", "why"))
_UNORDERED = ("hand", "table")


@dataclass(frozen=True, slots=True)
class Verdict:
    """How one line fared. It passed when `fault` is None and `wrong` is empty.

    `wrong` gives for each expected key that came out otherwise (expected, got); `got` is
    None where there was no answer. `fault` says why the case could not be run at all.
    """

    line: int
    case_id: str | None
    fault: RuleError | None = None
    wrong: Mapping[str, tuple[Json, Json]] = field(default_factory=dict)

    @property
    def passed(self) -> bool:
        """Whether every expected key came out."""
        return self.fault is None and not self.wrong


def run_file(path: Path) -> Iterator[Verdict]:
    """The verdict on every line of a case file that is not blank.

    Raises OSError when the file cannot be read.
    """
    with path.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                yield run_line(number, line)


def run_line(number: int, line: bytes) -> Verdict:
    """The verdict on one line; nothing that a line holds raises."""
    case_id: str | None = None
    try:
        form = _parse(line)
        case_id = form["id"]
        answer = _ask(form)
    except RuleError as fault:
        return Verdict(number, case_id, fault)
    expected: Mapping[str, Json] = form["expect"]
    wrong = {
        key: (value, answer.get(key))
        for key, value in expected.items()
        if key not in answer or _comparable(key, answer[key]) != _comparable(key, value)
    }
    return Verdict(number, case_id, None, wrong)


def _parse(line: bytes) -> dict[str, Any]:
    """The case on a line. Raises RuleError that says what is wrong with its form."""
    try:
        form = json.loads(line)
    except (ValueError, RecursionError) as fault:
        at = fault.pos + 1 if isinstance(fault, json.JSONDecodeError) else None
        raise RuleError("not_json", column=at) from fault
    if not isinstance(form, dict):
        raise RuleError("not_an_object")
    for key in _NEEDED:
        if key not in form:
            raise RuleError("missing_field", field=key)
    for key in form:
        if key not in _KNOWN:
            raise RuleError("unknown_field", field=key[:32])
    for key in ("id", "game", "kind"):
        if not isinstance(form[key], str):
            raise RuleError("wrong_field", field=key)
    for key in ("given", "expect", "action"):
        if key in form and not isinstance(form[key], dict):
            raise RuleError("wrong_field", field=key)
    if not form["expect"]:
        raise RuleError("wrong_field", field="expect")
    if form["kind"] not in KINDS:
        raise RuleError("unknown_kind", kind=form["kind"][:32])
    return form


def _ask(form: Mapping[str, Any]) -> Mapping[str, Json]:
    """The answer of the case's game, by the module `cases` in the game's own folder."""
    game = get_game(form["game"])
    module = importlib.import_module(f"games.rules.{game.name}.cases")
    answer: Mapping[str, Json] = module.answer(
        Case(form["kind"], form["given"], form.get("action"))
    )
    return answer


def _comparable(key: str, value: Json) -> str:
    """`value` as a text that is the same for equal ones: hands and tables have no order."""
    if key in _UNORDERED and isinstance(value, Sequence) and not isinstance(value, str):
        return json.dumps(sorted(_comparable(key, item) for item in value))
    return json.dumps(value, sort_keys=True)


def describe(path: Path, verdict: Verdict) -> str:
    """The lines that tell of a failure: where, which case, and expected beside got."""
    where = f"{path}:{verdict.line}: {verdict.case_id or 'no case'}"
    if verdict.fault is not None:
        return f"{where}: {verdict.fault}"
    rows = [
        f"  {key}: expected {json.dumps(expected)}, got {json.dumps(got)}"
        for key, (expected, got) in verdict.wrong.items()
    ]
    return "\n".join([f"{where}: wrong answer", *rows])
