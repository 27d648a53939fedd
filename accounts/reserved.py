"""Names nobody may take, because they would pass for the server, its people or a CPU."""

import unicodedata
from typing import Final

import regex

from accounts.lookalikes import SEPARATORS, fold

_TITLES: Final = """
    admin admins administrator moderator sysadmin system sistem server operator superuser
    webmaster official support helpdesk staff
    pengelola pengurus peladen petugas
    অ্যাডমিন এডমিন এ্যাডমিন অ্যাডমিনিস্ট্রেটর প্রশাসক মডারেটর সিস্টেম সার্ভার ব্যবস্থাপক অপারেটর
    কর্তৃপক্ষ"""
_WHOLE_NAMES: Final = """
    meja mod mods root host owner dealer bot robot cpu computer watcher everyone nobody null
    tuan_rumah penyelenggara pemilik pembagi komputer penonton semua anda
    মেজ মেজা হোস্ট আয়োজক পরিচালক গৃহকর্তা বট রোবট সিপিইউ কম্পিউটার দর্শক সবাই আপনি"""
_CPU_NAMES: Final = """
    lantern radio kettle piano lentera ceret লণ্ঠন রেডিও কেটলি পিয়ানো"""
_MACHINES: Final = "cpu computer komputer bot robot সিপিইউ কম্পিউটার বট রোবট"
_ENDS: Final = "admin moderator অ্যাডমিন মডারেটর"

_ONES_AND_NOUGHTS: Final = frozenset("lo")
_NUMBERED: Final = regex.compile(r"(?:cpu|computer|komputer)[0-9lo]*")
_BREAK: Final = regex.compile(f"[{regex.escape(SEPARATORS)}]+")
_DIGITS_AT_ENDS: Final = regex.compile(r"^\d+|\d+$")
_LATIN_MARKS: Final = regex.compile(r"[\u0300-\u036f]")
_WRITTEN_ALIKE: Final = (("rn", "m"), ("vv", "w"), ("cl", "d"))
_LETTERS_MEANT: Final = str.maketrans("34578", "eastb")


def is_reserved(name: str) -> bool:
    """Whether `name`, or a title in it, would pass for the server, its people or a CPU.

    Numbers before and after do not count, nor do accents, digits in place of letters, and
    letters that look alike.
    """
    words = [word for word in _BREAK.split(name) if word]
    if any(TITLES & _readings(word) for word in words):
        return True
    named = [word for word in words if not set(fold(word)) <= _ONES_AND_NOUGHTS]
    bare = [word for word in words if not _readings(word) & MACHINES]
    wholes = frozenset[str]().union(*(_readings("".join(some)) for some in (words, named, bare)))
    return (
        bool(wholes & (TITLES | WHOLE_NAMES))
        or any(whole.startswith(ENDS) or whole.endswith(ENDS) for whole in wholes)
        or _NUMBERED.fullmatch(fold(name)) is not None
    )


def _readings(word: str) -> frozenset[str]:
    """What `word` may be read as, with the numbers at its ends and without them."""
    return frozenset({_meant(word), _meant(_DIGITS_AT_ENDS.sub("", word))})


def _meant(word: str) -> str:
    """The one form of all that is read as `word`: folded, without accents and clever spellings."""
    text = _LATIN_MARKS.sub("", unicodedata.normalize("NFD", fold(word)))
    text = text.translate(_LETTERS_MEANT)
    for pair, letter in _WRITTEN_ALIKE:
        text = text.replace(pair, letter)
    return unicodedata.normalize("NFC", text)


def _read(text: str) -> frozenset[str]:
    return frozenset(_meant(word) for word in text.split())


TITLES: Final = _read(_TITLES)
"""Reserved as a word of a name."""
WHOLE_NAMES: Final = _read(_WHOLE_NAMES) | _read(_CPU_NAMES)
"""Reserved as a whole name. What the page calls the CPUs is among them, in every language."""
MACHINES: Final = _read(_MACHINES)
"""Words that change nothing: who may not be called so may not with such a word beside it."""
ENDS: Final = tuple(sorted(_read(_ENDS)))
"""A name may neither begin nor end so."""
