"""The state as plain data and back, in format 1 (`games.rules.core.state_form`)."""

from typing import Any, Final

from games.rules.core.cards import SINGLE
from games.rules.core.plain import Plain
from games.rules.core.state_form import Fields, StateForm, by_seat
from games.rules.remi.combinations import Arrangement, Meld
from games.rules.remi.events import LOG
from games.rules.remi.state import SEATS, RemiResult, RemiState

FORM: Final = StateForm(1, SEATS, SINGLE, LOG)


def dump_state(state: RemiState) -> Plain:
    """Everything, secrets included."""
    table = [[bytes(meld) for meld in melds] for melds in state.table]
    result = None if state.result is None else _dump_result(state.result)
    return FORM.dump(state, result, list(state.hands), table)


def load_state(data: Plain) -> RemiState:
    """The state that `dump_state` gave. Raises FormatError `newer_format` or `damaged_state`."""
    return FORM.load(data, _read)


def _read(shared: Fields, result: Any, hands: Any, table: Any) -> RemiState:
    return RemiState(
        **shared,
        hands=tuple(hands),
        table=by_seat((_melds(melds) for melds in table), SEATS),
        result=None if result is None else _read_result(*result),
    )


def _dump_result(result: RemiResult) -> Plain:
    return [
        result.reason,
        result.seat,
        result.card,
        result.bonus,
        list(result.scores),
        [
            [[bytes(meld) for meld in hand.melds], bytes(hand.rest), hand.counted]
            for hand in result.hands
        ],
    ]


def _read_result(
    reason: Any, seat: Any, card: Any, bonus: Any, scores: Any, hands: Any
) -> RemiResult:
    return RemiResult(
        reason=reason,
        seat=seat,
        card=card,
        bonus=bonus,
        scores=tuple(scores),
        hands=tuple(
            Arrangement(_melds(melds), tuple(rest), counted) for melds, rest, counted in hands
        ),
    )


def _melds(melds: Any) -> tuple[Meld, ...]:
    return tuple(tuple(meld) for meld in melds)
