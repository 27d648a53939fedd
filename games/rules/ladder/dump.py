"""The state as plain data and back, in format 1: a list, in the order of `dump_state`."""

from typing import Any, Final

from games.rules.core.cardsets import cards_in, mask_of
from games.rules.core.errors import FormatError, RuleError
from games.rules.core.events import DealLog
from games.rules.core.plain import Plain
from games.rules.ladder.actions import PACK
from games.rules.ladder.events import LOG
from games.rules.ladder.melds import Meld, new_meld
from games.rules.ladder.state import SEATS, DealResult, DealRow, LadderState

STATE_FORMAT: Final = 1


def dump_state(state: LadderState) -> Plain:
    """Everything, secrets included. A hand is its cards, a byte each."""
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
        [bytes(cards_in(hand)) for hand in state.hands],
        [[meld.owner, bytes(meld.cards), bytes(meld.placed)] for meld in state.melds],
        state.stock,
        state.discards,
        list(state.laid_in),
        state.blocked,
        state.reshuffles,
        state.forced,
        state.idle,
        list(state.completed),
        list(state.totals),
        [
            [row.deal, row.dealer, list(row.scores), row.reason, list(row.climbed)]
            for row in state.sheet
        ],
        state.log.packed,
        None if state.result is None else _dump_result(state.result),
    ]


def load_state(data: Plain) -> LadderState:
    """The state that `dump_state` gave. Raises FormatError `newer_format` or `damaged_state`."""
    if not isinstance(data, list | tuple) or not data or type(data[0]) is not int:
        raise FormatError("damaged_state")
    if data[0] > STATE_FORMAT:
        raise FormatError("newer_format", format=data[0], known=STATE_FORMAT)
    try:
        state = _read(*data)
        whole = _is_whole(state)
    except (TypeError, ValueError, IndexError, RuleError) as fault:
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
    melds: Any,
    stock: Any,
    discards: Any,
    laid_in: Any,
    blocked: Any,
    reshuffles: Any,
    forced: Any,
    idle: Any,
    completed: Any,
    totals: Any,
    sheet: Any,
    log: Any,
    result: Any,
) -> LadderState:
    return LadderState(
        seed=bytes(seed),
        first_dealer=first_dealer,
        dealer=dealer,
        deal=deal,
        turn=turn,
        step=step,
        to_move=to_move,
        phase=phase,
        hands=tuple(mask_of(hand) for hand in hands),
        melds=tuple(_read_meld(*meld) for meld in melds),
        stock=bytes(stock),
        discards=bytes(discards),
        laid_in=tuple(laid_in),
        blocked=blocked,
        reshuffles=reshuffles,
        forced=forced,
        idle=idle,
        completed=tuple(completed),
        totals=tuple(totals),
        sheet=tuple(
            DealRow(number, dealt_by, tuple(scores), reason, tuple(climbed))
            for number, dealt_by, scores, reason, climbed in sheet
        ),
        log=DealLog(LOG, bytes(log)),
        result=None if result is None else _read_result(*result),
    )


def _read_meld(owner: Any, cards: Any, placed: Any) -> Meld:
    meld = new_meld(tuple(cards), owner)
    return Meld(meld.kind, owner, meld.cards, tuple(placed), meld.low, meld.suit, meld.rank)


def _dump_result(result: DealResult) -> Plain:
    return [
        result.reason,
        result.bound,
        result.seat,
        list(result.scores),
        list(result.climbed),
        list(result.completed),
        [bytes(hand) for hand in result.hands],
    ]


def _read_result(
    reason: Any,
    bound: Any,
    seat: Any,
    scores: Any,
    climbed: Any,
    completed: Any,
    hands: Any,
) -> DealResult:
    return DealResult(
        reason=reason,
        bound=bound,
        seat=seat,
        scores=tuple(scores),
        climbed=tuple(climbed),
        completed=tuple(completed),
        hands=tuple(tuple(hand) for hand in hands),
    )


def _is_whole(state: LadderState) -> bool:
    """Whether every card is in exactly one place and every list has its length (G6)."""
    places = [
        *(bytes(cards_in(hand)) for hand in state.hands),
        *(bytes(meld.cards) for meld in state.melds),
        state.stock,
        state.discards,
    ]
    by_seat = (state.hands, state.laid_in, state.completed, state.totals)
    return sorted(b"".join(places)) == list(range(PACK.size)) and all(
        len(values) == SEATS for values in by_seat
    )
