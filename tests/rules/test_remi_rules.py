"""Remi's turn: what is refused and why, what actions do, and how deals end."""

import random
from itertools import combinations
from typing import Any

import pytest

from games.rules.core.cards import SINGLE
from games.rules.core.cases import Given
from games.rules.core.errors import RuleError
from games.rules.remi import GAME
from games.rules.remi.actions import CODEC, Close, Decline, Discard, DrawStock, TakeDiscard
from games.rules.remi.cases import position
from games.rules.remi.scoring import next_dealer
from games.rules.remi.state import RemiState
from tests.rules import laws

HAND = "5H 6H 9S 9H KC 2D AS"


def at(
    hand: str, discard: str = "", table: str = "", phase: str = "draw", stock: int = 10
) -> RemiState:
    """A position with seat 0 to move; melds of `table` are separated by commas."""
    return position(
        Given(
            {
                "phase": phase,
                "hand": hand.split(),
                "discard": discard.split(),
                "table": [meld.split() for meld in table.split(",") if meld],
                "stock": stock,
            },
            SINGLE,
        )
    )


def take(depth: int, own: str) -> dict[str, Any]:
    return {"type": "take_discard", "depth": depth, "with": own.split()}


def throw(card: str) -> dict[str, Any]:
    return {"type": "discard", "card": card}


def close(card: str) -> dict[str, Any]:
    return {"type": "close", "card": card}


DRAW = {"type": "draw_stock"}
DECLINE = {"type": "decline"}


def act(state: RemiState, form: Any, seat: int = 0) -> tuple[RemiState, list[dict[str, Any]]]:
    after, events = GAME.apply(state, seat, CODEC.parse(form))
    return after, [dict(event.seen_by(seat)) for event in events]


@pytest.mark.parametrize(
    ("state", "form", "code", "data"),
    [
        (at(HAND), throw("AS"), "draw_first", {}),
        (at(HAND), close("AS"), "draw_first", {}),
        (at(HAND, phase="discard"), DRAW, "already_drawn", {}),
        (at(HAND, "7H", phase="discard"), take(1, "5H 6H"), "already_drawn", {}),
        (at(HAND, phase="discard"), DECLINE, "already_drawn", {}),
        (at(HAND, "7H", stock=0), DRAW, "stock_empty", {}),
        (at(HAND, "7H"), DECLINE, "stock_not_empty", {"stock": 10}),
        (at(HAND), take(1, "5H 6H"), "no_such_discard", {"depth": 1, "available": 0}),
        (at(HAND, "7H"), take(0, "5H 6H"), "no_such_discard", {"depth": 0, "available": 1}),
        (at(HAND, "7H"), take(-1, "5H 6H"), "no_such_discard", {"depth": -1, "available": 1}),
        (
            at(HAND, "7H 2S 3C 4C"),
            take(4, "5H 6H"),
            "no_such_discard",
            {"depth": 4, "available": 3},
        ),
        (at(HAND, "7H"), take(1, "6H 8H"), "card_not_in_hand", {"card": "8H"}),
        (at(HAND, "7H"), take(1, "6H 6H"), "card_twice", {"card": "6H"}),
        (at(HAND, "7H 4H"), take(2, "6H 4H"), "one_discard_only", {"card": "4H"}),
        (at(HAND, "7H"), take(1, "6H 7H"), "one_discard_only", {"card": "7H"}),
        (at(HAND, "7H"), take(1, "6H"), "too_few_own_cards", {"needed": 2, "given": 1}),
        (at(HAND, "7H"), take(1, ""), "too_few_own_cards", {"needed": 2, "given": 0}),
        (
            at(HAND, "7S"),
            take(1, "5H 6H"),
            "not_a_combination",
            {"cards": ["5H", "6H", "7S"]},
        ),
        (at(HAND, "9D"), take(1, "9S 9H"), "set_needs_sequence", {}),
        (at("7H 8H 9H 9S KC", "9D"), take(1, "9S 9H"), "set_needs_sequence", {}),
        (at("9S 9H", "9D", "2C 3C 4C"), take(1, "9S 9H"), "no_card_left_to_discard", {}),
        (at(HAND, phase="discard"), throw("3C"), "card_not_in_hand", {"card": "3C"}),
        (at(HAND, phase="discard"), close("3C"), "card_not_in_hand", {"card": "3C"}),
        (
            at("4H 5H 6H 9S 9H 9D KC 2C", phase="discard"),
            close("KC"),
            "cards_left_over",
            {"cards": ["2C"]},
        ),
        (at("9S 9H 9D KC", phase="discard"), close("KC"), "close_needs_sequence", {}),
        (
            at("KC", table="9S 9H 9D", phase="discard"),
            throw("KC"),
            "close_needs_sequence",
            {},
        ),
    ],
)
def test_refusals_say_why(state: RemiState, form: Any, code: str, data: dict[str, Any]) -> None:
    with pytest.raises(RuleError) as caught:
        act(state, form)
    assert (caught.value.code, dict(caught.value.data)) == (code, data)


def test_others_and_latecomers_are_refused() -> None:
    with pytest.raises(RuleError) as caught:
        act(at(HAND), DRAW, seat=2)
    assert (caught.value.code, dict(caught.value.data)) == ("not_your_turn", {"to_move": 0})
    over, _ = act(at("AS", table="2C 3C 4C", phase="discard"), close("AS"))
    with pytest.raises(RuleError, match="deal_over"):
        act(over, DRAW)


def listed(state: RemiState) -> list[str]:
    return [
        " ".join(str(part) for part in CODEC.dump(action).values())
        for action in GAME.legal_actions(state, 0)
    ]


def test_the_legal_list_holds_every_way_to_take_and_no_other() -> None:
    state = at("5H 6H 8H 9S 9H 9D 2C", "7H 9C 3S")
    assert listed(state) == [
        "draw_stock",
        "take_discard 3 ['5H', '6H']",
        "take_discard 3 ['6H', '8H']",
        "take_discard 3 ['8H', '9H']",
        "take_discard 3 ['5H', '6H', '8H']",
        "take_discard 3 ['6H', '8H', '9H']",
        "take_discard 3 ['5H', '6H', '8H', '9H']",
    ]


def test_sets_are_listed_once_there_is_a_sequence() -> None:
    without = at("9S 9H 9D 2C", "9C")
    assert listed(without) == ["draw_stock"]
    state = at("9S 9H 9D 2C", "9C", "2S 3S 4S")
    assert listed(state)[1:] == [
        "take_discard 1 ['9S', '9H']",
        "take_discard 1 ['9S', '9D']",
        "take_discard 1 ['9H', '9D']",
        "take_discard 1 ['9S', '9H', '9D']",
    ]


def test_closing_is_listed_after_the_discards() -> None:
    state = at("4H 5H 6H KC", phase="discard")
    assert listed(state) == ["discard 4H", "discard 5H", "discard 6H", "discard KC", "close KC"]


def test_a_take_lays_picks_up_and_tells_all_of_it() -> None:
    after, events = act(at(HAND, "4D 7H KD 2C"), take(3, "6H 5H"))
    assert events == [
        {
            "type": "took",
            "seat": 0,
            "depth": 3,
            "card": "7H",
            "with": ["5H", "6H"],
            "picked": ["KD", "2C"],
        }
    ]
    view = GAME.dump_view(GAME.view(after, 0))
    assert view["table"] == [[["5H", "6H", "7H"]], [], [], []]
    assert view["discards"] == {"top": ["4D"], "count": 1}
    assert (view["phase"], view["step"], view["to_move"]) == ("discard", 1, 0)
    assert sorted(view["hand"]) == sorted(["9S", "9H", "KC", "2D", "AS", "KD", "2C"])  # type: ignore[arg-type]


def test_picked_cards_are_no_secret_and_drawn_ones_are() -> None:
    after, _ = act(at(HAND, "7H KD 2C"), take(3, "6H 5H"))
    hidden = SINGLE.name_all(sorted(GAME.hidden_from(after, 2)))
    assert {"KD", "2C"}.isdisjoint(hidden)
    assert {"KC", "AS"} <= set(hidden)
    drawn, _ = GAME.apply(at(HAND), 0, CODEC.parse(DRAW))
    assert len(GAME.hidden_from(drawn, 2)) == 7 + 10
    assert len(GAME.hidden_from(drawn, 0)) == 9


def test_only_the_drawing_seat_learns_the_card() -> None:
    _, events = GAME.apply(at(HAND), 0, CODEC.parse(DRAW))
    assert events[0].seen_by(1) == {"type": "drew", "seat": 0}
    assert "private" in events[0].seen_by(0)


def test_the_view_shows_three_discards_and_the_count() -> None:
    view = GAME.dump_view(GAME.view(at(HAND, "2C 3C 4C 5C 6C"), 0))
    assert view["discards"] == {"top": ["4C", "5C", "6C"], "count": 5}


def test_a_close_lays_the_rest_and_scores_all_four() -> None:
    state = at("4H 5H 6H 9S 9H 9D 9C AS", phase="discard")
    after, events = act(state, close("AS"))
    assert [event["type"] for event in events] == ["closed", "deal_ended"]
    assert events[0]["melds"] == [["4H", "5H", "6H"], ["9S", "9H", "9D", "9C"]]
    ended = events[1]
    assert (ended["seat"], ended["reason"], ended["card"]) == (0, "close", "AS")
    assert (ended["bonus"], ended["scores"], ended["totals"]) == (
        150,
        [185, 0, 0, 0],
        [185, 0, 0, 0],
    )
    view = GAME.dump_view(GAME.view(after, None))
    assert view["table"][0] == events[0]["melds"]  # type: ignore[index, call-overload]
    assert (view["phase"], view["to_move"], view["deal_over"]) == ("over", None, True)
    assert view["sheet"] == [{"deal": 1, "dealer": 0, "scores": [185, 0, 0, 0], "reason": "close"}]
    assert set(view["result"]) == {"reason", "seat", "card", "bonus", "scores", "hands"}  # type: ignore[arg-type]
    assert GAME.view_log(GAME.view(after, 3))[-1] == events[1]


def test_the_deal_ends_when_the_next_must_draw_from_the_empty_stock() -> None:
    after, events = act(at(HAND, phase="discard", stock=0), throw("KC"))
    assert [event["type"] for event in events] == ["discarded", "deal_ended"]
    assert (events[1]["seat"], events[1]["reason"], events[1]["bonus"]) == (1, "stock", 0)
    assert after.to_move is None


def test_an_empty_stock_leaves_a_take_or_the_end() -> None:
    state = at(HAND, "7H", stock=0)
    assert listed(state) == ["take_discard 1 ['5H', '6H']", "decline"]
    after, events = act(state, DECLINE)
    assert [event["type"] for event in events] == ["declined", "deal_ended"]
    assert (events[1]["seat"], events[1]["reason"]) == (0, "stock")
    assert after.result is not None
    assert not after.result.hands[0].counted
    taken, _ = act(state, take(1, "5H 6H"))
    assert taken.phase == "discard"


@pytest.mark.parametrize(
    ("totals", "last", "dealer"),
    [
        ((120, -35, 60, -10), 0, 1),
        ((5, 5, 5, 5), 2, 3),
        ((5, 5, 5, 5), 3, 0),
        ((0, 9, 0, 9), 0, 2),
        ((0, 9, 9, 9), 0, 0),
    ],
)
def test_the_lowest_total_deals_and_ties_go_clockwise(
    totals: tuple[int, ...], last: int, dealer: int
) -> None:
    assert next_dealer(totals, last) == dealer


def test_the_list_keeps_a_card_for_the_discard() -> None:
    assert listed(at("9S 9H", "9D", "2C 3C 4C")) == ["draw_stock"]
    assert listed(at("9S 9H", "9D KC", "2C 3C 4C")) == [
        "draw_stock",
        "take_discard 2 ['9S', '9H']",
    ]


@pytest.mark.parametrize("number", range(6))
def test_the_list_and_the_check_agree_on_every_action(number: int) -> None:
    rng = random.Random(number)
    for _ in range(5):
        ranks = rng.sample(range(13), 5)
        cards = rng.sample([card for card in range(52) if card % 13 in ranks], 11)
        names = SINGLE.name_all(cards)
        size = rng.randrange(1, 8)
        state = position(
            Given(
                {
                    "hand": names[:size],
                    "discard": names[size:],
                    "table": [["AS", "AH", "AD"]] if 0 not in ranks and rng.random() < 0.5 else [],
                    "phase": rng.choice(["draw", "draw", "discard"]),
                    "stock": rng.choice([0, 9]),
                },
                SINGLE,
            )
        )
        every = [DrawStock(), Decline(), *map(Discard, range(52)), *map(Close, range(52))]
        every += [
            TakeDiscard(depth, own)
            for depth in range(5)
            for count in range(size + 1)
            for own in combinations(sorted(cards[:size]), count)
        ]
        accepted = [
            action for action in every if laws.refusal_of(GAME.check, state, 0, action) is None
        ]
        assert set(GAME.legal_actions(state, 0)) == set(accepted)
