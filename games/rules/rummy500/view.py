"""What one seat, or a watcher, may know (G5): built up from nothing."""

from dataclasses import dataclass
from typing import Final

from games.rules.core.actions import Action
from games.rules.core.cards import SINGLE, Card
from games.rules.core.cardsets import cards_in
from games.rules.core.events import DealLog
from games.rules.core.plain import Json
from games.rules.rummy500.actions import CODEC
from games.rules.rummy500.events import result_form
from games.rules.rummy500.legal import legal_actions
from games.rules.rummy500.melds import TableMeld, card_points
from games.rules.rummy500.state import DealResult, DealRow, Phase, Rummy500State

_names: Final = SINGLE.name_all


@dataclass(frozen=True, slots=True)
class Rummy500View:
    """The knowledge of `seat`, or of a watcher where it is None.

    `hand` is None for a watcher. `stock` is a number; `discards` the whole pile, a byte a
    card, top last; `must_use`, `blocked` and `idle_turns` are the state's and known to all.
    `result` opens both hands once the deal is scored.
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
    melds: tuple[TableMeld, ...]
    stock: int
    discards: bytes
    must_use: Card | None
    blocked: Card | None
    idle_turns: int
    totals: tuple[int, ...]
    sheet: tuple[DealRow, ...]
    legal: tuple[Action, ...]
    result: DealResult | None
    log: DealLog


def view_of(state: Rummy500State, seat: int | None) -> Rummy500View:
    """The view of `seat`, or of a watcher (None)."""
    return Rummy500View(
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
        discards=state.discards,
        must_use=state.must_use,
        blocked=state.blocked,
        idle_turns=state.idle_turns,
        totals=state.totals,
        sheet=state.sheet,
        legal=() if seat is None else legal_actions(state, seat),
        result=state.result,
        log=state.log,
    )


def dump_view(view: Rummy500View) -> dict[str, Json]:
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
        "melds": [_meld_form(meld) for meld in view.melds],
        "stock": view.stock,
        "discards": _names(view.discards),
        "must_use": _name(view.must_use),
        "blocked": _name(view.blocked),
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


def _name(card: Card | None) -> str | None:
    return None if card is None else SINGLE.names[card]


def _meld_form(meld: TableMeld) -> dict[str, Json]:
    """`points` are those of all its cards together, whoever placed them."""
    return {
        "type": meld.kind,
        "cards": _names(meld.cards),
        "placed": list(meld.placed),
        "points": sum(card_points(meld.kind, meld.cards)),
    }
