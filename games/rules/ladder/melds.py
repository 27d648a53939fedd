"""What a meld is, what fits it and what a card costs (LR-2 to LR-5, LR-12, LR-17)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from games.rules.core.cards import ACE, JACK, JOKER_RANK, RANKS, SUITS, Card
from games.rules.core.cardsets import CardSet, mask_of
from games.rules.core.errors import RuleError
from games.rules.ladder.actions import PACK

Kind: TypeAlias = Literal["group", "run"]
End: TypeAlias = Literal["low", "high"]

MIN_SIZE: Final = {"group": 3, "run": 4}
MIN_NATURALS: Final = 2
"""LR-4."""
LONGEST_RUN: Final = 13
"""LR-3, so that no run has an ace at both ends."""
HIGH_ACE: Final = 14
"""The place of an ace above the king; places in a run are 1 (ace) to 14 (ace)."""

_RANKS: Final = PACK.ranks
_SUITS: Final = PACK.suits
JOKERS: Final[CardSet] = mask_of(c for c in range(PACK.size) if _RANKS[c] == JOKER_RANK)
OF_RANK: Final = tuple(
    mask_of(c for c in range(PACK.size) if _RANKS[c] == rank) for rank in range(len(RANKS) + 1)
)
"""The eight cards of each rank, by rank; 0 the jokers."""
_VALUES: Final = tuple(
    15 if rank in (JOKER_RANK, ACE) else 10 if rank >= JACK else rank for rank in _RANKS
)


def value(card: Card) -> int:
    """What a card left in hand costs (LR-17), a number of points."""
    return _VALUES[card]


def penalty(cards: Iterable[Card]) -> int:
    """What a hand costs (LR-17)."""
    return sum(_VALUES[card] for card in cards)


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld on the table.

    `owner` laid it; `placed` names the seat that placed each of `cards`. The cards of a
    run lie low to high and `low` is the first one's place (1 to 14); of a group it is 0.
    `suit` is a run's (0 to 3), `rank` a group's (1 to 13); the other is None.
    """

    kind: Kind
    owner: int
    cards: tuple[Card, ...]
    placed: tuple[int, ...]
    low: int
    suit: int | None
    rank: int | None

    @property
    def represents(self) -> tuple[str, ...]:
        """What each card stands for (LR-4): a face; a joker in a group has only its rank."""
        if self.suit is not None:
            suit = self.suit
            return tuple([face_at(suit, self.low + n) for n in range(len(self.cards))])
        return tuple([face_in_group(card, self.rank or 0) for card in self.cards])


def face_at(suit: int, place: int) -> str:
    """The face at a place (1 to 14) of a run."""
    return RANKS[(place - 1) % 13] + SUITS[suit]


def face_in_group(card: Card, rank: int) -> str:
    """The face of a natural, or the rank that a joker stands for."""
    suit = _SUITS[card]
    return RANKS[rank - 1] + (SUITS[suit] if suit >= 0 else "")


def new_meld(cards: Sequence[Card], owner: int) -> Meld:
    """The meld of `cards`, all different, laid by `owner`; runs are given low to high.

    Raises RuleError `too_few_naturals`, `meld_too_small` or `not_a_meld` (LR-2 to LR-4).
    """
    naturals = [card for card in cards if _RANKS[card] != JOKER_RANK]
    if len(naturals) < MIN_NATURALS:
        raise RuleError("too_few_naturals", cards=PACK.name_all(cards), needed=MIN_NATURALS)
    ranks = {_RANKS[card] for card in naturals}
    suit, rank, low = None, None, 0
    if len(ranks) == 1:
        (rank,) = ranks
    else:
        suit, low = _SUITS[naturals[0]], _first_place(cards)
        fits = low >= ACE and low + len(cards) - 1 <= HIGH_ACE and len(cards) <= LONGEST_RUN
        if not fits or any(_SUITS[card] != suit for card in naturals):
            raise RuleError("not_a_meld", cards=PACK.name_all(cards))
    kind: Kind = "group" if suit is None else "run"
    if len(cards) < MIN_SIZE[kind]:
        raise RuleError("meld_too_small", cards=PACK.name_all(cards), needed=MIN_SIZE[kind])
    return Meld(kind, owner, tuple(cards), (owner,) * len(cards), low, suit, rank)


def _first_place(cards: Sequence[Card]) -> int:
    """The place of the first of `cards` if they are consecutive, else 0.

    Naturals say it; an ace fits at both ends, so one that is no ace is asked first.
    """
    known = [(n, _RANKS[card]) for n, card in enumerate(cards) if _RANKS[card] != JOKER_RANK]
    low = next(rank - n for n, rank in known if rank != ACE)
    for n, rank in known:
        if low + n != rank and not (rank == ACE and low + n == HIGH_ACE):
            return 0
    return low


def fitting(meld: Meld, end: End) -> CardSet:
    """The cards that may be laid off at one end of a run (LR-12); on a group, at `high`."""
    if meld.rank is not None:
        return JOKERS | OF_RANK[meld.rank] if end == "high" else 0
    return fitting_run(meld.suit or 0, meld.low, len(meld.cards), end)


@lru_cache(maxsize=4 * 14 * 13 * 2)
def fitting_run(suit: int, low: int, length: int, end: End) -> CardSet:
    """The same for the run of that suit (0 to 3), first place and length."""
    place = low - 1 if end == "low" else low + length
    if not ACE <= place <= HIGH_ACE or length == LONGEST_RUN:
        return 0
    face = suit * 13 + (place - 1) % 13
    return JOKERS | 1 << face | 1 << face + 52


def ends_for(meld: Meld, card: Card) -> tuple[End, ...]:
    """The ends at which `card` fits; a group has only ``high``, where its cards are added."""
    both: tuple[End, End] = ("low", "high")
    return tuple([end for end in both if fitting(meld, end) >> card & 1])


def represented(meld: Meld, card: Card, end: End) -> str:
    """What `card` stands for when it is laid off at `end`, where it fits."""
    if meld.suit is None:
        return face_in_group(card, meld.rank or 0)
    return face_at(meld.suit, meld.low - 1 if end == "low" else meld.low + len(meld.cards))


def grown(meld: Meld, card: Card, end: End, seat: int) -> Meld:
    """The meld after `seat` laid off `card`, which fits there."""
    if end == "low":
        cards, placed, low = (card, *meld.cards), (seat, *meld.placed), meld.low - 1
    else:
        cards, placed, low = (*meld.cards, card), (*meld.placed, seat), meld.low
    return Meld(meld.kind, meld.owner, cards, placed, low, meld.suit, meld.rank)


def fits_somewhere(melds: Iterable[Meld], card: Card) -> bool:
    """Whether `card` may be laid off on any of `melds`."""
    return any((fitting(meld, "low") | fitting(meld, "high")) >> card & 1 for meld in melds)
