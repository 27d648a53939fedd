"""A player of Remi by rule of thumb, with weights that make it one style or another.

It scores a hand by what lies in combinations, by the cards that may still come and what they
would make, and by what it can hope to close with; and a discard also by what it may give away.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from games.rules.core.actions import Action
from games.rules.core.cards import Card
from games.rules.core.cardsets import CardSet, cards_in, mask_of
from games.rules.remi.actions import Close, Decline, Discard, DrawStock, TakeDiscard
from games.rules.remi.combinations import kind_of, value
from games.rules.remi.knowledge import Knowledge, knowledge_of
from games.rules.remi.masks import (
    ACES,
    FACES,
    best_cover,
    closing_cards,
    outs,
    points,
    same_rank,
    sequence_windows,
)
from games.rules.remi.scoring import CLOSING_FACTOR
from games.rules.remi.state import SEATS
from games.rules.remi.view import RemiView

_POINT: Final = 8
"""What one point of the deal's score weighs in a hand's worth."""
_HOPE_LOOSE: Final = 2
"""With more loose cards no close is near enough to be weighed."""
_HOPE_MOST: Final = 100
"""A close still hoped for counts as no more points than this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """How a player weighs things, in eighths of a point unless it says otherwise.

    - `sequence_out`, `set_out`: a card that may yet come and would make a combination of two
      that are held; while there is no sequence, one is dearer by `first_sequence`;
    - `bare_set`: what a point in a set weighs while there is no sequence;
    - `combined`: every combined card, as the deal's end is then nearer;
    - `draw`: what an unknown card from the stock is expected to add; `take` is added to takes;
    - `hope`: a point of the bonus that a close may bring (from 0: none is waited for);
    - `per_turn`: by how many percent every own turn to come makes a close likelier;
    - `hazard`: how likely the deal ends before the next own turn, in thousandths;
    - `danger`: two unseen cards that another may hold and make a combination with a discard;
      `known_danger`, where one of them is known to be held, four times that for both.
    """

    sequence_out: int
    set_out: int
    first_sequence: int
    bare_set: int
    combined: int
    draw: int
    take: int
    hope: int
    per_turn: int
    hazard: int
    danger: int
    known_danger: int


class Heuristic:
    """One decision of a player with `weights`, from its view alone."""

    def __init__(self, view: RemiView, seat: int, weights: Weights) -> None:
        self.view = view
        self.seat = seat
        self.weights = weights
        self.seen: Knowledge = knowledge_of(view)
        self.sequence = self.seen.sequence[seat]
        self.gone = self.seen.gone
        self.unseen = self.seen.unseen
        cards = view.stock - (view.phase == "draw")
        self.turns = max(cards, 0) // SEATS
        """How many more own turns the stock allows, this one not counted."""

    def action(self) -> Action:
        """What it does."""
        return self._draw() if self.view.phase == "draw" else self._discard()

    def _draw(self) -> Action:
        """The take that adds most, or the draw if that promises more."""
        view, hand = self.view, self.seen.hand
        best: Action = DrawStock() if view.stock else Decline()
        if len(view.legal) == 1:
            return best
        most = self._worth(hand, self.sequence) + (self.weights.draw if view.stock else 0)
        for action in view.legal:
            if isinstance(action, TakeDiscard):
                worth = self._take_worth(action)
                if worth > most:
                    best, most = action, worth
        return best

    def _take_worth(self, take: TakeDiscard) -> int:
        """The worth after a take and the best discard or close."""
        pile = self.view.open_discards
        below = len(pile) - take.depth
        meld = (*take.own, pile[below])
        left = self.seen.hand & ~mask_of(take.own) | mask_of(pile[below + 1 :])
        sequence = self.sequence or kind_of(meld) == "sequence"
        rest = max(
            self._worth(left ^ 1 << card, sequence) - self._danger(card) for card in cards_in(left)
        )
        closing = closing_cards(left, sequence)
        if closing:
            bonus = CLOSING_FACTOR * max(map(value, cards_in(closing)))
            closed = _POINT * (bonus + points(left)) + self.weights.combined * left.bit_count()
            rest = max(rest, closed)
        laid = mask_of(meld)
        return rest + _POINT * points(laid) + self.weights.combined * len(meld) + self.weights.take

    def _discard(self) -> Action:
        """Closes, unless a better close is worth waiting for; else keeps the best hand."""
        view, hand = self.view, self.seen.hand
        closes = [action.card for action in view.legal if isinstance(action, Close)]
        if closes:
            card = max(closes, key=value)
            last = hand == 1 << card
            if last or CLOSING_FACTOR * value(card) >= self.waiting:
                return Close(card)
            return Discard(min(closes, key=lambda card: (self._danger(card), value(card))))
        discards = [action for action in view.legal if isinstance(action, Discard)]
        return max(
            discards,
            key=lambda discard: (
                self._worth(hand ^ 1 << discard.card, self.sequence) - self._danger(discard.card)
            ),
        )

    @cached_property
    def waiting(self) -> int:
        """The bonus to be expected, in points, with every card of the hand in a combination:
        any card drawn then closes, and one waits for a dear one as long as that pays."""
        unseen = self.unseen.bit_count()
        if not unseen or not self.weights.hope:
            return 0
        aces = (self.unseen & ACES).bit_count()
        faces = (self.unseen & FACES).bit_count()
        numbers = unseen - aces - faces
        bonus = 0
        for _ in range(self.turns):
            drawn = aces * 150 + faces * max(100, bonus) + numbers * max(50, bonus)
            bonus = drawn * (1000 - self.weights.hazard) // (1000 * unseen)
        return bonus

    def _worth(self, hand: CardSet, table: bool) -> int:
        """How good it is to hold `hand` between two turns; `table`: a sequence lies there."""
        weights = self.weights
        sets, runs = best_cover(hand, True)
        combined = sets | runs
        whole = table or runs != 0
        loose = hand & ~combined
        worth = (_POINT if whole else weights.bare_set) * 2 * points(combined)
        worth += weights.combined * combined.bit_count() - _POINT * points(hand)
        new_runs, new_sets = outs(loose)
        live = ~self.gone & ~hand
        run_outs = (new_runs & live).bit_count() * weights.sequence_out
        worth += run_outs if whole else run_outs * weights.first_sequence
        worth += (new_sets & live).bit_count() * weights.set_out
        if self.turns and weights.hope and loose.bit_count() <= _HOPE_LOOSE:
            worth += weights.hope * self._hope(hand, table, not loose and whole)
        return worth

    def _hope(self, hand: CardSet, table: bool, ready: bool) -> int:
        """The bonus to be hoped for, in points; `ready`: every card is in a combination."""
        if ready:
            return self.waiting
        total, left = 0, self.unseen
        while left:
            low = left & -left
            left ^= low
            closing = closing_cards(hand | low, table)
            if closing:
                total += 150 if closing & ACES else 100 if closing & FACES else 50
        per_turn = total * (10 + self.turns * self.weights.per_turn) // 10
        return min(per_turn // max(self.unseen.bit_count(), 1), _HOPE_MOST)

    def _danger(self, card: Card) -> int:
        """How likely somebody else makes a combination with `card` once it is discarded."""
        if not self.turns:
            return 0
        unseen, mates = self.unseen, same_rank(card) & ~(1 << card)
        windows = sequence_windows(card)
        alike = (mates & unseen).bit_count()
        pairs = alike * (alike - 1) // 2
        pairs += sum([pair & unseen == pair for pair in windows])
        danger = pairs * self.weights.danger
        for seat, known in enumerate(self.seen.known):
            if not known or seat == self.seat:
                continue
            held = [(pair & known).bit_count() for pair in windows if pair & ~unseen == 0]
            held.append((mates & known).bit_count() if alike > 1 else 0)
            danger += sum([(0, 1, 4, 4)[count] for count in held]) * self.weights.known_danger
        return danger
