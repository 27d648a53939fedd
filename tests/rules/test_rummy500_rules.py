"""Rummy 500's turn: what is refused and why, what is listed, and what actions do."""

import random
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from games.rules.core.cards import SINGLE
from games.rules.core.cases import Given
from games.rules.core.errors import RuleError
from games.rules.rummy500 import GAME
from games.rules.rummy500.actions import (
    Decline,
    Discard,
    DrawStock,
    Layoff,
    Meld,
    TakeDiscard,
)
from games.rules.rummy500.cases import position
from games.rules.rummy500.melds import arranged, chosen_end
from games.rules.rummy500.state import Rummy500State
from tests.rules import laws
from tests.rules.rummy500_table import (
    DECLINE,
    DRAW,
    HAND,
    LONG_RUN,
    PILE,
    act,
    add,
    at,
    bound_to,
    lay,
    listed,
    playing,
    take,
    throw,
)


@pytest.mark.parametrize(
    ("state", "form", "code", "data"),
    [
        (at(HAND, PILE), lay("8S 8D 2C"), "draw_first", {}),
        (at(HAND, PILE), add("8S", 0), "draw_first", {}),
        (at(HAND, PILE), throw("2C"), "draw_first", {}),
        (playing(HAND), DRAW, "already_drawn", {}),
        (playing(HAND), take(1), "already_drawn", {}),
        (playing(HAND), DECLINE, "already_drawn", {}),
        (bound_to("8S", "8S 8D 8C 2C"), DRAW, "already_drawn", {}),
        (at(HAND, PILE, stock=0), DRAW, "stock_empty", {}),
        (at(HAND, PILE), DECLINE, "stock_not_empty", {"stock": 10}),
        (at(HAND, PILE), take(0), "no_such_discard", {"depth": 0, "available": 4}),
        (at(HAND, PILE), take(-1), "no_such_discard", {"depth": -1, "available": 4}),
        (at(HAND, PILE), take(5), "no_such_discard", {"depth": 5, "available": 4}),
        (at(HAND, PILE), take(3), "cannot_place_at_once", {"card": "KC", "depth": 3}),
        (playing(HAND), lay("8S 8D 8S"), "card_twice", {"card": "8S"}),
        (playing(HAND), lay("8S 8D 8H"), "card_not_in_hand", {"card": "8H"}),
        (playing(HAND), lay("8S 8D"), "too_few_cards", {"needed": 3, "given": 2}),
        (playing(HAND), lay(""), "too_few_cards", {"needed": 3, "given": 0}),
        (playing(HAND), lay("8S 8D 2C"), "not_a_meld", {"cards": ["8S", "8D", "2C"]}),
        (playing("KS AS 2S 9D"), lay("KS AS 2S"), "not_a_meld", {"cards": ["KS", "AS", "2S"]}),
        (playing(HAND, "5S 6S 7S"), add("8H", 0), "card_not_in_hand", {"card": "8H"}),
        (playing(HAND, "5S 6S 7S"), add("8S", 1), "no_such_meld", {"meld": 1, "melds": 1}),
        (playing(HAND, "5S 6S 7S"), add("8S", -1), "no_such_meld", {"meld": -1, "melds": 1}),
        (playing(HAND, "5S 6S 7S"), add("8D", 0), "does_not_fit", {"card": "8D", "meld": 0}),
        (playing("AH 9C", "KH QH JH"), add("9C", 0), "does_not_fit", {"card": "9C", "meld": 0}),
        (playing(HAND, "5S 6S 7S"), add("8S", 0, "left"), "no_such_end", {"end": "left"}),
        (
            playing(HAND, "5S 6S 7S"),
            add("8S", 0, "low"),
            "wrong_end",
            {"card": "8S", "meld": 0, "end": "low", "ends": ["high"]},
        ),
        (
            playing("8S 2C", "8H 8C 8D"),
            add("8S", 0, "high"),
            "set_has_no_ends",
            {"meld": 0, "end": "high"},
        ),
        (playing(HAND), throw("3C"), "card_not_in_hand", {"card": "3C"}),
        (playing(HAND, blocked="2C"), throw("2C"), "blocked_card", {"card": "2C"}),
        (bound_to("8S", "8S 8D 8C 2C"), throw("2C"), "must_place_first", {"card": "8S"}),
        (
            bound_to("8S", "8S 8D 8C 2C 3C 4C"),
            lay("2C 3C 4C"),
            "must_place_first",
            {"card": "8S"},
        ),
        (
            bound_to("8S", "8S 8D 8C 4H", "5H 6H 7H"),
            add("4H", 0),
            "must_place_first",
            {"card": "8S"},
        ),
        (playing("8S 8D 8C 2C", blocked="2C"), lay("8S 8D 8C"), "dead_end", {"card": "2C"}),
        (playing("4S 9D", "5S 6S 7S", blocked="9D"), add("4S", 0), "dead_end", {"card": "9D"}),
    ],
)
def test_refusals_say_why(state: Rummy500State, form: Any, code: str, data: dict[str, Any]) -> None:
    before = GAME.dump_state(state)
    with pytest.raises(RuleError) as caught:
        act(state, form)
    assert (caught.value.code, dict(caught.value.data)) == (code, data)
    assert GAME.dump_state(state) == before


def test_the_other_seat_and_latecomers_are_refused() -> None:
    with pytest.raises(RuleError) as caught:
        GAME.apply(at(HAND, PILE), 1, DrawStock())
    assert (caught.value.code, dict(caught.value.data)) == ("not_your_turn", {"to_move": 0})
    over, _ = act(at(HAND, PILE, stock=0), DECLINE)
    with pytest.raises(RuleError, match="deal_over"):
        GAME.apply(over, 0, DrawStock())


def test_only_depths_that_can_be_placed_at_once_are_listed() -> None:
    assert listed(at(HAND, PILE)) == ["draw_stock", "take_discard 1", "take_discard 4"]
    assert listed(at("KH 2C", "5D 6D 7D")) == ["draw_stock", "take_discard 1", "take_discard 3"]
    assert listed(at("2C 9D", "7S KD", "4S 5S 6S")) == [
        "draw_stock",
        "take_discard 1",
        "take_discard 2",
    ]
    assert listed(at("2C 9D", "8S 7S KD", "4S 5S 6S", stock=0)) == [
        "take_discard 1",
        "take_discard 2",
        "decline",
    ]


def test_every_meld_layoff_and_discard_is_listed() -> None:
    assert listed(playing("3S 4S 5S 6S 6H 6D", "6C 7C 8C,9H 9D 9C")) == [
        "meld ['3S', '4S', '5S']",
        "meld ['4S', '5S', '6S']",
        "meld ['3S', '4S', '5S', '6S']",
        "meld ['6S', '6H', '6D']",
        *(f"discard {card}" for card in ("3S", "4S", "5S", "6S", "6H", "6D")),
    ]
    assert listed(playing("AH 9S", LONG_RUN)) == [
        "layoff 0 AH low",
        "layoff 0 AH high",
        "discard 9S",
        "discard AH",
    ]


def test_with_a_duty_only_its_card_may_be_placed() -> None:
    assert listed(bound_to("8S", "8S 8D 8C 7S 6S 2C 3C 4C", "8H 9H 10H,9S 10S JS")) == [
        "meld ['6S', '7S', '8S']",
        "meld ['8S', '8D', '8C']",
        "layoff 1 8S",
    ]


def test_a_deep_take_binds_and_the_placement_frees() -> None:
    taken, events = act(at(HAND, f"9C {PILE}"), take(4))
    assert events == [
        {"type": "took", "seat": 0, "depth": 4, "cards": ["8H", "KC", "3S", "QD"]},
    ]
    view = GAME.dump_view(GAME.view(taken, 1))
    assert (view["phase"], view["must_use"], view["blocked"]) == ("must_use", "8H", None)
    assert view["discards"] == ["9C"]
    placed, events = act(taken, lay("8H 8D 8S"))
    assert events == [
        {"type": "melded", "seat": 0, "meld": 0, "kind": "set", "cards": ["8S", "8H", "8D"]}
    ]
    view = GAME.dump_view(GAME.view(placed, 1))
    assert (view["phase"], view["must_use"], view["blocked"]) == ("play", None, None)
    assert view["melds"] == [
        {"type": "set", "cards": ["8S", "8H", "8D"], "placed": [0, 0, 0], "points": 24}
    ]
    after, events = act(placed, throw("QD"))
    assert events == [{"type": "discarded", "seat": 0, "card": "QD"}]
    assert (after.turn, after.step, after.to_move, after.phase) == (2, 0, 1, "draw")


def test_the_top_card_is_blocked_for_its_turn_only() -> None:
    taken, _ = act(at(HAND, PILE), take(1))
    assert (taken.phase, SINGLE.names[taken.blocked or 0]) == ("play", "QD")
    assert "discard QD" not in listed(taken)
    passed, _ = act(taken, throw("2C"))
    assert passed.blocked is None
    back, _ = act(replace(passed, to_move=0), DRAW)
    assert "discard QD" in listed(back)


def test_a_blocked_card_that_is_placed_blocks_no_more() -> None:
    state, _ = act(playing("KS QS JS 2C 3C", blocked="KS"), lay("KS QS JS"))
    assert state.blocked is None
    assert listed(state) == ["discard 2C", "discard 3C"]


def test_only_a_card_that_can_follow_may_be_left_blocked() -> None:
    assert listed(playing("4S 3S", "5S 6S 7S", blocked="3S")) == ["layoff 0 4S", "discard 4S"]
    out, events = act(playing("4S 3S", "5S 6S 7S", blocked="3S"), add("4S", 0), add("3S", 0))
    assert (out.deal_over, events[-1]["reason"]) == (True, "out")
    assert "meld ['5S', '6S', '7S']" in listed(playing("5S 6S 7S 8S", blocked="8S"))
    assert listed(playing("8S 8D 8C 2C", blocked="2C")) == [
        "discard 8S",
        "discard 8D",
        "discard 8C",
    ]


def test_a_layoff_remembers_who_placed_it_and_where() -> None:
    state = playing("8S 2C", "5S 6S 7S")
    theirs = replace(state.melds[0], placed=(1, 1, 1))
    after, events = act(replace(state, melds=(theirs,)), add("8S", 0))
    assert events == [{"type": "laid_off", "seat": 0, "card": "8S", "meld": 0, "end": "high"}]
    view = GAME.dump_view(GAME.view(after, None))
    assert view["melds"] == [
        {"type": "run", "cards": ["5S", "6S", "7S", "8S"], "placed": [1, 1, 1, 0], "points": 26}
    ]
    low, events = act(after, throw("2C"))
    assert low.result is not None
    assert (low.result.placed, low.result.reason) == ((8, 18), "out")


def test_a_layoff_on_a_set_has_no_end() -> None:
    _, events = act(playing("8S 2C", "8H 8C 8D"), add("8S", 0))
    assert events[0]["end"] is None


@pytest.mark.parametrize(("end", "points"), [(None, 99), ("high", 99), ("low", 85)])
def test_the_ace_goes_to_either_end_of_two_to_king(end: str | None, points: int) -> None:
    after, _ = act(playing("AH 9C", LONG_RUN), add("AH", 0, end))
    view = GAME.dump_view(GAME.view(after, 0))
    assert view["melds"][0]["points"] == points  # type: ignore[index, call-overload]


def test_drawn_cards_are_a_secret_and_taken_ones_are_not() -> None:
    drawn, events = act(at(HAND, PILE), DRAW)
    assert "private" in events[0]
    assert GAME.view_log(GAME.view(drawn, 1)) == [{"type": "drew", "seat": 0}]
    hidden = GAME.hidden_from(drawn, 1)
    assert set(SINGLE.parse_all(HAND.split())) < hidden
    taken, _ = act(at(HAND, PILE), take(4))
    assert not GAME.hidden_from(taken, 1) & set(SINGLE.parse_all(PILE.split()))


def spell(state: Rummy500State, action: Any) -> Any:
    """What an action comes to: alike for the ways to ask for the same."""
    if isinstance(action, Meld):
        return frozenset(action.cards)
    if isinstance(action, Layoff):
        meld = state.melds[action.meld]
        return action.meld, action.card, chosen_end(meld, action.card, action.end)
    return action


@pytest.mark.parametrize("number", range(8))
def test_the_list_and_the_check_agree_on_every_action(number: int) -> None:
    rng = random.Random(number)
    for _ in range(12):
        ranks = rng.sample(range(13), 5)
        cards = rng.sample([card for card in range(39) if card % 13 in ranks], 13)
        names = SINGLE.name_all(cards)
        size = rng.randrange(1, 7)
        phase = rng.choice(["draw", "play", "play", "must_use"])
        special = {"must_use": names[0]} if phase == "must_use" else {}
        if phase == "play" and size > 1 and rng.random() < 0.6:
            special = {"blocked": names[0]}
        melds = [["2C", "3C", "4C"]]
        for length in (3, 4):
            for group in combinations(range(size, 13), length):
                kept = {names[n] for n in group}
                found = arranged([cards[n] for n in group])
                if found and not kept & {name for meld in melds for name in meld}:
                    melds.append(SINGLE.name_all(found[1]))
        laid = {name for meld in melds for name in meld}
        given = {
            "hand": names[:size],
            "discard": [name for name in names[size:] if name not in laid] or ["KC"],
            "melds": melds,
            "phase": phase,
            "stock": rng.choice([0, 9]),
            **special,
        }
        state = position(Given(given, SINGLE))
        every: list[Any] = [DrawStock(), Decline(), *map(Discard, range(52))]
        every += [TakeDiscard(depth) for depth in range(15)]
        every += [
            Layoff(meld, card, end)
            for meld in range(len(melds) + 1)
            for card in range(52)
            for end in (None, "low", "high")
        ]
        every += [
            Meld(own)
            for count in range(size + 1)
            for own in combinations(sorted(cards[:size]), count)
        ]
        accepted = [a for a in every if laws.refusal_of(GAME.check, state, 0, a) is None]
        legal = GAME.legal_actions(state, 0)
        assert {spell(state, a) for a in legal} == {spell(state, a) for a in accepted}
        assert len({spell(state, a) for a in legal}) == len(legal)
