"""What a meld is, what fits it and what its cards are worth (RF-3 to RF-6, RF-11, RF-16)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal, TypeAlias

from games.rules.core.cards import ACE, JACK, KING, SINGLE, Card
from games.rules.core.cardsets import CardSet, mask_of
from games.rules.rummy500.actions import End
from games.rules.rummy500.masks import SAME_RANK

Kind: TypeAlias = Literal["set", "run"]

ACE_POINTS: Final = 15
LOW_ACE_POINTS: Final = 1
_COURT_POINTS: Final = 10
_ACE_HIGH: Final = KING + 1
_RANKS: Final = SINGLE.ranks
_SUITS: Final = SINGLE.suits


@dataclass(frozen=True, slots=True)
class TableMeld:
    """A meld on the table: a set in the order of the suits as laid, a run low to high.

    `placed` holds the seat that placed each of `cards`. `fits` are the cards that may be
    laid off on it; it follows from the others. Make one with `table_meld`.
    """

    kind: Kind
    cards: tuple[Card, ...]
    placed: tuple[int, ...]
    fits: CardSet


def table_meld(kind: Kind, cards: tuple[Card, ...], placed: tuple[int, ...]) -> TableMeld:
    """The meld of `cards`, which are in table order."""
    return TableMeld(kind, cards, placed, fitting(kind, cards))


def value(card: Card) -> int:
    """The value of a card in hand, or anywhere but low in a run (RF-16): 2 to 15 points."""
    rank = _RANKS[card]
    return ACE_POINTS if rank == ACE else _COURT_POINTS if rank >= JACK else rank


def card_points(kind: Kind, cards: Sequence[Card]) -> tuple[int, ...]:
    """What each card of a meld is worth (RF-16): an ace at the low end of a run only 1."""
    points = [value(card) for card in cards]
    if kind == "run" and _RANKS[cards[0]] == ACE:
        points[0] = LOW_ACE_POINTS
    return tuple(points)


def arranged(cards: Sequence[Card]) -> tuple[Kind, tuple[Card, ...]] | None:
    """What different `cards` are together, in table order, or None if no meld (RF-3, RF-4).

    The given order tells only where the ace of a whole suit goes: listed first it is low,
    else high (RF-11).
    """
    if len(cards) < 3:
        return None
    if len({_RANKS[card] for card in cards}) == 1:
        return "set", tuple(sorted(cards))
    if len({_SUITS[card] for card in cards}) > 1:
        return None
    low = tuple(sorted(cards))
    if _RANKS[low[0]] != ACE:
        return ("run", low) if _consecutive([_RANKS[card] for card in low]) else None
    high = (*low[1:], low[0])
    can_be_low = _consecutive([_RANKS[card] for card in low])
    can_be_high = _consecutive([*(_RANKS[card] for card in low[1:]), _ACE_HIGH])
    if can_be_low and not (can_be_high and cards[0] != low[0]):
        return "run", low
    return ("run", high) if can_be_high else None


def _consecutive(ranks: Sequence[int]) -> bool:
    return all(after == before + 1 for before, after in pairwise(ranks))


def low_neighbour(cards: Sequence[Card]) -> Card | None:
    """The card that goes on at the low end of a run; nothing goes below an ace (RF-6)."""
    first = cards[0]
    return None if _RANKS[first] == ACE or first - 1 == cards[-1] else first - 1


def high_neighbour(cards: Sequence[Card]) -> Card | None:
    """The card that goes on at the high end of a run: an ace on a king, nothing above it."""
    last = cards[-1]
    if _RANKS[last] == ACE:
        return None
    if _RANKS[last] < KING:
        return last + 1
    ace = last - (KING - ACE)
    return None if cards[0] == ace else ace


def fitting(kind: Kind, cards: Sequence[Card]) -> CardSet:
    """The cards that may be laid off on a meld (RF-6)."""
    if kind == "set":
        return SAME_RANK[cards[0] % 13] & ~mask_of(cards)
    ends = (low_neighbour(cards), high_neighbour(cards))
    return mask_of(card for card in ends if card is not None)


def ends_for(meld: TableMeld, card: Card) -> tuple[End, ...]:
    """The ends at which `card` fits a run: one, or both for an ace on 2 to K. A set has none."""
    if meld.kind == "set":
        return ()
    ends: list[End] = []
    if card == low_neighbour(meld.cards):
        ends.append("low")
    if card == high_neighbour(meld.cards):
        ends.append("high")
    return tuple(ends)


def chosen_end(meld: TableMeld, card: Card, end: str | None) -> End | None:
    """Where `card`, which fits, goes when an action says `end`: high if it may choose and
    does not (RF-6). None on a set."""
    ends = ends_for(meld, card)
    if not ends:
        return None
    return "low" if "low" in ends and end == "low" else ends[-1]


def grown(meld: TableMeld, card: Card, end: End | None, seat: int) -> TableMeld:
    """The meld after `seat` laid off `card`, which fits there; None: last, as in a set."""
    if end == "low":
        return table_meld(meld.kind, (card, *meld.cards), (seat, *meld.placed))
    return table_meld(meld.kind, (*meld.cards, card), (*meld.placed, seat))
