"""Sets of cards as masks: bit ``card`` of a `CardSet` stands for the card of that id."""

from collections.abc import Iterable
from typing import TypeAlias

from games.rules.core.cards import Card

CardSet: TypeAlias = int


def mask_of(cards: Iterable[Card]) -> CardSet:
    """The set of `cards`."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_in(mask: CardSet) -> tuple[Card, ...]:
    """The cards of a set, lowest id first."""
    cards = []
    while mask:
        low = mask & -mask
        cards.append(low.bit_length() - 1)
        mask ^= low
    return tuple(cards)


def exchanged(mask: CardSet, one: Card, other: Card) -> CardSet:
    """The set after two cards have changed places."""
    if (mask >> one ^ mask >> other) & 1:
        mask ^= 1 << one | 1 << other
    return mask


def nth_card(mask: CardSet, n: int) -> Card:
    """The card of a set that has `n` cards below it; the set has more than `n`."""
    while n:
        mask &= mask - 1
        n -= 1
    return (mask & -mask).bit_length() - 1
