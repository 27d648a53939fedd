"""What the rules pages draw is held against the rules: each example, contract and sum."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from games.rules.core.cards import SINGLE, Card, Pack
from games.rules.core.cardsets import mask_of
from games.rules.core.errors import RuleError
from games.rules.ladder import contracts as ladder_contracts
from games.rules.ladder import melds as ladder
from games.rules.ladder.actions import PACK as LADDER
from games.rules.remi import combinations as remi
from games.rules.rummy500 import melds as rummy500

GAMES = Path(__file__).parents[2] / "frontend/src/games"
Groups = list[list[str]]


def blocks(game: str) -> Iterator[dict[str, Any]]:
    """The blocks of a game's English page; the page's own test holds the others equal to it."""
    page = json.loads((GAMES / game / "rules/en.json").read_text(encoding="utf-8"))
    for section in page["sections"]:
        yield from section["blocks"]


def groups_in(drawing: str) -> Groups:
    """The names of a drawing's cards, a lifted one with its ``!``, group by group."""
    return [group.split() for group in drawing.split("|")]


def parsed(pack: Pack, words: list[str]) -> list[Card]:
    """The cards that `words` draw; the first twin where a pack has two and none is named."""
    names = [word.rstrip("!").partition("=")[0] for word in words]
    return [pack.parse(name if name in pack.names else f"{name}#1") for name in names]


def remi_combinations(groups: Groups) -> bool:
    return all(remi.kind_of(parsed(SINGLE, group)) for group in groups)


def remi_hand(groups: Groups) -> bool:
    """Whether all the cards of one hand count plus (RM-6, RM-7, RM-15, RM-16)."""
    cards = [card for group in groups for card in parsed(SINGLE, group)]
    return remi.score(mask_of(cards), ()) == sum(map(remi.value, cards))


def rummy500_melds(groups: Groups) -> bool:
    return all(rummy500.arranged(parsed(SINGLE, group)) for group in groups)


def rummy500_layoff(groups: Groups) -> bool:
    (words,) = groups
    (card,) = parsed(SINGLE, [word for word in words if word.endswith("!")])
    kind, cards = rummy500.arranged([c for c in parsed(SINGLE, words) if c != card]) or ("set", ())
    assert cards, f"{words} does not lie on a meld"
    return bool(rummy500.fitting(kind, cards) >> card & 1)


def _ladder_melds(groups: Groups) -> list[ladder.Meld]:
    return [ladder.new_meld(parsed(LADDER, group), owner=0) for group in groups]


def ladder_kind(kind: str) -> Callable[[Groups], bool]:
    def holds(groups: Groups) -> bool:
        try:
            (meld,) = _ladder_melds(groups)
        except RuleError:
            return False
        said = [word.rstrip("!").partition("=")[2] for word in groups[0]]
        stands = zip(said, meld.represents, strict=True)
        assert all(as_ in ("", face) for as_, face in stands), f"{groups} draws {meld.represents}"
        return meld.kind == kind

    return holds


def ladder_layoff(groups: Groups) -> bool:
    (words,) = groups
    place = next(n for n, word in enumerate(words) if word.endswith("!"))
    assert place in (0, len(words) - 1), f"{words}: laid off at an end"
    (meld,) = _ladder_melds([words[:place] + words[place + 1 :]])
    (card,) = parsed(LADDER, [words[place]])
    return ("high" if place else "low") in ladder.ends_for(meld, card)


def ladder_contract(rung: int) -> Callable[[Groups], bool]:
    def holds(groups: Groups) -> bool:
        try:
            ladder_contracts.check_contract(rung, _ladder_melds(groups))
        except RuleError:
            return False
        return True

    return holds


HOLDS: dict[str, dict[str, Callable[[Groups], bool]]] = {
    "remi": {"combination": remi_combinations, "hand": remi_hand},
    "rummy500": {"meld": rummy500_melds, "layoff": rummy500_layoff},
    "ladder": {
        "group": ladder_kind("group"),
        "run": ladder_kind("run"),
        "layoff": ladder_layoff,
        "contract 1": ladder_contract(1),
    },
}


@pytest.mark.parametrize("game", HOLDS)
def test_every_example_is_what_its_page_says(game: str):
    told = {True: 0, False: 0}
    for block in blocks(game):
        for example in block.get("examples", ()):
            holds = HOLDS[game][block["rule"]](groups_in(example["cards"]))
            assert holds == example["valid"], example
            told[example["valid"]] += 1
    assert min(told.values()) >= 4


def test_ladders_ten_contracts_are_drawn_as_they_are():
    (table,) = [block for block in blocks("ladder") if len(block.get("rows", ())) == 10]
    for rung, (number, contract, size) in enumerate(table["rows"], start=1):
        groups = groups_in(contract["cards"])
        needs = ladder_contracts.contract_of(rung)
        assert number == str(rung)
        assert ladder_contract(rung)(groups), contract
        assert int(size) == sum(need.size for need in needs) == sum(map(len, groups))
        told = [f"{need.kind} of {need.size}" for need in needs]
        assert contract["text"].lower() == " + ".join(told)


def _sums(game: str) -> list[dict[str, Any]]:
    sums = [block for block in blocks(game) if block["kind"] == "sum"]
    assert sums
    return sums


def test_remis_sums_come_out_as_the_rules_count():
    for block in _sums("remi"):
        rows = [(parsed(SINGLE, row["cards"].split()), row["points"]) for row in block["rows"]]
        closing = rows.pop()[0] if block["rule"] == "close" else []
        hand = [card for cards, _ in rows for card in cards]
        bonus = sum(10 * remi.value(card) for card in closing)
        assert remi.score(mask_of(hand), ()) + bonus == block["total"], block["title"]
        for cards, points in rows:
            assert abs(points) == sum(map(remi.value, cards))


def test_rummy500s_sum_comes_out_as_the_rules_count():
    for block in _sums("rummy500"):
        for row in block["rows"]:
            cards = parsed(SINGLE, row["cards"].split())
            kind, ordered = rummy500.arranged(cards) or ("set", tuple(cards))
            worth = sum(rummy500.card_points(kind, ordered))
            assert row["points"] == (worth if row["points"] > 0 else -worth), row


def test_ladders_sum_comes_out_as_the_rules_count():
    for block in _sums("ladder"):
        for row in block["rows"]:
            assert row["points"] == ladder.penalty(parsed(LADDER, row["cards"].split())), row
