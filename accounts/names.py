"""Names: which are allowed.

Lengths are in grapheme clusters, what a reader calls characters: a Bengali conjunct
with its vowel sign is one.
"""

import unicodedata
from typing import Any, Final

import regex

from accounts.lookalikes import JOINERS, SEPARATORS
from accounts.reserved import is_reserved

MIN_CLUSTERS: Final = 2
MAX_CLUSTERS: Final = 20
MAX_MARKS: Final = 4
"""The most marks that may follow one base character."""
MAX_CODE_POINTS: Final = 100
"""A conjunct has no natural end, so clusters alone would not bound a name."""

_SCRIPT_NAMES: Final = """
    Arabic Armenian Balinese Batak Bengali Bopomofo Buginese Chakma Cyrillic Devanagari Ethiopic
    Georgian Greek Gujarati Gurmukhi Han Hangul Hebrew Hiragana Javanese Kannada Katakana Khmer Lao
    Latin Malayalam Meetei_Mayek Mongolian Myanmar Ol_Chiki Oriya Sinhala Sundanese Syloti_Nagri
    Tamil Telugu Thaana Thai Tibetan"""
_INDIC_NAMES: Final = """
    Balinese Bengali Devanagari Gujarati Gurmukhi Javanese Kannada Malayalam Oriya Sinhala
    Sundanese Syloti_Nagri Tamil Telugu"""

SCRIPTS: Final = tuple(_SCRIPT_NAMES.split())
"""The scripts in living use that a name may be written in."""

TOGETHER: Final = (
    frozenset({"Han", "Hiragana", "Katakana"}),
    frozenset({"Han", "Hangul"}),
    frozenset({"Han", "Bopomofo"}),
)
"""Scripts that one language writes side by side."""

NAME_CODES: Final = (
    "name_too_short",
    "name_too_long",
    "name_bad_character",
    "name_too_many_marks",
    "name_mixed_scripts",
    "name_reserved",
)
"""Why a name is refused, whoever else is here."""

_CLUSTER: Final = regex.compile(r"\X")
_SHARED: Final = regex.compile(r"[\p{Script=Common}\p{Script=Inherited}]")
_SCRIPT: Final = tuple((name, regex.compile(rf"\p{{Script={name}}}")) for name in SCRIPTS)
_IGNORABLE: Final = regex.compile(r"\p{Default_Ignorable_Code_Point}")
_INDIC_SIGN: Final = regex.compile(
    "[" + "".join(rf"\p{{Script={name}}}" for name in _INDIC_NAMES.split()) + r"&&[\p{L}\p{M}]]",
    regex.V1,
)

_LETTERS: Final = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo"})
_MARKS: Final = frozenset({"Mn", "Mc"})
_VIRAMA_CLASS: Final = 9


class BadNameError(Exception):
    """A name that is not allowed: `code` and `data` as the API answers them.

    `name_too_short` {min}, `name_too_long` {max}, `name_bad_character` {at, character} (`at`
    counts code points of the tidied name from 0), `name_too_many_marks` {at, max},
    `name_mixed_scripts` {scripts}, `name_reserved` {} (it would pass for the server, its people or
    a CPU), `name_taken` {}.
    """

    def __init__(self, code: str, **data: Any) -> None:
        super().__init__(code)
        self.code = code
        self.data: dict[str, Any] = data


def tidy(raw: str) -> str:
    """`raw` in NFC, without spaces at its ends, runs of spaces made one."""
    return " ".join(part for part in unicodedata.normalize("NFC", raw).split(" ") if part)


def check_name(raw: str) -> str:
    """The tidied form of a name that is allowed. Raises BadNameError for any other."""
    if len(raw) > 4 * MAX_CODE_POINTS:
        raise BadNameError("name_too_long", max=MAX_CLUSTERS)
    name = tidy(raw)
    if len(name) > MAX_CODE_POINTS:
        raise BadNameError("name_too_long", max=MAX_CLUSTERS)
    _check_characters(name)
    clusters = len(_CLUSTER.findall(name))
    if clusters < MIN_CLUSTERS:
        raise BadNameError("name_too_short", min=MIN_CLUSTERS)
    if clusters > MAX_CLUSTERS:
        raise BadNameError("name_too_long", max=MAX_CLUSTERS)
    if all(character in SEPARATORS for character in name):
        raise BadNameError("name_bad_character", at=0, character=name[0])
    _check_scripts(name)
    if is_reserved(name):
        raise BadNameError("name_reserved")
    return name


def _check_characters(name: str) -> None:
    marks = 0
    after_letter = False
    for at, character in enumerate(name):
        category = unicodedata.category(character)
        if character in JOINERS:
            allowed = _joins_indic(name, at)
        elif category in _MARKS:
            marks += 1
            allowed = after_letter and not _IGNORABLE.match(character)
            if allowed and marks > MAX_MARKS:
                raise BadNameError("name_too_many_marks", at=at, max=MAX_MARKS)
        else:
            marks = 0
            after_letter = category in _LETTERS and not _IGNORABLE.match(character)
            allowed = after_letter or category == "Nd" or character in SEPARATORS
        if not allowed:
            raise BadNameError("name_bad_character", at=at, character=character)


def _joins_indic(name: str, at: int) -> bool:
    """Whether the joiner at `at` stands between two signs of an Indic script, one a virama."""
    before, after = name[at - 1 : at], name[at + 1 : at + 2]
    return bool(
        _INDIC_SIGN.match(before)
        and _INDIC_SIGN.match(after)
        and _VIRAMA_CLASS in (unicodedata.combining(before), unicodedata.combining(after))
    )


def _check_scripts(name: str) -> None:
    found: set[str] = set()
    for at, character in enumerate(name):
        if _SHARED.match(character):
            continue
        script = next((script for script, sign in _SCRIPT if sign.match(character)), None)
        if script is None:
            raise BadNameError("name_bad_character", at=at, character=character)
        found.add(script)
    if len(found) > 1 and not any(found <= group for group in TOGETHER):
        raise BadNameError("name_mixed_scripts", scripts=sorted(found))
