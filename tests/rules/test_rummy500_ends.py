"""How deals and matches of Rummy 500 end, and what follows."""

from dataclasses import replace
from typing import Any

import pytest

from games.rules.core.cards import SINGLE
from games.rules.core.game import Options
from games.rules.rummy500 import GAME
from games.rules.rummy500.actions import Discard
from games.rules.rummy500.state import Rummy500State
from tests.rules.rummy500_table import (
    DECLINE,
    DRAW,
    HAND,
    PILE,
    act,
    add,
    at,
    bound_to,
    lay,
    playing,
    take,
    throw,
)


@pytest.mark.parametrize(
    ("state", "form"),
    [
        (playing("2C"), throw("2C")),
        (playing("8S", "5S 6S 7S"), add("8S", 0)),
        (playing("8S 8D 8C"), lay("8S 8D 8C")),
        (bound_to("8S", "8S 8D 8C"), lay("8S 8D 8C")),
    ],
)
def test_an_empty_hand_is_out_however_it_came_about(state: Rummy500State, form: Any) -> None:
    after, events = act(state, form)
    assert events[-1]["type"] == "deal_ended"
    assert (events[-1]["reason"], events[-1]["rule"], events[-1]["seat"]) == ("out", None, 0)
    view = GAME.dump_view(GAME.view(after, 1))
    assert (view["phase"], view["to_move"], view["legal"]) == ("over", None, [])
    assert GAME.view_log(GAME.view(after, 1))[-1] == events[-1]
    assert view["sheet"] == [
        {"deal": 1, "dealer": 1, "scores": events[-1]["scores"], "reason": "out"}
    ]


def test_a_score_is_what_was_placed_minus_what_is_left() -> None:
    state = replace(at("2C 9D KH", "5S 8H", "AC AD AH", stock=0), hands=(0b1110, 1))
    _, events = act(state, DECLINE)
    assert [event["type"] for event in events] == ["declined", "deal_ended"]
    ended = events[1]
    assert (ended["reason"], ended["placed"], ended["left"]) == ("stock", [45, 0], [9, 15])
    assert ended["scores"] == ended["totals"] == [36, -15]
    assert ended["hands"] == [["2S", "3S", "4S"], ["AS"]]


def swap_top(state: Rummy500State) -> Rummy500State:
    """A turn that takes the top card and discards another."""
    taken, _ = act(state, take(1))
    seat = taken.to_move
    assert seat is not None
    others = [a for a in GAME.legal_actions(taken, seat) if isinstance(a, Discard)]
    return GAME.apply(taken, seat, others[0])[0]


def test_twenty_turns_without_draw_or_placement_end_the_deal() -> None:
    state, _ = GAME.setup(Options(0), bytes(32))
    for turn in range(20):
        assert (state.deal_over, state.idle_turns) == (False, turn)
        state = swap_top(state)
    assert state.result is not None
    assert (state.result.reason, state.result.rule) == ("bound", "RF-22")


def test_six_turns_on_an_empty_stock_without_a_placement_end_the_deal() -> None:
    state, _ = act(at(HAND, PILE, stock=1), DRAW, throw("2C"))
    for turn in range(6):
        assert (state.deal_over, state.idle_turns) == (False, turn)
        state = swap_top(state)
    assert state.result is not None
    assert (state.result.reason, state.result.rule) == ("bound", "RF-15")


def test_a_draw_or_a_placement_starts_the_count_anew() -> None:
    drawn, _ = act(at(HAND, PILE, idle_turns=12), DRAW, throw("2C"))
    assert drawn.idle_turns == 0
    placed, _ = act(
        playing("8S 2C 3C", "5S 6S 7S", blocked="3C", idle_turns=5, stock=0),
        add("8S", 0),
        throw("2C"),
    )
    assert (placed.idle_turns, placed.deal_over) == (0, False)
    idle, _ = act(playing("8S 2C 3C", blocked="3C", idle_turns=18), throw("2C"))
    assert (idle.idle_turns, idle.deal_over) == (19, False)


def scored(totals: tuple[int, int], deal: int) -> tuple[Rummy500State, list[dict[str, Any]]]:
    """After a deal that adds nothing to `totals`."""
    state = at("2C", "JC", stock=0)
    return act(replace(state, hands=(0, 0), totals=totals, deal=deal), DECLINE)


@pytest.mark.parametrize(
    ("totals", "deal", "winners", "rule"),
    [
        ((500, 0), 1, [0], None),
        ((505, 640), 9, [1], None),
        ((499, -120), 9, None, None),
        ((505, 505), 9, None, None),
        ((505, 505), 29, None, None),
        ((505, 505), 30, [0, 1], "RF-23"),
        ((100, 90), 30, [0], "RF-23"),
        ((100, 500), 30, [1], None),
    ],
)
def test_a_match_ends_at_five_hundred_or_after_thirty_deals(
    totals: tuple[int, int], deal: int, winners: list[int] | None, rule: str | None
) -> None:
    state, events = scored(totals, deal)
    assert state.match_over == (winners is not None)
    if winners is None:
        assert GAME.outcome(state) is None
        assert GAME.advance(state)[0].dealer == 0
        return
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert list(outcome.winners) == winners
    assert events[-1] == {
        "type": "match_ended",
        "totals": list(totals),
        "places": list(outcome.places),
        "winners": winners,
        "rule": rule,
    }


def test_the_deal_alternates_and_the_other_one_starts() -> None:
    state, events = GAME.setup(Options(1), bytes(32))
    started = events[0].public()
    assert (started["dealer"], started["first"], started["stock"]) == (1, 0, 25)
    assert started["hand_sizes"] == [13, 13]
    assert [started["turned_up"]] == SINGLE.name_all(state.discards)
    over, _ = act(replace(state, stock=b""), DECLINE)
    following, events = GAME.advance(over)
    assert (following.dealer, following.to_move, following.deal) == (0, 1, 2)
    assert following.first_dealer == 1
    assert len(events[1].private["cards"]) == 13  # type: ignore[index, arg-type]
