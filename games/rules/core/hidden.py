"""Hidden cards, dealt as they may lie: the part of a search that guesses.

A game reads from its view which cards a seat cannot place, which it has seen going into a
hand, and how large the hands are. `Hidden.deal` then deals the rest at random, and may prefer
hands that go with what their owners did.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from games.rules.core.cards import Card
from games.rules.core.cardsets import CardSet, cards_in, mask_of
from games.rules.core.dice import Dice

Likelihood: TypeAlias = Callable[[int, CardSet], int]
"""How well a hand goes with what its seat did: a weight from 0, for a seat and its whole hand."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """What one seat knows of all hands.

    `pool` are the cards that it cannot place, in a fixed order. By seat: `known` the cards
    that it knows to be in that hand (its own hand among them), and `missing` how many of the
    pool the hand holds beside them.
    """

    pool: tuple[Card, ...]
    known: tuple[CardSet, ...]
    missing: tuple[int, ...]

    def deal(
        self, dice: Dice, likelihood: Likelihood | None = None, tries: int = 1
    ) -> tuple[list[CardSet], list[Card]]:
        """The hands by seat, and what is left of the pool in random order.

        With a `likelihood` each hand is one of so many `tries`, as likely as its weight says.
        Hands are drawn in an order that changes, so that none has the first choice always.
        """
        pool = list(self.pool)
        hands = list(self.known)
        seats = [seat for seat, count in enumerate(self.missing) if count]
        first = dice.below(len(seats)) if len(seats) > 1 else 0
        for seat in seats[first:] + seats[:first]:
            if likelihood is None or tries < 2:
                hands[seat] |= _some_of(pool, self.missing[seat], dice)
            else:
                hands[seat] = self._likely(pool, seat, dice, likelihood, tries)
            taken = hands[seat]
            pool = [card for card in pool if not taken >> card & 1]
        _some_of(pool, len(pool), dice)
        return hands, pool

    def _likely(
        self, pool: list[Card], seat: int, dice: Dice, likelihood: Likelihood, tries: int
    ) -> CardSet:
        """One of `tries` hands for `seat`. If none has any weight, the first."""
        count, known = self.missing[seat], self.known[seat]
        drawn: list[CardSet] = []
        weights: list[int] = []
        for _ in range(tries):
            hand = known | _some_of(pool, count, dice)
            drawn.append(hand)
            weights.append(likelihood(seat, hand))
        total = sum(weights)
        if not total:
            return drawn[0]
        at = dice.below(total)
        for hand, weight in zip(drawn, weights, strict=True):
            at -= weight
            if at < 0:
                return hand
        raise AssertionError("the dice showed more than all weights")


def hidden_cards(
    known: Sequence[CardSet], sizes: Sequence[int], placed: CardSet, everything: CardSet
) -> Hidden:
    """What is hidden where hands of `sizes` hold the `known` cards, and `placed` lie elsewhere
    in the open. `everything` is the whole pack."""
    pool = everything & ~placed
    for hand in known:
        pool &= ~hand
    missing = tuple(size - hand.bit_count() for size, hand in zip(sizes, known, strict=True))
    return Hidden(cards_in(pool), tuple(known), missing)


def _some_of(pool: list[Card], count: int, dice: Dice) -> CardSet:
    """`count` cards of the pool, drawn at random; they come to stand at its beginning."""
    size = len(pool)
    for place in range(count):
        other = place + dice.below(size - place)
        pool[place], pool[other] = pool[other], pool[place]
    return mask_of(pool[:count])
