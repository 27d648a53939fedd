"""What all games share: names of cards, the shuffle, the codecs of actions and of the log."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

from games.rules.core.actions import MAX_CARDS, Action, Codec, card_field
from games.rules.core.cards import SINGLE, Pack
from games.rules.core.errors import FormatError, RuleError
from games.rules.core.events import DealLog, Event, LogCodec, Shape
from games.rules.core.game import places
from games.rules.core.shuffle import (
    commitment,
    cpu_key,
    cpu_number,
    drawn_dealer,
    shuffle_seed,
    shuffled,
)

DOCS = Path(__file__).parents[2] / "docs"


def test_the_shuffle_is_the_one_that_the_docs_describe() -> None:
    page = (DOCS / "fair-shuffle.md").read_text()
    told = json.loads(page.split("```json")[1].split("```")[0])
    secret = bytes.fromhex(told["secret"])
    nonces = [None if nonce is None else bytes.fromhex(nonce) for nonce in told["nonces"]]
    seed = shuffle_seed(secret, told["match"], nonces)
    key = cpu_key(seed)
    spades = SINGLE.parse_all(name for name in SINGLE.names if name.endswith("S"))
    assert told == {
        "secret": secret.hex(),
        "commitment": commitment(secret),
        "match": told["match"],
        "nonces": told["nonces"],
        "nonce_commitments": [None if n is None else commitment(n) for n in nonces],
        "seed": seed.hex(),
        "seed_without_nonces": shuffle_seed(secret, told["match"], [None] * 4).hex(),
        "first_dealer": drawn_dealer(seed, 4),
        "deck_of_deal_1": " ".join(SINGLE.name_all(shuffled(range(52), seed, 1))),
        "deck_of_deal_2": " ".join(SINGLE.name_all(shuffled(range(52), seed, 2))),
        "reshuffle_1_of_deal_3": " ".join(SINGLE.name_all(shuffled(spades, seed, 3, 1))),
        "cpu_key": key.hex(),
        "cpu_number": f"{cpu_number(key, 1, 2, 0, 3):064x}",
    }


def test_a_shuffle_puts_every_card_everywhere_equally_often() -> None:
    counts = [[0] * 5 for _ in range(5)]
    for deal in range(1, 2001):
        for place, card in enumerate(shuffled(range(5), bytes(32), deal)):
            counts[place][card] += 1
    assert all(320 < count < 480 for row in counts for count in row)


def test_names_tell_twins_and_jokers_apart() -> None:
    ladder = Pack(copies=2, jokers=3)
    assert ladder.size == len(set(ladder.names)) == 107
    assert ladder.names[0] == "AS#1"
    assert ladder.names[52] == "AS#2"
    assert ladder.names[-1] == "JK#3"
    assert Pack(jokers=1).names[-1] == "JK"
    for pack in (SINGLE, ladder):
        assert pack.parse_all(pack.names) == tuple(range(pack.size))
    for wrong in ("1S", "as", "", None, 3, ["AS"], "AS#1"):
        with pytest.raises(RuleError, match="unknown_card"):
            SINGLE.parse(wrong)


def test_equal_results_share_a_place() -> None:
    assert places([30, 50, 50, -5]) == (3, 1, 1, 4)


@dataclass(frozen=True, slots=True)
class Lay(Action):
    type: ClassVar[str] = "lay"
    melds: tuple[tuple[int, ...], ...] = card_field(wire="groups")
    end: str | None = None
    times: int = 1


CODEC = Codec(SINGLE, [Lay])


def test_an_action_goes_to_the_wire_and_back() -> None:
    action = Lay(((0, 1), (2,)), end="low", times=2)
    form = CODEC.dump(action)
    assert form == {"type": "lay", "groups": [["AS", "2S"], ["3S"]], "end": "low", "times": 2}
    assert CODEC.parse(json.loads(json.dumps(form))) == action
    assert CODEC.parse({"type": "lay", "groups": []}) == Lay(())
    assert "end" not in CODEC.dump(Lay(()))


@pytest.mark.parametrize(
    ("form", "code"),
    [
        (None, "malformed_action"),
        ([], "malformed_action"),
        ({}, "unknown_action"),
        ({"type": "fly"}, "unknown_action"),
        ({"type": ["lay"]}, "unknown_action"),
        ({"type": "lay"}, "missing_field"),
        ({"type": "lay", "groups": None}, "missing_field"),
        ({"type": "lay", "groups": [], "melds": []}, "unknown_field"),
        ({"type": "lay", "groups": "AS"}, "wrong_field"),
        ({"type": "lay", "groups": ["AS"]}, "wrong_field"),
        ({"type": "lay", "groups": [["AS"] * (MAX_CARDS + 1)]}, "wrong_field"),
        ({"type": "lay", "groups": [["1S"]]}, "unknown_card"),
        ({"type": "lay", "groups": [[0]]}, "unknown_card"),
        ({"type": "lay", "groups": [], "times": True}, "wrong_field"),
        ({"type": "lay", "groups": [], "times": 1.0}, "wrong_field"),
        ({"type": "lay", "groups": [], "times": 10**9}, "wrong_field"),
        ({"type": "lay", "groups": [], "end": "x" * 33}, "wrong_field"),
    ],
)
def test_a_wrong_form_is_refused_with_its_code(form: Any, code: str) -> None:
    with pytest.raises(RuleError) as caught:
        CODEC.parse(form)
    assert caught.value.code == code
    json.dumps(dict(caught.value.data))


LOG = LogCodec(
    SINGLE,
    (
        Shape("drew"),
        Shape("took", (("depth", "int"), ("card", "card"), ("with", "cards"))),
        Shape("closed", (("melds", "melds"),)),
    ),
)
EVENTS = (
    Event("drew", 3, private={"card": "AS"}),
    Event("told", None, {"words": ["অ", None, 3]}),
    Event("took", 0, {"depth": 2, "card": "KC", "with": ["AS", "10H"]}),
    Event("closed", 1, {"melds": [["AS", "AH", "AD"], []]}),
    Event("drew", None),
)


def test_the_log_gives_the_public_forms_back_and_is_small() -> None:
    log = DealLog(LOG).add(EVENTS[:2]).add(EVENTS[2:])
    assert list(log) == [event.public() for event in EVENTS]
    assert len(LOG.pack(EVENTS[:1])) == 1
    assert len(LOG.pack(EVENTS[2:3])) == 6


def test_a_cut_log_is_refused() -> None:
    whole = LOG.pack(EVENTS[1:4])
    borders = {0, len(LOG.pack(EVENTS[1:2])), len(LOG.pack(EVENTS[1:3]))}
    for size in set(range(len(whole))) - borders:
        with pytest.raises(FormatError, match="damaged_log"):
            list(LOG.unpack(whole[:size]))


def test_a_secret_is_told_to_its_seat_alone() -> None:
    event = EVENTS[0]
    assert event.seen_by(3) == {"type": "drew", "seat": 3, "private": {"card": "AS"}}
    for other in (None, 0):
        assert event.seen_by(other) == {"type": "drew", "seat": 3}
