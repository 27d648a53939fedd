"""What may be said: texts of every script pass, what hides, breaks or towers does not."""

import pytest

from games.rules.core.errors import RuleError
from server.rooms.bucket import Bucket
from server.rooms.protocol import Say
from server.rooms.talk import MAX_CLUSTERS, PHRASES, REACTIONS, Pace, check_said, check_text

GOOD = [
    "Well played!",
    "রহিম, তোমার পালা",
    "ক্‌ষ র‍্যাম",  # joiners within Bengali words
    "বাক্‌ স্বাধীনতা",  # a non-joiner after a virama ends a word
    "می‌خواهم",
    "ประเทศไทย",
    "Đặng Thị Hồng",
    "👩🏽‍🚀 ❤️‍🔥 1️⃣ 🇧🇩",
    "שלום",
]


@pytest.mark.parametrize("text", GOOD)
def test_people_write_as_they_write(text: str):
    assert check_text(text) == text


@pytest.mark.parametrize(
    ("text", "code", "data"),
    [
        ("", "text_empty", {}),
        (" \t\u00a0\n", "text_empty", {}),
        ("one\ntwo", "bad_characters", {"at": 3}),
        ("one\u2028two", "bad_characters", {"at": 3}),
        ("a\tb", "bad_characters", {"at": 1}),
        ("a\x00", "bad_characters", {"at": 1}),
        ("ab\u202ecd", "bad_characters", {"at": 2}),
        ("a\u200fb", "bad_characters", {"at": 1}),
        ("a\u2066b", "bad_characters", {"at": 1}),
        ("\u200d", "bad_characters", {"at": 0}),
        ("a\u200d", "bad_characters", {"at": 1}),
        ("a\u200d\u200db", "bad_characters", {"at": 1}),
        ("1\u200d2", "bad_characters", {"at": 1}),
        ("🔥\u200da", "bad_characters", {"at": 1}),
        ("a\u3164", "bad_characters", {"at": 1}),
        ("a\u034f", "bad_characters", {"at": 1}),
        ("\ufe0f", "bad_characters", {"at": 0}),
        ("a\ufe0f\ufe0f", "bad_characters", {"at": 2}),
        ("a" + "\u0330" * 5, "bad_characters", {"at": 5}),
        ("\u0301a", "bad_characters", {"at": 0}),
        ("\ue000", "bad_characters", {"at": 0}),
        ("\ud800", "bad_characters", {"at": 0}),
        ("ক" * (MAX_CLUSTERS + 1), "text_too_long", {"max": MAX_CLUSTERS}),
    ],
)
def test_what_may_not_be_said(text: str, code: str, data: dict):
    with pytest.raises(RuleError) as caught:
        check_text(text)
    assert (caught.value.code, dict(caught.value.data)) == (code, data)


def test_length_counts_what_a_reader_calls_characters():
    assert len(check_text("ক্ষি" * MAX_CLUSTERS)) > 2 * MAX_CLUSTERS


def test_a_text_is_passed_on_in_one_form():
    assert check_text("  cafe\u0301 ") == "caf\u00e9"


def test_phrases_and_reactions_are_known_by_their_codes():
    for kind, codes in (("phrase", PHRASES), ("reaction", REACTIONS)):
        for code in codes:
            assert check_said(Say("a", kind, code)) == code
    for kind, what in (("phrase", "smile"), ("reaction", "hello"), ("phrase", "")):
        with pytest.raises(RuleError, match="unknown_phrase"):
            check_said(Say("a", kind, what))


def test_who_talks_too_fast_is_told_how_long_to_wait():
    pace = Pace(6)
    for _ in range(6):
        pace.take("p1")
    with pytest.raises(RuleError, match="talk_too_fast") as caught:
        pace.take("p1")
    assert 0 < caught.value.data["wait_ms"] <= 1667
    pace.take("p2")


def test_a_bucket_tells_when_there_is_more():
    bucket = Bucket(0.6, now=0.0, burst=6)
    assert all(bucket.take(now=0.0) for _ in range(6))
    assert not bucket.take(now=0.0)
    assert bucket.wait_ms() == 1667
    assert bucket.take(now=1.667)
    assert not bucket.full(now=2.0)
    assert bucket.full(now=20.0)
