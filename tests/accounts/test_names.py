"""Which names are allowed, and which count as the same."""

import json
import random
import unicodedata
from pathlib import Path

import pytest

from accounts.guests import friendly_names
from accounts.lookalikes import LOOK_ALIKES, fold
from accounts.names import MAX_CLUSTERS, BadNameError, check_name
from accounts.words import WORDS

ZWNJ, ZWJ = "\u200c", "\u200d"

GOOD = [
    "রহিম",
    "দোয়েল ৪২",
    "শ্রীমতী",
    f"র{ZWJ}্যাব",
    f"বাক্{ZWNJ}শক্তি",
    f"क्{ZWJ}षमा",
    "Kancil 42",
    "Siti_Nur-Aisyah",
    "Lê Thị Hồng",
    "Ṣọlá",
    "Ольга",
    "Γιώργος",
    "محمد",
    "מִרְיָם",
    "สมชาย",
    "さくら花子",
    "ハナコー",
    "김민준",
    "ꦱꦫꦶ",
    "ab",
    "a" * MAX_CLUSTERS,
    "ক্ষি" * MAX_CLUSTERS,
]


@pytest.mark.parametrize("name", GOOD)
def test_names_of_many_scripts_are_kept_as_they_are(name: str) -> None:
    assert check_name(name) == unicodedata.normalize("NFC", name)


BAD = [
    ("", "name_too_short", {"min": 2}),
    ("   ", "name_too_short", {"min": 2}),
    ("র", "name_too_short", {"min": 2}),
    ("ক্ষি", "name_too_short", {"min": 2}),
    ("a" * 21, "name_too_long", {"max": 20}),
    ("a" * 10_000, "name_too_long", {"max": 20}),
    ("ক্" * 60 + "কখ", "name_too_long", {"max": 20}),
    ("ab!", "name_bad_character", {"at": 2, "character": "!"}),
    ("a\u00a0b", "name_bad_character", {"at": 1, "character": "\u00a0"}),
    ("a\tb", "name_bad_character", {"at": 1, "character": "\t"}),
    ("a\x00b", "name_bad_character", {"at": 1, "character": "\x00"}),
    ("a\u202eb", "name_bad_character", {"at": 1, "character": "\u202e"}),
    ("ab\u200f", "name_bad_character", {"at": 2, "character": "\u200f"}),
    ("\u2067ab", "name_bad_character", {"at": 0, "character": "\u2067"}),
    (f"a{ZWJ}b", "name_bad_character", {"at": 1, "character": ZWJ}),
    (f"রহি{ZWNJ}ম", "name_bad_character", {"at": 3, "character": ZWNJ}),
    (f"বাক্{ZWNJ}", "name_bad_character", {"at": 4, "character": ZWNJ}),
    (f"{ZWJ}রহিম", "name_bad_character", {"at": 0, "character": ZWJ}),
    ("a\u3164b", "name_bad_character", {"at": 1, "character": "\u3164"}),
    ("a\ufe0fb", "name_bad_character", {"at": 1, "character": "\ufe0f"}),
    ("\u0301ab", "name_bad_character", {"at": 0, "character": "\u0301"}),
    ("a1\u0301", "name_bad_character", {"at": 2, "character": "\u0301"}),
    ("a\u20ddb", "name_bad_character", {"at": 1, "character": "\u20dd"}),
    ("ab😀", "name_bad_character", {"at": 2, "character": "😀"}),
    ("ab½", "name_bad_character", {"at": 2, "character": "½"}),
    ("\ud800ab", "name_bad_character", {"at": 0, "character": "\ud800"}),
    ("𓀀𓀁", "name_bad_character", {"at": 0, "character": "𓀀"}),
    ("--_", "name_bad_character", {"at": 0, "character": "-"}),
    ("z\u0324\u0325\u0326\u0327\u0328ed", "name_too_many_marks", {"at": 5, "max": 4}),
    ("p\u0430ypal", "name_mixed_scripts", {"scripts": ["Cyrillic", "Latin"]}),
    ("রহিমअ", "name_mixed_scripts", {"scripts": ["Bengali", "Devanagari"]}),
    ("Rahim ৪২", "name_mixed_scripts", {"scripts": ["Bengali", "Latin"]}),
]


@pytest.mark.parametrize(("name", "code", "data"), BAD)
def test_names_that_are_refused(name: str, code: str, data: dict[str, object]) -> None:
    with pytest.raises(BadNameError) as refusal:
        check_name(name)
    assert (refusal.value.code, refusal.value.data) == (code, data)


def test_spaces_are_tidied_and_the_form_is_nfc() -> None:
    assert check_name("  Ame\u0301lie   7 ") == "Amélie 7"


ALIKE = [
    ("Rahim", "rahim"),
    ("Straße", "STRASSE"),
    ("Kancil 42", "kancil-42"),
    ("Kancil 42", "Kancil_42"),
    ("দোয়েল ৪২", "দোয়েল 42"),
    ("Oscar", "0scar"),
    ("Ali", "A1l"),
    ("Ali", "AIi"),
    ("Ali", "Alı"),
    ("scope", "ѕсоре"),
    ("TOMATO", "ΤΟΜΑΤΟ"),
    ("ｆｕｌｌ", "full"),
    ("𝐑ahim", "Rahim"),
    ("আম", "\u0985\u09beম"),
    (f"র{ZWJ}্যাব", "র্যাব"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_fold_to_the_same(one: str, other: str) -> None:
    assert fold(one) == fold(other)


def test_names_that_differ_stay_apart() -> None:
    names = [name for name in GOOD if name not in ("ab",)] + ["Rahima", "Rohim", "রহিমা", "করিম"]
    assert len({fold(name) for name in names}) == len(names)


def test_folding_is_stable() -> None:
    for name in GOOD:
        assert fold(fold(name)) == fold(name)
    assert not set(map(chr, LOOK_ALIKES)) & set(LOOK_ALIKES.values())


def test_any_text_is_a_name_or_a_refusal_with_a_known_code() -> None:
    known = {
        "name_too_short",
        "name_too_long",
        "name_bad_character",
        "name_mixed_scripts",
        "name_too_many_marks",
    }
    met: set[str] = set()
    source = random.Random(7)
    signs = [chr(n) for n in range(0x3000)] + [ZWJ, ZWNJ, "\ud800", "😀"]
    for _ in range(3000):
        text = "".join(source.choices(signs, k=source.randint(0, 30)))
        try:
            name = check_name(text)
        except BadNameError as refusal:
            met.add(refusal.code)
        else:
            assert check_name(name) == name
            assert fold(name)
    assert met <= known


@pytest.mark.parametrize("language", sorted(WORDS))
def test_every_friendly_name_is_allowed(language: str) -> None:
    for word in WORDS[language]:
        assert check_name(word) == unicodedata.normalize("NFC", word)
    names = list(friendly_names(language))
    assert all(check_name(name) for name in names)
    assert len({fold(word) for word in WORDS[language]}) == len(WORDS[language])


RESERVED = [
    "cpu-1",
    "CPU 3",
    "CPU l",
    "cpu_O",
    "ＣＰＵ２",
    "Cpu 12",
    "Computer 1",
    "Komputer 4",
    "কম্পিউটার ১",
    "সিপিইউ ২",
    "admin",
    "ADMIN",
    "Ádmin",
    "4dmin",
    "adm1n",
    "adrnin",
    "a-d-m-i-n",
    "Admin 7",
    "1admin",
    "Admin Rahim",
    "MejaAdmin",
    "meja",
    "Meja 5",
    "M3ja",
    "moderator",
    "Moderator_2",
    "rnoderator",
    "system",
    "5ystem",
    "Sistem",
    "Server",
    "peladen",
    "Pengelola",
    "Tuan Rumah",
    "অ্যাডমিন",
    "অ্যাডমিন ১",
    "সিস্টেম",
    "সার্ভার",
    "মডারেটর",
    "হোস্ট",
    "আয়োজক",
    "HOST",
]


@pytest.mark.parametrize("name", RESERVED)
def test_nobody_passes_for_the_server_its_people_or_a_cpu(name: str) -> None:
    with pytest.raises(BadNameError) as refusal:
        check_name(name)
    assert (refusal.value.code, refusal.value.data) == ("name_reserved", {})


def test_nobody_is_called_as_a_cpu_is_in_any_language() -> None:
    folder = Path(__file__).parents[2] / "frontend" / "src" / "i18n" / "texts"
    names = {
        (text, catalogue["seat.cpu"])
        for path in folder.glob("*.json")
        for catalogue in [json.loads(path.read_text())]
        for key, text in catalogue.items()
        if key.startswith("cpu.")
    }
    assert len(names) > 8
    for name, machine in names:
        for asked in (name, name.upper(), f"{name} 2", f"CPU {name}", f"{name}-{machine}"):
            with pytest.raises(BadNameError):
                check_name(asked)


@pytest.mark.parametrize(
    "name",
    ["Badminton", "Mel", "Modol", "Saya", "Ai", "Resmi Wati", "Malik", "মালিক", "Mejia", "Rahim 10"],
)
def test_names_of_people_that_only_resemble_a_reserved_one_are_free(name: str) -> None:
    assert check_name(name) == name
