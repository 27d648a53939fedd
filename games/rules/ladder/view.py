"""What one seat, or a watcher, may know (G5): built up from nothing."""

from dataclasses import dataclass
from typing import Final

from games.rules.core.actions import Action
from games.rules.core.cards import Card
from games.rules.core.cardsets import cards_in
from games.rules.core.events import DealLog
from games.rules.core.plain import Json
from games.rules.ladder.actions import CODEC, PACK
from games.rules.ladder.contracts import contract_form, rung_after
from games.rules.ladder.events import result_form
from games.rules.ladder.melds import Meld
from games.rules.ladder.rules import legal_actions
from games.rules.ladder.state import SEATS, DealResult, DealRow, LadderState, Laid, Phase

_NAMES: Final = PACK.names
_names: Final = PACK.name_all


@dataclass(frozen=True, slots=True)
class LadderView:
    """The knowledge of `seat`, or of a watcher where it is None.

    `hand` is None for a watcher. `stock` and `discard_count` are numbers, `top` is the top
    discard, None when there is none. `completed` counts contracts and `laid` says who laid
    one in the running deal, both by seat. `blocked` is the card that the seat to move may
    not discard. `result` opens all hands once the deal is scored.
    """

    seat: int | None
    deal: int
    turn: int
    step: int
    to_move: int | None
    dealer: int
    first_dealer: int
    phase: Phase
    deal_over: bool
    match_over: bool
    hand: tuple[Card, ...] | None
    hand_sizes: tuple[int, ...]
    melds: tuple[Meld, ...]
    stock: int
    top: Card | None
    discard_count: int
    completed: tuple[int, ...]
    laid: tuple[Laid, ...]
    blocked: Card | None
    reshuffles: int
    totals: tuple[int, ...]
    sheet: tuple[DealRow, ...]
    legal: tuple[Action, ...]
    result: DealResult | None
    log: DealLog


def view_of(state: LadderState, seat: int | None) -> LadderView:
    """The view of `seat`, or of a watcher (None)."""
    return LadderView(
        seat=seat,
        deal=state.deal,
        turn=state.turn,
        step=state.step,
        to_move=state.to_move,
        dealer=state.dealer,
        first_dealer=state.first_dealer,
        phase=state.phase,
        deal_over=state.deal_over,
        match_over=state.match_over,
        hand=None if seat is None else cards_in(state.hands[seat]),
        hand_sizes=tuple([hand.bit_count() for hand in state.hands]),
        melds=state.melds,
        stock=len(state.stock),
        top=state.discards[-1] if state.discards else None,
        discard_count=len(state.discards),
        completed=state.completed,
        laid=tuple([state.laid(other) for other in range(SEATS)]),
        blocked=state.blocked,
        reshuffles=state.reshuffles,
        totals=state.totals,
        sheet=state.sheet,
        legal=() if seat is None else legal_actions(state, seat),
        result=state.result,
        log=state.log,
    )


def dump_view(view: LadderView) -> dict[str, Json]:
    """The wire form, with the same keys always; cards are names. The log is not in it.

    `contract` is what the own rung asks for, None for a watcher.
    """
    rungs = [rung_after(done) for done in view.completed]
    return {
        "deal": view.deal,
        "turn": view.turn,
        "step": view.step,
        "to_move": view.to_move,
        "dealer": view.dealer,
        "first_dealer": view.first_dealer,
        "phase": view.phase,
        "deal_over": view.deal_over,
        "match_over": view.match_over,
        "hand": None if view.hand is None else _names(view.hand),
        "hand_sizes": list(view.hand_sizes),
        "melds": [_meld_form(meld) for meld in view.melds],
        "stock": view.stock,
        "discards": {
            "top": None if view.top is None else _NAMES[view.top],
            "count": view.discard_count,
        },
        "rungs": rungs,
        "completed": list(view.completed),
        "laid": list(view.laid),
        "blocked": None if view.blocked is None else _NAMES[view.blocked],
        "contract": None if view.seat is None else contract_form(rungs[view.seat]),
        "reshuffles": view.reshuffles,
        "totals": list(view.totals),
        "sheet": [
            {
                "deal": row.deal,
                "dealer": row.dealer,
                "scores": list(row.scores),
                "reason": row.reason,
                "climbed": list(row.climbed),
            }
            for row in view.sheet
        ],
        "legal": [CODEC.dump(action) for action in view.legal],
        "result": None if view.result is None else result_form(view.result),
    }


def _meld_form(meld: Meld) -> dict[str, Json]:
    return {
        "type": meld.kind,
        "owner": meld.owner,
        "cards": _names(meld.cards),
        "represents": list(meld.represents),
        "placed": list(meld.placed),
    }
