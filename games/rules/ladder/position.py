"""A deal of Ladder Rummy on flat, mutable card sets: what its play-outs are played on.

A move is an integer. At the draw it is `DRAW_STOCK` or `DRAW_DISCARD`. Later it is a card to
discard; `LAY_CONTRACT`, the contract of LR-21; or `LAY_OFF` plus the card, plus `LOW_END` for
the low end of a run, plus `MELD_INDEX` times the meld's index.
"""

from typing import Final, Self

from games.rules.core.actions import Action
from games.rules.core.cards import Card
from games.rules.core.cardsets import CardSet, cards_in, mask_of
from games.rules.core.playout import Ending, Position
from games.rules.core.shuffle import shuffled
from games.rules.ladder.actions import PACK, Discard, DrawDiscard, DrawStock, LayContract, LayOff
from games.rules.ladder.chosen_cards import Found
from games.rules.ladder.contracts import contract_of, rung_after
from games.rules.ladder.finder import find_contract
from games.rules.ladder.melds import JOKERS, OF_RANK, Meld, fitting_run, new_meld, penalty
from games.rules.ladder.state import (
    MOST_FORCED,
    MOST_IDLE,
    MOST_RESHUFFLES,
    SEATS,
    Bound,
    LadderState,
    Reason,
)

DRAW_STOCK: Final = 0
DRAW_DISCARD: Final = 1
LAY_CONTRACT: Final = 127
LAY_OFF: Final = 128
LOW_END: Final = 256
MELD_INDEX: Final = 512
NONE: Final = -1
"""No card."""
_CARD: Final = 127

FIRST_RUN: Final = 16
"""A meld is a number: of a group its rank, of a run from here on its suit, first place and
length, four bits for each of the last two."""


def _fits(low_end: bool) -> tuple[CardSet, ...]:
    groups = [0 if low_end or not rank else JOKERS | OF_RANK[rank] for rank in range(14)]
    groups += [0] * (FIRST_RUN - len(groups))
    runs = [
        fitting_run(suit, low, length, "low" if low_end else "high")
        for suit in range(4)
        for low in range(16)
        for length in range(16)
    ]
    return (*groups, *runs)


FITS_LOW: Final = _fits(True)
FITS_HIGH: Final = _fits(False)
"""What may be laid off at either end of each meld (LR-12); on a group, at the high one."""


def number_of(meld: Meld) -> int:
    """The number of a meld."""
    if meld.suit is None:
        return meld.rank or 0
    return FIRST_RUN + (meld.suit << 8 | meld.low << 4 | len(meld.cards))


def _grown(number: int, low_end: bool) -> int:
    """The number of a meld after a lay-off."""
    if number < FIRST_RUN:
        return number
    return number - 15 if low_end else number + 1


class LadderPosition(Position):
    """A deal of Ladder Rummy.

    `rungs` are by seat. `melds` are numbers (see `FIRST_RUN`), as they lie on the table;
    `open` the cards that fit some of them, `table` those that lie there. The rest is as in
    `LadderState`, `blocked` with `NONE`.
    """

    __slots__ = (
        "blocked",
        "deal",
        "discards",
        "drawing",
        "forced",
        "idle",
        "laid_in",
        "melds",
        "open",
        "reshuffles",
        "rungs",
        "seed",
        "stock",
        "table",
        "turn",
    )

    seed: bytes
    deal: int
    turn: int
    rungs: tuple[int, ...]
    melds: list[int]
    open: CardSet
    table: CardSet
    stock: bytearray
    discards: bytearray
    laid_in: list[int]
    drawing: bool
    blocked: Card
    reshuffles: int
    forced: int
    idle: int

    def copy(self) -> Self:
        other = type(self)()
        other.hands = self.hands[:]
        other.seat = self.seat
        other.ending = self.ending
        other.moves = self.moves
        other.seed = self.seed
        other.deal = self.deal
        other.turn = self.turn
        other.rungs = self.rungs
        other.melds = self.melds[:]
        other.open = self.open
        other.table = self.table
        other.stock = self.stock[:]
        other.discards = self.discards[:]
        other.laid_in = self.laid_in[:]
        other.drawing = self.drawing
        other.blocked = self.blocked
        other.reshuffles = self.reshuffles
        other.forced = self.forced
        other.idle = self.idle
        return other

    def draws(self) -> tuple[int, ...]:
        """The draws that the seat to move has (LR-9, LR-10, LR-16)."""
        if not self.discards:
            return (DRAW_STOCK,)
        return (DRAW_STOCK, DRAW_DISCARD) if self._may_draw_stock() else (DRAW_DISCARD,)

    def _may_draw_stock(self) -> bool:
        return bool(self.stock) or len(self.discards) != 1

    def contract(self) -> Found | None:
        """The contract that the seat to move, which has laid none, may lay now (LR-21)."""
        seat = self.seat
        blocked = None if self.blocked < 0 else self.blocked
        return find_contract(self.hands[seat], self.rungs[seat], blocked)

    def lay_offs(self) -> list[int]:
        """The lay-offs of the seat to move, whose contract lies from an earlier turn (LR-12)."""
        hand = self.hands[self.seat]
        found: list[int] = []
        if not hand & self.open:
            return found
        for index, number in enumerate(self.melds):
            at = LAY_OFF + MELD_INDEX * index
            cards = hand & FITS_LOW[number]
            while cards:
                low = cards & -cards
                found.append(at + LOW_END + low.bit_length() - 1)
                cards ^= low
            cards = hand & FITS_HIGH[number]
            while cards:
                low = cards & -cards
                found.append(at + low.bit_length() - 1)
                cards ^= low
        if self.blocked >= 0 and hand.bit_count() == 2:
            return [move for move in found if not self._is_dead_end(move, hand)]
        return found

    def _is_dead_end(self, move: int, hand: CardSet) -> bool:
        """Whether a lay-off leaves only the blocked card, and nowhere to put it (LR-20)."""
        only = 1 << self.blocked
        if hand ^ 1 << (move & _CARD) != only:
            return False
        melds = self.melds[:]
        index = move // MELD_INDEX
        melds[index] = _grown(melds[index], move & LOW_END != 0)
        return not _open(melds) & only

    def discardable(self) -> CardSet:
        """The cards that the seat to move may discard (LR-14)."""
        hand = self.hands[self.seat]
        return hand & ~(1 << self.blocked) if self.blocked >= 0 else hand

    def make(self, move: int) -> None:
        if self.drawing:
            if move == DRAW_STOCK:
                self._draw_stock()
            else:
                self._draw_discard()
        elif move < LAY_CONTRACT:
            self._discard(move)
        elif move == LAY_CONTRACT:
            self._lay_contract()
        else:
            index = move // MELD_INDEX
            self.melds[index] = _grown(self.melds[index], move & LOW_END != 0)
            self._place(1 << (move & _CARD))

    def _draw_stock(self) -> None:
        """LR-9, and what an empty stock leads to (LR-16, LR-22)."""
        if not self.stock:
            if not self.discards:
                self._end("stock")
                return
            if self.reshuffles == MOST_RESHUFFLES:
                self._end("bound", "LR-22")
                return
            self.reshuffles += 1
            pile = self.discards[:-1]
            self.stock = bytearray(shuffled(pile, self.seed, self.deal, self.reshuffles))
            del self.discards[:-1]
        self.hands[self.seat] |= 1 << self.stock.pop()
        self.forced = self.idle = 0
        self.drawing = False

    def _draw_discard(self) -> None:
        """LR-10; the turn is forced when nothing else can be drawn (LR-16)."""
        self.forced = 0 if self._may_draw_stock() else self.forced + 1
        self.idle += 1
        self.blocked = self.discards.pop()
        self.hands[self.seat] |= 1 << self.blocked
        self.drawing = False

    def _lay_contract(self) -> None:
        seat = self.seat
        found = self.contract() or ()
        needs = contract_of(self.rungs[seat])
        used = 0
        for cards, need in zip(found, needs, strict=True):
            used |= mask_of(cards)
            if need.kind == "group":
                self.melds.append(PACK.ranks[cards[0]])
            else:
                self.melds.append(number_of(new_meld(cards, seat)))
        self.laid_in[seat] = self.turn
        self._place(used)

    def _place(self, cards: CardSet) -> None:
        self.hands[self.seat] = hand = self.hands[self.seat] ^ cards
        self.table |= cards
        self.open = _open(self.melds)
        self.forced = self.idle = 0
        if not hand:
            self._end("out")

    def _discard(self, card: Card) -> None:
        """Ends the turn (LR-14), and the deal if the hand is empty or a bound is met."""
        seat = self.seat
        self.hands[seat] = hand = self.hands[seat] ^ 1 << card
        self.discards.append(card)
        self.blocked = NONE
        if not hand:
            self._end("out")
        elif self.forced >= MOST_FORCED:
            self._end("bound", "LR-16")
        elif self.idle >= MOST_IDLE:
            self._end("bound", "LR-23")
        else:
            self.turn += 1
            self.drawing = True
            self.seat = (seat + 1) % SEATS

    def _end(self, reason: Reason, rule: Bound | None = None) -> None:
        scores = tuple([penalty(cards_in(hand)) for hand in self.hands])
        self.ending = Ending(reason, rule, self.seat, scores)

    def action(self, move: int) -> Action:
        if self.drawing:
            return DrawStock() if move == DRAW_STOCK else DrawDiscard()
        if move < LAY_CONTRACT:
            return Discard(move)
        if move == LAY_CONTRACT:
            return LayContract(self.contract() or ())
        index, card = move // MELD_INDEX, move & _CARD
        if self.melds[index] < FIRST_RUN:
            return LayOff(index, card)
        return LayOff(index, card, "low" if move & LOW_END else "high")


def _open(melds: list[int]) -> CardSet:
    cards = 0
    for number in melds:
        cards |= FITS_LOW[number] | FITS_HIGH[number]
    return cards


def position_of(state: LadderState) -> LadderPosition:
    """The position of a deal; one that is over has its ending."""
    result = state.result
    position = LadderPosition()
    position.hands = list(state.hands)
    position.seat = state.dealer if state.to_move is None else state.to_move
    position.ending = (
        None if result is None else Ending(result.reason, result.bound, result.seat, result.scores)
    )
    position.moves = 0
    position.seed = state.seed
    position.deal = state.deal
    position.turn = state.turn
    position.rungs = tuple([rung_after(completed) for completed in state.completed])
    position.melds = [number_of(meld) for meld in state.melds]
    position.open = _open(position.melds)
    position.table = mask_of(card for meld in state.melds for card in meld.cards)
    position.stock = bytearray(state.stock)
    position.discards = bytearray(state.discards)
    position.laid_in = list(state.laid_in)
    position.drawing = state.phase == "draw"
    position.blocked = NONE if state.blocked is None else state.blocked
    position.reshuffles = state.reshuffles
    position.forced = state.forced
    position.idle = state.idle
    return position
