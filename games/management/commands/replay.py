"""``manage.py replay ID|FILE|-``: a finished match deal by deal, and whether its record holds."""

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any, BinaryIO, Final

from django.core.management.base import BaseCommand
from django.db import DatabaseError

from games.records import match_record
from games.rules.core.errors import RuleError
from games.rules.core.events import Event
from games.rules.core.game import AnyGame
from games.rules.core.plain import Json
from games.rules.core.record import (
    Record,
    ReplayedDeal,
    Step,
    parse_record,
    replay,
    replay_deals,
)
from games.rules.core.registry import get_game

MAX_BYTES: Final = 32 * 1024 * 1024

_UNSHOWABLE: Final = frozenset({"unknown_game", "wrong_field", "no_such_seat"})
"""Faults of a record that no deal can be dealt from."""

_ENDINGS: Final = frozenset({"deal_ended", "match_ended"})
"""Events that have lines of their own."""


class Command(BaseCommand):
    """Prints the match; exit code 1, with the reason last, when anything about it does not hold."""

    help = "Print a finished match and check it: by id, from a file, or - for standard input."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("source", metavar="ID|FILE|-")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            record = parse_record(read_form(options["source"]))
            reason = self._show(record)
        except RuleError as fault:
            reason = fault
        except BrokenPipeError:
            # Whoever read has seen enough (`| head`); Python must not write at exit either.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)
        if reason is not None:
            self.stderr.write(_printable(f"NOT VALID: {describe(reason)}"))
            sys.exit(1)

    def _show(self, record: Record) -> RuleError | None:
        """Print what can be played of `record`; returns why it does not hold, or None."""
        fault: RuleError | None = None
        try:
            replay(record)
        except RuleError as refused:
            fault = refused
        if fault is None or fault.code not in _UNSHOWABLE:
            at = None if fault is None else fault.data.get("at")
            playable = record.actions[:at] if isinstance(at, int) else record.actions
            for line in match_lines(replace(record, actions=playable)):
                self.stdout.write(_printable(line))
        if fault is None:
            self.stdout.write("VALID: commitment, seed, every action and the result fit")
        return fault


def read_form(source: str) -> object:
    """The decoded JSON behind `source`: ``-``, a file's path, or a finished match's id.

    Raises RuleError `match_not_found`, `not_readable`, `too_large` or `not_json`.
    """
    if source == "-":
        return _decoded(sys.stdin.buffer)
    path = Path(source)
    try:
        if path.exists():
            with path.open("rb") as file:
                return _decoded(file)
        form = match_record(source)
    except OSError as fault:
        raise RuleError("not_readable", reason=fault.strerror or "") from fault
    except DatabaseError as fault:
        raise RuleError("not_readable", reason=f"database: {fault}") from fault
    except ValueError as fault:  # a NUL in a path
        raise RuleError("match_not_found", source=source[:64]) from fault
    if form is None:
        raise RuleError("match_not_found", source=source[:64])
    return form


def _decoded(file: BinaryIO) -> object:
    text = file.read(MAX_BYTES + 1)
    if len(text) > MAX_BYTES:
        raise RuleError("too_large", max_bytes=MAX_BYTES)
    try:
        form: object = json.loads(text)
    except json.JSONDecodeError as fault:
        raise RuleError("not_json", line=fault.lineno, column=fault.colno) from fault
    except (ValueError, RecursionError) as fault:
        raise RuleError("not_json") from fault
    return form


def describe(fault: RuleError) -> str:
    """A reason in one line: the code and its data."""
    data = ", ".join(f"{key} {_text(value)}" for key, value in fault.data.items())
    return f"{fault.code} ({data})" if data else fault.code


def match_lines(record: Record) -> Iterator[str]:
    """The match in lines of text. Raises what `replay_deals` raises."""
    game = get_game(record.game)
    yield f"match {record.match}, game {record.game}, commitment {record.commitment}"
    for seat in range(game.seats):
        yield f"seat {seat}: {_occupants(record, seat)}"
    deal = None
    for deal in replay_deals(game, record):
        yield from deal_lines(game, record, deal)
    outcome = None if deal is None else game.outcome(deal.last_state)
    if outcome is None:
        yield "the match did not come to its end"
        return
    yield "final ranking"
    for seat in sorted(range(game.seats), key=lambda seat: (outcome.places[seat], seat)):
        name = _name(record, seat, len(record.actions))
        yield f"  {outcome.places[seat]}. seat {seat} {name}: {outcome.totals[seat]}"


def deal_lines(game: AnyGame, record: Record, deal: ReplayedDeal) -> Iterator[str]:
    """One deal: dealer, hands, a line for each turn, scores and totals."""
    yield ""
    yield f"deal {deal.number}, dealer seat {deal.opening.dealer}"
    for event in deal.opening_events:
        if event.private is not None:
            yield f"  seat {event.seat} has {_fields(event.private)}"
    before = [deal.opening, *(step.state for step in deal.steps)]
    numbered = zip((state.turn for state in before), deal.steps, strict=False)
    for (turn, seat), group in groupby(numbered, key=lambda pair: (pair[0], pair[1].seat)):
        steps = [step for _, step in group]
        done = "; ".join(_step_text(game, step) for step in steps)
        name = _name(record, seat, steps[0].number)
        yield f"  turn {turn} #{steps[0].number} seat {seat} {name}: {done}"
    for event in deal.steps[-1].events if deal.steps else ():
        if event.type == "deal_ended":
            yield from _score_lines(event)


def _step_text(game: AnyGame, step: Step) -> str:
    """The action, and in brackets what it brought that its own words do not say."""
    form = dict(game.actions.dump(step.action))
    kind = str(form.pop("type"))
    brought: dict[str, Json] = {}
    for event in step.events:
        if event.type not in _ENDINGS:
            brought.update(event.data)
            brought.update(event.private or {})
    news = {key: value for key, value in brought.items() if value not in (form.get(key), [])}
    return " ".join(word for word in (kind, _fields(form), _bracketed(news)) if word)


def _bracketed(fields: Mapping[str, Json]) -> str:
    return f"[{_fields(fields)}]" if fields else ""


def _score_lines(event: Event) -> Iterator[str]:
    seat = "" if event.seat is None else f", seat {event.seat}"
    yield f"  ended: {_text(event.data['reason'])}{seat}"
    yield f"  scores {_text(event.data['scores'])}"
    yield f"  totals {_text(event.data['totals'])}"


def _occupants(record: Record, seat: int) -> str:
    return ", then ".join(
        _name(record, seat, one.from_action)
        + (f" from #{one.from_action}" if one.from_action else "")
        for one in record.occupants
        if one.seat == seat
    )


def _name(record: Record, seat: int, at: int) -> str:
    """Who acted for `seat` at action number `at`."""
    name = ""
    for one in record.occupants:
        if one.seat == seat and one.from_action <= at:
            level = f"CPU {one.level}" if one.kind == "cpu" else ""
            name = " ".join(word for word in (one.name or one.player or "", level) if word)
    return f"({name})"


def _fields(fields: Mapping[str, Json]) -> str:
    return " ".join(f"{key} {_text(value)}" for key, value in fields.items())


def _text(value: Json) -> str:
    if isinstance(value, Mapping):
        return "{" + _fields(value) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        nested = any(isinstance(item, Sequence) and not isinstance(item, str) for item in value)
        return (" | " if nested else ",").join(_text(item) for item in value)
    return str(value)


def _printable(line: str) -> str:
    """`line` without characters that would command a terminal or turn its direction."""
    return "".join(character if character.isprintable() else "?" for character in line)
