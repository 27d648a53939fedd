"""The play-outs of Ladder Rummy (see `games.rules.core.playout`): the core and its policies."""

from functools import lru_cache
from typing import Final, NamedTuple

from games.rules.core.cards import Card
from games.rules.core.cardsets import CardSet, cards_in, nth_card
from games.rules.core.dice import Dice
from games.rules.core.playout import Core
from games.rules.ladder.actions import PACK
from games.rules.ladder.contracts import CONTRACTS
from games.rules.ladder.melds import HIGH_ACE, JOKERS, OF_RANK, value
from games.rules.ladder.position import (
    DRAW_DISCARD,
    DRAW_STOCK,
    LAY_CONTRACT,
    LAY_OFF,
    LadderPosition,
    position_of,
)
from games.rules.ladder.state import LadderState

_FACES: Final = (1 << 52) - 1
_SUIT: Final = (1 << 13) - 1
_CARD: Final = LAY_OFF - 1
_VALUES: Final = tuple(value(card) for card in range(PACK.size))
_LINK: Final = 6
"""What keeping a loose card is worth for every other card that could lie in a meld with it."""


def _random(position: LadderPosition, dice: Dice) -> int:
    if position.drawing:
        draws = position.draws()
        return draws[dice.below(len(draws))]
    laid = position.laid_in[position.seat]
    placements: list[int] = []
    if not laid:
        if position.contract() is not None:
            placements = [LAY_CONTRACT]
    elif laid != position.turn:
        placements = position.lay_offs()
    cards = position.discardable()
    n = dice.below(len(placements) + cards.bit_count())
    return placements[n] if n < len(placements) else nth_card(cards, n - len(placements))


def _greedy(position: LadderPosition, _dice: Dice) -> int:
    """Lays the contract as soon as it can, then lays off; keeps what is near the contract."""
    seat = position.seat
    laid = position.laid_in[seat]
    if position.drawing:
        return _greedy_draw(position, position.hands[seat], laid)
    if not laid:
        return _before_contract(position, position.hands[seat])
    if laid != position.turn:
        lay_offs = position.lay_offs()
        if lay_offs:
            return max(lay_offs, key=lambda move: _VALUES[move & _CARD])
    return _dearest(position.discardable(), position.open)


def _greedy_draw(position: LadderPosition, hand: CardSet, laid: int) -> int:
    """The top discard if it is of use at once, else the stock."""
    draws = position.draws()
    if len(draws) == 1:
        return draws[0]
    top = 1 << position.discards[-1]
    if laid:
        useful = bool(top & position.open)
    else:
        rung = position.rungs[position.seat]
        useful = bool(top & JOKERS) or plan(hand | top, rung).have > plan(hand, rung).have
    return DRAW_DISCARD if useful else DRAW_STOCK


def _before_contract(position: LadderPosition, hand: CardSet) -> int:
    rung = position.rungs[position.seat]
    have, kept = plan(hand, rung)
    shape = _SHAPES[rung - 1]
    if have + (hand & JOKERS).bit_count() >= shape.cards and position.contract() is not None:
        return LAY_CONTRACT
    cards = position.discardable()
    loose = cards & ~(kept | JOKERS)
    if not loose:
        return _dearest(cards & ~JOKERS or cards, 0)
    worst, least = 0, 1 << 30
    while loose:
        low = loose & -loose
        loose ^= low
        card = low.bit_length() - 1
        links = (_links(card, shape.groups, shape.longest) & hand & ~low).bit_count()
        use = _LINK * links - _VALUES[card]
        if use < least:
            worst, least = card, use
    return worst


def _dearest(cards: CardSet, fits: CardSet) -> Card:
    """The card that costs most, of those that fit nowhere if there are such."""
    return max(cards_in(cards & ~fits or cards), key=_VALUES.__getitem__)


class _Shape(NamedTuple):
    """A contract in numbers: its groups, their size, its runs, longest first, and all cards."""

    groups: int
    size: int
    runs: tuple[int, ...]
    cards: int

    @property
    def longest(self) -> int:
        """The length of the longest run, or 0."""
        return max(self.runs, default=0)


def _shape(rung: int) -> _Shape:
    needs = CONTRACTS[rung - 1]
    groups = [need.size for need in needs if need.kind == "group"]
    runs = sorted((need.size for need in needs if need.kind == "run"), reverse=True)
    return _Shape(len(groups), max(groups, default=0), tuple(runs), sum(groups) + sum(runs))


_SHAPES: Final = tuple(_shape(rung) for rung in range(1, len(CONTRACTS) + 1))


class Plan(NamedTuple):
    """How far a hand is towards a contract, jokers apart: how many cards it has of those that
    the contract asks for, and which cards to keep for it."""

    have: int
    kept: CardSet


@lru_cache(maxsize=1 << 15)
def plan(hand: CardSet, rung: int) -> Plan:
    """A plan for `rung`: runs in the fullest places first, then groups of the fullest ranks.

    It may miss a contract that is there, which `finder` never does.
    """
    shape = _SHAPES[rung - 1]
    once, twice = hand & _FACES, hand >> 52 & _FACES
    once, twice = once | twice, once & twice
    have = 0
    kept = 0
    for size in shape.runs:
        held, faces = max(
            _fullest(once & _SUIT, 0, size),
            _fullest(once >> 13 & _SUIT, 13, size),
            _fullest(once >> 26 & _SUIT, 26, size),
            _fullest(once >> 39 & _SUIT, 39, size),
        )
        have += held
        own = hand & ~kept & faces
        kept |= own | hand & ~kept & (faces & ~own) << 52
        once, twice = once & ~faces | twice & faces, twice & ~faces
    if shape.groups:
        left = hand & ~kept
        ranked = sorted([((left & of).bit_count(), of) for of in OF_RANK[1:]], reverse=True)
        for held, cards in ranked[: shape.groups]:
            have += min(held, shape.size)
            kept |= left & cards
    return Plan(have, kept)


@lru_cache(maxsize=1 << 15)
def _fullest(suit: int, at: int, size: int) -> tuple[int, int]:
    """How many cards of one suit's bits lie in the fullest place for a run, and their faces,
    `at` higher."""
    places = suit | (suit & 1) << 13
    held, low = max(
        ((places >> low & (1 << size) - 1).bit_count(), low) for low in range(HIGH_ACE + 1 - size)
    )
    ranks = places & (1 << size) - 1 << low
    return held, ((ranks | ranks >> 13) & _SUIT) << at


def links_of(card: Card, rung: int) -> CardSet:
    """The cards that could lie in one meld of the contract of `rung` with `card`."""
    shape = _SHAPES[rung - 1]
    return _links(card, shape.groups, shape.longest)


@lru_cache(maxsize=1 << 10)
def _links(card: Card, groups: int, longest: int) -> CardSet:
    """The cards that could lie in one meld of a contract with `card`."""
    rank, suit = PACK.ranks[card], PACK.suits[card]
    linked = OF_RANK[rank] if groups else 0
    for other in range(104 if longest else 0):
        apart = abs(PACK.ranks[other] - rank)
        if PACK.suits[other] == suit and 0 < min(apart, 13 - apart) <= 2:
            linked |= 1 << other
    return linked


CORE: Final[Core[LadderState, LadderPosition]] = Core(
    position=position_of, policies={"random": _random, "greedy": _greedy}
)
