"""Scoring a deal and a match (RM-3, RM-15 to RM-18)."""

from collections.abc import Sequence

from games.rules.core.cards import Card
from games.rules.core.game import Outcome, places
from games.rules.remi.combinations import Meld, arrange, score, value
from games.rules.remi.masks import CardSet
from games.rules.remi.state import Reason, RemiResult

CLOSING_FACTOR = 10
"""The closer gets this many times the closing card's value (RM-17)."""


def score_deal(
    reason: Reason,
    seat: int,
    closing: Card | None,
    hands: Sequence[CardSet],
    table: Sequence[Sequence[Meld]],
) -> RemiResult:
    """The result of a deal that `seat` ended; a closer's combinations lie on the table already."""
    bonus = 0 if closing is None else CLOSING_FACTOR * value(closing)
    scores = [score(hand, melds) for hand, melds in zip(hands, table, strict=True)]
    scores[seat] += bonus
    return RemiResult(
        reason=reason,
        seat=seat,
        card=closing,
        bonus=bonus,
        scores=tuple(scores),
        hands=tuple(arrange(hand, melds) for hand, melds in zip(hands, table, strict=True)),
    )


def next_dealer(totals: Sequence[int], last_dealer: int) -> int:
    """The seat with the lowest total; of equals the first met clockwise (RM-3)."""
    seats = len(totals)
    clockwise = [(last_dealer + 1 + n) % seats for n in range(seats)]
    return min(clockwise, key=lambda seat: totals[seat])


def match_outcome(totals: Sequence[int]) -> Outcome:
    """The ranking after the last deal: the highest total wins, equals share (RM-18)."""
    return Outcome(totals=tuple(totals), places=places(totals))
