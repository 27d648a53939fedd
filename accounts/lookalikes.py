"""Whether two names look the same, by the letters that are drawn alike.

`LOOK_ALIKES` is applied after case folding, so a pair counts when it looks alike in either case:
``В`` and ``B`` do, though ``в`` and ``b`` do not.
"""

import unicodedata
from typing import Final

_LATIN: Final = {
    "0": "o",
    "1": "l",
    "i": "l",
    "ı": "l",
    "ɩ": "l",
    "ɑ": "a",
    "ɡ": "g",
    "ſ": "s",
}
_CYRILLIC: Final = {
    "а": "a",
    "в": "b",
    "с": "c",
    "ԁ": "d",
    "е": "e",
    "ё": "ë",
    "һ": "h",
    "н": "h",
    "і": "l",
    "ї": "ï",
    "ӏ": "l",
    "ј": "j",
    "к": "k",
    "м": "m",
    "о": "o",
    "р": "p",
    "ԛ": "q",
    "ѕ": "s",
    "т": "t",
    "у": "y",
    "ѵ": "v",
    "ԝ": "w",
    "х": "x",
}
_GREEK: Final = {
    "α": "a",
    "β": "b",
    "ϲ": "c",
    "ε": "e",
    "η": "h",
    "ι": "l",
    "ϳ": "j",
    "κ": "k",
    "μ": "m",
    "ν": "n",
    "ο": "o",
    "ρ": "p",
    "τ": "t",
    "υ": "y",
    "χ": "x",
    "ζ": "z",
}
_ARMENIAN: Final = {"օ": "o", "ս": "u", "հ": "h", "ո": "n", "ց": "g"}

LOOK_ALIKES: Final = str.maketrans(_LATIN | _CYRILLIC | _GREEK | _ARMENIAN)
"""A case-folded letter or ASCII digit, and the one that stands for all that look like it."""

SPELLINGS: Final = (
    ("\u0985\u09be", "\u0986"),
    ("\u0905\u093e", "\u0906"),
)
"""Two signs that look like one letter (a long vowel as short vowel and sign), and that letter."""

SEPARATORS: Final = " -_"
JOINERS: Final = "\u200c\u200d"


def fold(name: str) -> str:
    """The form by which names are unique: two names that look alike have the same.

    Case, compatibility forms, separators and joiners fall away, a digit of any script becomes
    its ASCII one, and letters drawn alike become one letter (`LOOK_ALIKES`).
    """
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    for spelling, usual in SPELLINGS:
        text = text.replace(spelling, usual)
    return "".join(
        _ascii_digit(character).translate(LOOK_ALIKES)
        for character in text
        if character not in SEPARATORS and character not in JOINERS
    )


def _ascii_digit(character: str) -> str:
    value = unicodedata.decimal(character, None)
    return character if value is None else str(value)
