"""What one seat, or a watcher, may know (G5): built up from nothing."""

from dataclasses import dataclass
from typing import Final

from games.rules.core.cards import SINGLE, Card
from games.rules.core.match_view import MatchView, shared_knowledge, view_form
from games.rules.core.plain import Json
from games.rules.rummy500.actions import CODEC
from games.rules.rummy500.events import result_form
from games.rules.rummy500.legal import legal_actions
from games.rules.rummy500.melds import TableMeld, card_points
from games.rules.rummy500.state import Phase, Rummy500Result, Rummy500State

_names: Final = SINGLE.name_all


@dataclass(frozen=True, slots=True, kw_only=True)
class Rummy500View(MatchView):
    """The knowledge of a seat or a watcher.

    `discards` is the whole pile, a byte a card, top last; `must_use`, `blocked` and
    `idle_turns` are the state's and known to all.
    """

    phase: Phase
    melds: tuple[TableMeld, ...]
    discards: bytes
    must_use: Card | None
    blocked: Card | None
    idle_turns: int
    result: Rummy500Result | None


def view_of(state: Rummy500State, seat: int | None) -> Rummy500View:
    """The view of `seat`, or of a watcher (None)."""
    return Rummy500View(
        **shared_knowledge(state, seat, legal_actions),
        melds=state.melds,
        discards=state.discards,
        must_use=state.must_use,
        blocked=state.blocked,
        idle_turns=state.idle_turns,
    )


def dump_view(view: Rummy500View) -> dict[str, Json]:
    """The wire form, with the same keys always; cards are names. The log is not in it."""
    own: dict[str, Json] = {
        "melds": [_meld_form(meld) for meld in view.melds],
        "stock": view.stock,
        "discards": _names(view.discards),
        "must_use": _name(view.must_use),
        "blocked": _name(view.blocked),
    }
    return view_form(view, CODEC, own, None if view.result is None else result_form(view.result))


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
