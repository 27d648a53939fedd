"""What one seat, or a watcher, may know (G5): built up from nothing."""

from dataclasses import dataclass
from typing import Final

from games.rules.core.cards import Card
from games.rules.core.match_view import MatchView, shared_knowledge, view_form
from games.rules.core.plain import Json
from games.rules.ladder.actions import CODEC, PACK
from games.rules.ladder.contracts import contract_form, rung_after
from games.rules.ladder.events import result_form
from games.rules.ladder.melds import Meld
from games.rules.ladder.rules import legal_actions
from games.rules.ladder.state import SEATS, LadderResult, LadderState, Laid, Phase

_NAMES: Final = PACK.names
_names: Final = PACK.name_all


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderView(MatchView):
    """The knowledge of a seat or a watcher.

    `top` is the top one of the `discard_count` discards, None when there is none.
    `completed` counts contracts and `laid` says who laid one in the running deal, both by
    seat. `blocked` is the card that the seat to move may not discard.
    """

    phase: Phase
    melds: tuple[Meld, ...]
    top: Card | None
    discard_count: int
    completed: tuple[int, ...]
    laid: tuple[Laid, ...]
    blocked: Card | None
    reshuffles: int
    result: LadderResult | None


def view_of(state: LadderState, seat: int | None) -> LadderView:
    """The view of `seat`, or of a watcher (None)."""
    return LadderView(
        **shared_knowledge(state, seat, legal_actions),
        melds=state.melds,
        top=state.discards[-1] if state.discards else None,
        discard_count=len(state.discards),
        completed=state.completed,
        laid=tuple([state.laid(other) for other in range(SEATS)]),
        blocked=state.blocked,
        reshuffles=state.reshuffles,
    )


def dump_view(view: LadderView) -> dict[str, Json]:
    """The wire form, with the same keys always; cards are names. The log is not in it.

    `contract` is what the own rung asks for, None for a watcher.
    """
    rungs = [rung_after(done) for done in view.completed]
    own: dict[str, Json] = {
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
    }
    return view_form(view, CODEC, own, None if view.result is None else result_form(view.result))


def _meld_form(meld: Meld) -> dict[str, Json]:
    return {
        "type": meld.kind,
        "owner": meld.owner,
        "cards": _names(meld.cards),
        "represents": list(meld.represents),
        "placed": list(meld.placed),
    }
