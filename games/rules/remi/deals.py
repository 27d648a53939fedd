"""Dealing a deal and ending it (RM-1 to RM-3, RM-13, RM-15 to RM-18)."""

from dataclasses import replace

from games.rules.core.cards import Card
from games.rules.core.errors import RuleError
from games.rules.core.events import DealLog, Event
from games.rules.core.game import Options
from games.rules.core.shuffle import SEED_BYTES, drawn_dealer, shuffled
from games.rules.remi import events
from games.rules.remi.masks import mask_of
from games.rules.remi.scoring import match_outcome, next_dealer, score_deal
from games.rules.remi.state import DEALS, HAND_SIZE, SEATS, DealRow, Reason, RemiState

PACK_SIZE = 52


def start_match(options: Options, seed: bytes) -> tuple[RemiState, tuple[Event, ...]]:
    """A match with its first deal dealt. Raises RuleError `wrong_seed` or `no_such_seat`."""
    if len(seed) != SEED_BYTES:
        raise RuleError("wrong_seed", bytes=len(seed))
    dealer = options.first_dealer
    if dealer is None:
        dealer = drawn_dealer(seed, SEATS)
    if not 0 <= dealer < SEATS:
        raise RuleError("no_such_seat", seat=dealer)
    return _deal(seed, dealer, 1, dealer, (0,) * SEATS, ())


def next_deal(state: RemiState) -> tuple[RemiState, tuple[Event, ...]]:
    """The next deal, dealt by the lowest total. Raises RuleError `deal_not_over`, `match_over`."""
    if not state.deal_over:
        raise RuleError("deal_not_over")
    if state.match_over:
        raise RuleError("match_over")
    dealer = next_dealer(state.totals, state.dealer)
    return _deal(state.seed, state.first_dealer, state.deal + 1, dealer, state.totals, state.sheet)


def _deal(
    seed: bytes,
    first_dealer: int,
    deal: int,
    dealer: int,
    totals: tuple[int, ...],
    sheet: tuple[DealRow, ...],
) -> tuple[RemiState, tuple[Event, ...]]:
    """Seven cards for each seat by number, from the top, seat 0 first (RM-1, G8)."""
    deck = shuffled(range(PACK_SIZE), seed, deal)
    hands = []
    for _ in range(SEATS):
        hands.append(mask_of(deck[-HAND_SIZE:]))
        del deck[-HAND_SIZE:]
    happened = (
        events.deal_started(deal, dealer, hands, len(deck)),
        *(events.dealt(seat, hand) for seat, hand in enumerate(hands)),
    )
    state = RemiState(
        seed=seed,
        first_dealer=first_dealer,
        dealer=dealer,
        deal=deal,
        turn=1,
        step=0,
        to_move=dealer,
        phase="draw",
        hands=tuple(hands),
        table=((),) * SEATS,
        stock=bytes(deck),
        discards=b"",
        totals=totals,
        sheet=sheet,
        log=DealLog(events.LOG).add(happened),
        result=None,
    )
    return state, happened


def end_deal(
    state: RemiState, reason: Reason, seat: int, closing: Card | None, happened: tuple[Event, ...]
) -> tuple[RemiState, tuple[Event, ...]]:
    """Scores the deal that `seat` ended, after `happened` (not yet in the log)."""
    result = score_deal(reason, seat, closing, state.hands, state.table)
    totals = tuple(a + b for a, b in zip(state.totals, result.scores, strict=True))
    happened = (*happened, events.deal_ended(state.deal, result, totals))
    if state.deal == DEALS:
        happened = (*happened, events.match_ended(match_outcome(totals)))
    row = DealRow(state.deal, state.dealer, result.scores, reason)
    ended = replace(
        state,
        to_move=None,
        phase="over",
        totals=totals,
        sheet=(*state.sheet, row),
        log=state.log.add(happened),
        result=result,
    )
    return ended, happened
