"""Scoring a deal and a match (RF-16 to RF-18)."""

from collections.abc import Sequence

from games.rules.core.cardsets import CardSet
from games.rules.core.game import Outcome, places
from games.rules.rummy500.masks import points
from games.rules.rummy500.melds import TableMeld, card_points
from games.rules.rummy500.state import Bound, Reason, Rummy500Result


def placed_points(melds: Sequence[TableMeld], seats: int) -> tuple[int, ...]:
    """What the cards on the table are worth for each seat that placed them (RF-17)."""
    placed = [0] * seats
    for meld in melds:
        for seat, worth in zip(meld.placed, card_points(meld.kind, meld.cards), strict=True):
            placed[seat] += worth
    return tuple(placed)


def score_deal(
    reason: Reason,
    rule: Bound | None,
    seat: int,
    hands: Sequence[CardSet],
    melds: Sequence[TableMeld],
) -> Rummy500Result:
    """The result of a deal that `seat` ended (RF-17)."""
    placed = placed_points(melds, len(hands))
    left = tuple(points(hand) for hand in hands)
    return Rummy500Result(
        reason=reason,
        rule=rule,
        seat=seat,
        scores=tuple(plus - minus for plus, minus in zip(placed, left, strict=True)),
        placed=placed,
        left=left,
        hands=tuple(hands),
    )


def match_outcome(totals: Sequence[int]) -> Outcome:
    """The ranking after the last deal: the higher total wins, equals share (RF-18, RF-23)."""
    return Outcome(totals=tuple(totals), places=places(totals))
