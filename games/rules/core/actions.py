"""Actions: what a seat asks. A closed set of frozen dataclasses for each game.

An action class names its wire type in `type`, and its fields are `Card`,
``tuple[Card, ...]``, ``tuple[tuple[Card, ...], ...]``, `int` or `str`, each of them possibly with a
default of None. `parse` and `dump` are the edge: cards are names there.
"""

import dataclasses
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from games.rules.core.cards import Pack
from games.rules.core.errors import RuleError
from games.rules.core.plain import Json


class Action:
    """The base of every action; `type` is its name on the wire."""

    __slots__ = ()
    type: ClassVar[str]


A = TypeVar("A", bound=Action)
_Reader = Callable[[object], object]

MAX_CARDS = 32
"""The most cards that one list in an action may name."""


class Codec(Generic[A]):
    """Parses and dumps the actions of one game.

    `classes` are its action classes. A field is told to be a card by
    ``metadata={"card": True}`` (see `card_field`), on tuples as well.
    """

    def __init__(self, pack: Pack, classes: Sequence[type[A]]) -> None:
        self.pack = pack
        self._classes = {cls.type: cls for cls in classes}
        self._fields = {cls.type: [_Field(f, cls, pack) for f in _fields(cls)] for cls in classes}

    def parse(self, form: object) -> A:
        """The action that `form` (decoded JSON) spells.

        Raises RuleError `malformed_action`, `unknown_action`, `unknown_field`,
        `missing_field`, `wrong_field` or `unknown_card`.
        """
        if not isinstance(form, Mapping):
            raise RuleError("malformed_action")
        name = form.get("type")
        cls = self._classes.get(name) if isinstance(name, str) else None
        if cls is None:
            raise RuleError("unknown_action", action=name[:32] if isinstance(name, str) else None)
        fields = self._fields[cls.type]
        known = {f.wire for f in fields}
        for key in form:
            if key != "type" and key not in known:
                raise RuleError("unknown_field", field=str(key)[:32])
        values: dict[str, Any] = {}
        for spec in fields:
            if form.get(spec.wire) is None:
                if not spec.optional:
                    raise RuleError("missing_field", field=spec.wire)
            else:
                values[spec.name] = spec.read(form[spec.wire])
        return cls(**values)

    def dump(self, action: A) -> dict[str, Json]:
        """The wire form of `action`; a field that is None is left out."""
        form: dict[str, Json] = {"type": action.type}
        for spec in self._fields[action.type]:
            value = getattr(action, spec.name)
            if value is not None:
                form[spec.wire] = spec.write(value)
        return form


def card_field(*, wire: str | None = None, default: Any = dataclasses.MISSING) -> Any:
    """A dataclass field that holds a card or cards; `wire` is its name there if another."""
    metadata = {"card": True, "wire": wire}
    if default is dataclasses.MISSING:
        return dataclasses.field(metadata=metadata)
    return dataclasses.field(metadata=metadata, default=default)


def _fields(cls: type[Any]) -> tuple[dataclasses.Field[Any], ...]:
    if not dataclasses.is_dataclass(cls):
        raise TypeError(f"{cls.__name__} is not a dataclass")
    return dataclasses.fields(cls)


class _Field:
    """One field of an action class: how it is read from and written to the wire."""

    def __init__(self, f: "dataclasses.Field[Any]", cls: type[Action], pack: Pack) -> None:
        self.name = f.name
        self.wire: str = f.metadata.get("wire") or f.name
        self._pack = pack
        hint: Any = typing.get_type_hints(cls)[f.name]
        if isinstance(hint, types.UnionType):
            hint = next(arm for arm in typing.get_args(hint) if arm is not type(None))
        self.optional = f.default is not dataclasses.MISSING
        self._depth = 0
        while typing.get_origin(hint) is tuple:
            hint = typing.get_args(hint)[0]
            self._depth += 1
        self._card = bool(f.metadata.get("card"))
        if not self._card and (self._depth or hint not in (int, str)):
            raise TypeError(f"{cls.__name__}.{f.name}: an action cannot carry a {hint}")
        self._type: type = hint

    def read(self, value: object) -> object:
        return self._read(value, self._depth)

    def _read(self, value: object, depth: int) -> object:
        if depth:
            if not isinstance(value, list) or len(value) > MAX_CARDS:
                raise RuleError("wrong_field", field=self.wire)
            return tuple(self._read(item, depth - 1) for item in value)
        if self._card:
            return self._pack.parse(value)
        if type(value) is not self._type or (isinstance(value, str) and len(value) > 32):
            raise RuleError("wrong_field", field=self.wire)
        if isinstance(value, int) and abs(value) > 1_000_000:
            raise RuleError("wrong_field", field=self.wire)
        return value

    def write(self, value: Any, depth: int | None = None) -> Json:
        depth = self._depth if depth is None else depth
        if depth:
            return [self.write(item, depth - 1) for item in value]
        form: Json = self._pack.names[value] if self._card else value
        return form
