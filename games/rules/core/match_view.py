"""What the views of card games have in common (G5), and its wire form.

A game's view is a dataclass on top of `MatchView`, made with `shared_knowledge` and what is
the game's own. The own fields may hold nothing that the seat may not know.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from games.rules.core.actions import Action, Codec
from games.rules.core.cards import Card
from games.rules.core.cardsets import cards_in
from games.rules.core.events import DealLog
from games.rules.core.match_state import DealResult, DealRow, MatchState
from games.rules.core.plain import Json

S = TypeVar("S", bound=MatchState)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchView:
    """The knowledge of `seat`, or of a watcher where it is None.

    `hand` is None for a watcher; `stock` is a number. `legal` is what the seat may do now.
    `result` opens all hands once the deal is scored.
    """

    seat: int | None
    deal: int
    turn: int
    step: int
    to_move: int | None
    dealer: int
    first_dealer: int
    phase: str
    deal_over: bool
    match_over: bool
    hand: tuple[Card, ...] | None
    hand_sizes: tuple[int, ...]
    stock: int
    totals: tuple[int, ...]
    sheet: tuple[DealRow, ...]
    legal: tuple[Action, ...]
    result: DealResult | None
    log: DealLog


def shared_knowledge(
    state: S, seat: int | None, legal_actions: Callable[[S, int], tuple[Action, ...]]
) -> dict[str, Any]:
    """The fields of `MatchView` for `seat`, or for a watcher (None), by their names."""
    return {
        "seat": seat,
        "deal": state.deal,
        "turn": state.turn,
        "step": state.step,
        "to_move": state.to_move,
        "dealer": state.dealer,
        "first_dealer": state.first_dealer,
        "phase": state.phase,
        "deal_over": state.deal_over,
        "match_over": state.match_over,
        "hand": None if seat is None else cards_in(state.hands[seat]),
        "hand_sizes": tuple([hand.bit_count() for hand in state.hands]),
        "stock": len(state.stock),
        "totals": state.totals,
        "sheet": state.sheet,
        "legal": () if seat is None else legal_actions(state, seat),
        "result": state.result,
        "log": state.log,
    }


def view_form(
    view: MatchView,
    codec: Codec[Action],
    own: Mapping[str, Json],
    result: Mapping[str, Json] | None,
) -> dict[str, Json]:
    """The wire form of a view, without its log: the keys of every game around the `own` ones.

    `own` tells the table and the piles, ``stock`` among them; `result` is the wire form of
    the view's result, None while the deal runs.
    """
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
        "hand": None if view.hand is None else codec.pack.name_all(view.hand),
        "hand_sizes": list(view.hand_sizes),
        **own,
        "totals": list(view.totals),
        "sheet": [row.form() for row in view.sheet],
        "legal": [codec.dump(action) for action in view.legal],
        "result": result,
    }


def log_forms(view: MatchView) -> list[dict[str, Json]]:
    """The public forms of the running deal's events, oldest first."""
    return list(view.log)
