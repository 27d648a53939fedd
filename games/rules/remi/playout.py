"""Remi at the greatest speed: the core of play-outs (see `games.rules.core.playout`).

A move is an integer. At the draw it is `DRAW`, `DECLINE`, or a take: the own cards that go
with the discard as a card set, with the depth above the cards' bits. At the discard it is
the card, or `CLOSE` plus the card.
"""

from typing import Final

from games.rules.core.actions import Action
from games.rules.core.cards import Card
from games.rules.core.cardsets import CardSet, cards_in, mask_of, nth_card
from games.rules.core.dice import Dice
from games.rules.core.playout import Core, Ending, Position
from games.rules.remi.actions import Close, Decline, Discard, DrawStock, TakeDiscard
from games.rules.remi.combinations import has_sequence, value
from games.rules.remi.masks import (
    ACES,
    FACES,
    FULL,
    best_cover,
    closing_cards,
    companions,
    hand_score,
    outs,
    points,
    same_rank,
    sequence_windows,
)
from games.rules.remi.scoring import CLOSING_FACTOR
from games.rules.remi.state import OPEN_DISCARDS, SEATS, Reason, RemiState

DRAW: Final = 0
DECLINE: Final = -1
CLOSE: Final = 64
DEPTH_AT: Final = 52


class RemiPosition(Position):
    """A deal of Remi.

    By seat: `laid`, the cards on the table, and `sequence`, whether a sequence is among
    them. `gone` are the cards that can come into no hand any more as far as all have seen:
    those laid, and the discards below the open ones.
    """

    __slots__ = ("discards", "drawing", "gone", "laid", "sequence", "stock")

    laid: list[CardSet]
    sequence: list[bool]
    stock: bytearray
    discards: bytearray
    drawing: bool
    gone: CardSet

    def copy(self) -> "RemiPosition":
        other = RemiPosition()
        other.hands = self.hands[:]
        other.laid = self.laid[:]
        other.sequence = self.sequence[:]
        other.stock = self.stock[:]
        other.discards = self.discards[:]
        other.seat = self.seat
        other.drawing = self.drawing
        other.gone = self.gone
        other.ending = self.ending
        other.moves = self.moves
        return other

    def takes(self) -> list[int]:
        """The takes that the seat to move has at its draw (RM-9)."""
        seat = self.seat
        hand = self.hands[seat]
        runs, sets = outs(hand)
        wanted = runs | sets
        discards = self.discards
        found: list[int] = []
        for depth in range(1, min(len(discards), OPEN_DISCARDS) + 1):
            card = discards[-depth]
            if wanted >> card & 1:
                room = hand.bit_count() + depth - 2
                at = depth << DEPTH_AT
                for own in companions(hand, card, self.sequence[seat]):
                    if own.bit_count() <= room:
                        found.append(at | own)
        return found

    def make(self, move: int) -> None:
        seat = self.seat
        if not self.drawing:
            card = move & ~CLOSE
            hand = self.hands[seat] ^ 1 << card
            self.hands[seat] = hand
            self.discards.append(card)
            if move >= CLOSE or not hand:
                self._close(seat, card)
            else:
                self._pass(seat)
            return
        if move == DRAW:
            self.hands[seat] |= 1 << self.stock.pop()
        elif move == DECLINE:
            self._end("stock", seat)
            return
        else:
            self._take(seat, move >> DEPTH_AT, move & FULL)
        self.drawing = False

    def _take(self, seat: int, depth: int, own: CardSet) -> None:
        discards = self.discards
        picked = mask_of(discards[len(discards) - depth + 1 :])
        meld = own | 1 << discards[-depth]
        del discards[-depth:]
        self.hands[seat] = self.hands[seat] & ~own | picked
        self.laid[seat] |= meld
        if _is_sequence(meld):
            self.sequence[seat] = True
        self.gone = self.covered()

    def covered(self) -> CardSet:
        """What `gone` is, from the table and the pile."""
        return mask_of(self.discards[:-OPEN_DISCARDS]) | sum(self.laid)

    def _pass(self, seat: int) -> None:
        """Ends the turn, and the deal if the next seat can neither draw nor take (RM-13)."""
        if len(self.discards) > OPEN_DISCARDS:
            self.gone |= 1 << self.discards[-OPEN_DISCARDS - 1]
        self.seat = seat = (seat + 1) % SEATS
        self.drawing = True
        if not self.stock and not self.takes():
            self._end("stock", seat)

    def _close(self, seat: int, card: Card) -> None:
        """The whole hand is laid: all of it counts (RM-17)."""
        on_table = self.sequence[seat]
        sets, runs = best_cover(self.hands[seat], on_table)
        self.laid[seat] |= sets | runs
        self.sequence[seat] = True
        self.hands[seat] = 0
        self._end("close", seat, CLOSING_FACTOR * value(card))

    def _end(self, reason: Reason, seat: int, bonus: int = 0) -> None:
        scores = [
            hand_score(hand, laid, sequence)
            for hand, laid, sequence in zip(self.hands, self.laid, self.sequence, strict=True)
        ]
        scores[seat] += bonus
        self.ending = Ending(reason, None, seat, tuple(scores))

    def action(self, move: int) -> Action:
        if not self.drawing:
            return Close(move - CLOSE) if move >= CLOSE else Discard(move)
        if move == DRAW:
            return DrawStock()
        if move == DECLINE:
            return Decline()
        return TakeDiscard(move >> DEPTH_AT, cards_in(move & FULL))


def _is_sequence(meld: CardSet) -> bool:
    low = meld & -meld
    return meld & low << 1 != 0


def position_of(state: RemiState) -> RemiPosition:
    """The position of a deal; one that is over has its ending."""
    result = state.result
    position = RemiPosition()
    position.hands = list(state.hands)
    position.laid = [mask_of(card for meld in melds for card in meld) for melds in state.table]
    position.sequence = [has_sequence(melds) for melds in state.table]
    position.stock = bytearray(state.stock)
    position.discards = bytearray(state.discards)
    position.seat = state.dealer if state.to_move is None else state.to_move
    position.drawing = state.phase == "draw"
    position.gone = position.covered()
    position.ending = (
        None if result is None else Ending(result.reason, None, result.seat, result.scores)
    )
    position.moves = 0
    return position


def _random(position: RemiPosition, dice: Dice) -> int:
    if position.drawing:
        takes = position.takes()
        n = dice.below(len(takes) + 1)
        return takes[n - 1] if n else DRAW if position.stock else DECLINE
    seat = position.seat
    hand = position.hands[seat]
    size = hand.bit_count()
    closing = closing_cards(hand, position.sequence[seat])
    n = dice.below(size + closing.bit_count())
    return nth_card(hand, n) if n < size else CLOSE + nth_card(closing, n - size)


_POINT: Final = 8
"""What one point of the deal's score weighs in a hand's worth."""
_HOPED_POINT: Final = 3
"""A combined point that counts only once the hand has its first sequence."""
_SEQUENCE_OUT: Final = 26
_SET_OUT: Final = 48
"""A card that may yet come and would make a combination of two that are held."""
_FIRST_SEQUENCE: Final = 2
"""By how much sequences are dearer while there is none."""
_COMBINED: Final = 132
"""For every combined card, as the deal's end is then near."""
_DRAW_WORTH: Final = 70
"""What an unknown card from the stock is expected to add."""


_WINDOWS: Final = tuple(sequence_windows(card) for card in range(52))
_MATES: Final = tuple(same_rank(card) & ~(1 << card) for card in range(52))
_VALUES: Final = tuple(value(card) for card in range(52))


def _greedy(position: RemiPosition, _dice: Dice) -> int:
    """Closes as soon as it can, with the dearest card; else keeps the hand worth most."""
    seat = position.seat
    hand = position.hands[seat]
    on_table = position.sequence[seat]
    if position.drawing:
        takes = position.takes()
        if takes:
            return _greedy_draw(position, hand, on_table, takes)
        return DRAW if position.stock else DECLINE
    closing = closing_cards(hand, on_table)
    if closing:
        return CLOSE + nth_card(closing & ACES or closing & FACES or closing, 0)
    sets, runs = best_cover(hand, True)
    loose = hand & ~(sets | runs)
    if not loose:
        return max(cards_in(hand), key=lambda card: _worth(hand ^ 1 << card, on_table))
    return _least_useful(loose, hand | position.gone, on_table or runs != 0)


def _least_useful(loose: CardSet, taken: CardSet, whole: bool) -> Card:
    """The loose card that promises least, its points against it; of equals the lowest.

    `taken` are the cards that cannot come, `whole` says that a sequence is there.
    """
    run_out = _SEQUENCE_OUT if whole else _SEQUENCE_OUT * _FIRST_SEQUENCE
    worst, least = 0, 1 << 30
    left = loose
    while left:
        low = left & -left
        left ^= low
        card = low.bit_length() - 1
        use = -_POINT * _VALUES[card]
        for pair in _WINDOWS[card]:
            if pair & loose and pair & ~loose & ~taken:
                use += run_out
        mates = _MATES[card]
        if mates & loose:
            use += _SET_OUT * (mates & ~taken).bit_count()
        if use < least:
            worst, least = card, use
    return worst


def _greedy_draw(position: RemiPosition, hand: CardSet, on_table: bool, takes: list[int]) -> int:
    """The take that adds most, or the draw if that promises more."""
    discards = position.discards
    best, most = DECLINE, _worth(hand, on_table)
    if position.stock:
        best, most = DRAW, most + _DRAW_WORTH
    for take in takes:
        depth, own = take >> DEPTH_AT, take & FULL
        picked = mask_of(discards[len(discards) - depth + 1 :])
        left = hand & ~own | picked
        meld = own | 1 << discards[-depth]
        worth = _worth(left, on_table or _is_sequence(meld), discards=True)
        worth += _POINT * points(meld) + _COMBINED * meld.bit_count()
        if worth > most:
            best, most = take, worth
    return best


def _worth(hand: CardSet, on_table: bool, discards: bool = False) -> int:
    """How good it is to hold `hand`, or what is left of it when the dearest loose card goes."""
    sets, runs = best_cover(hand, True)
    combined = sets | runs
    loose = hand & ~combined
    if discards:
        loose &= ~_dearest(loose or hand)
        combined &= hand
    plus = _POINT if on_table or runs else _HOPED_POINT * 2 - _POINT
    return plus * points(combined) - _POINT * points(loose) + _COMBINED * combined.bit_count()


def _dearest(cards: CardSet) -> CardSet:
    dear = cards & ACES or cards & FACES or cards
    return dear & -dear


CORE: Final[Core[RemiState, RemiPosition]] = Core(
    position=position_of, policies={"random": _random, "greedy": _greedy}
)
