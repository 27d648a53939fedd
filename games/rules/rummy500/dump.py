"""The state as plain data and back, in format 1 (`games.rules.core.state_form`)."""

from typing import Any, Final

from games.rules.core.cards import SINGLE
from games.rules.core.plain import Plain
from games.rules.core.state_form import Fields, StateForm
from games.rules.rummy500.events import LOG
from games.rules.rummy500.melds import TableMeld, arranged, table_meld
from games.rules.rummy500.state import SEATS, Rummy500Result, Rummy500State

FORM: Final = StateForm(1, SEATS, SINGLE, LOG)


def dump_state(state: Rummy500State) -> Plain:
    """Everything, secrets included."""
    return FORM.dump(
        state,
        None if state.result is None else _dump_result(state.result),
        list(state.hands),
        [[bytes(meld.cards), bytes(meld.placed)] for meld in state.melds],
        state.must_use,
        state.blocked,
        state.active,
        state.idle_turns,
    )


def load_state(data: Plain) -> Rummy500State:
    """The state that `dump_state` gave. Raises FormatError `newer_format` or `damaged_state`."""
    return FORM.load(data, _read)


def _read(
    shared: Fields,
    result: Any,
    hands: Any,
    melds: Any,
    must_use: Any,
    blocked: Any,
    active: Any,
    idle_turns: Any,
) -> Rummy500State:
    return Rummy500State(
        **shared,
        hands=tuple(hands),
        melds=tuple(_read_meld(bytes(cards), bytes(placed)) for cards, placed in melds),
        must_use=must_use,
        blocked=blocked,
        active=active,
        idle_turns=idle_turns,
        result=None if result is None else _read_result(*result),
    )


def _read_meld(cards: bytes, placed: bytes) -> TableMeld:
    """The kind follows from the cards; a set keeps the order in which it grew."""
    found = arranged(cards)
    if found is None or len(placed) != len(cards):
        raise ValueError("not a meld")
    return table_meld(found[0], tuple(cards), tuple(placed))


def _dump_result(result: Rummy500Result) -> Plain:
    return [
        result.reason,
        result.rule,
        result.seat,
        list(result.scores),
        list(result.placed),
        list(result.left),
        list(result.hands),
    ]


def _read_result(
    reason: Any, rule: Any, seat: Any, scores: Any, placed: Any, left: Any, hands: Any
) -> Rummy500Result:
    return Rummy500Result(
        reason=reason,
        rule=rule,
        seat=seat,
        scores=tuple(scores),
        placed=tuple(placed),
        left=tuple(left),
        hands=tuple(hands),
    )
