"""The best partition of hands that hold a sequence, by the number of their cards."""

from collections.abc import Mapping
from typing import Final

from games.rules.core.benches import Bench
from games.rules.core.cardsets import CardSet, mask_of
from games.rules.core.dice import Dice
from games.rules.remi.masks import best_cover, sequence_cards

_SIZES: Final = (8, 14, 25)
_HANDS: Final = 2_000


def _hands(dice: Dice) -> Mapping[str, list[tuple[CardSet, bool]]]:
    """Of each size so many, drawn from the whole pack until a sequence is there."""
    return {str(size): [(_hand(dice, size), False) for _ in range(_HANDS)] for size in _SIZES}


def _hand(dice: Dice, size: int) -> CardSet:
    while True:
        hand = mask_of(dice.some_of(range(52), size))
        if sequence_cards(hand):
            return hand


BENCHES: Final = {"best_partition_us": Bench(best_cover, _hands)}
