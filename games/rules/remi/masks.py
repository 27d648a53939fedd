"""The fast part: sets of cards as 52-bit masks, and the search for combinations in them.

Bit ``card`` of a mask stands for the card of that id (13 bits a suit: ace, 2 to 10, J Q K).
Nothing here knows turns or seats; `combinations` says the same in the rules' words,
and a test holds both against a search of every possibility.
"""

from functools import cache, lru_cache
from typing import Final

from games.rules.core.cards import Card
from games.rules.core.cardsets import CardSet as CardSet
from games.rules.core.cardsets import cards_in as cards_in
from games.rules.core.cardsets import mask_of as mask_of

FULL: Final[CardSet] = (1 << 52) - 1
SUIT: Final = (1 << 13) - 1
_SUITS: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
"""The ace of every suit; times a mask of ranks it gives those ranks in every suit."""
ACES: Final = _SUITS
NUMBERS: Final = 0b0001111111110 * _SUITS
FACES: Final = 0b1110000000000 * _SUITS


def points(mask: CardSet) -> int:
    """The sum of the values of the cards (RM-14), a number of points."""
    return (
        5 * (mask & NUMBERS).bit_count()
        + 10 * (mask & FACES).bit_count()
        + 15 * (mask & ACES).bit_count()
    )


def sequence_cards(mask: CardSet) -> CardSet:
    """Every card that lies in some sequence within the set (RM-4).

    Together they always split into sequences: each is an unbroken block.
    """
    numbers = mask & NUMBERS
    low = numbers & numbers >> 1 & numbers >> 2
    faces = mask & FACES
    low |= faces & faces >> 1 & faces >> 2
    return low | low << 1 | low << 2


def set_cards(mask: CardSet) -> CardSet:
    """Every card whose rank is there three or four times (RM-5)."""
    spades = mask & SUIT
    hearts = mask >> 13 & SUIT
    diamonds = mask >> 26 & SUIT
    clubs = mask >> 39
    ranks = spades & hearts & (diamonds | clubs) | diamonds & clubs & (spades | hearts)
    return mask & ranks * _SUITS


def same_rank(card: Card) -> CardSet:
    """The four cards of one rank."""
    return _SUITS << card % 13


@cache
def sequence_windows(card: Card) -> tuple[CardSet, ...]:
    """The pairs of cards that make a sequence of three with `card`."""
    base, rank = card // 13 * 13, card % 13
    starts = range(1, 8) if rank < 10 else (10,)
    return tuple(
        (7 << start & ~(1 << rank)) << base
        for start in starts
        if rank and start <= rank <= start + 2
    )


def best_cover(mask: CardSet, has_sequence: bool) -> tuple[CardSet, CardSet]:
    """The cards to put in sets and those to put in sequences for the greatest value (RM-15).

    `has_sequence` says that a sequence lies on the table. Without any sequence nothing
    counts (RM-6, RM-16), and both are empty.
    """
    runs = sequence_cards(mask)
    sets = set_cards(mask)
    if not runs & sets:
        return (sets, runs) if runs or has_sequence else (0, 0)
    sets = _untangled_sets(mask, has_sequence)
    return sets, sequence_cards(mask & ~sets)


def hand_score(hand: CardSet, laid: CardSet, has_sequence: bool) -> int:
    """What a hand and the own cards `laid` on the table are worth (RM-15, RM-16).

    `has_sequence` says that a sequence is among those laid.
    """
    sets, runs = best_cover(hand, has_sequence)
    if not (has_sequence or runs):
        return -points(hand) - points(laid)
    return points(laid) + 2 * points(sets | runs) - points(hand)


def can_split(mask: CardSet, has_sequence: bool) -> bool:
    """Whether all the cards split into combinations, with a sequence there or on the table."""
    runs = sequence_cards(mask)
    if runs | set_cards(mask) != mask:
        return False
    sets, runs = best_cover(mask, has_sequence)
    return sets | runs == mask and (has_sequence or runs != 0)


def closing_cards(mask: CardSet, has_sequence: bool) -> CardSet:
    """The cards of a hand whose discard closes the deal (RM-11)."""
    loose = mask & ~(sequence_cards(mask) | set_cards(mask))
    if loose & (loose - 1):
        return 0
    closing = 0
    left = loose or mask
    while left:
        card = left & -left
        left ^= card
        if can_split(mask ^ card, has_sequence):
            closing |= card
    return closing


def companions(hand: CardSet, card: Card, has_sequence: bool) -> list[CardSet]:
    """Every set of hand cards that makes one combination with `card`, which is not among them.

    A set of one rank needs a sequence on the table or outside it in the hand (RM-9.3).
    Sequences first, shorter and lower first.
    """
    suit_at = card // 13 * 13
    rank = card - suit_at
    found = [run << suit_at for run in _run_companions(hand >> suit_at & SUIT, rank)]
    mates = hand & _SUITS << rank
    if mates & (mates - 1):
        options = [mates]
        if mates.bit_count() == 3:
            low = mates & -mates
            high = 1 << mates.bit_length() - 1
            options = [mates ^ high, mates ^ (mates ^ low ^ high), mates ^ low, mates]
        found += [w for w in options if has_sequence or sequence_cards(hand & ~w)]
    return found


@lru_cache(maxsize=1 << 16)
def _run_companions(suit: int, rank: int) -> tuple[int, ...]:
    """The same within one suit's 13 bits, sequences only."""
    first, last = (1, 9) if rank < 10 else (10, 12)
    if not first <= rank <= last:
        return ()
    low = rank
    while low > first and suit >> low - 1 & 1:
        low -= 1
    high = rank
    while high < last and suit >> high + 1 & 1:
        high += 1
    spans = [
        (end - start, (1 << end + 1) - (1 << start) & ~(1 << rank))
        for start in range(low, rank + 1)
        for end in range(rank, high + 1)
        if end - start >= 2
    ]
    return tuple(run for _, run in sorted(spans))


def outs(mask: CardSet) -> tuple[CardSet, CardSet]:
    """The cards that would make a new sequence, and a new set, with two cards or more here."""
    made = 0
    for block in (NUMBERS, FACES):
        own = mask & block
        up, down = own << 1, own >> 1
        made |= (up & own << 2 | down & own >> 2 | up & down) & block
    spades = mask & SUIT
    hearts = mask >> 13 & SUIT
    diamonds = mask >> 26 & SUIT
    clubs = mask >> 39
    pairs = spades & hearts | diamonds & clubs | (spades | hearts) & (diamonds | clubs)
    return made & ~mask, pairs * _SUITS & ~mask


def _advance(lengths: int, suits: int) -> tuple[int, int]:
    """One rank further: the new run lengths (two bits a suit, 3 for three or more), and
    how many cards have come to lie in a sequence, when the `suits` (four bits) go on."""
    after = gained = 0
    for suit in range(4):
        length = lengths >> 2 * suit & 3
        if suits >> suit & 1:
            gained += (0, 0, 3, 1)[length]
            after |= min(length + 1, 3) << 2 * suit
    return after, gained


_ADVANCE: Final = [[_advance(lengths, suits) for suits in range(16)] for lengths in range(256)]
_SET_CHOICES: Final = [
    [0] + [s for s in range(16) if s & suits == s and s.bit_count() >= 3] for suits in range(16)
]
_SPREAD: Final = [sum((s >> suit & 1) << 13 * suit for suit in range(4)) for s in range(16)]
_SEQUENCE_SEEN: Final = 1 << 8


def _untangled_sets(mask: CardSet, has_sequence: bool) -> CardSet:
    """The cards to use in sets where sets and sequences want the same cards.

    Goes through the ranks from 2 to K and keeps, for every way the runs of the four
    suits may stand, the best value and its sets: a card outside the sets always goes
    on with its suit's run. Exact, and of the same cost for any number of cards.
    """
    best: dict[int, tuple[int, CardSet]] = {_SEQUENCE_SEEN if has_sequence else 0: (0, 0)}
    for rank in range(1, 13):
        column = mask >> rank & _SUITS
        suits = column & 1 | column >> 12 & 2 | column >> 24 & 4 | column >> 36 & 8
        value = 5 if rank < 10 else 10
        after: dict[int, tuple[int, CardSet]] = {}
        for way, (total, sets) in best.items():
            seen = way & _SEQUENCE_SEEN
            moves = _ADVANCE[0 if rank == 10 else way & 255]
            for chosen in _SET_CHOICES[suits]:
                lengths, gained = moves[suits & ~chosen]
                key = lengths | (_SEQUENCE_SEEN if gained else seen)
                sum_ = total + value * (gained + chosen.bit_count())
                known = after.get(key)
                if known is None or known[0] < sum_:
                    after[key] = (sum_, sets | _SPREAD[chosen] << rank)
        best = after
    total, sets = -1, 0
    for way, (sum_, chosen_sets) in best.items():
        if way & _SEQUENCE_SEEN and sum_ > total:
            total, sets = sum_, chosen_sets
    return sets | (set_cards(mask & ACES) if total >= 0 else 0)
