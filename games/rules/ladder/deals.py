"""Dealing a deal and ending it (LR-1, LR-6, LR-17 to LR-19)."""

from dataclasses import replace

from games.rules.core.cardsets import mask_of
from games.rules.core.errors import RuleError
from games.rules.core.events import DealLog, Event
from games.rules.core.game import Options
from games.rules.core.shuffle import SEED_BYTES, drawn_dealer, shuffled
from games.rules.ladder import events
from games.rules.ladder.actions import PACK
from games.rules.ladder.contracts import RUNGS
from games.rules.ladder.scoring import match_outcome, score_deal
from games.rules.ladder.state import (
    HAND_SIZE,
    SEATS,
    Bound,
    DealRow,
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
    if len(seed) != SEED_BYTES:
        raise RuleError("wrong_seed", bytes=len(seed))
    dealer = options.first_dealer
    if dealer is None:
        dealer = drawn_dealer(seed, SEATS)
    if not 0 <= dealer < SEATS:
        raise RuleError("no_such_seat", seat=dealer)
    return deal_cards(seed, dealer, 1, dealer, (rung - 1,) * SEATS, (0,) * SEATS, ())


def next_deal(state: LadderState) -> Result:
    """The next deal; it passes clockwise (LR-1). Raises RuleError `deal_not_over`, `match_over`."""
    if not state.deal_over:
        raise RuleError("deal_not_over")
    if state.match_over:
        raise RuleError("match_over")
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
    """Ten cards for each seat by number, from the top, and one turned up (LR-1, G8)."""
    deck = shuffled(range(PACK.size), seed, deal)
    hands = []
    for _ in range(SEATS):
        hands.append(mask_of(deck[-HAND_SIZE:]))
        del deck[-HAND_SIZE:]
    turned_up = deck.pop()
    first = next_seat(dealer)
    happened = (
        events.deal_started(deal, dealer, first, hands, len(deck), turned_up),
        *(events.dealt(seat, hand) for seat, hand in enumerate(hands)),
    )
    state = LadderState(
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
        laid_in=(0,) * SEATS,
        blocked=None,
        reshuffles=0,
        forced=0,
        idle=0,
        completed=completed,
        totals=totals,
        sheet=sheet,
        log=DealLog(events.LOG).add(happened),
        result=None,
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
    totals = tuple(a + b for a, b in zip(state.totals, result.scores, strict=True))
    happened = (*happened, events.deal_ended(state.deal, result, totals))
    if is_match_over(state.deal, result.completed):
        outcome = match_outcome(result.completed, totals)
        happened = (*happened, events.match_ended(outcome, result.completed))
    row = DealRow(state.deal, state.dealer, result.scores, reason, result.climbed)
    ended = replace(
        state,
        to_move=None,
        phase="over",
        blocked=None,
        completed=result.completed,
        totals=totals,
        sheet=(*state.sheet, row),
        log=state.log.add(happened),
        result=result,
    )
    return ended, happened
