"""What the opponent may hold in Rummy 500, judged by all that it did in the deal.

A walk through the hands that fit: it begins with any, each step changes one hidden card, or
when two came, and a step to a history that makes what the opponent did less sensible is the
rarer. What is sensible is what the careful play-out would do.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.rules.core.cards import SINGLE, Card
from games.rules.core.cardsets import CardSet, mask_of
from games.rules.core.dice import Dice
from games.rules.rummy500.knowledge import EVERYTHING, laid_cards
from games.rules.rummy500.masks import (
    SAME_RANK,
    SUIT_BITS,
    can_meld,
    meldable,
    ranks_of_pairs,
    run_outs,
)
from games.rules.rummy500.meld_table import FITS, GROWN, LOW_END, number_of
from games.rules.rummy500.playout import left_point, regret, take_adds
from games.rules.rummy500.state import HAND_SIZE, SEATS
from games.rules.rummy500.view import Rummy500View

_UNLAID: Final = 100
"""What speaks against a hand that kept what it could place, and one that left a good take."""
_MOST: Final = 100
"""So much at most speaks against a hand that threw something else than its worst card."""
_HALVING: Final = 6
"""So much makes a history half as likely."""
_NEVER: Final = 20
"""A step to a history less likely by so many halvings is not taken."""
_EXCHANGES: Final = 4
"""All but one of so many steps exchange a card, the others change when two came."""
_START: Final = -1
"""The turn in which the dealt hand came."""


@dataclass(slots=True)
class _Turn:
    """One turn of the opponent: what lay open at its draw and at its discard.

    `fits` are the cards that go on the table, `known` those that it was seen to hold,
    `left_point` what a point in hand weighed; `given` are the cards with which the pile made
    a meld, and `thrown` is what it discarded, if it did.
    """

    pile: bytes
    under: list[CardSet]
    took: bool
    fits: CardSet
    known: CardSet
    left_point: int
    thrown: Card | None = None
    fits_after: CardSet = 0
    known_after: CardSet = 0
    laid_after: CardSet = 0
    left_point_after: int = 0
    given: CardSet = 0


class History:
    """The turns of one seat, from the log of a view.

    `came` has for each card that went hidden into its hand the turn when; `gone` are those
    of them that have left it, with the turn, and whether that was by the discard. `known`
    are the cards that it was seen to take and still holds.
    """

    def __init__(self, view: Rummy500View, seat: int) -> None:
        self.turns: list[_Turn] = []
        self.came = [_START] * HAND_SIZE
        self.gone: dict[Card, tuple[int, bool]] = {}
        self.known: CardSet = 0
        self._seat = seat
        self._pile: list[Card] = []
        self._melds: list[int] = []
        self._fits: CardSet = 0
        self._laid: CardSet = 0
        self._sizes = [HAND_SIZE] * SEATS
        for event in view.log:
            self._read(event)

    def _read(self, event: Mapping[str, object]) -> None:
        parse = SINGLE.parse
        who = event.get("seat")
        by = who if isinstance(who, int) else 0
        match event:
            case {"type": "deal_started", "turned_up": card}:
                self._pile.append(parse(card))
            case {"type": "drew"}:
                self._draw(by, 0)
            case {"type": "took", "depth": int(depth)}:
                self._draw(by, depth)
            case {"type": "melded", "cards": list(names)}:
                cards = tuple(parse(name) for name in names)
                self._melds.append(number_of(cards))
                self._place(by, cards)
            case {"type": "laid_off", "card": name, "meld": int(index), "end": end}:
                card = parse(name)
                growth = GROWN[self._melds[index]]
                low = card + LOW_END in growth and (end == "low" or card not in growth)
                self._melds[index] = growth[card + LOW_END if low else card]
                self._place(by, (card,))
            case {"type": "discarded", "card": name}:
                self._discard(by, parse(name))

    def _draw(self, by: int, depth: int) -> None:
        if by == self._seat:
            under = [0]
            for card in self._pile:
                under.append(under[-1] | 1 << card)
            self.turns.append(
                _Turn(
                    pile=bytes(self._pile),
                    under=under,
                    took=depth > 0,
                    fits=self._fits,
                    known=self.known,
                    left_point=left_point(self._sizes[1 - by]),
                )
            )
            if not depth:
                self.came.append(len(self.turns) - 1)
        self._sizes[by] += depth or 1
        if depth:
            if by == self._seat:
                self.known |= mask_of(self._pile[-depth:])
            del self._pile[-depth:]

    def _place(self, by: int, cards: tuple[Card, ...]) -> None:
        self._fits = 0
        for number in self._melds:
            self._fits |= FITS[number]
        self._laid |= mask_of(cards)
        self._sizes[by] -= len(cards)
        if by == self._seat:
            for card in cards:
                self._lose(card, False)

    def _discard(self, by: int, card: Card) -> None:
        if by == self._seat:
            turn, pile = self.turns[-1], mask_of(self._pile)
            turn.thrown = card
            turn.fits_after = self._fits
            turn.known_after = self.known
            turn.laid_after = self._laid
            turn.left_point_after = left_point(self._sizes[1 - by])
            turn.given = ranks_of_pairs(pile) * SAME_RANK[0]
            for suit in range(0, 52, 13):
                turn.given |= run_outs(pile >> suit & SUIT_BITS) << suit
            self._lose(card, True)
        self._sizes[by] -= 1
        self._pile.append(card)

    def _lose(self, card: Card, thrown: bool) -> None:
        if self.known >> card & 1:
            self.known &= ~(1 << card)
        else:
            self.gone[card] = (len(self.turns) - 1, thrown)


class Walk:
    """Hands of the opponent of `seat`, one after the other, and what then is the stock."""

    def __init__(self, view: Rummy500View, seat: int, dice: Dice) -> None:
        history = History(view, 1 - seat)
        seen = mask_of(view.hand or ()) | laid_cards(view) | mask_of(view.discards)
        hidden = EVERYTHING & ~(seen | history.known)
        self._dice = dice
        self._known = history.known
        self._turns = history.turns
        self._gone = history.gone
        # The first so many of the pool are the hand.
        self._pool = dice.some_of([card for card in range(52) if hidden >> card & 1], 52)
        self._held = view.hand_sizes[1 - seat] - self._known.bit_count()
        self._came: dict[Card, int] = {}
        free = list(history.came)
        for card, (turn, _) in self._gone.items():
            places = [place for place, came in enumerate(free) if came <= turn]
            self._came[card] = free.pop(dice.one_of(places))
        # A log that does not tell of all cards, as in a made-up position, leaves them dealt.
        free += [_START] * (self._held - len(free))
        self._came.update(zip(self._pool[: self._held], dice.some_of(free, 52), strict=False))
        self._before = [turn.known for turn in self._turns]
        self._after = [turn.known_after for turn in self._turns]
        self._fill()
        self._against = [
            self._speaks(turn, *hands)
            for turn, hands in zip(
                self._turns, zip(self._before, self._after, strict=True), strict=True
            )
        ]

    def _fill(self) -> None:
        """The opponent's hand at each draw, and at each discard, with the hidden cards."""
        count = len(self._turns)
        for card, came in self._came.items():
            turn, thrown = self._gone.get(card, (count, False))
            for number in range(came + 1, min(turn + 1, count)):
                self._before[number] |= 1 << card
            for number in range(max(came, 0), turn + thrown):
                self._after[number] |= 1 << card

    def hands(self, dice: Dice) -> tuple[CardSet, list[Card]]:
        """The opponent's hand where the walk is, and the other hidden cards in random order."""
        held = self._held
        rest = self._pool[held:]
        return self._known | mask_of(self._pool[:held]), dice.some_of(rest, len(rest))

    def steps(self, count: int) -> None:
        """Walks on by so many steps."""
        if not self._turns or not self._held:
            self._pool = self._dice.some_of(self._pool, 52)
            return
        for _ in range(count):
            if self._held < len(self._pool) and self._dice.below(_EXCHANGES):
                self._exchange()
            else:
                self._change_when()

    def _exchange(self) -> None:
        """Perhaps one card of the hand is another one."""
        pool, held, dice = self._pool, self._held, self._dice
        one = dice.below(held)
        other = held + dice.below(len(pool) - held)
        mine, new = pool[one], pool[other]
        came = self._came[mine]
        if self._turn_to(1 << mine | 1 << new, came, len(self._turns)):
            pool[one], pool[other] = new, mine
            del self._came[mine]
            self._came[new] = came

    def _change_when(self) -> None:
        """Perhaps two of the cards came the one when the other did."""
        came, dice = self._came, self._dice
        cards = list(came)
        one, other = dice.one_of(cards), dice.one_of(cards)
        if came[one] > came[other]:
            one, other = other, one
        first, later = came[one], came[other]
        if first == later or (one in self._gone and self._gone[one][0] < later):
            return
        if self._turn_to(1 << one | 1 << other, first, later):
            came[one], came[other] = later, first

    def _turn_to(self, changed: CardSet, first: int, end: int) -> bool:
        """Takes the step in which the hands change by these cards from turn `first` until
        `end`, if chance and what speaks against it will have it so."""
        turns, against = self._turns, self._against
        news = []
        more = 0
        for number in range(max(first, 0), min(end + 1, len(turns))):
            before, after = self._before[number], self._after[number]
            if number > first:
                before ^= changed
            if number < end:
                after ^= changed
            speaks = self._speaks(turns[number], before, after)
            more += speaks - against[number]
            news.append((number, before, after, speaks))
        halvings = more // _HALVING
        if halvings > 0 and (halvings > _NEVER or self._dice.below(1 << halvings)):
            return False
        for number, before, after, speaks in news:
            self._before[number] = before
            self._after[number] = after
            against[number] = speaks
        return True

    @staticmethod
    def _speaks(turn: _Turn, before: CardSet, after: CardSet) -> int:
        """How much speaks against these hands, at the draw and at the discard of a turn."""
        against = 0 if turn.took else _left_lying(turn, before)
        if turn.thrown is not None:
            if (meldable(after) | turn.fits_after) & after:
                against += _UNLAID
            gone, weight = after | turn.laid_after, turn.left_point_after
            against += regret(turn.thrown, after, gone, weight, turn.given, _MOST)
        return against


def _left_lying(turn: _Turn, hand: CardSet) -> int:
    """What speaks against a hand that drew from the stock: a take that promised more."""
    pile, fits = turn.under[-1], turn.fits
    useful = (fits | meldable(hand | pile)) & pile
    while useful:
        low = useful & -useful
        useful ^= low
        card = low.bit_length() - 1
        place = turn.pile.index(card)
        if fits & low or can_meld(card, hand | pile ^ turn.under[place + 1]):
            taken = pile ^ turn.under[place]
            if take_adds(hand, taken, fits, turn.left_point):
                return _UNLAID
    return 0
