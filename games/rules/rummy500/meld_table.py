"""All melds of Rummy 500 in one table, by number: for the fast core, where a meld is its number."""

from functools import lru_cache
from typing import Final

from games.rules.core.cards import Card
from games.rules.core.cardsets import CardSet, cards_in, mask_of
from games.rules.rummy500.masks import (
    SAME_RANK,
    SUIT_BITS,
    ranks_of_sets,
    runs_in_suit,
    suits_of_rank,
)
from games.rules.rummy500.melds import card_points, fitting, high_neighbour, low_neighbour

_SUITS: Final = range(4)


def _all_melds() -> tuple[tuple[Card, ...], ...]:
    runs = [
        tuple(13 * suit + rank for rank in run)
        for suit in _SUITS
        for run in runs_in_suit(SUIT_BITS)
    ]
    sets = [
        tuple(13 * suit + rank for suit in _SUITS if suits >> suit & 1)
        for rank in range(13)
        for suits in range(16)
        if suits.bit_count() >= 3
    ]
    return (*runs, *sets)


CARDS: Final = _all_melds()
"""The cards of each meld in table order; a whole suit is there twice, with its ace low and high."""
MASKS: Final = tuple(mask_of(cards) for cards in CARDS)
IS_RUN: Final = tuple(cards[0] // 13 == cards[1] // 13 for cards in CARDS)
POINTS: Final = tuple(
    sum(card_points("run" if run else "set", cards))
    for cards, run in zip(CARDS, IS_RUN, strict=True)
)
FITS: Final = tuple(
    fitting("run" if run else "set", cards) for cards, run in zip(CARDS, IS_RUN, strict=True)
)
"""What each meld may be laid off upon it."""
_NUMBER: Final = {cards: number for number, cards in enumerate(CARDS)}

LOW_END: Final = 64
"""Added to an ace that goes to the low end of 2 to K, where it fits at both."""


def _growth(number: int) -> dict[int, int]:
    cards = CARDS[number]
    if not IS_RUN[number]:
        more = cards_in(FITS[number])
        return {card: _NUMBER[tuple(sorted((*cards, card)))] for card in more}
    growth = {}
    low, high = low_neighbour(cards), high_neighbour(cards)
    if low is not None:
        growth[low + LOW_END if low == high else low] = _NUMBER[(low, *cards)]
    if high is not None:
        growth[high] = _NUMBER[(*cards, high)]
    return growth


GROWN: Final = tuple(_growth(number) for number in range(len(CARDS)))
"""For each meld, and each card that may be laid off on it, the meld that it becomes."""


@lru_cache(maxsize=1 << 14)
def _runs(suit: int, held: int) -> tuple[int, ...]:
    """The runs in the bits that are held of one suit."""
    return tuple(_NUMBER[tuple(13 * suit + rank for rank in run)] for run in runs_in_suit(held))


@lru_cache(maxsize=13 * 16)
def _sets(rank: int, suits: int) -> tuple[int, ...]:
    """The sets of a rank in the suits (a bit each) that are held."""
    held = mask_of(13 * suit + rank for suit in _SUITS if suits >> suit & 1)
    of_rank = [number for number, mask in enumerate(MASKS) if mask & SAME_RANK[rank] == mask]
    return tuple(number for number in of_rank if MASKS[number] & held == MASKS[number])


def melds_in(hand: CardSet) -> list[int]:
    """Every meld that a hand holds: the runs by suit, then the sets by rank."""
    found = [
        *_runs(0, hand & SUIT_BITS),
        *_runs(1, hand >> 13 & SUIT_BITS),
        *_runs(2, hand >> 26 & SUIT_BITS),
        *_runs(3, hand >> 39),
    ]
    ranks = ranks_of_sets(hand)
    while ranks:
        rank = (ranks & -ranks).bit_length() - 1
        found += _sets(rank, suits_of_rank(hand, rank))
        ranks &= ranks - 1
    return found


def melds_with(hand: CardSet, card: Card) -> list[int]:
    """Every meld in the hand that holds `card`."""
    suit, rank = divmod(card, 13)
    found = [n for n in _runs(suit, hand >> 13 * suit & SUIT_BITS) if MASKS[n] >> card & 1]
    suits = suits_of_rank(hand, rank)
    if suits.bit_count() >= 3:
        found += [number for number in _sets(rank, suits) if MASKS[number] >> card & 1]
    return found


def number_of(cards: tuple[Card, ...]) -> int:
    """The number of the meld of `cards`, a run low to high, a set in any order."""
    return _NUMBER[cards if cards[0] // 13 == cards[1] // 13 else tuple(sorted(cards))]
