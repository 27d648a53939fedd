"""The state as plain data and back, in format 1: a list, in the order of `dump_state`."""

from typing import Any, Final

from games.rules.core.cards import SINGLE
from games.rules.core.cardsets import mask_of
from games.rules.core.errors import FormatError
from games.rules.core.events import DealLog
from games.rules.core.plain import Plain
from games.rules.rummy500.events import LOG
from games.rules.rummy500.melds import TableMeld, arranged, table_meld
from games.rules.rummy500.state import SEATS, DealResult, DealRow, Rummy500State

STATE_FORMAT: Final = 1


def dump_state(state: Rummy500State) -> Plain:
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
        [[bytes(meld.cards), bytes(meld.placed)] for meld in state.melds],
        state.stock,
        state.discards,
        state.must_use,
        state.blocked,
        state.active,
        state.idle_turns,
        list(state.totals),
        [[row.deal, row.dealer, list(row.scores), row.reason] for row in state.sheet],
        state.log.packed,
        None if state.result is None else _dump_result(state.result),
    ]


def load_state(data: Plain) -> Rummy500State:
    """The state that `dump_state` gave. Raises FormatError `newer_format` or `damaged_state`."""
    if not isinstance(data, list | tuple) or not data or type(data[0]) is not int:
        raise FormatError("damaged_state")
    if data[0] > STATE_FORMAT:
        raise FormatError("newer_format", format=data[0], known=STATE_FORMAT)
    try:
        state = _read(*data)
    except (TypeError, ValueError, IndexError) as fault:
        raise FormatError("damaged_state") from fault
    if not _is_whole(state):
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
    melds: Any,
    stock: Any,
    discards: Any,
    must_use: Any,
    blocked: Any,
    active: Any,
    idle_turns: Any,
    totals: Any,
    sheet: Any,
    log: Any,
    result: Any,
) -> Rummy500State:
    return Rummy500State(
        seed=bytes(seed),
        first_dealer=first_dealer,
        dealer=dealer,
        deal=deal,
        turn=turn,
        step=step,
        to_move=to_move,
        phase=phase,
        hands=tuple(hands),
        melds=tuple(_read_meld(bytes(cards), bytes(placed)) for cards, placed in melds),
        stock=bytes(stock),
        discards=bytes(discards),
        must_use=must_use,
        blocked=blocked,
        active=active,
        idle_turns=idle_turns,
        totals=tuple(totals),
        sheet=tuple(
            DealRow(number, dealt_by, tuple(scores), reason)
            for number, dealt_by, scores, reason in sheet
        ),
        log=DealLog(LOG, bytes(log)),
        result=None if result is None else _read_result(*result),
    )


def _read_meld(cards: bytes, placed: bytes) -> TableMeld:
    """The kind follows from the cards; a set keeps the order in which it grew."""
    found = arranged(cards)
    if found is None or len(placed) != len(cards):
        raise ValueError("not a meld")
    return table_meld(found[0], tuple(cards), tuple(placed))


def _dump_result(result: DealResult) -> Plain:
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
) -> DealResult:
    return DealResult(
        reason=reason,
        rule=rule,
        seat=seat,
        scores=tuple(scores),
        placed=tuple(placed),
        left=tuple(left),
        hands=tuple(hands),
    )


def _is_whole(state: Rummy500State) -> bool:
    """Whether every card is in exactly one place and every list has its length (G6)."""
    places = [
        *state.hands,
        *(mask_of(meld.cards) for meld in state.melds),
        mask_of(state.stock),
        mask_of(state.discards),
    ]
    together = 0
    for place in places:
        if together & place:
            return False
        together |= place
    return together == (1 << SINGLE.size) - 1 and {len(state.hands), len(state.totals)} == {SEATS}
