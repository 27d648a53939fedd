"""Dealing a deal and ending it (LR-1, LR-6, LR-17 to LR-19)."""

from games.rules.core.deal_events import deal_ended
from games.rules.core.dealing import (
    added,
    check_next_deal,
    closed_deal,
    dealt_hands,
    opening_dealer,
)
from games.rules.core.errors import RuleError
from games.rules.core.events import DealLog, Event
from games.rules.core.game import Options
from games.rules.core.match_state import DealRow
from games.rules.ladder import events
from games.rules.ladder.actions import PACK
from games.rules.ladder.contracts import RUNGS
from games.rules.ladder.scoring import match_outcome, score_deal
from games.rules.ladder.state import (
    HAND_SIZE,
    SEATS,
    Bound,
    LadderRow,
    LadderState,
    Reason,
    is_match_over,
)

Result = tuple[LadderState, tuple[Event, ...]]


def start_match(options: Options, seed: bytes, rung: int = 1) -> Result:
    """A match with its first deal dealt, all seats on `rung`.

    Raises RuleError `wrong_seed`, `no_such_seat` or `no_such_stage` (a rung not from 1 to 10).
    """
    if not 1 <= rung <= RUNGS:
        raise RuleError("no_such_stage", stage=rung)
    dealer = opening_dealer(options, seed, SEATS)
    return deal_cards(seed, dealer, 1, dealer, (rung - 1,) * SEATS, (0,) * SEATS, ())


def next_deal(state: LadderState) -> Result:
    """The next deal; it passes clockwise (LR-1). Raises RuleError `deal_not_over`, `match_over`."""
    check_next_deal(state)
    return deal_cards(
        state.seed,
        state.first_dealer,
        state.deal + 1,
        next_seat(state.dealer),
        state.completed,
        state.totals,
        state.sheet,
    )


def next_seat(seat: int) -> int:
    """The seat to the left (G3)."""
    return (seat + 1) % SEATS


def deal_cards(
    seed: bytes,
    first_dealer: int,
    deal: int,
    dealer: int,
    completed: tuple[int, ...],
    totals: tuple[int, ...],
    sheet: tuple[DealRow, ...],
) -> Result:
    """Ten cards for each seat and one turned up (LR-1)."""
    hands, stock = dealt_hands(PACK, seed, deal, SEATS, HAND_SIZE)
    turned_up = stock.pop()
    first = next_seat(dealer)
    happened = events.opening(deal, dealer, first, hands, len(stock), turned_up)
    state = LadderState(
        seed=seed,
        first_dealer=first_dealer,
        dealer=dealer,
        deal=deal,
        to_move=first,
        phase="draw",
        hands=hands,
        melds=(),
        stock=bytes(stock),
        discards=bytes((turned_up,)),
        laid_in=(0,) * SEATS,
        blocked=None,
        reshuffles=0,
        forced=0,
        idle=0,
        completed=completed,
        totals=totals,
        sheet=sheet,
        log=DealLog(events.LOG).add(happened),
    )
    return state, happened


def end_deal(
    state: LadderState,
    reason: Reason,
    seat: int,
    happened: tuple[Event, ...],
    bound: Bound | None = None,
) -> Result:
    """Scores the deal in which `seat` moved last, after `happened` (not yet in the log)."""
    laid = [turn > 0 for turn in state.laid_in]
    result = score_deal(reason, bound, seat, state.hands, laid, state.completed)
    totals = added(state.totals, result.scores)
    happened = (*happened, deal_ended(state.deal, seat, totals, events.result_form(result)))
    if is_match_over(state.deal, result.completed):
        outcome = match_outcome(result.completed, totals)
        happened = (*happened, events.match_ended(outcome, result.completed))
    row = LadderRow(state.deal, state.dealer, result.scores, reason, result.climbed)
    return closed_deal(
        state, result, row, totals, happened, blocked=None, completed=result.completed
    )
