"""What a combination is, and the best arrangement of a hand (RM-4 to RM-7, RM-14 to RM-16)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from games.rules.core.cards import ACE, JACK, SINGLE, Card
from games.rules.remi.masks import (
    NUMBERS,
    SUIT,
    CardSet,
    best_cover,
    cards_in,
    hand_score,
    mask_of,
    same_rank,
)

Kind: TypeAlias = Literal["sequence", "set"]
Meld: TypeAlias = tuple[Card, ...]
"""The cards of one combination: a sequence low to high, a set in the order of the suits."""

_RANKS: Final = SINGLE.ranks
_SUITS: Final = SINGLE.suits


def value(card: Card) -> int:
    """The value of a card (RM-14): 5, 10 or 15 points."""
    rank = _RANKS[card]
    return 15 if rank == ACE else 10 if rank >= JACK else 5


def kind_of(cards: Sequence[Card]) -> Kind | None:
    """What different `cards`, in any order, are together: RM-4, RM-5 or no combination."""
    if len(cards) < 3:
        return None
    ranks = sorted(_RANKS[card] for card in cards)
    suits = {_SUITS[card] for card in cards}
    if len(suits) == len(cards) and ranks[0] == ranks[-1]:
        return "set"
    consecutive = ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    numbers = ranks[0] > ACE and ranks[-1] < JACK
    if len(suits) == 1 and consecutive and (numbers or ranks[0] == JACK):
        return "sequence"
    return None


def has_sequence(melds: Sequence[Meld]) -> bool:
    """Whether a player with these combinations on the table has a sequence there (RM-6)."""
    return any(_SUITS[meld[0]] == _SUITS[meld[1]] for meld in melds)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A hand split for the greatest score: `melds` count plus, `rest` minus.

    `counted` is False when the player has no sequence at all: then nothing counts,
    neither here nor on the table (RM-16), and `melds` is empty.
    """

    melds: tuple[Meld, ...]
    rest: tuple[Card, ...]
    counted: bool


def arrange(hand: CardSet, table: Sequence[Meld]) -> Arrangement:
    """The arrangement of `hand` with the greatest score beside the own `table` (RM-15)."""
    on_table = has_sequence(table)
    sets, runs = best_cover(hand, on_table)
    return Arrangement(
        melds=_runs(runs) + _sets(sets),
        rest=cards_in(hand & ~(sets | runs)),
        counted=on_table or runs != 0,
    )


def score(hand: CardSet, table: Sequence[Meld]) -> int:
    """What an arranged hand and the own table are worth at the end of a deal (RM-15, RM-16)."""
    laid = mask_of(card for meld in table for card in meld)
    return hand_score(hand, laid, has_sequence(table))


def _runs(cards: CardSet) -> tuple[Meld, ...]:
    """The sequences that a union of whole sequences falls into: its unbroken blocks."""
    melds = []
    while cards:
        low = cards & -cards
        numbers = cards & NUMBERS
        # Adding the lowest number carries through its block and clears it.
        block = numbers & ~(numbers + low) if low & NUMBERS else 7 * low
        melds.append(tuple(range(low.bit_length() - 1, block.bit_length())))
        cards ^= block
    return tuple(melds)


def _sets(cards: CardSet) -> tuple[Meld, ...]:
    """The sets that a union of whole sets falls into, by rank."""
    melds = []
    ranks = (cards | cards >> 13 | cards >> 26 | cards >> 39) & SUIT
    while ranks:
        low = ranks & -ranks
        melds.append(cards_in(cards & same_rank(low.bit_length() - 1)))
        ranks ^= low
    return tuple(melds)
