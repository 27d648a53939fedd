"""Scoring a deal and a match (LR-17 to LR-19)."""

from collections.abc import Sequence

from games.rules.core.cardsets import CardSet, cards_in
from games.rules.core.game import Outcome, places
from games.rules.ladder.melds import penalty
from games.rules.ladder.state import Bound, LadderResult, Reason


def score_deal(
    reason: Reason,
    bound: Bound | None,
    seat: int,
    hands: Sequence[CardSet],
    laid: Sequence[bool],
    completed: Sequence[int],
) -> LadderResult:
    """The result of a deal in which `seat` moved last and the seats `laid` their contracts."""
    left = tuple(cards_in(hand) for hand in hands)
    return LadderResult(
        reason=reason,
        bound=bound,
        seat=seat,
        scores=tuple(penalty(cards) for cards in left),
        climbed=tuple(laid),
        completed=tuple(done + climbs for done, climbs in zip(completed, laid, strict=True)),
        hands=left,
    )


def match_outcome(completed: Sequence[int], penalties: Sequence[int]) -> Outcome:
    """The ranking of a finished match: most contracts, then lowest penalty (LR-19)."""
    results = [(done, -cost) for done, cost in zip(completed, penalties, strict=True)]
    return Outcome(totals=tuple(penalties), places=places(results))
