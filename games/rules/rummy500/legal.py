"""What may be done: the list that `rules.check` agrees with (RF-7 to RF-14, RF-21)."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from games.rules.core.actions import Action
from games.rules.core.cards import SINGLE, Card
from games.rules.core.cardsets import CardSet
from games.rules.rummy500.actions import Decline, Discard, DrawStock, Layoff, Meld, TakeDiscard
from games.rules.rummy500.masks import (
    SUIT_BITS,
    can_meld,
    ranks_of_sets,
    runs_in_suit,
    suits_of_rank,
)
from games.rules.rummy500.melds import TableMeld, arranged, chosen_end, ends_for, fitting, grown
from games.rules.rummy500.state import Rummy500State

_PACK: Final = range(SINGLE.size)
_MAX_MELDS: Final = SINGLE.size // 3
_DRAW: Final = DrawStock()
_DECLINE: Final = Decline()
_TAKES: Final = tuple(TakeDiscard(depth) for depth in range(SINGLE.size + 1))
_DISCARDS: Final = tuple(Discard(card) for card in _PACK)
_LAYOFFS: Final = tuple(tuple(Layoff(meld, card) for card in _PACK) for meld in range(_MAX_MELDS))
_SET_CARDS: Final = tuple(
    tuple(suit for suit in range(4) if suits >> suit & 1) for suits in range(16)
)


def legal_actions(state: Rummy500State, seat: int) -> tuple[Action, ...]:
    """Everything `seat` may do: the draw, the legal depths from the top down, decline; or
    melds, lay-offs, discards.

    Every meld that the hand holds is listed, once, with its cards in table order (`check`
    accepts any order); a whole suit twice, for both places of its ace. A lay-off names
    its end only where there are two.
    """
    if seat != state.to_move:
        return ()
    hand = state.hands[seat]
    if state.phase == "draw":
        takes = [_TAKES[depth] for depth in take_depths(hand, state.discards, state.melds)]
        return (_DRAW, *takes) if state.stock else (*takes, _DECLINE)
    if state.must_use is not None:
        card = state.must_use
        return (*_melds_with(hand, card), *_layoffs(1 << card, state.melds))
    blocked = state.blocked
    listed: list[Action] = [*melds_in(hand), *_layoffs(hand, state.melds)]
    if blocked is not None:
        size = hand.bit_count()
        listed = [a for a in listed if not strands(a, size, blocked, state.melds)]
        hand &= ~(1 << blocked)
    while hand:
        low = hand & -hand
        listed.append(_DISCARDS[low.bit_length() - 1])
        hand ^= low
    return tuple(listed)


def take_depths(hand: CardSet, discards: bytes, melds: Sequence[TableMeld]) -> Iterator[int]:
    """The depths that may be taken, ascending: the top, and below it what can be placed at
    once with the hand and the cards above it, or on the table (RF-8, RF-9)."""
    if not discards:
        return
    yield 1
    open_ends = 0
    for meld in melds:
        open_ends |= meld.fits
    pool = hand | 1 << discards[-1]
    for depth in range(2, len(discards) + 1):
        card = discards[-depth]
        if open_ends >> card & 1 or can_meld(card, pool):
            yield depth
        pool |= 1 << card


@lru_cache(maxsize=1 << 14)
def _runs(suit: int, held: int) -> tuple[Meld, ...]:
    """The runs in the bits that are held of one suit."""
    return tuple(Meld(tuple(13 * suit + rank for rank in run)) for run in runs_in_suit(held))


@lru_cache(maxsize=13 * 16)
def _sets(rank: int, suits: int) -> tuple[Meld, ...]:
    """The sets of a rank in the suits (a bit each) that are held; the shorter first."""
    cards = tuple(13 * suit + rank for suit in _SET_CARDS[suits])
    if len(cards) < 4:
        return (Meld(cards),)
    threes = (tuple(card for card in cards if card != left) for left in reversed(cards))
    return (*(Meld(three) for three in threes), Meld(cards))


def melds_in(hand: CardSet) -> list[Meld]:
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


def _melds_with(hand: CardSet, card: Card) -> list[Meld]:
    """Every meld in the hand that holds `card`."""
    suit, rank = divmod(card, 13)
    found = [meld for meld in _runs(suit, hand >> 13 * suit & SUIT_BITS) if card in meld.cards]
    suits = suits_of_rank(hand, rank)
    if suits.bit_count() >= 3:
        found += [meld for meld in _sets(rank, suits) if card in meld.cards]
    return found


def _layoffs(cards: CardSet, melds: Sequence[TableMeld]) -> list[Layoff]:
    """Every lay-off of one of `cards` (RF-6)."""
    found = []
    for index, meld in enumerate(melds):
        fits = cards & meld.fits
        while fits:
            low = fits & -fits
            card = low.bit_length() - 1
            ends = ends_for(meld, card) if len(meld.cards) == 12 else ()
            if len(ends) == 2:
                found += [Layoff(index, card, end) for end in ends]
            else:
                found.append(_LAYOFFS[index][card])
            fits ^= low
    return found


def strands(action: Action, size: int, blocked: Card, melds: Sequence[TableMeld]) -> bool:
    """Whether a placement from a hand of `size` cards leaves only the blocked card, and
    nowhere to lay it off (RF-21)."""
    match action:
        case Meld(cards):
            if len(cards) != size - 1 or blocked in cards:
                return False
            meld = arranged(cards)
            after = fitting(*meld) if meld else 0
        case Layoff(index, card, end):
            if size != 2 or card == blocked:
                return False
            after = grown(melds[index], card, chosen_end(melds[index], card, end), 0).fits
        case _:
            return False
    return not any(fits >> blocked & 1 for fits in (after, *(meld.fits for meld in melds)))
