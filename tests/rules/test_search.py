"""The player that thinks ahead: what it deals, what it counts, and what it answers."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest

from games.rules.core.actions import Action
from games.rules.core.cardsets import cards_in, mask_of
from games.rules.core.cpus import OFFERED, offered
from games.rules.core.dice import Dice
from games.rules.core.hidden import hidden_cards
from games.rules.core.playout import Core, Ending, Position
from games.rules.core.registry import all_games
from games.rules.core.search import Search

KEY = bytes(32)


def dealt(rounds: int, **more: Any) -> list[tuple[list[int], list[int]]]:
    """Cards 0 to 11: seat 0 holds 0 and 1, seat 1 is known to hold 2, 11 lies open."""
    hidden = hidden_cards([0b11, 0b100, 0], [2, 3, 3], 1 << 11, (1 << 12) - 1)
    return [hidden.deal(Dice(n), **more) for n in range(rounds)]


def test_hidden_cards_are_dealt_whole_and_known_ones_stay() -> None:
    for hands, rest in dealt(50):
        assert hands[0] == 0b11
        assert hands[1] & 0b100
        assert [hand.bit_count() for hand in hands] == [2, 3, 3]
        everything = [card for hand in hands for card in cards_in(hand)] + rest
        assert sorted(everything) == list(range(11))


def test_every_hidden_card_is_as_likely_everywhere() -> None:
    places: Counter[tuple[int, str]] = Counter()
    for hands, rest in dealt(4000):
        places.update((card, "one") for card in cards_in(hands[1] & ~0b100))
        places.update((card, "two") for card in cards_in(hands[2]))
        places.update((card, "top") for card in rest[-1:])
    for card in range(3, 11):
        assert 860 < places[card, "one"] < 1140  # 2 of 8
        assert 1350 < places[card, "two"] < 1650  # 3 of 8
        assert 400 < places[card, "top"] < 600  # 1 of 8


def test_likelier_hands_are_dealt_more_often() -> None:
    def holds_five(seat: int, hand: int) -> int:
        assert hand.bit_count() == 3
        return 1 if seat == 1 or hand >> 5 & 1 else 0

    held = sum(hands[2] >> 5 & 1 for hands, _ in dealt(400, likelihood=holds_five, tries=12))
    assert held > 330
    none = dealt(50, likelihood=lambda _seat, _hand: 0, tries=4)
    assert all(hand.bit_count() == 3 for hands, _ in none for hand in hands[1:])


@dataclass(frozen=True, slots=True)
class Go(Action):
    number: int = 0


@dataclass(frozen=True, slots=True)
class Look:
    """A view as far as a search asks for it."""

    legal: tuple[Action, ...]
    hand_sizes: tuple[int, ...] = (1, 1)
    deal: int = 1
    turn: int = 1
    step: int = 0


class Spot(Position):
    """Somebody's pick and the world's luck; the deal ends at once."""

    __slots__ = ("luck", "picked")

    def __init__(self, luck: int) -> None:
        self.luck, self.picked, self.moves, self.seat = luck, -1, 0, 0
        self.ending = None

    def copy(self) -> "Spot":
        return Spot(self.luck)

    def make(self, move: int) -> None:
        self.picked = move

    def action(self, move: int) -> Action:
        return Go(move)


class Table:
    """A search over candidates that are worth `values`, and what it was asked."""

    def __init__(self, values: list[int], noise: int = 0) -> None:
        self.values = values
        self.played: list[tuple[int, int, int]] = []
        self.noise = noise
        self.search: Search[Any, Any] = Search(
            core=Core(position=lambda _: Spot(0), policies={"greedy": self.policy}),
            candidates=lambda view, _seat: view.legal,
            worlds=lambda _view, _seat: lambda dice: Spot(dice.below(1000)),
            move=lambda _position, action: action.number,
            worth=lambda _view, seat: lambda ending: ending.scores[seat],
            budget=96,
        )

    def policy(self, spot: Spot, dice: Dice) -> int:
        thrown = dice.below(1000)
        self.played.append((spot.picked, spot.luck, thrown))
        # What chance gives is the same for all: common worlds and common dice.
        worth = self.values[spot.picked] + self.noise * (spot.luck + thrown)
        spot.ending = Ending("over", None, 0, (worth, 0))
        return spot.picked

    def weigh(self, budget: int | None = None) -> list[tuple[int, int]]:
        view = Look(tuple(Go(n) for n in range(len(self.values))))
        found = self.search.weigh(view, 0, KEY, budget)  # type: ignore[arg-type]
        return [(w.action.number, w.worlds) for w in found]  # type: ignore[attr-defined]


def test_the_worse_half_is_dropped_after_each_share_of_the_budget() -> None:
    table = Table([0, 3, 1, 2])
    assert table.weigh() == [(1, 36), (3, 36), (2, 12), (0, 12)]
    assert len(table.played) == 96


def test_chance_is_common_so_that_the_better_is_always_seen() -> None:
    table = Table([0, 1, 0, 0, 0], noise=1000)
    assert table.weigh(20)[0][0] == 1
    by_world: dict[tuple[int, int], set[int]] = {}
    for picked, luck, thrown in table.played:
        by_world.setdefault((luck, thrown), set()).add(picked)
    assert any(len(picked) == 5 for picked in by_world.values())
    assert len(by_world) > 1


def test_equals_go_to_the_one_named_first_and_one_alone_is_not_played() -> None:
    assert Table([7, 7, 7]).weigh()[0][0] == 0
    lonely = Table([7])
    assert lonely.weigh() == [(0, 0)]
    assert lonely.played == []


def test_every_candidate_is_played_whatever_the_budget() -> None:
    table = Table([1, 2, 3])
    assert table.weigh(1)[0][0] == 2
    assert {picked for picked, _, _ in table.played} == {0, 1, 2}


def test_an_answer_depends_on_the_key_and_the_decision_alone() -> None:
    one, two = Table([0, 0], noise=1), Table([0, 0], noise=1)
    one.weigh()
    two.weigh()
    assert one.played == two.played
    view = Look((Go(0), Go(1)), turn=2)
    two.played.clear()
    two.search.weigh(view, 0, KEY)  # type: ignore[arg-type]
    assert one.played != two.played


def test_players_are_offered_what_is_made_for_them() -> None:
    assert offered(["random", "easy", "greedy", "hard", "normal", "normal@1"]) == OFFERED
    assert offered(["highest"]) == ("highest",)
    for game in all_games().values():
        assert set(game.offered_levels) <= set(game.levels)
        assert not {"hard", "normal@1"} & set(game.offered_levels)


@pytest.mark.parametrize("sizes", [[2, 3, 3]])
def test_nothing_is_dealt_that_lies_elsewhere(sizes: list[int]) -> None:
    hidden = hidden_cards([0b11, 0, 0], sizes, 1 << 11 | 1 << 10, (1 << 12) - 1)
    assert hidden.pool == tuple(range(2, 10))
    assert hidden.missing == (0, 3, 3)
    assert mask_of(hidden.pool) & 0b11 == 0
