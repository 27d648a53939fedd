"""Dealing a deal and ending it (RF-1, RF-2, RF-13 to RF-18, RF-22, RF-23)."""

from games.rules.core.cards import SINGLE
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
from games.rules.rummy500 import events
from games.rules.rummy500.scoring import match_outcome, score_deal
from games.rules.rummy500.state import (
    HAND_SIZE,
    SEATS,
    Bound,
    Reason,
    Rummy500State,
    has_winner,
    is_decided,
)

Result = tuple[Rummy500State, tuple[Event, ...]]


def start_match(options: Options, seed: bytes) -> Result:
    """A match with its first deal dealt. Raises RuleError `wrong_seed` or `no_such_seat`."""
    dealer = opening_dealer(options, seed, SEATS)
    return _deal(seed, dealer, 1, dealer, (0,) * SEATS, ())


def next_deal(state: Rummy500State) -> Result:
    """The next deal, by the other dealer (RF-2). Raises RuleError `deal_not_over`, `match_over`."""
    check_next_deal(state)
    dealer = (state.dealer + 1) % SEATS
    return _deal(state.seed, state.first_dealer, state.deal + 1, dealer, state.totals, state.sheet)


def _deal(
    seed: bytes,
    first_dealer: int,
    deal: int,
    dealer: int,
    totals: tuple[int, ...],
    sheet: tuple[DealRow, ...],
) -> Result:
    """Thirteen cards for each seat, then the card turned up; the non-dealer moves first (RF-1)."""
    hands, stock = dealt_hands(SINGLE, seed, deal, SEATS, HAND_SIZE)
    turned_up = stock.pop()
    first = (dealer + 1) % SEATS
    happened = events.opening(deal, dealer, first, hands, len(stock), turned_up)
    state = Rummy500State(
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
        must_use=None,
        blocked=None,
        active=False,
        idle_turns=0,
        totals=totals,
        sheet=sheet,
        log=DealLog(events.LOG).add(happened),
    )
    return state, happened


def end_deal(
    state: Rummy500State,
    reason: Reason,
    rule: Bound | None,
    seat: int,
    happened: tuple[Event, ...],
) -> Result:
    """Scores the deal that `seat` ended, after `happened` (not yet in the log)."""
    result = score_deal(reason, rule, seat, state.hands, state.melds)
    totals = added(state.totals, result.scores)
    happened = (*happened, deal_ended(state.deal, seat, totals, events.result_form(result)))
    if is_decided(totals, state.deal):
        bound = None if has_winner(totals) else "RF-23"
        happened = (*happened, match_ended(match_outcome(totals), {"rule": bound}))
    row = DealRow(state.deal, state.dealer, result.scores, reason)
    return closed_deal(state, result, row, totals, happened, must_use=None, blocked=None)
