"""The golden playthroughs hold, every game has one, and no damage to one goes unseen."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.core.errors import RuleError
from games.rules.core.record import (
    Record,
    dump_record,
    parse_record,
    parse_text,
    replay_deals,
    verify_text,
    write_text,
)
from games.rules.core.registry import get_game
from tests.records.golden import FOLDER, first_held_move, golden_path, golden_record, own_games
from tests.rules.laws import as_wire

GAMES = own_games()


@cache
def golden(name: str) -> str:
    """The golden playthrough of a game."""
    return golden_path(name).read_text(encoding="utf-8")


def test_every_game_has_a_golden_playthrough_and_no_other_is_kept() -> None:
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_playthrough_replays_to_the_letter(name: str) -> None:
    text = golden(name)
    replayed = verify_text(text)
    assert replayed.outcome is not None
    assert replayed.dealer_drawn
    assert len(replayed.deals) > 1
    assert write_text(parse_text(text)) == text
    assert parse_record(as_wire(dump_record(replayed.record))) == replayed.record


def test_the_generator_plays_a_match_of_that_kind() -> None:
    made, kept = golden_record(get_game("remi")), parse_text(golden("remi"))
    assert verify_text(write_text(made)).outcome == made.result
    lowered = (first_held_move(kept.actions),)
    assert replace(made, actions=kept.actions, result=kept.result, lowered=lowered) == kept


def test_a_field_that_is_null_survives_and_is_checked() -> None:
    record = parse_text(golden("rummy500"))
    odd = replace(
        record,
        actions=tuple(
            (
                seat,
                {**form, "end": None} if form["type"] == "layoff" and "end" not in form else form,
            )
            for seat, form in record.actions
        ),
    )
    assert odd != record
    text = write_text(odd)
    assert '"end": null} [' in text
    assert verify_text(text).record == odd


@pytest.mark.parametrize("name", GAMES)
def test_the_text_of_format_1_is_still_read_and_names_no_level(name: str) -> None:
    old = golden(name).replace("format 2", "format 1", 1)
    with pytest.raises(RuleError) as caught:
        verify_text(old)
    assert caught.value.code == "wrong_field"
    line = old.split("\n")[caught.value.data["line"] - 1]
    assert ", level easy: " in line
    record = verify_text(old.replace(", level easy: ", ": ")).record
    assert (record.format, record.lowered) == (1, ())


@pytest.mark.parametrize("name", GAMES)
def test_the_last_deals_scores_cannot_be_left_out(name: str) -> None:
    lines = golden(name).split("\n")
    last = max(n for n, line in enumerate(lines) if " ended: " in line)
    scores = lines.pop(last)
    with pytest.raises(RuleError) as caught:
        verify_text("\n".join(lines))
    result = 1 + next(n for n, line in enumerate(lines) if line.startswith("result: "))
    assert (caught.value.code, caught.value.data) == (
        "wrong_line",
        {"line": result, "expected": scores[:200]},
    )


def test_the_example_of_the_docs_is_this_match() -> None:
    page = (Path(__file__).parents[2] / "docs" / "record.md").read_text(encoding="utf-8")
    example = page.partition("```text\n")[2].partition("```")[0].splitlines()
    rows = golden("remi").splitlines()
    shown = [line for line in example if line != "…"]
    assert len(shown) > 20
    assert [line for line in shown if line not in rows] == []


@cache
def beginning(name: str) -> str:
    """The golden match broken off soon after its first deal, as text."""
    record = parse_text(golden(name))
    first = next(iter(replay_deals(get_game(name), record)))
    size = max(len(first.steps), record.occupants[-1].from_action) + 5
    return write_text(replace(record, actions=record.actions[:size], result=None))


CHARACTERS = st.sampled_from('0123456789AKQJSHDC#()[],.: "nx-') | st.characters(codec="utf-8")


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """`text` with one line deleted, doubled, moved or edited, or cut anywhere."""
    lines = text.split("\n")
    at = draw(st.integers(0, len(lines) - 1))
    line = lines[at]
    kind = draw(st.sampled_from(("delete", "double", "swap", "cut", "put", "drop", "word", "copy")))
    if kind == "delete":
        del lines[at]
    elif kind == "double":
        lines.insert(at, line)
    elif kind == "swap":
        other = draw(st.integers(0, len(lines) - 1))
        lines[at], lines[other] = lines[other], line
    elif kind == "copy":
        lines[at] = lines[draw(st.integers(0, len(lines) - 1))]
    elif kind == "cut":
        return text[: draw(st.integers(0, len(text)))]
    elif kind == "word":
        words = line.split(" ")
        others = lines[draw(st.integers(0, len(lines) - 1))].split(" ")
        words[draw(st.integers(0, len(words) - 1))] = draw(st.sampled_from(others))
        lines[at] = " ".join(words)
    else:
        place = draw(st.integers(0, len(line)))
        put = draw(CHARACTERS) if kind == "put" else ""
        lines[at] = line[:place] + put + line[place + 1 :]
    return "\n".join(lines)


def without_claims(record: Record) -> Record:
    """`record` without what nothing in it proves: who sat where, at which level, and unrevealed
    promises."""
    promised = tuple(
        None if nonce is None else promise
        for nonce, promise in zip(record.nonces, record.nonce_commitments, strict=True)
    )
    return replace(record, occupants=(), nonce_commitments=promised, lowered=())


def check_damage(whole: str, text: str) -> None:
    """`text` is refused with a place and a code, or means the same as `whole`."""
    try:
        found = verify_text(text).record
    except RuleError as fault:
        line = fault.data.get("line")
        assert isinstance(line, int)
        assert 1 <= line <= max(1, text.count("\n") + 1)
        return
    assert without_claims(found) == without_claims(parse_text(whole))


@pytest.mark.parametrize("name", GAMES)
def test_no_damage_goes_unseen(name: str) -> None:
    @settings(max_examples=200, deadline=None)
    @given(damaged(beginning(name)))
    def check(text: str) -> None:
        check_damage(beginning(name), text)

    check()


@pytest.mark.parametrize("name", GAMES)
def test_no_damage_to_a_whole_match_goes_unseen(name: str) -> None:
    @settings(max_examples=25, deadline=None)
    @given(damaged(golden(name)))
    def check(text: str) -> None:
        check_damage(golden(name), text)

    check()


@pytest.mark.parametrize("name", GAMES)
def test_no_line_can_be_left_out(name: str) -> None:
    whole = beginning(name)
    lines = whole.split("\n")
    for at, line in enumerate(lines):
        if line:
            with pytest.raises(RuleError) as caught:
                verify_text("\n".join(lines[:at] + lines[at + 1 :]))
            assert isinstance(caught.value.data["line"], int)
