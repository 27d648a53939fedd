"""Dealing a deal and ending it (RF-1, RF-2, RF-13 to RF-18, RF-22, RF-23)."""

from dataclasses import replace

from games.rules.core.cards import SINGLE
from games.rules.core.cardsets import mask_of
from games.rules.core.errors import RuleError
from games.rules.core.events import DealLog, Event
from games.rules.core.game import Options
from games.rules.core.shuffle import SEED_BYTES, drawn_dealer, shuffled
from games.rules.rummy500 import events
from games.rules.rummy500.scoring import match_outcome, score_deal
from games.rules.rummy500.state import (
    HAND_SIZE,
    SEATS,
    Bound,
    DealRow,
    Reason,
    Rummy500State,
    has_winner,
    is_decided,
)


def start_match(options: Options, seed: bytes) -> tuple[Rummy500State, tuple[Event, ...]]:
    """A match with its first deal dealt. Raises RuleError `wrong_seed` or `no_such_seat`."""
    if len(seed) != SEED_BYTES:
        raise RuleError("wrong_seed", bytes=len(seed))
    dealer = options.first_dealer
    if dealer is None:
        dealer = drawn_dealer(seed, SEATS)
    if not 0 <= dealer < SEATS:
        raise RuleError("no_such_seat", seat=dealer)
    return _deal(seed, dealer, 1, dealer, (0,) * SEATS, ())


def next_deal(state: Rummy500State) -> tuple[Rummy500State, tuple[Event, ...]]:
    """The next deal, by the other dealer (RF-2). Raises RuleError `deal_not_over`, `match_over`."""
    if not state.deal_over:
        raise RuleError("deal_not_over")
    if state.match_over:
        raise RuleError("match_over")
    dealer = (state.dealer + 1) % SEATS
    return _deal(state.seed, state.first_dealer, state.deal + 1, dealer, state.totals, state.sheet)


def _deal(
    seed: bytes,
    first_dealer: int,
    deal: int,
    dealer: int,
    totals: tuple[int, ...],
    sheet: tuple[DealRow, ...],
) -> tuple[Rummy500State, tuple[Event, ...]]:
    """Thirteen cards for each seat by number, from the top, seat 0 first, then the card
    turned up (RF-1, G8)."""
    deck = shuffled(range(SINGLE.size), seed, deal)
    hands = []
    for _ in range(SEATS):
        hands.append(mask_of(deck[-HAND_SIZE:]))
        del deck[-HAND_SIZE:]
    turned_up = deck.pop()
    first = (dealer + 1) % SEATS
    happened = (
        events.deal_started(deal, dealer, first, hands, len(deck), turned_up),
        *(events.dealt(seat, hand) for seat, hand in enumerate(hands)),
    )
    state = Rummy500State(
        seed=seed,
        first_dealer=first_dealer,
        dealer=dealer,
        deal=deal,
        turn=1,
        step=0,
        to_move=first,
        phase="draw",
        hands=tuple(hands),
        melds=(),
        stock=bytes(deck),
        discards=bytes((turned_up,)),
        must_use=None,
        blocked=None,
        active=False,
        idle_turns=0,
        totals=totals,
        sheet=sheet,
        log=DealLog(events.LOG).add(happened),
        result=None,
    )
    return state, happened


def end_deal(
    state: Rummy500State,
    reason: Reason,
    rule: Bound | None,
    seat: int,
    happened: tuple[Event, ...],
) -> tuple[Rummy500State, tuple[Event, ...]]:
    """Scores the deal that `seat` ended, after `happened` (not yet in the log)."""
    result = score_deal(reason, rule, seat, state.hands, state.melds)
    totals = tuple(a + b for a, b in zip(state.totals, result.scores, strict=True))
    happened = (*happened, events.deal_ended(state.deal, result, totals))
    if is_decided(totals, state.deal):
        bound = None if has_winner(totals) else "RF-23"
        happened = (*happened, events.match_ended(match_outcome(totals), bound))
    row = DealRow(state.deal, state.dealer, result.scores, reason)
    ended = replace(
        state,
        to_move=None,
        phase="over",
        must_use=None,
        blocked=None,
        totals=totals,
        sheet=(*state.sheet, row),
        log=state.log.add(happened),
        result=result,
    )
    return ended, happened
