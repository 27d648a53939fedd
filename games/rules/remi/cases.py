"""Remi's answers to rule cases."""

from collections.abc import Mapping
from typing import cast

from games.rules.core.cards import SINGLE
from games.rules.core.cases import Case, Given, described, match_end, split_unseen, tried
from games.rules.core.errors import RuleError
from games.rules.core.events import DealLog
from games.rules.core.plain import Json
from games.rules.remi.actions import CODEC, Decline, DrawStock, TakeDiscard
from games.rules.remi.combinations import Meld, kind_of, score, value
from games.rules.remi.events import LOG
from games.rules.remi.masks import mask_of
from games.rules.remi.rules import apply, legal_actions, must_stop
from games.rules.remi.scoring import match_outcome, next_dealer, score_deal
from games.rules.remi.state import DEALS, SEATS, Phase, RemiState

MOVER = 0
"""The seat whose hand a position shows."""


def answer(case: Case) -> Mapping[str, Json]:
    """Everything known about the case. Raises RuleError where it makes no sense in Remi."""
    given = Given(case.given, SINGLE)
    match case.kind:
        case "meld_valid" | "meld_invalid":
            return _judge_meld(given)
        case "best_partition" | "score":
            return _score(given)
        case "legal" | "illegal":
            action, before = case.wanted(), position(given)
            return tried(before, lambda: apply(before, MOVER, CODEC.parse(action))[0], _describe)
        case "end" if given.word("question") == "turn_start":
            return _turn_start(position(given))
        case "end":
            return _end(given)
    raise RuleError("unknown_kind", kind=case.kind)


def position(given: Given) -> RemiState:
    """A state with `MOVER` to move that shows what the case gives.

    The other hands are empty, as they are not given; the stock is made of unseen cards.
    Raises RuleError `impossible_position` when a card is there twice or cards run out.
    """
    hand, table, discards = given.cards("hand"), _table(given), given.cards("discard")
    shown = [*hand, *discards, *(card for meld in table for card in meld)]
    size, phase = given.number("stock", 0), given.word("phase", "draw")
    stock, _ = split_unseen(SINGLE, shown, size)
    if phase not in ("draw", "discard"):
        raise RuleError("impossible_position")
    return RemiState(
        seed=bytes(32),
        first_dealer=MOVER,
        dealer=MOVER,
        deal=1,
        step=0 if phase == "draw" else 1,
        to_move=MOVER,
        phase=cast(Phase, phase),
        hands=(mask_of(hand), *(0,) * (SEATS - 1)),
        table=(table, *((),) * (SEATS - 1)),
        stock=stock,
        discards=bytes(discards),
        totals=(0,) * SEATS,
        log=DealLog(LOG),
    )


def _table(given: Given) -> tuple[Meld, ...]:
    melds = given.melds("table")
    if any(kind_of(meld) is None for meld in melds):
        raise RuleError("impossible_position")
    return tuple(tuple(sorted(meld)) for meld in melds)


def _judge_meld(given: Given) -> Mapping[str, Json]:
    cards = given.cards("cards")
    kind = kind_of(cards) if len(set(cards)) == len(cards) else None
    if kind is None:
        return {"valid": False}
    return {"valid": True, "type": kind, "points": sum(value(card) for card in cards)}


def _score(given: Given) -> Mapping[str, Json]:
    hand, table = mask_of(given.cards("hand")), _table(given)
    if "closing_card" not in given:
        return {"score": score(hand, table)}
    closing = given.card("closing_card")
    hands = (hand & ~(1 << closing), *(0,) * (SEATS - 1))
    result = score_deal("close", MOVER, closing, hands, (table, *((),) * (SEATS - 1)))
    return {"score": result.scores[MOVER]}


def _describe(state: RemiState) -> Mapping[str, Json]:
    table = [SINGLE.name_all(meld) for meld in state.table[MOVER]]
    return {**described(state, MOVER, SINGLE.name_all), "table": table}


def _turn_start(state: RemiState) -> Mapping[str, Json]:
    """What a player finds at the start of a turn (RM-9, RM-13)."""
    over = must_stop(state)
    legal = () if over else legal_actions(state, MOVER)
    depths = sorted({action.depth for action in legal if isinstance(action, TakeDiscard)})
    told: dict[str, Json] = {
        "deal_over": over,
        "take_possible": bool(depths),
        "take_depths": depths,
        "draw_stock": DrawStock() in legal,
        "decline": Decline() in legal,
    }
    if over:
        told["reason"] = "stock"
    return told


def _end(given: Given) -> Mapping[str, Json]:
    """What follows a deal: the next dealer (RM-2, RM-3), or the match's end (RM-18)."""
    totals = given.numbers("totals")
    if len(totals) != SEATS:
        raise RuleError("wrong_field", field="totals")
    told: dict[str, Json] = {}
    if "last_dealer" in given:
        dealer = next_dealer(totals, given.number("last_dealer"))
        told["dealer"] = told["first_player"] = dealer
    if "deals_played" in given:
        over = given.number("deals_played") >= DEALS
        told.update(match_end(over, match_outcome(totals).winners))
    return told
