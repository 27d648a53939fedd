"""From the faces of a contract to its cards: the last step of `finder`."""

from typing import Final, NamedTuple, TypeAlias

from games.rules.core.cards import Card
from games.rules.core.cardsets import CardSet, cards_in, mask_of
from games.rules.ladder.melds import MIN_NATURALS

Found: TypeAlias = tuple[tuple[Card, ...], ...]
"""A contract as it is laid: groups first, then runs, as `contracts.contract_of` lists them."""

FACES: Final[CardSet] = (1 << 52) - 1
"""The first pack: a bit for each face; the second pack is the same 52 bits higher."""
FIRST_JOKER: Final = 104
ACE_FACES: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
"""The faces of the aces; so many bits higher, those of another rank."""


class Run(NamedTuple):
    """A run in one suit: its first place, its length and its naturals, a bit for each rank."""

    low: int
    length: int
    naturals: int


Runs: TypeAlias = tuple[tuple[int, Run], ...]
"""Runs, each with its suit before it."""


def with_cards(
    hand: CardSet,
    runs: Runs,
    chosen: tuple[int, ...],
    size: int,
    jokers: int,
) -> Found:
    """The contract that comes first by ids: groups of the ranks `chosen` take `jokers` and all
    that the runs leave of their ranks, the last group what is over."""
    wild = list(cards_in(hand >> FIRST_JOKER << FIRST_JOKER))
    needed: dict[int, int] = {}
    for suit, run in runs:
        for rank in cards_in(run.naturals):
            face = 13 * suit + rank
            needed[face] = needed.get(face, 0) + 1
    groups: list[list[Card]] = []
    for rank in sorted(set(chosen)):
        cards = [
            card
            for card in cards_in(hand & (ACE_FACES << rank | ACE_FACES << rank + 52))
            if not _kept_for_runs(hand, card, needed.get(card % 52, 0))
        ]
        for others in range(chosen.count(rank) - 1, -1, -1):
            take = min(size, len(cards) - MIN_NATURALS * others) if others else len(cards)
            groups.append(cards[:take])
            del cards[:take]
    groups.sort()
    for n, group in enumerate(groups):
        take = jokers if n == len(groups) - 1 else max(0, size - len(group))
        group += wild[:take]
        del wild[:take]
        jokers -= take
    rest = hand & ~mask_of(card for group in groups for card in group)
    melds = [tuple(group) for group in groups]
    for suit, run in runs:
        cards = []
        for place in range(run.low, run.low + run.length):
            rank = (place - 1) % 13
            if run.naturals >> rank & 1:
                face = 13 * suit + rank
                card = face if rest >> face & 1 else face + 52
                rest ^= 1 << card
            else:
                card = wild.pop(0)
            cards.append(card)
        melds.append(tuple(cards))
    return tuple(melds)


def _kept_for_runs(hand: CardSet, card: Card, needed: int) -> bool:
    """Whether the runs need `card`: they take the higher id of twins."""
    if card < 52 and hand >> card + 52 & 1:
        return needed == 2
    return needed >= 1
