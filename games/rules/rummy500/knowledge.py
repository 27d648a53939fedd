"""What a view of Rummy 500 and its log tell of the opponent, and what a move would give it."""

from dataclasses import dataclass
from typing import Final

from games.rules.core.cards import SINGLE, Card
from games.rules.core.cardsets import CardSet, mask_of
from games.rules.rummy500.actions import Layoff, Meld
from games.rules.rummy500.masks import MATES, WINDOWS, can_meld
from games.rules.rummy500.melds import arranged, chosen_end, fitting, grown, value
from games.rules.rummy500.state import SEATS
from games.rules.rummy500.view import Rummy500View

EVERYTHING: Final = (1 << SINGLE.size) - 1
_FIT: Final = 40
"""A discard that goes on a meld of the table; with it, each of its points."""
_FIT_POINT: Final = 4
_PAIR: Final = 6
"""Two unseen cards with which a discard makes a meld."""
_HALF_KNOWN: Final = 3
"""So many such pairs weighs one of which the opponent was seen to hold a card."""
_SURE: Final = 120
"""Two cards that the opponent was seen to take, with which a discard makes a meld."""
_PILE_MELD: Final = 30
"""Points of a meld that a discard makes possible within the pile, beside what lies above."""
_PILE_POINT: Final = 4


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What one seat knows. `theirs` are the cards seen going into the opponent's hand that
    have not left it, `hidden` all that lie in its hand or the stock."""

    view: Rummy500View
    fits: CardSet
    pile: CardSet
    theirs: CardSet
    hidden: CardSet

    def danger(self, card: Card) -> int:
        """What discarding `card` may give away, in the measure of a hand's worth."""
        use = _FIT + _FIT_POINT * value(card) if self.fits >> card & 1 else self._wanted(card)
        return use + _PILE_POINT * self._pile_given(card)

    def _wanted(self, card: Card) -> int:
        """How likely the opponent holds two cards that make a meld with `card`."""
        pairs = sure = 0
        for pair in WINDOWS[card]:
            if pair & self.hidden == pair:
                seen = (pair & self.theirs).bit_count()
                pairs += (1, _HALF_KNOWN, 0)[seen]
                sure += seen == 2
        mates = MATES[card] & self.hidden
        count, seen = mates.bit_count(), (mates & self.theirs).bit_count()
        if seen >= 2:
            sure += 1
        elif seen:
            pairs += _HALF_KNOWN * (count - 1)
        else:
            pairs += count * (count - 1) // 2
        return _PAIR * pairs + _SURE * sure

    def _pile_given(self, card: Card) -> int:
        """Points of the richest take that `card` makes possible, with cards of the pile and
        those known to be the opponent's alone; 0 if none."""
        most, points = 0, _PILE_MELD + value(card)
        before = self.theirs
        for other in reversed(self.view.discards):
            points += value(other)
            if can_meld(other, before | 1 << card) and not can_meld(other, before):
                most = points
            before |= 1 << other
        return most

    def opened(self, placement: Meld | Layoff) -> int:
        """Points that the opponent might take from the pile because of a placement: those of
        the deepest discard that fits what was laid, and of all above it."""
        if isinstance(placement, Meld):
            found = arranged(placement.cards)
            assert found is not None
            fits = fitting(*found)
        else:
            meld = self.view.melds[placement.meld]
            end = chosen_end(meld, placement.card, placement.end)
            fits = grown(meld, placement.card, end, 0).fits
        fits &= self.pile & ~self.fits
        total = most = 0
        for card in reversed(self.view.discards) if fits else ():
            total += value(card)
            if fits >> card & 1:
                most = total
        return most


def seen_in_hands(view: Rummy500View) -> list[CardSet]:
    """By seat the cards seen going into its hand that have not left it."""
    known = [0] * SEATS
    for event in view.log:
        seat = event.get("seat")
        if event["type"] == "took":
            assert isinstance(seat, int)
            assert isinstance(event["cards"], list)
            known[seat] |= mask_of(SINGLE.parse_all(event["cards"]))
        elif event["type"] == "discarded":
            assert isinstance(seat, int)
            known[seat] &= ~(1 << SINGLE.parse(event["card"]))
    laid = laid_cards(view)
    return [cards & ~laid for cards in known]


def laid_cards(view: Rummy500View) -> CardSet:
    """The cards of all melds."""
    return mask_of(card for meld in view.melds for card in meld.cards)


def knowledge_of(view: Rummy500View, seat: int) -> Knowledge:
    """What `seat` knows by its view."""
    fits = 0
    for meld in view.melds:
        fits |= meld.fits
    pile = mask_of(view.discards)
    open_cards = laid_cards(view) | pile | mask_of(view.hand or ())
    return Knowledge(view, fits, pile, seen_in_hands(view)[1 - seat], EVERYTHING & ~open_cards)
