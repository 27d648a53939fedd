"""The fast part: melds, and cards that could become one, found in sets of cards.

A suit's cards are 13 bits, ace lowest; where a run may end in a high ace they are seen
as 14, the ace at both ends. Nothing here knows turns or seats; `melds` says the same in
the rules' words, and a test holds both against a search of every possibility.
"""

from functools import lru_cache
from typing import Final

from games.rules.core.cards import Card
from games.rules.core.cardsets import CardSet

SUIT_BITS: Final = (1 << 13) - 1
_WIDE_BITS: Final = (1 << 14) - 1
_ACES: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
SAME_RANK: Final = tuple(_ACES << rank for rank in range(13))
"""The four cards of each rank, ace first."""
_KINGS: Final = _ACES << 12
_LOW_ACE_LOSS: Final = 14
"""By how much an ace is worth less at the low end of a run (RF-16)."""

_VALUES: Final = (15, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
_SUIT_POINTS: Final = tuple(
    sum(value for rank, value in enumerate(_VALUES) if suit >> rank & 1)
    for suit in range(SUIT_BITS + 1)
)
"""The points of every set of cards of one suit."""


def points(cards: CardSet) -> int:
    """The sum of the values of hand cards (RF-16), aces 15."""
    of = _SUIT_POINTS
    return (
        of[cards & SUIT_BITS]
        + of[cards >> 13 & SUIT_BITS]
        + of[cards >> 26 & SUIT_BITS]
        + of[cards >> 39]
    )


def _windows(card: Card) -> tuple[CardSet, ...]:
    """The pairs of cards that make a run of three with `card`."""
    base, rank = card // 13 * 13, card % 13
    pairs = []
    for place in (0, 13) if rank == 0 else (rank,):
        for start in range(max(place - 2, 0), min(place, 11) + 1):
            pair = 0
            for other in range(start, start + 3):
                if other != place:
                    pair |= 1 << base + other % 13
            pairs.append(pair)
    return tuple(pairs)


WINDOWS: Final = tuple(_windows(card) for card in range(52))
"""The pairs of cards that make a run of three with each card."""
MATES: Final = tuple(SAME_RANK[card % 13] & ~(1 << card) for card in range(52))
"""The other cards of each card's rank."""


def can_meld(card: Card, others: CardSet) -> bool:
    """Whether some new meld holds `card` and otherwise only cards of `others`."""
    for pair in WINDOWS[card]:
        if others & pair == pair:
            return True
    mates = others & MATES[card]
    return mates & (mates - 1) != 0


def meldable(cards: CardSet) -> CardSet:
    """The cards that lie in some meld among `cards`."""
    above = cards >> 1 & ~_KINGS | (cards & _ACES) << 12
    middle = cards & cards << 1 & ~_ACES & above
    runs = middle | middle >> 1 | (middle & ~_KINGS) << 1 | (middle & _KINGS) >> 12
    return runs | cards & ranks_of_sets(cards) * _ACES


@lru_cache(maxsize=1 << 13)
def runs_in_suit(suit: int) -> tuple[tuple[int, ...], ...]:
    """Every run in one suit's bits, as ranks from 0 (ace) low to high; the shorter first.

    A whole suit is there twice: with the ace low and with the ace high.
    """
    wide = suit | (suit & 1) << 13
    spans = []
    for start in range(12):
        end = start
        while end < 14 and wide >> end & 1:
            end += 1
            if end - start >= 3 and end - start < 14:
                spans.append((end - start, start))
    return tuple(tuple(r % 13 for r in range(start, start + size)) for size, start in sorted(spans))


def ranks_of_sets(cards: CardSet) -> int:
    """The ranks, a bit each, of which there are three cards or four."""
    spades = cards & SUIT_BITS
    hearts = cards >> 13 & SUIT_BITS
    diamonds = cards >> 26 & SUIT_BITS
    clubs = cards >> 39
    return spades & hearts & (diamonds | clubs) | diamonds & clubs & (spades | hearts)


def ranks_of_pairs(cards: CardSet) -> int:
    """The ranks, a bit each, of which there are two cards or more."""
    spades = cards & SUIT_BITS
    hearts = cards >> 13 & SUIT_BITS
    diamonds = cards >> 26 & SUIT_BITS
    clubs = cards >> 39
    return spades & hearts | diamonds & clubs | (spades | hearts) & (diamonds | clubs)


def suits_of_rank(cards: CardSet, rank: int) -> int:
    """The suits, a bit each, in which `cards` hold the rank (0 is the ace)."""
    column = cards >> rank & _ACES
    return (column | column >> 12 | column >> 24 | column >> 36) & 15


@lru_cache(maxsize=1 << 13)
def run_cards(suit: int) -> tuple[int, int]:
    """The cards of one suit's bits to lay in runs for the most points, and those points.

    Every block of three is laid whole, once with the ace low and once with it high.
    """
    low = _blocks(suit)
    from_two = _blocks(suit >> 1 | (suit & 1) << 12)
    high = (from_two << 1 | from_two >> 12) & SUIT_BITS
    low_points = points(low) - (_LOW_ACE_LOSS if low & 1 else 0)
    high_points = points(high)
    return (high, high_points) if high_points >= low_points else (low, low_points)


def _blocks(bits: int) -> int:
    """The bits that lie in a row of three or more."""
    middle = bits & bits << 1 & bits >> 1
    return middle | middle << 1 | middle >> 1


@lru_cache(maxsize=1 << 13)
def run_outs(suit: int) -> int:
    """The ranks that would make a run of three with two cards of one suit's bits."""
    wide = suit | (suit & 1) << 13
    up, down = wide << 1, wide >> 1
    outs = (up & wide << 2 | down & wide >> 2 | up & down) & _WIDE_BITS
    return (outs | outs >> 13) & SUIT_BITS & ~suit
