"""Letters that are drawn alike, for telling whether two names look the same.

Applied after case folding, so a pair counts when it looks alike in either case:
``В`` and ``B`` do, though ``в`` and ``b`` do not.
"""

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
