"""The proof of the best partition (RM-15): the masks against every partition there is.

Pure, and slow on purpose: it knows combinations from `kind_of` alone.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Final

from games.rules.core.agreement import Disagreement
from games.rules.core.cards import SINGLE
from games.rules.core.dice import Dice
from games.rules.core.proofs import SearchProof
from games.rules.remi.combinations import Kind, Meld, arrange, kind_of, score, value
from games.rules.remi.masks import CardSet, cards_in, hand_score, mask_of

_TABLES: Final[tuple[tuple[Meld, ...], ...]] = (
    (),
    (SINGLE.parse_all(["JS", "QS", "KS"]),),
    (SINGLE.parse_all(["AS", "AH", "AD"]),),
)
"""Nothing laid, a sequence, and a set only."""
_LARGEST: Final = 25


@cache
def every_combination() -> dict[CardSet, Kind]:
    """All combinations of the pack by their cards, told by the plain rule alone."""
    found: dict[CardSet, Kind] = {}
    suits = [range(13 * suit, 13 * suit + 13) for suit in range(4)]
    blocks = [
        tuple(cards[start : start + size])
        for cards in suits
        for size in range(3, 14)
        for start in range(14 - size)
    ]
    ranks = [[suit[rank] for suit in suits] for rank in range(13)]
    alike = [cards for rank in ranks for size in (3, 4) for cards in combinations(rank, size)]
    for cards in blocks + alike:
        kind = kind_of(cards)
        if kind is not None:
            found[mask_of(cards)] = kind
    return found


def most_covered(hand: CardSet, on_table: bool) -> int:
    """The most points that combinations can cover, by trying every partition.

    `on_table` says that a sequence lies there; without any, none are covered (RM-16).
    """
    fitting = [(m, kind) for m, kind in every_combination().items() if m & hand == m]

    @cache
    def best(left: CardSet, sequence: bool) -> int:
        most = 0 if sequence else -1
        if not left:
            return most
        low = left & -left
        most = max(most, best(left ^ low, sequence))
        for meld, kind in fitting:
            if meld & low and meld & left == meld:
                rest = best(left ^ meld, sequence or kind == "sequence")
                if rest >= 0:
                    most = max(most, rest + sum(value(card) for card in cards_in(meld)))
        return most

    return max(0, best(hand, on_table))


def check_partition(hand: CardSet, table: tuple[Meld, ...]) -> None:
    """The arrangement of `hand` beside the own `table` is a partition into combinations, and
    none is worth more. Raises Disagreement."""
    where = (SINGLE.name_all(cards_in(hand)), [SINGLE.name_all(meld) for meld in table])
    arranged = arrange(hand, table)
    kinds = [kind_of(meld) for meld in arranged.melds]
    if None in kinds:
        raise Disagreement("combinations", where, arranged.melds, kinds)
    held = [card for meld in arranged.melds for card in meld]
    if sorted([*held, *arranged.rest]) != list(cards_in(hand)):
        raise Disagreement("partition", where, arranged, cards_in(hand))
    on_table = any(kind_of(meld) == "sequence" for meld in table)
    covered, most = sum(map(value, held)), most_covered(hand, on_table)
    if covered != most:
        raise Disagreement("best partition", where, covered, most)
    laid = sum(value(card) for meld in table for card in meld)
    counted = on_table or "sequence" in kinds
    worth = (laid if counted else -laid) + covered - sum(map(value, arranged.rest))
    scored = (score(hand, table), hand_score(hand, mask_of(sum(table, ())), on_table))
    if scored != (worth, worth):
        raise Disagreement("score", where, scored, worth)


def prove_best_partition(count: int, seed: int) -> Iterator[int]:
    """Checks `count` hands of 1 to 25 cards that `seed` gives; yields the number done so far.

    The hands come from few ranks, few suits or all cards, so that sets and sequences often
    want the same ones; each lies beside no table, a sequence there, or only a set. Raises
    Disagreement at the first that is wrong.
    """
    dice = Dice(seed)
    for done in range(1, count + 1):
        table = _TABLES[dice.below(len(_TABLES))]
        check_partition(_some_hand(dice) & ~mask_of(sum(table, ())), table)
        yield done


def _some_hand(dice: Dice) -> CardSet:
    first, span = dice.below(13), (4, 6, 9, 13)[dice.below(4)]
    suits = (2, 3, 4, 4)[dice.below(4)]
    pool = [card for card in range(52) if (card - first) % 13 < span and card // 13 < suits]
    return mask_of(dice.some_of(pool, 1 + dice.below(_LARGEST)))


PROOFS: Final = {"partitions": SearchProof(10_000, prove_best_partition)}
