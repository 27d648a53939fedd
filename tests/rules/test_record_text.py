"""The text form's words and lines: nothing is lost, and whatever does not fit is placed."""

import hashlib
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.core.errors import FormatError, RuleError
from games.rules.core.game import Options
from games.rules.core.record import (
    Occupant,
    Record,
    dump_record,
    parse_record,
    parse_text,
    verify_text,
    write_text,
)
from games.rules.core.record.words import (
    action_text,
    name_text,
    parse_action,
    parse_name,
    quoted,
)
from games.rules.core.registry import get_game
from games.rules.core.shuffle import shuffle_seed
from tests.rules import laws

WORDS = [
    ({"type": "draw_stock"}, "draw stock"),
    ({"type": "discard", "card": "10H#2"}, "discard 10H#2"),
    (
        {"type": "take_discard", "depth": 2, "with": ["5H", "6H"]},
        "take discard, depth 2, with (5H 6H)",
    ),
    ({"type": "meld", "cards": ["5H", "5S", "5D"]}, "meld (5H 5S 5D)"),
    ({"type": "layoff", "meld": 0, "card": "4H", "end": "low"}, "layoff 4H, meld 0, end low"),
    (
        {"type": "lay_contract", "melds": [["AS#1", "AH#1", "JK#3"], ["4D#1", "4D#2", "4S#1"]]},
        "lay contract ((AS#1 AH#1 JK#3) (4D#1 4D#2 4S#1))",
    ),
    ({"type": "bid", "amount": -40, "lists": [[], [[1]]]}, "bid, amount -40, lists (() ((1)))"),
]


@pytest.mark.parametrize(("form", "words"), WORDS, ids=[words for _, words in WORDS])
def test_an_action_is_written_for_a_card_player(form: Any, words: str) -> None:
    assert action_text(form) == words
    assert parse_action(f"{words} [card 7H]") == (form, "card 7H")


PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=6)
    | st.sampled_from(["5H", "10D#2", "low", "12", "-3", "007"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=6,
)
KEYS = st.sampled_from(["card", "cards", "melds", "depth", "with", "hand_size", "X", "a b", ""])
TYPES = st.sampled_from(["draw", "take_discard", "Draw", "draw stock", "a_", "", "5"])


@given(st.dictionaries(KEYS, PLAIN, max_size=4), TYPES | PLAIN)
def test_no_action_loses_anything(fields: dict[str, Any], kind: Any) -> None:
    form = {"type": kind, **fields}
    text = action_text(form)
    assert "\n" not in text
    assert parse_action(f"{text} [note (a b)]") == (form, "note (a b)")
    assert parse_action(text) == (form, "")


@pytest.mark.parametrize(
    "text",
    ["", "5H", "discard 5H 6H", "discard (5H", "discard 5H)", "discard 5H,", "take, depth",
     "take, depth 1, depth 2", "take, type 1", "take, depth 1 2", "discard é", "discard 5H [card",
     "discard 5H [card] x", "{", '{"type": "x"', "[1]", "(" * 90_000, '{"a":' * 90_000,
     "take, DEPTH 1"],
)  # fmt: skip
def test_what_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        parse_action(text)


@given(st.text(alphabet=st.characters(), min_size=1))
def test_a_name_stays_as_it_is_on_one_printable_line(name: str) -> None:
    for text in (name_text(name), quoted(name)):
        assert parse_name(text) == name
        assert text.replace("\u200c", "").replace("\u200d", "").isprintable()


def test_a_bengali_name_stays_readable() -> None:
    assert quoted("রহিম ক্\u200cষ") == '"রহিম ক্\u200cষ"'
    assert quoted("\x1b[31m\u202e\u2028") == '"\\u001b[31m\\u202e\\u2028"'


@pytest.fixture(scope="module")
def record() -> Record:
    """The beginning of a match, with everything that a record can hold."""
    whole = laws.make_record(get_game("remi"), random.Random(4))
    nonce = b"n" * 32
    nonces = (nonce, None, None, None)
    seed = shuffle_seed(whole.secret, "m 1", nonces)
    occupants = (
        Occupant(0, 0, "person", player="none", name='a " \\ \u202e  name'),
        Occupant(2, 0, "person"),
        Occupant(3, 0, "cpu", level="greedy", name="cpu"),
        Occupant(1, 0, "cpu", level="random level", player="p,1"),
        Occupant(2, 7, "cpu", level="greedy"),
        Occupant(2, 9, "person", player="p2"),
    )
    promised = (hashlib.sha256(nonce).hexdigest(), "ab" * 32, None, None)
    rest = {"nonces": nonces, "nonce_commitments": promised, "occupants": occupants}
    game = get_game("remi")
    state, _ = game.setup(Options(first_dealer=3), seed)
    actions = []
    for _ in range(40):
        if state.deal_over:
            state, _ = game.advance(state)
        seat = state.to_move
        action = game.choose(game.view(state, seat), "greedy", bytes(32))
        actions.append((seat, game.actions.dump(action)))
        state, _ = game.apply(state, seat, action)
    options = Options(first_dealer=3)
    return replace(
        whole, match="m 1", seed=seed, options=options, actions=tuple(actions), result=None, **rest
    )


def test_all_that_a_record_can_say_survives(record: Record) -> None:
    text = write_text(record)
    assert parse_text(text) == record
    assert dump_record(parse_text(text)) == dump_record(record)
    assert verify_text(text).record == record


def test_spaces_blank_lines_comments_and_line_ends_say_nothing(record: Record) -> None:
    lines = ["\ufeff" + write_text(record).split("\n")[0], *write_text(record).split("\n")[1:]]
    roomy = "\r\n\r\n# a remark\r\n".join(f"{line}  \t" for line in lines)
    assert verify_text(roomy).record == record


def refusal(text: str) -> RuleError:
    with pytest.raises(RuleError) as caught:
        verify_text(text)
    return caught.value


def line_of(text: str, start: str) -> int:
    return next(n for n, line in enumerate(text.split("\n"), 1) if line.startswith(start))


EDITS = [
    ("seed: ", "seed: 00", "wrong_field", {"field": "seed"}),
    ("game: ", "game: whist", "unknown_game", {"game": "whist"}),
    ("game: ", 'game: "', "wrong_field", {"field": "game"}),
    ("secret: ", "secret: " + "00" * 32, "wrong_commitment", {}),
    ("match: ", "match: other", "wrong_seed", {}),
    ("seats: ", "seats: many", "wrong_field", {"field": "seats"}),
    ("first dealer: ", "first dealer: seat 7", "no_such_seat", {"seat": 7}),
    ("first dealer: ", "first dealer: you", "wrong_field", {"field": "options.first_dealer"}),
    ("nonce of seat 0: ", f"nonce of seat 0: {'00' * 32}, commitment none", "wrong_nonce",
     {"seat": 0}),
    ("nonce of seat 3: ", "nonce of seat 3: none", "wrong_field", {"field": "nonces[3]"}),
    ("nonce of seat 2: ", "nonce of seat 3: none, commitment none", "missing_line",
     {"expected": "nonce of seat 2"}),
    ("seat 2, actions 0 to 6", "seat 2, actions 0 to end: person", "wrong_number",
     {"expected": "6"}),
    ("seat 3, actions", "seat 3, actions 0 to end: ghost", "unknown_line", {}),
    ("seat 3, actions", 'seat 3, actions 0 to end: cpu, name "\\x"', "wrong_field",
     {"field": "occupants[2].name"}),
    ("10. ", "11. seat 0: draw stock", "wrong_number", {"expected": 10}),
    ("10. ", "10. seat 9: draw stock", "wrong_field", {"field": "actions[10][0]"}),
    ("10. ", "10. seat 0: draw (stock", "malformed_action", {}),
    ("10. ", "and then Sari drew", "unknown_line", {}),
    ("seat 1 gets", "seat 1 gets cards (AS)", "wrong_line", None),
    ("result: ", "result: totals 1", "wrong_field", {"field": "result.totals"}),
    ("result: ", "result: totals (0 0 0 0), places (1 1 1 1)", "wrong_result", None),
    ("result: ", "result: none after 39 actions", "wrong_number", {"expected": 40}),
    ("result: ", "result: none", "wrong_field", {"field": "result"}),
    ("result: ", "result: totals (0", "wrong_field", {"field": "result"}),
]  # fmt: skip


@pytest.mark.parametrize(("start", "line", "code", "data"), EDITS, ids=[e[1][:40] for e in EDITS])
def test_an_edited_line_is_named(
    record: Record, start: str, line: str, code: str, data: dict[str, Any] | None
) -> None:
    text = write_text(record)
    at = line_of(text, start)
    lines = text.split("\n")
    lines[at - 1] = line
    fault = refusal("\n".join(lines))
    expected_line = line_of(text, "seed: ") if code == "wrong_seed" else at
    if code == "wrong_commitment":
        expected_line = line_of(text, "commitment: ")
    assert (fault.code, fault.data["line"]) == (code, expected_line)
    if data is not None:
        assert {key: value for key, value in fault.data.items() if key != "line"} == data


def test_a_wrong_action_is_named_by_line_and_number(record: Record) -> None:
    text = write_text(record)
    at = line_of(text, "6. seat")
    lines = text.split("\n")
    lines[at - 1] = "6. seat 3: discard KD"
    fault = refusal("\n".join(lines))
    assert (fault.code, fault.data["line"], fault.data["at"]) == ("wrong_action", at, 6)


def test_a_wrong_note_is_named_with_what_the_replay_says(record: Record) -> None:
    text = write_text(record)
    at = line_of(text, "0. seat")
    lines = text.split("\n")
    note = lines[at - 1].partition(" [")[2].rstrip("]")
    lines[at - 1] = lines[at - 1].replace(f" [{note}]", "")
    fault = refusal("\n".join(lines))
    assert (fault.code, fault.data) == ("wrong_line", {"line": at, "expected": note})


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("", "not_a_record", 1),
        ("\n\ndear diary\n", "not_a_record", 3),
        ("meja record, format 3\n", "newer_format", 1),
        ("meja record, format 0\n", "missing_line", 1),
        ("meja record, format \u0661\n", "not_a_record", 1),
        ("meja record, format 1\ngame: remi", "missing_line", 2),
    ],
)
def test_what_is_no_record_of_this_format_is_refused(text: str, code: str, line: int) -> None:
    fault = refusal(text)
    assert (fault.code, fault.data["line"]) == (code, line)
    assert isinstance(fault, FormatError) == (code == "newer_format")


def test_format_nought_is_refused_too(record: Record) -> None:
    fault = refusal(write_text(record).replace("format 2", "format 0", 1))
    assert (fault.code, fault.data) == ("wrong_field", {"line": 1, "field": "format"})


def test_what_follows_the_result_is_refused(record: Record) -> None:
    text = write_text(record)
    fault = refusal(text + "result: none\n")
    assert (fault.code, fault.data) == ("unknown_line", {"line": len(text.split("\n"))})


def test_a_record_that_cannot_be_replayed_is_not_written(record: Record) -> None:
    for odd, code in (
        (replace(record, game="whist"), "unknown_game"),
        (replace(record, options=Options()), "wrong_field"),
        (replace(record, occupants=()), "wrong_field"),
        (replace(record, actions=record.actions[1:]), "wrong_action"),
    ):
        with pytest.raises(RuleError) as caught:
            write_text(odd)
        assert caught.value.code == code


def test_json_and_text_say_the_same(record: Record) -> None:
    assert parse_record(laws.as_wire(dump_record(record))) == parse_text(write_text(record))
