"""What one seat, or a watcher, may know (G5): built up from nothing."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from games.rules.core.cards import SINGLE, Card
from games.rules.core.match_view import MatchView, shared_knowledge, view_form
from games.rules.core.plain import Json
from games.rules.remi.actions import CODEC
from games.rules.remi.combinations import Meld
from games.rules.remi.events import result_form
from games.rules.remi.rules import legal_actions
from games.rules.remi.state import OPEN_DISCARDS, Phase, RemiResult, RemiState

_names: Final = SINGLE.name_all


@dataclass(frozen=True, slots=True, kw_only=True)
class RemiView(MatchView):
    """The knowledge of a seat or a watcher.

    `open_discards` are the top three of the `discard_count` discards, top last.
    """

    phase: Phase
    table: tuple[tuple[Meld, ...], ...]
    open_discards: tuple[Card, ...]
    discard_count: int
    result: RemiResult | None


def view_of(state: RemiState, seat: int | None) -> RemiView:
    """The view of `seat`, or of a watcher (None)."""
    return RemiView(
        **shared_knowledge(state, seat, legal_actions),
        table=state.table,
        open_discards=tuple(state.discards[-OPEN_DISCARDS:]),
        discard_count=len(state.discards),
    )


def dump_view(view: RemiView) -> dict[str, Json]:
    """The wire form, with the same keys always; cards are names. The log is not in it."""
    own: dict[str, Json] = {
        "table": [_meld_names(melds) for melds in view.table],
        "stock": view.stock,
        "discards": {"top": _names(view.open_discards), "count": view.discard_count},
    }
    return view_form(view, CODEC, own, None if view.result is None else result_form(view.result))


def _meld_names(melds: Iterable[Meld]) -> list[Json]:
    return [_names(meld) for meld in melds]
