"""What a hand is worth between two turns, beside what lies on the table: the CPUs' judgement."""

from dataclasses import dataclass
from itertools import product
from typing import Final

from games.rules.core.actions import Action
from games.rules.core.cardsets import CardSet, cards_in, mask_of
from games.rules.rummy500.actions import Discard, Layoff, Meld
from games.rules.rummy500.masks import (
    SAME_RANK,
    SUIT_BITS,
    points,
    ranks_of_pairs,
    ranks_of_sets,
    run_cards,
    run_outs,
)
from games.rules.rummy500.melds import (
    TableMeld,
    arranged,
    card_points,
    chosen_end,
    grown,
    table_meld,
)
from games.rules.rummy500.view import Rummy500View

POINT: Final = 8
"""What one point on the table weighs in a hand's worth."""
_LEFT_POINT: Final = 3
"""One point of a card that cannot be placed yet; more as the opponent runs out of cards."""
_NEAR_END: Final = 12
_OUT: Final = 12
"""A card not gone that would make a meld with two that are left."""
_KINGS: Final = SAME_RANK[12]
_MAX_TANGLED: Final = 4
"""In how many ranks sets and runs that want the same cards are weighed against each other."""


@dataclass(frozen=True, slots=True)
class Table:
    """What of the table a hand's worth depends on.

    `runs` and `sets` are the cards that go on some run, or complete some set; `laid` the
    cards that lie there. `left_point` is what a point left in hand weighs.
    """

    runs: CardSet
    sets: CardSet
    laid: CardSet
    left_point: int

    def with_meld(self, meld: TableMeld) -> "Table":
        """The table once `meld` lies there too."""
        runs, sets = self.runs, self.sets
        if meld.kind == "run":
            runs |= meld.fits
        else:
            sets |= meld.fits
        return Table(runs, sets, self.laid | mask_of(meld.cards), self.left_point)


def table_of(view: Rummy500View, seat: int) -> Table:
    """The table that the seat's hand is weighed against."""
    fewest = min(size for other, size in enumerate(view.hand_sizes) if other != seat)
    table = Table(0, 0, 0, _LEFT_POINT + _NEAR_END // max(fewest, 1))
    for meld in view.melds:
        table = table.with_meld(meld)
    return table


def hand_worth(hand: CardSet, table: Table) -> int:
    """How good it is to hold `hand` between two turns."""
    placed, earned = placeable(hand, table)
    left = hand & ~placed
    outs = ranks_of_pairs(left) * SAME_RANK[0]
    for suit in range(0, 52, 13):
        outs |= run_outs(left >> suit & SUIT_BITS) << suit
    live = (outs & ~table.laid & ~hand).bit_count()
    return POINT * earned - table.left_point * points(left) + _OUT * live


def placeable(hand: CardSet, table: Table) -> tuple[CardSet, int]:
    """The cards of a hand that can be melded or then laid off, and what they earn."""
    melded, earned = best_melds(hand)
    loose = hand & ~melded
    laid = loose & (table.runs | table.sets)
    reach = loose & table.runs
    while reach:
        inner = reach & ~SAME_RANK[0]
        reach = inner >> 1 | (inner & ~_KINGS) << 1 | (inner & _KINGS) >> 12
        reach &= loose & ~laid
        laid |= reach
    return melded | laid, earned + points(laid)


def best_melds(hand: CardSet) -> tuple[CardSet, int]:
    """The cards of the melds in a hand that earn most together, and what they earn.

    Where sets and runs want the same cards every choice is weighed in the first few ranks;
    beyond those, which hardly ever happens, the set is laid whole.
    """
    runs, most = _best_runs(hand)
    ranks = ranks_of_sets(hand)
    if not ranks:
        return runs, most
    certain = 0
    tangled: list[tuple[CardSet, ...]] = []
    while ranks:
        low = ranks & -ranks
        ranks ^= low
        mates = hand & SAME_RANK[low.bit_length() - 1]
        if mates & runs and len(tangled) < _MAX_TANGLED:
            tangled.append(_set_choices(mates))
        else:
            certain |= mates
    best, most = 0, -1
    for choice in product(*tangled):
        sets = certain | sum(choice)
        runs, earned = _best_runs(hand & ~sets)
        earned += points(sets)
        if earned > most:
            best, most = sets | runs, earned
    return best, most


def _best_runs(hand: CardSet) -> tuple[CardSet, int]:
    cards = earned = 0
    for suit in range(0, 52, 13):
        run, worth = run_cards(hand >> suit & SUIT_BITS)
        cards |= run << suit
        earned += worth
    return cards, earned


def _set_choices(mates: CardSet) -> tuple[CardSet, ...]:
    """The whole set, every three of four, or none."""
    if mates.bit_count() == 3:
        return mates, 0
    return (mates, *(mates ^ 1 << card for card in cards_in(mates)), 0)


def worth_after(view: Rummy500View, hand: CardSet, table: Table, action: Action) -> tuple[int, int]:
    """What points now placed and the hand left are worth together; then, how many cards."""
    match action:
        case Meld(cards):
            found = arranged(cards)
            assert found is not None
            meld, used = table_meld(*found, (0,) * len(cards)), mask_of(cards)
            earned = sum(card_points(*found))
        case Layoff(index, card, said):
            end = chosen_end(view.melds[index], card, said)
            meld, used = grown(view.melds[index], card, end, 0), 1 << card
            earned = card_points(meld.kind, meld.cards)[0 if end == "low" else -1]
        case Discard(card):
            return hand_worth(hand ^ 1 << card, table), 1
        case _:
            raise TypeError(f"not an action of this phase: {action!r}")
    return POINT * earned + hand_worth(hand & ~used, table.with_meld(meld)), used.bit_count()
