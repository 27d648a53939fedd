"""A deal of Rummy 500 on flat, mutable card sets: what its play-outs are played on.

A move is an integer. At the draw it is `DRAW`, `DECLINE` or the depth of a take. Later it is
a card to discard; or `LAYOFF` plus a key of `meld_table.GROWN`, plus `MELD_INDEX` times the
place of the meld on the table; or `MELD` plus the number of a new meld.
"""

from typing import Final

from games.rules.core.actions import Action
from games.rules.core.cards import Card
from games.rules.core.cardsets import CardSet, mask_of
from games.rules.core.playout import Ending, Position
from games.rules.rummy500.actions import Decline, Discard, DrawStock, Layoff, Meld, TakeDiscard
from games.rules.rummy500.masks import can_meld, meldable, points
from games.rules.rummy500.meld_table import (
    CARDS,
    FITS,
    GROWN,
    LOW_END,
    MASKS,
    POINTS,
    melds_in,
    melds_with,
    number_of,
)
from games.rules.rummy500.scoring import placed_points
from games.rules.rummy500.state import SEATS, Bound, Reason, Rummy500State, bound_met

DRAW: Final = 0
DECLINE: Final = -1
LAYOFF: Final = 128
MELD_INDEX: Final = 256
MELD: Final = 1 << 16
_KEY: Final = 127
NONE: Final = -1
"""No card."""


class Rummy500Position(Position):
    """A deal of Rummy 500.

    `melds` are numbers of `meld_table`, as they lie on the table; `open` the cards that fit
    some of them, `laid` those that lie there, `placed` the points of each seat's. `under[n]`
    are the lowest `n` discards as a set. `must_use`, `blocked` (or `NONE`), `active` and
    `idle_turns` are as in `Rummy500State`.
    """

    __slots__ = (
        "active",
        "blocked",
        "discards",
        "drawing",
        "idle_turns",
        "laid",
        "melds",
        "must_use",
        "open",
        "placed",
        "stock",
        "under",
    )

    melds: list[int]
    open: CardSet
    laid: CardSet
    placed: list[int]
    stock: bytearray
    discards: bytearray
    under: list[CardSet]
    drawing: bool
    must_use: Card
    blocked: Card
    active: bool
    idle_turns: int

    def copy(self) -> "Rummy500Position":
        other = Rummy500Position()
        other.hands = self.hands[:]
        other.seat = self.seat
        other.ending = self.ending
        other.moves = self.moves
        other.melds = self.melds[:]
        other.open = self.open
        other.laid = self.laid
        other.placed = self.placed[:]
        other.stock = self.stock[:]
        other.discards = self.discards[:]
        other.under = self.under[:]
        other.drawing = self.drawing
        other.must_use = self.must_use
        other.blocked = self.blocked
        other.active = self.active
        other.idle_turns = self.idle_turns
        return other

    def depths(self) -> list[int]:
        """The depths that the seat to move may take, the top first (RF-8, RF-9)."""
        if not self.discards:
            return []
        found = self.useful_depths()
        return found if found[:1] == [1] else [1, *found]

    def useful_depths(self) -> list[int]:
        """The depths whose deepest card could be placed at once, the top first."""
        discards, under = self.discards, self.under
        pile = under[-1]
        hand = self.hands[self.seat]
        useful = (self.open | meldable(hand | pile)) & pile
        found = []
        while useful:
            low = useful & -useful
            useful ^= low
            card = low.bit_length() - 1
            place = discards.index(card)
            if self.open & low or can_meld(card, hand | pile ^ under[place + 1]):
                found.append(len(discards) - place)
        if 1 in found and found[0] != 1:
            found.remove(1)
            found.insert(0, 1)
        return found

    def placements(self) -> list[int]:
        """The melds and lay-offs that the seat to move has after its draw (RF-6, RF-10, RF-21)."""
        hand = self.hands[self.seat]
        if self.must_use >= 0:
            found = [MELD + number for number in melds_with(hand, self.must_use)]
            return found + self._layoffs(self.open & 1 << self.must_use)
        found = [MELD + number for number in melds_in(hand)] if meldable(hand) else []
        if self.open & hand:
            found += self._layoffs(self.open & hand)
        if self.blocked >= 0:
            return [move for move in found if not self._strands(move, hand)]
        return found

    def _layoffs(self, cards: CardSet) -> list[int]:
        found: list[int] = []
        for index, number in enumerate(self.melds):
            fits = FITS[number] & cards
            if fits:
                at = LAYOFF + MELD_INDEX * index
                found += [at + key for key in GROWN[number] if fits >> key % LOW_END & 1]
        return found

    def _strands(self, move: int, hand: CardSet) -> bool:
        """Whether a placement leaves only the blocked card, and nowhere to lay it off."""
        only = 1 << self.blocked
        if move >= MELD:
            number = move - MELD
            return hand ^ MASKS[number] == only and not (FITS[number] | self.open) & only
        if hand ^ 1 << move % LOW_END != only:
            return False
        after = GROWN[self.melds[move // MELD_INDEX]][move & _KEY]
        return not (FITS[after] | self.open) & only

    def discardable(self) -> CardSet:
        """The cards that the seat to move may discard when it has no duty (RF-12)."""
        hand = self.hands[self.seat]
        return hand & ~(1 << self.blocked) if self.blocked >= 0 else hand

    def make(self, move: int) -> None:
        if self.drawing:
            self._draw(move)
        elif move < LAYOFF:
            self._discard(move)
        elif move >= MELD:
            number = move - MELD
            self.melds.append(number)
            self.open |= FITS[number]
            self._place(MASKS[number], POINTS[number])
        else:
            index, key = move // MELD_INDEX, move & _KEY
            before = self.melds[index]
            self.melds[index] = after = GROWN[before][key]
            cards = 0
            for number in self.melds:
                cards |= FITS[number]
            self.open = cards
            self._place(1 << key % LOW_END, POINTS[after] - POINTS[before])

    def _draw(self, move: int) -> None:
        seat = self.seat
        if move == DRAW:
            self.hands[seat] |= 1 << self.stock.pop()
            self.active = True
        elif move == DECLINE:
            self._end("stock", None)
            return
        else:
            discards, under = self.discards, self.under
            below = len(discards) - move
            self.hands[seat] |= under[-1] ^ under[below]
            if move == 1:
                self.blocked = discards[below]
            else:
                self.must_use = discards[below]
            del discards[below:], under[below + 1 :]
        self.drawing = False

    def _place(self, cards: CardSet, worth: int) -> None:
        seat = self.seat
        self.hands[seat] = hand = self.hands[seat] ^ cards
        self.laid |= cards
        self.placed[seat] += worth
        self.must_use = NONE
        if self.blocked >= 0 and cards >> self.blocked & 1:
            self.blocked = NONE
        self.active = True
        if not hand:
            self._end("out", None)

    def _discard(self, card: Card) -> None:
        """Ends the turn; and the deal, if the hand is empty (RF-13) or a bound is met."""
        seat = self.seat
        self.hands[seat] = hand = self.hands[seat] ^ 1 << card
        self.discards.append(card)
        self.under.append(self.under[-1] | 1 << card)
        idle_turns = 0 if self.active else self.idle_turns + 1
        self.idle_turns = idle_turns
        self.active = False
        self.blocked = NONE
        bound = bound_met(idle_turns, len(self.stock)) if idle_turns else None
        if not hand:
            self._end("out", None)
        elif bound is not None:
            self._end("bound", bound)
        else:
            self.drawing = True
            self.seat = (seat + 1) % SEATS

    def _end(self, reason: Reason, rule: Bound | None) -> None:
        scores = [
            placed - points(hand) for placed, hand in zip(self.placed, self.hands, strict=True)
        ]
        self.ending = Ending(reason, rule, self.seat, tuple(scores))

    def action(self, move: int) -> Action:
        if self.drawing:
            if move == DRAW:
                return DrawStock()
            return Decline() if move == DECLINE else TakeDiscard(move)
        if move < LAYOFF:
            return Discard(move)
        if move >= MELD:
            return Meld(CARDS[move - MELD])
        index, key = move // MELD_INDEX, move & _KEY
        if key >= LOW_END:
            return Layoff(index, key - LOW_END, "low")
        both = key + LOW_END in GROWN[self.melds[index]]
        return Layoff(index, key, "high" if both else None)


def position_of(state: Rummy500State) -> Rummy500Position:
    """The position of a deal; one that is over has its ending."""
    result = state.result
    position = Rummy500Position()
    position.hands = list(state.hands)
    position.seat = state.dealer if state.to_move is None else state.to_move
    position.ending = (
        None if result is None else Ending(result.reason, result.rule, result.seat, result.scores)
    )
    position.moves = 0
    position.melds = [number_of(meld.cards) for meld in state.melds]
    position.open = 0
    for meld in state.melds:
        position.open |= meld.fits
    position.laid = mask_of(card for meld in state.melds for card in meld.cards)
    position.placed = list(placed_points(state.melds, SEATS))
    position.stock = bytearray(state.stock)
    position.discards = bytearray(state.discards)
    position.under = [mask_of(state.discards[:n]) for n in range(len(state.discards) + 1)]
    position.drawing = state.phase == "draw"
    position.must_use = NONE if state.must_use is None else state.must_use
    position.blocked = NONE if state.blocked is None else state.blocked
    position.active = state.active
    position.idle_turns = state.idle_turns
    return position
