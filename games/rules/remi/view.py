"""What one seat, or a watcher, may know (G5): built up from nothing."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from games.rules.core.actions import Action
from games.rules.core.cards import SINGLE, Card
from games.rules.core.events import DealLog
from games.rules.core.plain import Json
from games.rules.remi.actions import CODEC
from games.rules.remi.combinations import Meld
from games.rules.remi.events import result_form
from games.rules.remi.masks import cards_in
from games.rules.remi.rules import legal_actions
from games.rules.remi.state import OPEN_DISCARDS, DealResult, DealRow, Phase, RemiState

_names: Final = SINGLE.name_all


@dataclass(frozen=True, slots=True)
class RemiView:
    """The knowledge of `seat`, or of a watcher where it is None.

    `hand` is None for a watcher. `stock` and `discard_count` are numbers; `open_discards`
    the top three, top last. `result` opens all hands once the deal is scored.
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
    table: tuple[tuple[Meld, ...], ...]
    stock: int
    open_discards: tuple[Card, ...]
    discard_count: int
    totals: tuple[int, ...]
    sheet: tuple[DealRow, ...]
    legal: tuple[Action, ...]
    result: DealResult | None
    log: DealLog


def view_of(state: RemiState, seat: int | None) -> RemiView:
    """The view of `seat`, or of a watcher (None)."""
    return RemiView(
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
        table=state.table,
        stock=len(state.stock),
        open_discards=tuple(state.discards[-OPEN_DISCARDS:]),
        discard_count=len(state.discards),
        totals=state.totals,
        sheet=state.sheet,
        legal=() if seat is None else legal_actions(state, seat),
        result=state.result,
        log=state.log,
    )


def dump_view(view: RemiView) -> dict[str, Json]:
    """The wire form, with the same keys always; cards are names. The log is not in it."""
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
        "table": [_meld_names(melds) for melds in view.table],
        "stock": view.stock,
        "discards": {"top": _names(view.open_discards), "count": view.discard_count},
        "totals": list(view.totals),
        "sheet": [
            {
                "deal": row.deal,
                "dealer": row.dealer,
                "scores": list(row.scores),
                "reason": row.reason,
            }
            for row in view.sheet
        ],
        "legal": [CODEC.dump(action) for action in view.legal],
        "result": None if view.result is None else result_form(view.result),
    }


def _meld_names(melds: Iterable[Meld]) -> list[Json]:
    return [_names(meld) for meld in melds]
