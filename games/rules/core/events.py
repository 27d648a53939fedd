"""Events: what happened, in a public form and, where there is a secret, one for its seat."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from games.rules.core.cards import Pack
from games.rules.core.errors import FormatError
from games.rules.core.plain import Json

EVENT_FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened to one seat (or, with `seat` None, to all).

    `data` is what everybody may know; `private` what only `seat` may know beside it.
    Values are JSON, cards are names.
    """

    type: str
    seat: int | None = None
    data: Mapping[str, Json] = field(default_factory=dict)
    private: Mapping[str, Json] | None = None

    def public(self) -> dict[str, Json]:
        """The form for everybody: ``type``, ``seat`` (where there is one) and the data."""
        form: dict[str, Json] = {"type": self.type}
        if self.seat is not None:
            form["seat"] = self.seat
        form.update(self.data)
        return form

    def seen_by(self, seat: int | None) -> dict[str, Json]:
        """The form for one seat, or a watcher (None): public, with ``private`` for its owner."""
        form = self.public()
        if self.private is not None and seat is not None and seat == self.seat:
            form["private"] = self.private
        return form


FieldKind: TypeAlias = Literal["card", "cards", "melds", "int", "text"]

_NO_TEXT: Final = 0xFF


@dataclass(frozen=True, slots=True)
class Shape:
    """How an event of one type is packed in the deal log: its data keys and their kinds."""

    type: str
    fields: tuple[tuple[str, FieldKind], ...] = ()


class LogCodec:
    """Packs public events into a byte or a few each, for one game's pack.

    An event whose type has a shape costs one byte and its fields (a card or a
    number below 256: one byte; cards: a length and one each; melds: how many, and
    the cards of each; text, which may be None: a length and its UTF-8, at most 254
    bytes). Any other event is kept as JSON. Shapes are numbered by their place:
    append new ones, never reorder, or old logs cannot be read.
    """

    def __init__(self, pack: Pack, shapes: Sequence[Shape]) -> None:
        if len(shapes) > 30:
            raise ValueError("a game may pack at most 30 types of event")
        self._pack = pack
        self._shapes = tuple(shapes)
        self._numbers = {shape.type: n for n, shape in enumerate(shapes)}

    def pack(self, events: Iterable[Event]) -> bytes:
        """The packed public forms of `events`."""
        out = bytearray()
        for event in events:
            number = self._numbers.get(event.type)
            if number is None:
                text = json.dumps(event.public(), separators=(",", ":")).encode()
                out += b"\xff" + len(text).to_bytes(3, "big") + text
                continue
            out.append(number << 3 | (7 if event.seat is None else event.seat))
            for key, kind in self._shapes[number].fields:
                value = event.data[key]
                if kind == "int":
                    assert isinstance(value, int)
                    out.append(value)
                elif kind == "card":
                    out.append(self._pack.parse(value))
                elif kind == "text":
                    out += _pack_text(value)
                else:
                    assert isinstance(value, Sequence)
                    if kind == "melds":
                        out.append(len(value))
                    for names in value if kind == "melds" else (value,):
                        assert isinstance(names, Sequence)
                        out.append(len(names))
                        out += bytes(self._pack.parse_all(names))
        return bytes(out)

    def unpack(self, packed: bytes) -> Iterator[dict[str, Json]]:
        """The public forms of packed events, in order. Raises FormatError `damaged_log`."""
        at = 0
        try:
            while at < len(packed):
                head = packed[at]
                at += 1
                if head == 0xFF:
                    size = int.from_bytes(packed[at : at + 3], "big")
                    at += 3 + size
                    yield json.loads(packed[at - size : at])
                    continue
                shape = self._shapes[head >> 3]
                form: dict[str, Json] = {"type": shape.type}
                if head & 7 != 7:
                    form["seat"] = head & 7
                for key, kind in shape.fields:
                    value = packed[at]
                    at += 1
                    if kind == "int":
                        form[key] = value
                    elif kind == "card":
                        form[key] = self._pack.names[value]
                    elif kind == "cards":
                        form[key] = self._names(packed, at, value)
                        at += value
                    elif kind == "text":
                        size = 0 if value == _NO_TEXT else value
                        if at + size > len(packed):
                            raise IndexError
                        form[key] = None if value == _NO_TEXT else packed[at : at + size].decode()
                        at += size
                    else:
                        melds: list[Json] = []
                        for _ in range(value):
                            size = packed[at]
                            melds.append(self._names(packed, at + 1, size))
                            at += 1 + size
                        form[key] = melds
                yield form
        except (IndexError, ValueError) as fault:
            raise FormatError("damaged_log") from fault

    def _names(self, packed: bytes, at: int, count: int) -> list[str]:
        if at + count > len(packed):
            raise IndexError
        return self._pack.name_all(packed[at : at + count])


def _pack_text(value: Json) -> bytes:
    if value is None:
        return bytes((_NO_TEXT,))
    assert isinstance(value, str)
    text = value.encode()
    if len(text) >= _NO_TEXT:
        raise ValueError("a text in the deal log is at most 254 bytes long")
    return bytes((len(text),)) + text


@dataclass(frozen=True, slots=True)
class DealLog:
    """The public events of the running deal, packed; iterating gives their public forms."""

    codec: LogCodec
    packed: bytes = b""

    def add(self, events: Iterable[Event]) -> "DealLog":
        """A log with `events` at its end."""
        return DealLog(self.codec, self.packed + self.codec.pack(events))

    def __iter__(self) -> Iterator[dict[str, Json]]:
        return self.codec.unpack(self.packed)
