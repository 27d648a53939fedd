"""The record as text, for people: one fact a line (docs/record.md).

`write_text` and `parse_text` lose nothing that the JSON form says. The text says more: the
hands as dealt, what each action brought, each deal's scores. Those lines follow from the
others, and `verify_text` compares every one of them with the replay.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from games.rules.core.errors import RuleError
from games.rules.core.events import Event
from games.rules.core.game import AnyGame
from games.rules.core.plain import Json
from games.rules.core.record.form import Occupant, Record, check_shape
from games.rules.core.record.reader import HEAD, RecordText, interval_ends, read_text
from games.rules.core.record.replay import Replay, ReplayedDeal, replay, replay_deals
from games.rules.core.record.words import (
    action_text,
    fields_text,
    name_text,
    news_text,
    quoted,
)
from games.rules.core.registry import get_game

_SHOWN: Final = 200
"""The most characters of a line that a refusal repeats."""


def write_text(record: Record) -> str:
    """The text form of `record`.

    The deals are replayed for what the text tells of them; shuffle and result are not checked.
    Raises RuleError `unknown_game`, `wrong_field`, `no_such_seat`, `wrong_action` or
    `actions_after_end` where the actions cannot be replayed.
    """
    game = get_game(record.game)
    check_shape(record, game.seats)
    if record.options.first_dealer is None:
        raise RuleError("wrong_field", field="options.first_dealer")
    lines = list(_header(record, game.seats))
    for statement in _statements(game, record, replay_deals(game, record)):
        if statement.opens_deal:
            lines.append("")
        if statement.action is None:
            lines.append(statement.derived)
        else:
            note = f" [{statement.derived}]" if statement.derived else ""
            lines.append(statement.action + note)
    return "\n".join([*lines, "", f"result: {_result_text(record)}", ""])


def _header(record: Record, seats: int) -> Iterator[str]:
    yield f"{HEAD}, format {record.format}"
    yield f"game: {name_text(record.game)}"
    yield f"match: {name_text(record.match)}"
    yield f"seats: {seats}"
    yield f"first dealer: seat {record.options.first_dealer}"
    yield f"commitment: {record.commitment}"
    yield f"secret: {record.secret.hex()}"
    for seat, (nonce, promised) in enumerate(
        zip(record.nonces, record.nonce_commitments, strict=True)
    ):
        told = "none" if nonce is None else nonce.hex()
        yield f"nonce of seat {seat}: {told}, commitment {promised or 'none'}"
    yield f"seed: {record.seed.hex()}"
    ends = interval_ends([(one.seat, one.from_action) for one in record.occupants])
    for occupant, end in zip(record.occupants, ends, strict=True):
        yield _occupant_text(occupant, end)


def _occupant_text(occupant: Occupant, end: str) -> str:
    text = f"seat {occupant.seat}, actions {occupant.from_action} to {end}: {occupant.kind}"
    if occupant.player is not None:
        text += f", player {name_text(occupant.player)}"
    if occupant.level is not None:
        text += f", level {name_text(occupant.level)}"
    if occupant.name is not None:
        text += f", name {quoted(occupant.name)}"
    return text


def _result_text(record: Record) -> str:
    result = record.result
    if result is None:
        return f"none after {len(record.actions)} actions"
    return fields_text({"totals": list(result.totals), "places": list(result.places)})


@dataclass(frozen=True, slots=True)
class _Statement:
    """A line of the body: what follows from the replay, and the action that it is a note to."""

    at: int
    derived: str
    action: str | None = None
    opens_deal: bool = False


def _statements(
    game: AnyGame, record: Record, deals: Iterable[ReplayedDeal]
) -> Iterator[_Statement]:
    lowered = dict(record.lowered)
    for deal in deals:
        at = deal.steps[0].number if deal.steps else len(record.actions)
        for n, event in enumerate(deal.opening_events):
            yield _Statement(at, _opening_text(deal.number, event), opens_deal=n == 0)
        for step in deal.steps:
            form = game.actions.dump(step.action)
            words = action_text(record.actions[step.number][1])
            level = lowered.get(step.number)
            seat = f"seat {step.seat}" + ("" if level is None else f", level {name_text(level)}")
            yield _Statement(
                step.number, news_text(form, step.events), f"{step.number}. {seat}: {words}"
            )
        ended = deal_end_text(deal)
        if ended is not None:
            yield _Statement(deal.steps[-1].number + 1, ended)


def _opening_text(deal: int, event: Event) -> str:
    if event.private is not None:
        return f"seat {event.seat} gets {fields_text(event.private)}"
    data = {key: value for key, value in event.data.items() if key != "deal"}
    kind = "" if event.type == "deal_started" else f"{event.type.replace('_', ' ')}, "
    seat = "" if event.seat is None else f"seat {event.seat}, "
    return f"deal {deal}: {kind}{seat}{fields_text(data)}"


def deal_end_text(deal: ReplayedDeal) -> str | None:
    """How a deal ended, with scores and totals, in one line; None for one cut short."""
    for event in deal.steps[-1].events if deal.steps else ():
        if event.type == "deal_ended":
            seat = "" if event.seat is None else f"seat {event.seat}, "
            told = {k: v for k, v in event.data.items() if k != "deal" and _is_flat(v)}
            return f"deal {deal.number} ended: {seat}{fields_text(told)}"
    return None


def _is_flat(value: Json) -> bool:
    if isinstance(value, list | tuple):
        return not any(isinstance(item, list | tuple | Mapping) for item in value)
    return not isinstance(value, Mapping)


def parse_text(text: str) -> Record:
    """The record that `text` spells; what follows from a replay is not compared here.

    Raises as `read_text` does.
    """
    return read_text(text).record


def verify_text(text: str) -> Replay:
    """Reads and replays `text`, and compares all that it tells.

    Raises RuleError with the ``line``: as `read_text` and `replay` do, or `wrong_line` (data:
    ``expected``, what the replay says there, or None).
    """
    read = read_text(text)
    try:
        replayed = replay(read.record)
    except RuleError as fault:
        raise read.placed(fault) from fault
    check_derived(read, replayed)
    return replayed


def check_derived(read: RecordText, replayed: Replay) -> None:
    """Compares hands, notes and scores with the replay. Raises RuleError `wrong_line`."""
    expected = [
        (one.at, one.derived) for one in _statements(replayed.game, replayed.record, replayed.deals)
    ]
    for n, (line, at, derived) in enumerate(read.derived):
        should = expected[n] if n < len(expected) else None
        if should != (at, derived):
            raise _wrong_line(line, None if should is None else should[1])
    if len(read.derived) < len(expected):
        raise _wrong_line(read.last_line, expected[len(read.derived)][1])


def _wrong_line(line: int, expected: str | None) -> RuleError:
    return RuleError("wrong_line", line=line, expected=expected and expected[:_SHOWN])
