"""The record of a match: enough to replay it and to check everything about it.

Its form is JSON (docs/fair-shuffle.md and docs/protocol.md name the keys); `parse_record`
is closed: a missing, unknown or wrong field is refused with its path.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Final, Literal, TypeAlias

from games.rules.core.errors import FormatError, RuleError
from games.rules.core.game import Options, Outcome
from games.rules.core.plain import Json
from games.rules.core.shuffle import NONCE_BYTES, SEED_BYTES

RECORD_FORMAT: Final = 2
"""1 knew no moves of a lower level than their seat's."""

ActionEntry: TypeAlias = tuple[int, Mapping[str, Json]]
"""A seat and the wire form of what it did."""

_MAX_SEATS: Final = 8
_MAX_ACTIONS: Final = 100_000
_MAX_WORD: Final = 64


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who acted for `seat` from action number `from_action` (from 0) on, until the seat's next.

    `player` is a person's public id, `level` a CPU's. A CPU that holds a person's seat
    has both.
    """

    seat: int
    from_action: int
    kind: Literal["person", "cpu"]
    player: str | None = None
    level: str | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A match from its commitment to its result.

    `secret`, `seed` and the nonces are bytes; `nonce_commitments` (hex) and `nonces` are by
    seat, None for a seat without one. `options` holds the first dealer. `actions` are those of
    all deals in order; deals follow each other by themselves. `result` is None for a
    match that did not come to its end. `lowered` are the moves, by their number from 0, that
    a CPU made at another level than its seat's, with that level.
    """

    match: str
    game: str
    options: Options
    commitment: str
    secret: bytes
    nonce_commitments: tuple[str | None, ...]
    nonces: tuple[bytes | None, ...]
    seed: bytes
    actions: tuple[ActionEntry, ...]
    occupants: tuple[Occupant, ...]
    result: Outcome | None
    format: int = RECORD_FORMAT
    lowered: tuple[tuple[int, str], ...] = ()


def dump_record(record: Record) -> dict[str, Json]:
    """The JSON form of `record`."""
    result = record.result
    lowered = dict(record.lowered)
    return {
        "format": record.format,
        "match": record.match,
        "game": record.game,
        "options": {"first_dealer": record.options.first_dealer},
        "commitment": record.commitment,
        "secret": record.secret.hex(),
        "nonce_commitments": list(record.nonce_commitments),
        "nonces": [None if nonce is None else nonce.hex() for nonce in record.nonces],
        "seed": record.seed.hex(),
        "actions": [
            [seat, dict(form), lowered[at]] if at in lowered else [seat, dict(form)]
            for at, (seat, form) in enumerate(record.actions)
        ],
        "occupants": [_dump_occupant(occupant) for occupant in record.occupants],
        "result": None
        if result is None
        else {"totals": list(result.totals), "places": list(result.places)},
    }


def _dump_occupant(occupant: Occupant) -> dict[str, Json]:
    form: dict[str, Json] = {
        "seat": occupant.seat,
        "from_action": occupant.from_action,
        "kind": occupant.kind,
        "player": occupant.player,
    }
    if occupant.level is not None:
        form["level"] = occupant.level
    if occupant.name is not None:
        form["name"] = occupant.name
    return form


def parse_record(form: object) -> Record:
    """The record that `form` (decoded JSON) spells.

    Raises FormatError `newer_format`, or RuleError `missing_field`, `unknown_field` or
    `wrong_field`, each with the field's path (``occupants[2].kind``).
    """
    top = _Fields(form, "")
    number = top.whole("format", 1, 1 << 30)
    if number > RECORD_FORMAT:
        raise FormatError("newer_format", format=number, known=RECORD_FORMAT)
    options = _Fields(top.take("options"), "options")
    most = 2 if number == 1 else 3
    actions = [_parse_action(one, path, most) for path, one in top.items("actions", _MAX_ACTIONS)]
    record = Record(
        match=top.word("match"),
        game=top.word("game"),
        options=Options(first_dealer=options.whole("first_dealer", 0, _MAX_SEATS - 1)),
        commitment=_hex(top.take("commitment"), "commitment").hex(),
        secret=_hex(top.take("secret"), "secret"),
        nonce_commitments=tuple(
            None if one is None else _hex(one, path).hex()
            for path, one in top.items("nonce_commitments", _MAX_SEATS)
        ),
        nonces=tuple(
            None if one is None else _hex(one, path, NONCE_BYTES)
            for path, one in top.items("nonces", _MAX_SEATS)
        ),
        seed=_hex(top.take("seed"), "seed", SEED_BYTES),
        actions=tuple(action for action, _ in actions),
        occupants=tuple(
            _parse_occupant(one, path) for path, one in top.items("occupants", _MAX_ACTIONS)
        ),
        result=_parse_result(top.take("result")),
        format=number,
        lowered=tuple((at, level) for at, (_, level) in enumerate(actions) if level is not None),
    )
    options.end()
    top.end()
    return record


def _parse_action(form: object, path: str, most: int) -> tuple[ActionEntry, str | None]:
    """An action of at most so many items, and the level that its third names."""
    if not isinstance(form, list) or not 2 <= len(form) <= most:
        raise RuleError("wrong_field", field=path)
    seat, action, *level = form
    if not isinstance(action, dict):
        raise RuleError("wrong_field", field=f"{path}[1]")
    entry = _whole(seat, f"{path}[0]", 0, _MAX_SEATS - 1), action
    return entry, _word(level[0], f"{path}[2]") if level else None


def _parse_occupant(form: object, path: str) -> Occupant:
    fields = _Fields(form, path)
    kind = fields.word("kind")
    if kind not in ("person", "cpu"):
        raise RuleError("wrong_field", field=f"{path}.kind")
    occupant = Occupant(
        seat=fields.whole("seat", 0, _MAX_SEATS - 1),
        from_action=fields.whole("from_action", 0, _MAX_ACTIONS),
        kind="person" if kind == "person" else "cpu",
        player=None if fields.take("player") is None else fields.word("player"),
        level=fields.word("level") if "level" in fields else None,
        name=fields.word("name") if "name" in fields else None,
    )
    fields.end()
    return occupant


def _parse_result(form: object) -> Outcome | None:
    if form is None:
        return None
    fields = _Fields(form, "result")
    limit = 1 << 30
    outcome = Outcome(
        totals=tuple(
            _whole(one, path, -limit, limit) for path, one in fields.items("totals", _MAX_SEATS)
        ),
        places=tuple(
            _whole(one, path, 1, _MAX_SEATS) for path, one in fields.items("places", _MAX_SEATS)
        ),
    )
    fields.end()
    return outcome


class _Fields:
    """The fields of one JSON object, each to be asked for; `end` refuses what is left."""

    def __init__(self, form: object, path: str) -> None:
        if not isinstance(form, dict):
            raise RuleError("wrong_field", field=path or None)
        self._form = form
        self._path = f"{path}." if path else ""
        self._left = set(form)

    def __contains__(self, name: str) -> bool:
        return name in self._form

    def take(self, name: str) -> object:
        """The value of a field that must be there; counts as asked for."""
        if name not in self._form:
            raise RuleError("missing_field", field=self._path + name)
        self._left.discard(name)
        value: object = self._form[name]
        return value

    def whole(self, name: str, least: int, most: int) -> int:
        return _whole(self.take(name), self._path + name, least, most)

    def word(self, name: str) -> str:
        return _word(self.take(name), self._path + name)

    def items(self, name: str, most: int) -> list[tuple[str, object]]:
        """The items of a list field, each with its path."""
        value = self.take(name)
        if not isinstance(value, list) or len(value) > most:
            raise RuleError("wrong_field", field=self._path + name)
        return [(f"{self._path}{name}[{n}]", item) for n, item in enumerate(value)]

    def end(self) -> None:
        for name in self._form:
            if name in self._left:
                raise RuleError("unknown_field", field=self._path + str(name)[:_MAX_WORD])


def _whole(value: object, path: str, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise RuleError("wrong_field", field=path)
    return value


def _word(value: object, path: str) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= _MAX_WORD:
        raise RuleError("wrong_field", field=path)
    return value


def _hex(value: object, path: str, size: int = 32) -> bytes:
    """The bytes of a lower-case hex text of exactly `size` bytes."""
    if isinstance(value, str) and len(value) == 2 * size and set(value) <= set("0123456789abcdef"):
        return bytes.fromhex(value)
    raise RuleError("wrong_field", field=path)


def check_shape(record: Record, seats: int) -> None:
    """Raises RuleError `wrong_field` where a by-seat list or a seat does not fit the game.

    Every seat must have an occupant from action 0, and its occupants be in order. A lowered
    move must be a CPU's, and its level not the one that the CPU has.
    """
    lists: list[tuple[str, Sequence[object]]] = [
        ("nonce_commitments", record.nonce_commitments),
        ("nonces", record.nonces),
    ]
    if record.result is not None:
        lists += [("result.totals", record.result.totals), ("result.places", record.result.places)]
    for path, items in lists:
        if len(items) != seats:
            raise RuleError("wrong_field", field=path)
    spans: dict[int, list[Occupant]] = {}
    for n, occupant in enumerate(record.occupants):
        path = f"occupants[{n}]"
        if occupant.seat >= seats:
            raise RuleError("wrong_field", field=f"{path}.seat")
        start = occupant.from_action
        span = spans.setdefault(occupant.seat, [])
        before = span[-1].from_action if span else None
        if start > len(record.actions) or (start != 0 if before is None else start <= before):
            raise RuleError("wrong_field", field=f"{path}.from_action")
        span.append(occupant)
    if len(spans) != seats:
        raise RuleError("wrong_field", field="occupants")
    for at, level in record.lowered:
        if not 0 <= at < len(record.actions) or record.actions[at][0] >= seats:
            raise RuleError("wrong_field", field=f"actions[{at}]")
        span = spans[record.actions[at][0]]
        cpu = span[bisect_right(span, at, key=attrgetter("from_action")) - 1]
        if cpu.kind != "cpu" or cpu.level in (None, level):
            raise RuleError("wrong_field", field=f"actions[{at}][2]")
