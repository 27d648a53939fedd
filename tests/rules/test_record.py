"""Records: the form is closed, a replay redoes everything and finds what was changed."""

import hashlib
import random
from dataclasses import replace
from typing import Any

import pytest

from games.rules.core.errors import FormatError, RuleError
from games.rules.core.game import Options
from games.rules.core.record import Record, dump_record, parse_record, replay
from games.rules.core.registry import all_games, get_game
from games.rules.core.shuffle import shuffle_seed
from tests.rules import laws


@pytest.fixture(scope="module", params=sorted(all_games()))
def record(request: pytest.FixtureRequest) -> Record:
    return laws.make_record(get_game(request.param), random.Random(1))


def refusal(record: Record) -> RuleError:
    with pytest.raises(RuleError) as caught:
        replay(record)
    return caught.value


def test_a_record_survives_json_and_replays_to_the_same_end(record: Record) -> None:
    parsed = parse_record(laws.as_wire(dump_record(record)))
    assert parsed == record
    replayed = replay(parsed)
    assert replayed.outcome == record.result
    assert sum(len(deal.steps) for deal in replayed.deals) == len(record.actions)
    assert [deal.number for deal in replayed.deals] == list(range(1, len(replayed.deals) + 1))
    assert replayed.dealer_drawn


def test_a_match_that_was_broken_off_replays_as_far_as_it_went(record: Record) -> None:
    cut = replace(record, actions=record.actions[:7], result=None)
    assert replay(cut).outcome is None
    assert refusal(replace(cut, result=record.result)).code == "wrong_result"
    assert refusal(replace(record, result=None)).code == "wrong_result"


def test_another_secret_is_found(record: Record) -> None:
    assert refusal(replace(record, secret=bytes(32))).code == "wrong_commitment"


def test_another_seed_is_found(record: Record) -> None:
    assert refusal(replace(record, seed=bytes(32))).code == "wrong_seed"
    assert refusal(replace(record, match="another-match")).code == "wrong_seed"


def test_a_nonce_is_checked_against_its_commitment_and_enters_the_seed(record: Record) -> None:
    nonce = b"n" * 32
    rest = (None,) * (len(record.nonces) - 1)
    promised = (hashlib.sha256(nonce).hexdigest(), *rest)
    told = replace(record, nonce_commitments=promised, nonces=(nonce, *rest))
    assert refusal(told).code == "wrong_seed"
    mixed = replace(told, seed=shuffle_seed(record.secret, record.match, told.nonces))
    assert refusal(mixed).code in {"wrong_action", "wrong_result"}
    wrong = replace(told, nonces=(b"m" * 32, *rest))
    assert (refusal(wrong).code, refusal(wrong).data) == ("wrong_nonce", {"seat": 0})


def test_an_action_that_is_not_legal_is_named(record: Record) -> None:
    actions = list(record.actions)
    actions[4] = ((actions[4][0] + 1) % len(record.nonces), actions[4][1])
    found = refusal(replace(record, actions=tuple(actions)))
    assert (found.code, found.data["at"]) == ("wrong_action", 4)
    assert found.data["reason"] == "not_your_turn"
    actions[4] = (record.actions[4][0], {"type": "conjure"})
    assert refusal(replace(record, actions=tuple(actions))).data["reason"] == "unknown_action"


def test_actions_after_the_end_and_another_result_are_found(record: Record) -> None:
    longer = replace(record, actions=(*record.actions, record.actions[0]))
    assert refusal(longer).code == "actions_after_end"
    assert refusal(longer).data == {"at": len(record.actions)}
    assert record.result is not None
    totals = (record.result.totals[0] + 5, *record.result.totals[1:])
    changed = replace(record, result=replace(record.result, totals=totals))
    assert refusal(changed).code == "wrong_result"


def test_another_first_dealer_is_found(record: Record) -> None:
    dealer = record.options.first_dealer
    assert dealer is not None
    other = replace(record, options=Options(first_dealer=(dealer + 1) % len(record.nonces)))
    assert refusal(other).code == "wrong_action"
    assert refusal(replace(record, options=Options())).code == "wrong_first_dealer"


def test_lists_and_occupants_must_fit_the_seats(record: Record) -> None:
    first = record.occupants[0]
    for wrong in (
        replace(record, nonces=record.nonces[1:]),
        replace(record, occupants=record.occupants[1:]),
        replace(record, occupants=(replace(first, from_action=1), *record.occupants[1:])),
        replace(record, occupants=(*record.occupants, first)),
        replace(record, occupants=(*record.occupants, replace(first, seat=7, from_action=1))),
        replace(
            record,
            occupants=(*record.occupants, replace(first, from_action=len(record.actions) + 1)),
        ),
    ):
        assert refusal(wrong).code == "wrong_field"
    later = replace(first, from_action=9, kind="person", player="p-1", level=None)
    assert replay(replace(record, occupants=(*record.occupants, later)))


@pytest.mark.parametrize(
    ("path", "value", "code", "field"),
    [
        (("extra",), 1, "unknown_field", "extra"),
        (("secret",), ..., "missing_field", "secret"),
        (("secret",), "ab", "wrong_field", "secret"),
        (("seed",), "G" * 64, "wrong_field", "seed"),
        (("match",), "", "wrong_field", "match"),
        (("options", "first_dealer"), True, "wrong_field", "options.first_dealer"),
        (("options", "other"), 1, "unknown_field", "options.other"),
        (("actions", 0), [0], "wrong_field", "actions[0]"),
        (("actions", 0), [9, {}], "wrong_field", "actions[0][0]"),
        (("actions", 0), [0, []], "wrong_field", "actions[0][1]"),
        (("occupants", 1, "kind"), "ghost", "wrong_field", "occupants[1].kind"),
        (("occupants", 1, "shoe"), 1, "unknown_field", "occupants[1].shoe"),
        (("occupants", 1, "player"), ..., "missing_field", "occupants[1].player"),
        (("nonces", 0), "00", "wrong_field", "nonces[0]"),
        (("result", "places", 0), 0, "wrong_field", "result.places[0]"),
        (("format",), "1", "wrong_field", "format"),
    ],
)
def test_the_form_is_closed(
    record: Record, path: tuple[Any, ...], value: Any, code: str, field: str
) -> None:
    form: Any = laws.as_wire(dump_record(record))
    place = form
    for key in path[:-1]:
        place = place[key]
    if value is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    with pytest.raises(RuleError) as caught:
        parse_record(form)
    assert (caught.value.code, caught.value.data["field"]) == (code, field)


def test_what_is_no_record_is_refused_and_a_newer_one_named(record: Record) -> None:
    for wrong in (None, [], "record", 1):
        with pytest.raises(RuleError, match="wrong_field"):
            parse_record(wrong)
    form = laws.as_wire(dump_record(record))
    form["format"] = 3
    with pytest.raises(FormatError, match="newer_format"):
        parse_record(form)
