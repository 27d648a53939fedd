"""The words of the text form: actions, values and names, each on one line (docs/record.md).

An action is written from its wire form alone, so that no game needs a notation of its own:
``take discard, depth 2, with (5H 6H)``. A form that the notation cannot say without loss is
written as JSON instead.
"""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Final

from games.rules.core.events import Event
from games.rules.core.plain import Json

UNNAMED: Final = ("card", "cards", "melds")
"""The fields whose name is left out: a word, a list of words, a list of lists."""

ENDINGS: Final = frozenset({"deal_ended", "match_ended"})
"""Events that have lines of their own."""

_NAME: Final = re.compile(r"[a-z]+(_[a-z]+)*")
_BARE: Final = re.compile(r"[A-Za-z0-9#_.@-]+")
_NUMBER: Final = re.compile(r"-?[0-9]{1,9}")
_TOKEN: Final = re.compile(r"\s*(?:([(),])|([A-Za-z0-9#_.@-]+))")
_JOINERS: Final = "\u200c\u200d"
"""Invisible, but letters of Bengali need them."""


def action_text(form: Mapping[str, Json]) -> str:
    """`form`, the wire form of an action, in words, or as JSON where words would lose something."""
    try:
        words = _action_words(form)
        if parse_action(words) == (form, ""):
            return words
    except ValueError:
        pass
    return json.dumps(form)


def _action_words(form: Mapping[str, Json]) -> str:
    kind = form.get("type")
    if not isinstance(kind, str):
        raise ValueError("an action has a type")
    words = kind.replace("_", " ")
    unnamed = next((key for key in UNNAMED if key in form), None)
    if unnamed is not None:
        words += f" {_exact(form[unnamed])}"
    for key, value in form.items():
        if key not in ("type", unnamed):
            words += f", {key} {_exact(value)}"
    return words


def _exact(value: Json) -> str:
    """A number, a word or a list of such. Raises ValueError for everything else."""
    if isinstance(value, list):
        return f"({' '.join(_exact(item) for item in value)})"
    if type(value) is int or (isinstance(value, str) and _BARE.fullmatch(value)):
        return str(value)
    raise ValueError("not a number, a word or a list")


def parse_action(text: str) -> tuple[dict[str, Json], str]:
    """The wire form that `text` spells, and the note in square brackets after it, or "".

    Raises ValueError where `text` spells none.
    """
    if text.startswith("{"):
        form, end = _decoded(text)
        return form, _note(text[end:])
    words, bracket, note = text.partition("[")
    return _Words(words).action(), _note(bracket + note)


def _decoded(text: str) -> tuple[dict[str, Json], int]:
    try:
        form, end = json.JSONDecoder().raw_decode(text)
    except RecursionError as fault:
        raise ValueError("nested too deep") from fault
    if not isinstance(form, dict):
        raise ValueError("not an object")
    return form, end


def _note(text: str) -> str:
    text = text.strip()
    if not text:
        return ""
    if len(text) < 2 or text[0] != "[" or text[-1] != "]":
        raise ValueError("a note stands in square brackets")
    return " ".join(text[1:-1].split())


def parse_fields(text: str) -> dict[str, Json]:
    """The values by name that ``totals (1 2), places (2 1)`` spells. Raises ValueError."""
    return _Words(text).fields({})


class _Words:
    """Reads words from left to right; every method raises ValueError where they do not fit."""

    def __init__(self, text: str) -> None:
        text = text.rstrip()
        self._tokens: list[str] = []
        self._at = 0
        end = 0
        while end < len(text):
            found = _TOKEN.match(text, end)
            if found is None:
                raise ValueError("a character that no word has")
            self._tokens.append(found[1] or found[2])
            end = found.end()

    def _peek(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _next(self) -> str:
        token = self._peek()
        self._at += 1
        return token

    def action(self) -> dict[str, Json]:
        """The type, then perhaps an unnamed value, then fields after commas."""
        kind = []
        while _NAME.fullmatch(self._peek()):
            kind.append(self._next())
        if not kind:
            raise ValueError("no type")
        form: dict[str, Json] = {"type": "_".join(kind)}
        if self._peek() not in ("", ","):
            value = self._value()
            depth = 0
            if isinstance(value, list):
                depth = 2 if any(isinstance(item, list) for item in value) else 1
            form[UNNAMED[depth]] = value
        if self._peek() == ",":
            self._next()
            return self.fields(form)
        if self._peek():
            raise ValueError("a comma must come here")
        return form

    def fields(self, form: dict[str, Json]) -> dict[str, Json]:
        """`form` with the fields up to the end; none may be there already."""
        while True:
            key = self._next()
            if not _NAME.fullmatch(key) or key in form:
                raise ValueError("not the name of another field")
            form[key] = self._value()
            comma = self._next()
            if not comma:
                return form
            if comma != ",":
                raise ValueError("a comma must come here")

    def _value(self) -> Json:
        open_lists: list[list[Json]] = []
        while True:
            token = self._next()
            if token == "(":  # noqa: S105
                open_lists.append([])
                continue
            value: Json
            if token == ")" and open_lists:  # noqa: S105
                value = open_lists.pop()
            elif _NUMBER.fullmatch(token):
                value = int(token)
            elif _BARE.fullmatch(token):
                value = token
            else:
                raise ValueError("a value must come here")
            if not open_lists:
                return value
            open_lists[-1].append(value)


def value_text(value: Json) -> str:
    """Any value in words, for reading only."""
    if isinstance(value, Mapping):
        return f"{{{fields_text(value)}}}"
    if isinstance(value, Iterable) and not isinstance(value, str):
        return f"({' '.join(value_text(item) for item in value)})"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def fields_text(fields: Mapping[str, Json]) -> str:
    """Named values in words, for reading; a field that is None is left out."""
    return ", ".join(
        f"{key} {value_text(value)}" for key, value in fields.items() if value is not None
    )


def news_text(form: Mapping[str, Json], events: Iterable[Event]) -> str:
    """What the action with the wire form `form` brought that its own words do not say."""
    brought: dict[str, Json] = {}
    for event in events:
        if event.type not in ENDINGS:
            brought.update(event.data)
            brought.update(event.private or {})
    return fields_text(
        {key: value for key, value in brought.items() if value not in (form.get(key), [])}
    )


def name_text(name: str) -> str:
    """A name as it is, or in JSON's quotes where it holds more than ASCII letters and digits."""
    return name if _BARE.fullmatch(name) and name != "none" else quoted(name)


def quoted(text: str) -> str:
    """`text` in JSON's quotes on one line; what does not print is written by its number."""
    return "".join(
        character
        if character.isprintable() or character in _JOINERS
        else json.dumps(character)[1:-1]
        for character in json.dumps(text, ensure_ascii=False)
    )


def parse_name(text: str) -> str:
    """What `name_text` was given. Raises ValueError."""
    if not text.startswith('"'):
        if not _BARE.fullmatch(text):
            raise ValueError("not a name")
        return text
    name = json.loads(text)
    if not isinstance(name, str):
        raise ValueError("not a name")
    return name
