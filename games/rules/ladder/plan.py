"""How near a hand is to a contract: what a CPU keeps and what it hopes for.

A plan is one way to complete the contract at its asked sizes, chosen roughly: the runs from
the fullest windows of each suit, the groups from what they leave. It guides play and says
nothing about the rules; `finder` does.
"""

from functools import cache, lru_cache
from itertools import product
from typing import Final, NamedTuple

from games.rules.core.cardsets import CardSet, cards_in
from games.rules.ladder.contracts import Need, contract_of
from games.rules.ladder.melds import HIGH_ACE, JOKERS, OF_RANK

_FACES: Final = (1 << 52) - 1
_SUIT: Final = (1 << 13) - 1
_ACES: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
_WORST: Final = -1000
_COVERED: Final = 16
"""What a card in its place weighs against one unseen card that would find a place."""
_DEAD: Final = 40
"""What a place costs for which no card can come any more, beyond the hand's jokers."""
_WINDOWS: Final = 8
"""How many places for a run are looked at."""


class Plan(NamedTuple):
    """`worth`: the greater the nearer. `kept`: the hand's cards that have a place in it."""

    worth: int
    kept: CardSet


@lru_cache(maxsize=1 << 14)
def best_plan(hand: CardSet, rung: int, gone: CardSet) -> Plan:
    """The plan for `rung` that has most of its cards in `hand`, then most cards to hope for.

    `gone` are the cards that lie on the table and come no more. Jokers are no part of it.
    """
    needs = contract_of(rung)
    groups = [need for need in needs if need.kind == "group"]
    places = [_run_places(hand, need.size) for need in needs if need.kind == "run"]
    jokers = (hand & JOKERS).bit_count()
    best = Plan(_WORST, 0)
    for runs in product(*places):
        left, kept, outs, dead = hand, 0, 0, -jokers
        for faces in runs:
            once = left & faces
            own = once | left & faces << 52 & ~(once << 52)
            missing = faces & ~(once | left >> 52)
            left ^= own
            kept |= own
            outs += ((missing | missing << 52) & ~gone).bit_count()
            dead += (missing & gone & gone >> 52).bit_count()
        kept, outs = _with_groups(left, kept, outs, groups, gone)
        worth = _COVERED * kept.bit_count() + outs - _DEAD * max(0, dead)
        if worth > best.worth:
            best = Plan(worth, kept)
    return best


def _run_places(hand: CardSet, size: int) -> list[int]:
    """The faces of the fullest places for a run of `size`, fullest first."""
    faces = (hand | hand >> 52) & _FACES
    ranked = sorted(((faces & place).bit_count(), n) for n, place in enumerate(_places(size)))
    return [_places(size)[n] for _, n in ranked[: -_WINDOWS - 1 : -1]]


@cache
def _places(size: int) -> tuple[int, ...]:
    """The faces of every run of `size`, suit by suit, from the low ace up."""
    found = []
    for suit in range(4):
        for low in range(1, HIGH_ACE - size + 2):
            ranks = [(place - 1) % 13 for place in range(low, low + size)]
            found.append(sum(1 << 13 * suit + rank for rank in ranks))
    return tuple(found)


def _with_groups(
    left: CardSet, kept: CardSet, outs: int, groups: list[Need], gone: CardSet
) -> tuple[CardSet, int]:
    """`kept` and `outs` with the groups' cards: the ranks held most often, one group each."""
    if not groups:
        return kept, outs
    size = groups[0].size
    of_rank = [(left & OF_RANK[rank], rank) for rank in range(1, 14)]
    of_rank.sort(key=lambda held: (-held[0].bit_count(), held[1]))
    for cards, rank in of_rank[: len(groups)]:
        for card in cards_in(cards)[:size]:
            kept |= 1 << card
        if cards.bit_count() < size:
            outs += (OF_RANK[rank] & ~gone & ~cards).bit_count()
    return kept, outs
