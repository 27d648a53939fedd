"""Opening a match, dealing a deal and closing it: what is the same in every game."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from games.rules.core.cards import Card, Pack
from games.rules.core.cardsets import CardSet, mask_of
from games.rules.core.errors import RuleError
from games.rules.core.events import Event
from games.rules.core.game import Options, State
from games.rules.core.match_state import DealResult, DealRow, MatchState
from games.rules.core.shuffle import SEED_BYTES, drawn_dealer, shuffled

S = TypeVar("S", bound=MatchState)


def opening_dealer(options: Options, seed: bytes, seats: int) -> int:
    """The first dealer of a match (G9). Raises RuleError `wrong_seed` or `no_such_seat`."""
    if len(seed) != SEED_BYTES:
        raise RuleError("wrong_seed", bytes=len(seed))
    dealer = options.first_dealer
    if dealer is None:
        dealer = drawn_dealer(seed, seats)
    if not 0 <= dealer < seats:
        raise RuleError("no_such_seat", seat=dealer)
    return dealer


def check_next_deal(state: State) -> None:
    """Raises RuleError `deal_not_over` or `match_over` where no deal follows."""
    if not state.deal_over:
        raise RuleError("deal_not_over")
    if state.match_over:
        raise RuleError("match_over")


def dealt_hands(
    pack: Pack, seed: bytes, deal: int, seats: int, size: int
) -> tuple[tuple[CardSet, ...], list[Card]]:
    """`size` cards for each seat by number, from the top, seat 0 first (G8); and the rest."""
    deck = shuffled(range(pack.size), seed, deal)
    hands = []
    for _ in range(seats):
        hands.append(mask_of(deck[-size:]))
        del deck[-size:]
    return tuple(hands), deck


def added(totals: Sequence[int], scores: Sequence[int]) -> tuple[int, ...]:
    """The totals after a deal with these scores."""
    return tuple(a + b for a, b in zip(totals, scores, strict=True))


def closed_deal(
    state: S,
    result: DealResult,
    row: DealRow,
    totals: tuple[int, ...],
    happened: tuple[Event, ...],
    **own: Any,
) -> tuple[S, tuple[Event, ...]]:
    """The state once its deal is scored, after `happened` (not yet in the log).

    `row` is the new line of the sheet, `own` what of the game's own fields changes with it.
    """
    closed = replace(
        state,
        to_move=None,
        phase="over",
        totals=totals,
        sheet=(*state.sheet, row),
        log=state.log.add(happened),
        result=result,
        **own,
    )
    return closed, happened
