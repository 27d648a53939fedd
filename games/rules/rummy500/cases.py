"""Rummy 500's answers to rule cases."""

from collections.abc import Mapping
from typing import cast

from games.rules.core.cards import SINGLE, Card
from games.rules.core.cardsets import mask_of
from games.rules.core.cases import Case, Given, described, match_end, split_unseen, tried
from games.rules.core.errors import RuleError
from games.rules.core.events import DealLog
from games.rules.core.plain import Json
from games.rules.rummy500.actions import CODEC, Decline, DrawStock, TakeDiscard
from games.rules.rummy500.events import LOG
from games.rules.rummy500.legal import legal_actions
from games.rules.rummy500.melds import (
    TableMeld,
    arranged,
    card_points,
    chosen_end,
    ends_for,
    grown,
    table_meld,
)
from games.rules.rummy500.rules import apply
from games.rules.rummy500.scoring import match_outcome, score_deal
from games.rules.rummy500.state import SEATS, Phase, Rummy500State, is_decided

MOVER = 0
"""The seat whose hand a position shows."""


def answer(case: Case) -> Mapping[str, Json]:
    """Everything known about the case. Raises RuleError where it makes no sense in Rummy 500."""
    given = Given(case.given, SINGLE)
    match case.kind:
        case "meld_valid" | "meld_invalid":
            return _judge_meld(given)
        case "layoff":
            return _judge_layoff(given)
        case "score":
            return _score(case.given)
        case "legal" | "illegal":
            action, before = case.wanted(), position(given)
            return tried(before, lambda: apply(before, MOVER, CODEC.parse(action))[0], _describe)
        case "end" if given.word("question") == "turn_start":
            return _turn_start(position(given))
        case "end":
            return _end(given)
    raise RuleError("unknown_kind", kind=case.kind)


def position(given: Given) -> Rummy500State:
    """A state with `MOVER` to move that shows what the case gives.

    Melds were placed by `MOVER`. Unseen cards make the stock; the rest of them is the
    other hand. Raises RuleError `impossible_position` when a card is there twice, cards
    run out, or a duty is on a card that is not in hand.
    """
    hand, discards = given.cards("hand"), given.cards("discard")
    melds = tuple(_meld(cards, (MOVER,) * len(cards)) for cards in given.melds("melds"))
    shown = [*hand, *discards, *(card for meld in melds for card in meld.cards)]
    size, phase = given.number("stock", 0), given.word("phase", "draw")
    must_use = given.card("must_use") if "must_use" in given else None
    blocked = given.card("blocked") if "blocked" in given else None
    stock, rest = split_unseen(SINGLE, shown, size)
    if (
        phase not in ("draw", "must_use", "play")
        or (must_use is not None) != (phase == "must_use")
        or not {must_use, blocked} - {None} <= set(hand)
    ):
        raise RuleError("impossible_position")
    return Rummy500State(
        seed=bytes(32),
        first_dealer=1 - MOVER,
        dealer=1 - MOVER,
        deal=1,
        step=0 if phase == "draw" else 1,
        to_move=MOVER,
        phase=cast(Phase, phase),
        hands=(mask_of(hand), rest),
        melds=melds,
        stock=stock,
        discards=bytes(discards),
        must_use=must_use,
        blocked=blocked,
        active=phase == "play" and blocked is None,
        idle_turns=given.number("idle_turns", 0),
        totals=(0,) * SEATS,
        log=DealLog(LOG),
    )


def _meld(cards: tuple[Card, ...], placed: tuple[int, ...]) -> TableMeld:
    """The meld of cards listed with their placers. Raises RuleError `impossible_position`."""
    found = arranged(cards) if len(set(cards)) == len(cards) == len(placed) else None
    if found is None or not set(placed) <= set(range(SEATS)):
        raise RuleError("impossible_position")
    by = dict(zip(cards, placed, strict=True))
    return table_meld(*found, tuple(by[card] for card in found[1]))


def _judge_meld(given: Given) -> Mapping[str, Json]:
    cards = given.cards("cards")
    found = arranged(cards) if len(set(cards)) == len(cards) else None
    if found is None:
        return {"valid": False}
    return {
        "valid": True,
        "type": found[0],
        "cards": SINGLE.name_all(found[1]),
        "points": sum(card_points(*found)),
    }


def _judge_layoff(given: Given) -> Mapping[str, Json]:
    """Where the card fits the first meld (or number `meld`), and what it earns at each end."""
    melds = given.melds("melds")
    index = given.number("meld", 0)
    if not 0 <= index < len(melds):
        raise RuleError("impossible_position")
    meld = _meld(melds[index], (MOVER,) * len(melds[index]))
    card = given.card("card")
    points: dict[str, Json] = {}
    for end in ends_for(meld, card):
        after = grown(meld, card, end, MOVER)
        points[end] = card_points(after.kind, after.cards)[0 if end == "low" else -1]
    return {
        "fits": bool(meld.fits >> card & 1),
        "ends": list(points),
        "points": points,
        "default": chosen_end(meld, card, None),
    }


def _score(given: Mapping[str, Json]) -> Mapping[str, Json]:
    """What both seats score for the cards placed and left (RF-17)."""
    placed = given.get("placed", [])
    if not isinstance(placed, list) or not all(isinstance(meld, Mapping) for meld in placed):
        raise RuleError("wrong_field", field="placed")
    readers = [Given(meld, SINGLE) for meld in placed]
    melds = [_meld(meld.cards("cards"), meld.numbers("by")) for meld in readers]
    position = Given(given, SINGLE)
    hands = [mask_of(hand) for hand in position.melds("hands")]
    totals = position.numbers("totals")
    if len(hands) != SEATS or len(totals) != SEATS:
        raise RuleError("wrong_field", field="hands")
    result = score_deal("out", None, MOVER, hands, melds)
    after = [before + won for before, won in zip(totals, result.scores, strict=True)]
    return {"deal": list(result.scores), "totals": after, **_game(after, 1)}


def _describe(state: Rummy500State) -> Mapping[str, Json]:
    told = described(state, MOVER, SINGLE.name_all)
    told["melds"] = [SINGLE.name_all(meld.cards) for meld in state.melds]
    told["must_use"] = None if state.must_use is None else SINGLE.names[state.must_use]
    told["blocked"] = None if state.blocked is None else SINGLE.names[state.blocked]
    if state.result is not None:
        told["rule"] = state.result.rule
    return told


def _turn_start(state: Rummy500State) -> Mapping[str, Json]:
    """What a player finds at the start of a turn (RF-7 to RF-9, RF-14)."""
    legal = legal_actions(state, MOVER)
    depths = [action.depth for action in legal if isinstance(action, TakeDiscard)]
    return {
        "deal_over": False,
        "take_possible": bool(depths),
        "take_depths": list(depths),
        "draw_stock": DrawStock() in legal,
        "decline": Decline() in legal,
    }


def _end(given: Given) -> Mapping[str, Json]:
    """What follows a deal: the next dealer (RF-2), or the match's end (RF-18, RF-23)."""
    told: dict[str, Json] = {}
    if "last_dealer" in given:
        told["dealer"] = dealer = (given.number("last_dealer") + 1) % SEATS
        told["first_player"] = (dealer + 1) % SEATS
    if "totals" in given:
        totals = given.numbers("totals")
        if len(totals) != SEATS:
            raise RuleError("wrong_field", field="totals")
        told.update(_game(totals, given.number("deals_played", 1)))
    return told


def _game(totals: tuple[int, ...] | list[int], deals: int) -> dict[str, Json]:
    over = is_decided(totals, deals)
    return match_end(over, match_outcome(totals).winners)
