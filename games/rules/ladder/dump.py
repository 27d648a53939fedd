"""The state as plain data and back, in format 1 (`games.rules.core.state_form`)."""

from typing import Any, Final

from games.rules.core.cardsets import cards_in, mask_of
from games.rules.core.plain import Plain
from games.rules.core.state_form import Fields, StateForm, by_seat
from games.rules.ladder.actions import PACK
from games.rules.ladder.events import LOG
from games.rules.ladder.melds import Meld, new_meld
from games.rules.ladder.state import SEATS, LadderResult, LadderRow, LadderState

FORM: Final = StateForm(1, SEATS, PACK, LOG)


def dump_state(state: LadderState) -> Plain:
    """Everything, secrets included. A hand is its cards, a byte each."""
    return FORM.dump(
        state,
        None if state.result is None else _dump_result(state.result),
        [bytes(cards_in(hand)) for hand in state.hands],
        [[meld.owner, bytes(meld.cards), bytes(meld.placed)] for meld in state.melds],
        list(state.laid_in),
        state.blocked,
        state.reshuffles,
        state.forced,
        state.idle,
        list(state.completed),
    )


def load_state(data: Plain) -> LadderState:
    """The state that `dump_state` gave. Raises FormatError `newer_format` or `damaged_state`."""
    return FORM.load(data, _read, _read_row)


def _read(
    shared: Fields,
    result: Any,
    hands: Any,
    melds: Any,
    laid_in: Any,
    blocked: Any,
    reshuffles: Any,
    forced: Any,
    idle: Any,
    completed: Any,
) -> LadderState:
    return LadderState(
        **shared,
        hands=tuple(mask_of(hand) for hand in hands),
        melds=tuple(_read_meld(*meld) for meld in melds),
        laid_in=by_seat(laid_in, SEATS),
        blocked=blocked,
        reshuffles=reshuffles,
        forced=forced,
        idle=idle,
        completed=by_seat(completed, SEATS),
        result=None if result is None else _read_result(*result),
    )


def _read_row(deal: Any, dealer: Any, scores: Any, reason: Any, climbed: Any) -> LadderRow:
    return LadderRow(deal, dealer, tuple(scores), reason, tuple(climbed))


def _read_meld(owner: Any, cards: Any, placed: Any) -> Meld:
    meld = new_meld(tuple(cards), owner)
    return Meld(meld.kind, owner, meld.cards, tuple(placed), meld.low, meld.suit, meld.rank)


def _dump_result(result: LadderResult) -> Plain:
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
) -> LadderResult:
    return LadderResult(
        reason=reason,
        bound=bound,
        seat=seat,
        scores=tuple(scores),
        climbed=tuple(climbed),
        completed=tuple(completed),
        hands=tuple(tuple(hand) for hand in hands),
    )
