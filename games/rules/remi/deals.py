"""Dealing a deal and ending it (RM-1 to RM-3, RM-13, RM-15 to RM-18)."""

from games.rules.core.cards import SINGLE, Card
from games.rules.core.deal_events import deal_ended, match_ended
from games.rules.core.dealing import (
    added,
    check_next_deal,
    closed_deal,
    dealt_hands,
    opening_dealer,
)
from games.rules.core.events import DealLog, Event
from games.rules.core.game import Options
from games.rules.core.match_state import DealRow
from games.rules.remi import events
from games.rules.remi.scoring import match_outcome, next_dealer, score_deal
from games.rules.remi.state import DEALS, HAND_SIZE, SEATS, Reason, RemiState

Result = tuple[RemiState, tuple[Event, ...]]


def start_match(options: Options, seed: bytes) -> Result:
    """A match with its first deal dealt. Raises RuleError `wrong_seed` or `no_such_seat`."""
    dealer = opening_dealer(options, seed, SEATS)
    return _deal(seed, dealer, 1, dealer, (0,) * SEATS, ())


def next_deal(state: RemiState) -> Result:
    """The next deal, dealt by the lowest total. Raises RuleError `deal_not_over`, `match_over`."""
    check_next_deal(state)
    dealer = next_dealer(state.totals, state.dealer)
    return _deal(state.seed, state.first_dealer, state.deal + 1, dealer, state.totals, state.sheet)


def _deal(
    seed: bytes,
    first_dealer: int,
    deal: int,
    dealer: int,
    totals: tuple[int, ...],
    sheet: tuple[DealRow, ...],
) -> Result:
    """Seven cards for each seat; the dealer moves first (RM-1, RM-2)."""
    hands, stock = dealt_hands(SINGLE, seed, deal, SEATS, HAND_SIZE)
    happened = events.opening(deal, dealer, dealer, hands, len(stock))
    state = RemiState(
        seed=seed,
        first_dealer=first_dealer,
        dealer=dealer,
        deal=deal,
        to_move=dealer,
        phase="draw",
        hands=hands,
        table=((),) * SEATS,
        stock=bytes(stock),
        discards=b"",
        totals=totals,
        sheet=sheet,
        log=DealLog(events.LOG).add(happened),
    )
    return state, happened


def end_deal(
    state: RemiState, reason: Reason, seat: int, closing: Card | None, happened: tuple[Event, ...]
) -> Result:
    """Scores the deal that `seat` ended, after `happened` (not yet in the log)."""
    result = score_deal(reason, seat, closing, state.hands, state.table)
    totals = added(state.totals, result.scores)
    happened = (*happened, deal_ended(state.deal, seat, totals, events.result_form(result)))
    if state.deal == DEALS:
        happened = (*happened, match_ended(match_outcome(totals)))
    row = DealRow(state.deal, state.dealer, result.scores, reason)
    return closed_deal(state, result, row, totals, happened)
