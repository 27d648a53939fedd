"""The turn, the refusals, the bounds and the end of Ladder Rummy."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from games.rules.core.cardsets import cards_in, mask_of
from games.rules.core.errors import RuleError
from games.rules.core.game import Options
from games.rules.core.shuffle import shuffled
from games.rules.ladder.actions import CODEC, PACK, Discard, DrawDiscard, DrawStock, LayOff
from games.rules.ladder.contracts import CONTRACTS
from games.rules.ladder.deals import deal_cards
from games.rules.ladder.game import Ladder
from games.rules.ladder.melds import new_meld
from games.rules.ladder.scoring import match_outcome
from games.rules.ladder.state import LadderState

GAME = Ladder()
SEED = bytes(range(32))


def ids(names: str) -> tuple[int, ...]:
    """Cards by their names; without a number the first pack's."""
    full = [name if "#" in name else f"{name}#1" for name in names.split()]
    return PACK.parse_all(full)


def at_table(
    hand: str,
    *,
    melds: Sequence[str] = (),
    discards: str = "2D",
    phase: str = "play",
    rung: int = 1,
    laid_in: int = 0,
    stock: int | None = None,
    **more: Any,
) -> LadderState:
    """Seat 0 to move in turn 5; the seats after it hold one card each, the stock the rest."""
    state, _ = GAME.setup(Options(first_dealer=3), SEED)
    table = tuple(new_meld(ids(meld), 1) for meld in melds)
    shown = {*ids(hand), *ids(discards), *(card for meld in table for card in meld.cards)}
    unseen = [card for card in range(PACK.size) if card not in shown]
    kept = len(unseen) - 3 if stock is None else stock
    others = [mask_of(unseen[:1]), mask_of(unseen[1:2]), mask_of(unseen[2 : len(unseen) - kept])]
    changes: dict[str, Any] = {
        "turn": 5,
        "phase": phase,
        "to_move": 0,
        "hands": (mask_of(ids(hand)), *others),
        "melds": table,
        "discards": bytes(ids(discards)),
        "stock": bytes(unseen[len(unseen) - kept :]),
        "completed": (rung - 1, 0, 0, 0),
        "laid_in": (laid_in, 2, 0, 0),
    }
    if "blocked" in more:
        more["blocked"] = ids(more["blocked"])[0]
    placed = replace(state, **{**changes, **more})
    assert sorted(GAME.cards_of(placed)) == list(range(PACK.size))
    return placed


def act(state: LadderState, **form: Any) -> LadderState:
    """The state after seat 0 did what the wire form says; cards may lack their number."""
    return GAME.apply(state, 0, CODEC.parse(_named(form)))[0]


def _named(form: Mapping[str, Any]) -> dict[str, Any]:
    named = dict(form)
    if "card" in named:
        named["card"] = PACK.name_all(ids(named["card"]))[0]
    if "melds" in named:
        named["melds"] = [PACK.name_all(ids(meld)) for meld in named["melds"]]
    return named


def refused(state: LadderState, code: str, **form: Any) -> Mapping[str, Any]:
    """The data of the refusal, which has this code; the state is as before."""
    before = GAME.dump_state(state)
    with pytest.raises(RuleError) as fault:
        act(state, **form)
    assert fault.value.code == code
    assert GAME.dump_state(state) == before
    return fault.value.data


CONTRACT = {"type": "lay_contract", "melds": ["5S 5D 5H", "9S 9C 9H"]}
HAND = "5S 5D 5H 9S 9C 9H KH 3S 4C AD 2C"


def test_a_deal_begins_left_of_the_dealer_with_one_card_turned_up() -> None:
    state, happened = GAME.setup(Options(first_dealer=3), SEED)
    assert (state.to_move, state.phase) == (0, "draw")
    assert [hand.bit_count() for hand in state.hands] == [10] * 4
    assert (len(state.stock), len(state.discards)) == (66, 1)
    started = happened[0].public()
    assert (started["first"], started["turned_up"]) == (0, PACK.names[state.discards[0]])
    deck = shuffled(range(PACK.size), SEED, 1)
    assert set(cards_in(state.hands[0])) == set(deck[-10:])
    assert state.discards[0] == deck[-41]


def test_the_discard_drawn_may_not_go_in_the_same_turn() -> None:
    state = at_table("5S KH", phase="draw", discards="2D 7H")
    drawn = act(state, type="draw_discard")
    assert drawn.discards == bytes(ids("2D"))
    assert refused(drawn, "card_blocked", type="discard", card="7H") == {"card": "7H#1"}
    assert Discard(ids("7H")[0]) not in GAME.legal_actions(drawn, 0)
    passed = act(drawn, type="discard", card="KH")
    assert (passed.to_move, passed.phase, passed.turn, passed.step) == (1, "draw", 6, 0)
    assert passed.blocked is None


def test_the_twin_of_the_blocked_card_may_go() -> None:
    state = at_table("7H#1 7H#2 KH", blocked="7H#2")
    assert act(state, type="discard", card="7H#1").hands[0] == mask_of(ids("7H#2 KH"))


@pytest.mark.parametrize(
    ("form", "code"),
    [
        ({"type": "draw_stock"}, "already_drawn"),
        ({"type": "draw_discard"}, "already_drawn"),
        ({"type": "discard", "card": "JC"}, "card_not_in_hand"),
        ({"type": "layoff", "card": "5S", "meld": 0}, "contract_not_laid"),
        ({"type": "lay_contract", "melds": []}, "wrong_contract"),
        ({"type": "lay_contract", "melds": ["5S 5D 5H"]}, "wrong_contract"),
        (
            {"type": "lay_contract", "melds": ["5S 5D 5H", "9S 9C 9H", "KH KH#2 JK"]},
            "card_not_in_hand",
        ),
        ({"type": "lay_contract", "melds": ["5S 5D 5H", "9S 9C 9C"]}, "card_twice"),
        ({"type": "lay_contract", "melds": ["5S 5D 5H", "5S 9C 9H"]}, "card_twice"),
        ({"type": "lay_contract", "melds": ["5S 5D 9S", "5H 9C 9H"]}, "not_a_meld"),
        ({"type": "lay_contract", "melds": ["5S 5D", "9S 9C 9H"]}, "meld_too_small"),
        ({"type": "lay_contract", "melds": ["5S 5D 5H", "9S"]}, "too_few_naturals"),
    ],
)
def test_refusals_have_their_own_codes(form: dict[str, Any], code: str) -> None:
    refused(at_table(HAND, melds=["QS QD QH"]), code, **form)


def test_nothing_is_played_before_the_draw() -> None:
    state = at_table("5S 5D 5H 9S 9C 9H KH", phase="draw", melds=["KS KD KC"], laid_in=1)
    for form in ({"type": "discard", "card": "KH"}, {"type": "layoff", "card": "KH", "meld": 0}):
        refused(state, "draw_first", **form)
    refused(replace(state, laid_in=(0,) * 4), "draw_first", **CONTRACT)


def test_a_contract_is_laid_once_a_deal_with_extras_and_no_more_melds() -> None:
    state = at_table(HAND)
    laid = act(state, **CONTRACT)
    assert laid.laid(0) == "this_turn"
    assert [meld.cards for meld in laid.melds] == [ids("5S 5D 5H"), ids("9S 9C 9H")]
    assert refused(laid, "contract_already_laid", **CONTRACT) == {}
    more = at_table("5S 5D 5H 5C 9S 9C 9H KS KD KH 2C")
    assert act(more, type="lay_contract", melds=["5S 5D 5H 5C", "9S 9C 9H"]).melds
    extra = ["5S 5D 5H", "9S 9C 9H", "KS KD KH"]
    data = refused(more, "wrong_contract", type="lay_contract", melds=extra)
    assert data == {"rung": 1, "needed": [{"type": "group", "size": 3}] * 2}


def test_a_contract_meld_has_the_asked_size() -> None:
    state = at_table("5S 5D 5H 9S 10S JS QS 3S 4C", rung=5)
    melds = ["9S 10S JS QS", "5S 5D 5H"]
    data = refused(state, "contract_meld_too_small", type="lay_contract", melds=melds)
    assert data == {"kind": "group", "size": 3, "needed": 4}
    assert act(replace(state, completed=(1, 0, 0, 0)), type="lay_contract", melds=melds).melds


def test_lay_offs_begin_with_the_next_turn() -> None:
    state = at_table("9D KH 3S 4C", melds=["9S 9C 9H", "5S 6S 7S 8S"])
    this_turn = replace(state, laid_in=(5, 2, 0, 0))
    refused(this_turn, "layoff_next_turn", type="layoff", card="9D", meld=0)
    assert not any(isinstance(a, LayOff) for a in GAME.legal_actions(this_turn, 0))
    later = replace(state, laid_in=(1, 2, 0, 0))
    grown = act(later, type="layoff", card="9D", meld=0)
    assert grown.melds[0].cards == ids("9S 9C 9H 9D")
    assert grown.melds[0].placed == (1, 1, 1, 0)
    refused(later, "card_not_in_hand", type="layoff", card="9D#2", meld=0)
    assert refused(later, "no_such_meld", type="layoff", card="9D", meld=2)["melds"] == 2
    refused(later, "no_such_meld", type="layoff", card="9D", meld=-1)
    refused(later, "card_does_not_fit", type="layoff", card="KH", meld=0)
    refused(later, "unknown_end", type="layoff", card="9D", meld=0, end="top")
    refused(later, "group_has_no_end", type="layoff", card="9D", meld=0, end="high")


def test_runs_grow_at_the_end_that_fits() -> None:
    state = at_table("4S 9S JK KH", melds=["5S 6S 7S 8S"], laid_in=1)
    low = act(state, type="layoff", card="4S", meld=0)
    assert (low.melds[0].cards, low.melds[0].low) == (ids("4S 5S 6S 7S 8S"), 4)
    data = refused(state, "end_does_not_fit", type="layoff", card="4S", meld=0, end="high")
    assert data["ends"] == ("low",)
    joker = act(state, type="layoff", card="JK", meld=0)
    assert joker.melds[0].represents[-1] == "9S"
    refused(joker, "card_does_not_fit", type="layoff", card="9S", meld=0)
    below = act(state, type="layoff", card="JK", meld=0, end="low")
    assert below.melds[0].represents[0] == "4S"
    assert act(below, type="layoff", card="9S", meld=0).melds[0].cards[-1] == ids("9S")[0]


def test_an_ace_goes_low_or_high_but_not_both() -> None:
    run = "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC"
    state = at_table("AC AC#2 KH", melds=[run], laid_in=1)
    high = act(state, type="layoff", card="AC", meld=0)
    assert high.melds[0].represents[-1] == "AC"
    refused(high, "card_does_not_fit", type="layoff", card="AC#2", meld=0)
    low = act(state, type="layoff", card="AC", meld=0, end="low")
    assert low.melds[0].low == 1
    refused(low, "card_does_not_fit", type="layoff", card="AC#2", meld=0, end="high")


def test_going_out_by_contract_lay_off_or_discard() -> None:
    contract = act(at_table("5S 5D 5H 9S 9C 9H"), **CONTRACT)
    lay_off = act(at_table("9D", melds=["9S 9C 9H"], laid_in=1), type="layoff", card="9D", meld=0)
    discard = act(at_table("9D", laid_in=1), type="discard", card="9D")
    for state in (contract, lay_off, discard):
        assert state.result is not None
        assert (state.result.reason, state.result.bound, state.result.seat) == ("out", None, 0)
        assert state.result.scores[0] == 0
        assert state.result.climbed == (True, True, False, False)
        assert state.completed == (1, 1, 0, 0)
        assert state.to_move is None
    assert contract.result is not None
    left = [PACK.names[card] for card in contract.result.hands[1]]
    assert len(left) == 1


def test_a_contract_may_not_leave_only_the_blocked_card() -> None:
    state = at_table("5S 5D 5H 9S 9C 9H KH", blocked="KH")
    assert refused(state, "only_blocked_card_left", **CONTRACT) == {"card": "KH#1"}
    assert all(isinstance(action, Discard) for action in GAME.legal_actions(state, 0))
    spare = at_table("5S 5D 5H 5C 9S 9C 9H KH", blocked="KH")
    (listed, *_) = GAME.legal_actions(spare, 0)
    assert GAME.apply(spare, 0, listed)[0].hands[0].bit_count() == 2


def test_a_lay_off_may_leave_only_the_blocked_card_if_it_then_fits() -> None:
    state = at_table("9S QH", melds=["5S 6S 7S 8S"], laid_in=1, blocked="QH")
    data = refused(state, "only_blocked_card_left", type="layoff", card="9S", meld=0)
    assert data == {"card": "QH#1"}
    assert GAME.legal_actions(state, 0) == (Discard(ids("9S")[0]),)
    chain = at_table("9S 10S", melds=["5S 6S 7S 8S"], laid_in=1, blocked="10S")
    then = act(chain, type="layoff", card="9S", meld=0)
    assert GAME.legal_actions(then, 0) == (LayOff(0, ids("10S")[0], "high"),)
    assert act(then, type="layoff", card="10S", meld=0).deal_over


def test_an_empty_stock_is_made_anew_of_the_discards_but_the_top() -> None:
    pile = "2D 3D 4D 5D 6D"
    state = at_table("KH", phase="draw", discards=pile, stock=0)
    after, happened = GAME.apply(state, 0, DrawStock())
    again = shuffled(ids("2D 3D 4D 5D"), SEED, 1, 1)
    assert after.stock == bytes(again[:-1])
    assert after.discards == bytes(ids("6D"))
    assert after.hands[0] == mask_of((again[-1], *ids("KH")))
    assert [event.public() for event in happened] == [
        {"type": "reshuffled", "seat": 0, "count": 4},
        {"type": "drew", "seat": 0},
    ]
    second = GAME.apply(replace(state, reshuffles=1), 0, DrawStock())[0]
    assert second.reshuffles == 2
    assert second.stock != after.stock


def test_a_third_reshuffle_is_the_end_but_the_discard_may_be_drawn() -> None:
    state = at_table("KH", phase="draw", discards="2D 3D", stock=0, reshuffles=2)
    assert GAME.legal_actions(state, 0) == (DrawStock(), DrawDiscard())
    ended = act(state, type="draw_stock")
    assert ended.result is not None
    assert (ended.result.reason, ended.result.bound) == ("bound", "LR-22")
    assert not act(state, type="draw_discard").deal_over


def test_with_one_discard_and_no_stock_it_must_be_drawn() -> None:
    state = at_table("KH QD", phase="draw", stock=0)
    assert refused(state, "stock_empty", type="draw_stock") == {}
    assert GAME.legal_actions(state, 0) == (DrawDiscard(),)


def test_with_no_card_to_draw_the_deal_ends() -> None:
    state = at_table("KH QD", phase="draw", stock=0)
    state = replace(
        state, discards=b"", hands=(state.hands[0] | mask_of(ids("2D")), *state.hands[1:])
    )
    refused(state, "pile_empty", type="draw_discard")
    assert GAME.legal_actions(state, 0) == (DrawStock(),)
    ended = act(state, type="draw_stock")
    assert ended.result is not None
    assert (ended.result.reason, ended.result.bound) == ("stock", None)


def turns(state: LadderState, number: int) -> LadderState:
    """Every seat in turn draws the discard and discards the lowest card it may."""
    for _ in range(number):
        for wanted in (DrawDiscard, Discard):
            seat = state.to_move
            assert seat is not None
            legal = GAME.legal_actions(state, seat)
            state, _ = GAME.apply(state, seat, next(a for a in legal if isinstance(a, wanted)))
    return state


def test_eight_forced_turns_end_the_deal() -> None:
    state = at_table("KH QD", phase="draw", stock=0)
    assert not turns(state, 7).deal_over
    ended = turns(state, 8)
    assert ended.result is not None
    assert (ended.result.reason, ended.result.bound) == ("bound", "LR-16")
    assert ended.result.seat == 3


def test_forty_idle_turns_end_the_deal() -> None:
    state = at_table("KH QD", phase="draw", discards="2D 3D")
    assert not turns(state, 39).deal_over
    ended = turns(state, 40)
    assert ended.result is not None
    assert (ended.result.reason, ended.result.bound) == ("bound", "LR-23")


def test_a_placement_or_a_stock_draw_begins_the_counts_anew() -> None:
    state = at_table("9D KH QH", melds=["9S 9C 9H"], laid_in=1, idle=40, forced=8)
    placed = act(state, type="layoff", card="9D", meld=0)
    assert (placed.idle, placed.forced) == (0, 0)
    assert not act(placed, type="discard", card="KH").deal_over
    drawing = at_table("KH QD", phase="draw", idle=39)
    assert act(drawing, type="draw_stock").idle == 0


def test_the_deal_passes_clockwise_and_rungs_and_penalties_stay() -> None:
    state = act(at_table("9D", laid_in=1), type="discard", card="9D")
    following, _ = GAME.advance(state)
    assert (following.dealer, following.to_move, following.deal) == (0, 1, 2)
    assert following.completed == (1, 1, 0, 0)
    assert following.totals == state.totals
    assert following.laid_in == (0, 0, 0, 0)


def test_the_tenth_rung_or_the_tenth_deal_ends_the_match() -> None:
    tenth = at_table("9D", laid_in=1, rung=10)
    over = act(tenth, type="discard", card="9D")
    assert over.completed[0] == 10
    assert over.match_over
    last = act(at_table("9D", laid_in=0, deal=10), type="discard", card="9D")
    assert last.match_over
    ninth = act(at_table("9D", laid_in=1, deal=9), type="discard", card="9D")
    assert not ninth.match_over
    assert GAME.outcome(ninth) is None


def test_places_go_by_contracts_then_by_penalty_and_equals_share() -> None:
    assert match_outcome([6, 6, 5, 4], [210, 180, 90, 40]).places == (2, 1, 3, 4)
    assert match_outcome([5, 5, 5, 5], [50, 60, 50, 70]).places == (1, 3, 1, 4)


def test_the_view_lists_one_contract_and_tells_what_melds_stand_for() -> None:
    state = at_table("5S 5D JK#1 9S 9C 9H KH", melds=["JK#2 5H 6H JK#3"])
    form: Any = GAME.dump_view(GAME.view(state, 0))
    contracts = [action for action in form["legal"] if action["type"] == "lay_contract"]
    assert len(contracts) == 1
    assert form["melds"][0]["represents"] == ["4H", "5H", "6H", "7H"]
    assert form["contract"] == [{"type": "group", "size": 3}] * 2
    assert form["discards"] == {"top": "2D#1", "count": 1}
    laid = act(state, **contracts[0] | {"melds": [" ".join(m) for m in contracts[0]["melds"]]})
    assert laid.melds[1].represents == ("5S", "5D", "5")
    watched: Any = GAME.dump_view(GAME.view(state, None))
    assert watched["contract"] is None


def test_a_card_drawn_from_the_pile_is_known_until_it_is_shuffled_into_the_stock() -> None:
    state, _ = GAME.setup(Options(first_dealer=3), SEED)
    seen = state.discards[0]
    drawn, _ = GAME.apply(state, 0, DrawDiscard())
    assert seen not in GAME.hidden_from(drawn, 1)
    thrown, _ = GAME.apply(drawn, 0, GAME.legal_actions(drawn, 0)[-1])
    assert seen not in GAME.hidden_from(thrown, 1)
    own = set(cards_in(thrown.hands[1]))
    assert GAME.hidden_from(thrown, 1) == {*range(PACK.size)} - own - {seen, *thrown.discards}
    after, _ = GAME.apply(replace(thrown, stock=b"", discards=bytes(range(50, 60))), 1, DrawStock())
    assert set(after.stock) < GAME.hidden_from(after, 0)


@pytest.mark.parametrize("rung", range(1, len(CONTRACTS) + 1))
@pytest.mark.parametrize(("level", "deals"), [("random", 3), ("greedy", 3)])
def test_deals_end_on_every_rung(rung: int, level: str, deals: int) -> None:
    for number in range(deals):
        seed = bytes([number]) * 32
        state, _ = deal_cards(seed, 0, 1, number, (rung - 1,) * 4, (0,) * 4, ())
        while state.to_move is not None:
            action = GAME.choose(GAME.view(state, state.to_move), level, seed)
            state, _ = GAME.apply(state, state.to_move, action)
        assert sorted(GAME.cards_of(state)) == list(range(PACK.size))
        assert level == "random" or (state.result is not None and state.result.bound is None)
