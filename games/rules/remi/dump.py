"""The state as plain data and back, in format 1: a list, in the order of `dump_state`."""

from typing import Any, Final

from games.rules.core.errors import FormatError
from games.rules.core.events import DealLog
from games.rules.core.plain import Plain
from games.rules.remi.combinations import Arrangement, Meld
from games.rules.remi.events import LOG
from games.rules.remi.masks import FULL, mask_of
from games.rules.remi.state import SEATS, DealResult, DealRow, RemiState

STATE_FORMAT: Final = 1


def dump_state(state: RemiState) -> Plain:
    """Everything, secrets included."""
    return [
        STATE_FORMAT,
        state.seed,
        state.first_dealer,
        state.dealer,
        state.deal,
        state.turn,
        state.step,
        state.to_move,
        state.phase,
        list(state.hands),
        [[bytes(meld) for meld in melds] for melds in state.table],
        state.stock,
        state.discards,
        list(state.totals),
        [[row.deal, row.dealer, list(row.scores), row.reason] for row in state.sheet],
        state.log.packed,
        None if state.result is None else _dump_result(state.result),
    ]


def load_state(data: Plain) -> RemiState:
    """The state that `dump_state` gave. Raises FormatError `newer_format` or `damaged_state`."""
    if not isinstance(data, list | tuple) or not data or type(data[0]) is not int:
        raise FormatError("damaged_state")
    if data[0] > STATE_FORMAT:
        raise FormatError("newer_format", format=data[0], known=STATE_FORMAT)
    try:
        state = _read(*data)
        whole = _is_whole(state)
    except (TypeError, ValueError, IndexError) as fault:
        raise FormatError("damaged_state") from fault
    if not whole:
        raise FormatError("damaged_state")
    return state


def _read(
    _format: Any,
    seed: Any,
    first_dealer: Any,
    dealer: Any,
    deal: Any,
    turn: Any,
    step: Any,
    to_move: Any,
    phase: Any,
    hands: Any,
    table: Any,
    stock: Any,
    discards: Any,
    totals: Any,
    sheet: Any,
    log: Any,
    result: Any,
) -> RemiState:
    return RemiState(
        seed=bytes(seed),
        first_dealer=first_dealer,
        dealer=dealer,
        deal=deal,
        turn=turn,
        step=step,
        to_move=to_move,
        phase=phase,
        hands=tuple(hands),
        table=tuple(_melds(melds) for melds in table),
        stock=bytes(stock),
        discards=bytes(discards),
        totals=tuple(totals),
        sheet=tuple(
            DealRow(number, dealt_by, tuple(scores), reason)
            for number, dealt_by, scores, reason in sheet
        ),
        log=DealLog(LOG, bytes(log)),
        result=None if result is None else _read_result(*result),
    )


def _dump_result(result: DealResult) -> Plain:
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
) -> DealResult:
    return DealResult(
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


def _is_whole(state: RemiState) -> bool:
    """Whether every card is in exactly one place and every list has its length (G6)."""
    places = [
        *state.hands,
        *(mask_of(meld) for melds in state.table for meld in melds),
        mask_of(state.stock),
        mask_of(state.discards),
    ]
    together = 0
    for place in places:
        if together & place:
            return False
        together |= place
    return together == FULL and {len(state.hands), len(state.table), len(state.totals)} == {SEATS}
