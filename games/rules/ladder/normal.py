"""`normal`: a heuristic that knows Ladder Rummy. It sees a view and nothing else.

Before its contract lies it weighs a hand by the chance that the contract comes in time, by
what the hand costs if it does not, and by cards that go together beside the plan. Jokers are
kept for the contract. The less time the others leave, the more it sheds. Once its contract
lies it lays off on every meld that takes a card.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from games.rules.core.actions import Action
from games.rules.core.cards import Card
from games.rules.core.cardsets import CardSet, cards_in, mask_of
from games.rules.ladder.actions import Discard, DrawDiscard, DrawStock, LayContract, LayOff
from games.rules.ladder.contracts import rung_after
from games.rules.ladder.finder import find_contract
from games.rules.ladder.knowledge import Knowledge, knowledge_of
from games.rules.ladder.melds import JOKERS, fitting, penalty, value
from games.rules.ladder.nearness import ONE, SHARES, chance
from games.rules.ladder.playout import links_of
from games.rules.ladder.state import SEATS
from games.rules.ladder.view import LadderView

_CONTRACT: Final = 160
"""The points of penalty that laying the contract is worth."""
_FITS_TABLE: Final = 5
"""Points that a card is dearer to keep that can be laid off on the table."""
_FEEDS: Final = 3
"""Points that a card is dearer to keep that goes with one the next seat is known to hold."""
_TURNS: Final = (40, 16, 2)
"""How long a deal lasts while nobody has laid, in quarters of an own turn: from the first
turn on, at least, and how many quarters every four turns played take away."""
_LAST_TURNS: Final = 2
_CARD_TURNS: Final = 3
"""How long it lasts at most once somebody has: the first, and the second for every card of
that hand."""
_LATE: Final = 8
"""With so many quarters left half the points of a loose card are thought to stay in hand."""


def normal(view: LadderView, seat: int, _key: bytes) -> Action:
    """The chooser of the level `normal`."""
    return Mind.of(view, seat).choose()


def open_cards(view: LadderView) -> CardSet:
    """The cards that fit some meld on the table."""
    cards = 0
    for meld in view.melds:
        cards |= fitting(meld, "low") | fitting(meld, "high")
    return cards


def turns_left(view: LadderView, seat: int) -> int:
    """How long the deal may last for `seat`, in quarters of a turn."""
    first, least, each = _TURNS
    turns = max(least, first - each * (view.turn // SEATS))
    for other, size in enumerate(view.hand_sizes):
        if other != seat and view.laid[other] != "no":
            turns = min(turns, _LAST_TURNS + _CARD_TURNS * size)
    return turns


@dataclass(frozen=True, slots=True)
class Mind:
    """A decision of one seat: its view, what it knows, its rung, the cards that fit the table
    and the quarters of a turn that it may hope for."""

    view: LadderView
    seat: int
    seen: Knowledge
    rung: int
    open: CardSet
    turns: int

    @staticmethod
    def of(view: LadderView, seat: int) -> "Mind":
        """What there is to think about in a view."""
        rung = rung_after(view.completed[seat])
        seen = knowledge_of(view, seat)
        return Mind(view, seat, seen, rung, open_cards(view), turns_left(view, seat))

    @property
    def laid(self) -> bool:
        """Whether the own contract lies."""
        return self.view.laid[self.seat] != "no"

    def choose(self) -> Action:
        """The move."""
        view = self.view
        if view.phase == "draw":
            return self.draw()
        first = view.legal[0]
        if isinstance(first, LayContract):
            return first
        lay_offs = [action for action in view.legal if isinstance(action, LayOff)]
        if lay_offs:
            return self.lay_off(lay_offs)
        return self.discards()[0]

    def draw(self) -> Action:
        """The top discard if it brings more than a draw from the stock may."""
        top = self.view.top
        if top is None or len(self.view.legal) == 1:
            return self.view.legal[0]
        takes = bool(self.open >> top & 1) if self.laid else self.gain(top) > 0
        return DrawDiscard() if takes else DrawStock()

    def gain(self, top: Card) -> int:
        """How much better `top` is than an unknown card, which is one more of those that
        pass by: points of penalty, in parts of `ONE`."""
        hand = self.seen.hand
        if JOKERS >> top & 1 or find_contract(hand | 1 << top, self.rung, top) is not None:
            return _CONTRACT * ONE
        both, share = hand | 1 << top, self.share
        after = max(self.chance(both ^ 1 << card, share) for card in cards_in(hand & ~JOKERS))
        now, later = self.chance(hand, share), self.chance(hand, share + 2)
        unseen = max(1, self.seen.stock.bit_count())
        return _CONTRACT * (after - now - (later - now) * SHARES // (2 * unseen))

    @property
    def share(self) -> int:
        """How many of the unseen cards pass by: in every turn one that is of use."""
        unseen = max(1, self.seen.stock.bit_count())
        return max(1, min(SHARES // 2, (self.turns * SHARES // 4 + unseen // 2) // unseen))

    def chance(self, hand: CardSet, share: int) -> int:
        """The chance that `hand` comes to the contract in time."""
        return chance(hand, self.rung, self.seen.stock, share)

    def worth(self, hand: CardSet) -> int:
        """How good it is to hold `hand` between two turns before the contract: points of
        penalty, in parts of `ONE`. Of what it costs only that counts that may stay in hand
        to the end."""
        likely = self.chance(hand, self.share)
        stays = penalty(cards_in(hand & ~JOKERS)) * (ONE - likely) * _LATE // (_LATE + self.turns)
        return _CONTRACT * likely - stays

    def discards(self) -> list[Discard]:
        """The discards, best first; jokers only if there is nothing else."""
        cards = mask_of(a.card for a in self.view.legal if isinstance(a, Discard))
        free = cards_in(cards & ~JOKERS or cards)
        return [Discard(card) for card in sorted(free, key=lambda card: -self.rid(card))]

    def rid(self, card: Card) -> int:
        """How good it is to be rid of `card`."""
        gives = self.gives(card)
        if self.laid:
            return (value(card) - gives) * ONE
        return self.worth(self.seen.hand ^ 1 << card) - gives * ONE

    def gives(self, card: Card) -> int:
        """What the card may give away, in points."""
        if self.open >> card & 1:
            return _FITS_TABLE
        after = (self.seat + 1) % SEATS
        if self.view.laid[after] != "no":
            return 0
        links = links_of(card, rung_after(self.view.completed[after]))
        return _FEEDS if links & self.seen.known[after] else 0

    def lay_off(self, lay_offs: Iterable[LayOff]) -> LayOff:
        """The dearest natural, then jokers: they fit every meld that has room."""
        return max(lay_offs, key=lambda lay: (not JOKERS >> lay.card & 1, value(lay.card)))
