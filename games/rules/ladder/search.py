"""How `hard` thinks in Ladder Rummy: candidates, hidden hands that fit, and what the match's
ranking makes of a deal's end.

A deal's end is so much a matter of luck that a hundred play-outs tell candidates apart only
where they differ by far: in what they give away, in what is shed in time. How near a hand is
to its contract `normal` knows more exactly. So what it thinks of a candidate, in points, is
added to the worth of each of its play-outs (see `LEANING`).
"""

from collections.abc import Callable, Mapping, Sequence
from math import isqrt
from typing import Final, Self

from games.rules.core.actions import Action
from games.rules.core.cardsets import CardSet, cards_in, mask_of
from games.rules.core.dice import Dice
from games.rules.core.hidden import Likelihood, hidden_cards
from games.rules.core.playout import Ending
from games.rules.core.search import Search
from games.rules.ladder.actions import Discard, DrawDiscard, DrawStock, LayContract, LayOff
from games.rules.ladder.contracts import rung_after
from games.rules.ladder.knowledge import ALL, Knowledge, knowledge_of
from games.rules.ladder.melds import JOKERS, penalty
from games.rules.ladder.nearness import ONE
from games.rules.ladder.normal import Mind, open_cards
from games.rules.ladder.playout import CORE, plan
from games.rules.ladder.position import (
    DRAW_DISCARD,
    DRAW_STOCK,
    LAY_CONTRACT,
    LAY_OFF,
    LOW_END,
    MELD_INDEX,
    NONE,
    LadderPosition,
    number_of,
)
from games.rules.ladder.state import DEALS, SEATS, Bound, Reason
from games.rules.ladder.view import LadderView

BUDGET: Final = 256
"""Play-outs of a decision."""
_DISCARDS: Final = 4
"""So many discards are weighed at most,"""
_CLOSE: Final = 6 * ONE
"""and only those that `normal` finds so nearly as good as the best, before its contract lies."""
LEANING: Final = 3
"""How much heavier than a play-out the opinion of `normal` weighs, before the contract lies."""
_TRIES: Final = 3
"""Out of so many hands a likely one is taken."""
_LAID: Final = 1 << 12
"""In the endings of a search: added to the penalty of a seat whose contract lies."""
_CONTRACT: Final = 70
"""The points of penalty that a contract is worth while deals are to come."""
_DECIDING: Final = 1 << 14
"""The same in the last deal, where contracts come before all points."""
_SPREAD: Final = 45
"""By about how many points a deal moves two seats apart."""
_EVEN: Final = 500
_USUAL: Final = 35
_UNLAID: Final = 60
"""What a deal costs as a rule, and without the contract."""


class SearchPosition(LadderPosition):
    """A position whose ending also tells who has laid (see `_LAID`), and after the scores what
    `opinions` say of its first move."""

    __slots__ = ("held", "opinions")

    opinions: Mapping[int, int]
    held: int | None

    def copy(self) -> Self:
        other = super().copy()
        other.opinions = self.opinions
        other.held = self.held
        return other

    def make(self, move: int) -> None:
        if self.held is None:
            self.held = self.opinions.get(move, 0)
        super().make(move)

    def _end(self, reason: Reason, rule: Bound | None = None) -> None:
        scores = [
            penalty(cards_in(hand)) + (_LAID if laid else 0)
            for hand, laid in zip(self.hands, self.laid_in, strict=True)
        ]
        self.ending = Ending(reason, rule, self.seat, (*scores, self.held or 0))


def opinions_of(mind: Mind) -> dict[int, int]:
    """What `normal` thinks of the moves of a decision, beside its own choice: points of
    penalty in parts of `ONE`, times `LEANING`."""
    view = mind.view
    if mind.laid:
        if view.phase == "draw":
            return {}
        return {action.card: mind.rid(action.card) for action in mind.discards()}
    if view.phase == "draw":
        return {} if view.top is None else {DRAW_DISCARD: LEANING * mind.gain(view.top)}
    return {action.card: LEANING * mind.rid(action.card) for action in mind.discards()}


def candidates(view: LadderView, seat: int) -> Sequence[Action]:
    """What `normal` does, first, and what it may be wrong about: the draw before the contract
    lies, and discards that it finds nearly as good."""
    mind = Mind.of(view, seat)
    if view.phase == "draw":
        best = mind.draw()
        if len(view.legal) == 1 or mind.laid:
            return [best]
        return [best, *(draw for draw in view.legal if draw != best)]
    best = mind.choose()
    if not isinstance(best, Discard):
        return [best]
    ranked = mind.discards()
    if mind.laid:
        return ranked[:_DISCARDS]
    least = mind.rid(ranked[0].card) - _CLOSE
    return [discard for discard in ranked[:_DISCARDS] if mind.rid(discard.card) >= least]


def move(_position: LadderPosition, action: Action) -> int:
    """The core's number for an action."""
    match action:
        case DrawStock():
            return DRAW_STOCK
        case DrawDiscard():
            return DRAW_DISCARD
        case Discard(card):
            return card
        case LayContract():
            return LAY_CONTRACT
        case LayOff(meld, card, end):
            return LAY_OFF + MELD_INDEX * meld + card + (LOW_END if end == "low" else 0)
    raise TypeError(f"not an action of Ladder Rummy: {action!r}")


def worlds(view: LadderView, seat: int) -> Callable[[Dice], SearchPosition]:
    """Positions in which the hands of the others, and the stock, are dealt anew."""
    seen = knowledge_of(view, seat)
    base = _base(view, seat, seen)
    placed = mask_of(seen.pile) | seen.table
    hidden = hidden_cards(seen.known, view.hand_sizes, placed, ALL)
    likely = _likelihood(view, seen)

    def world(dice: Dice) -> SearchPosition:
        hands, stock = hidden.deal(dice, likely, _TRIES)
        position = base.copy()
        position.hands = hands
        position.stock = bytearray(stock)
        position.seed = dice.below(1 << 31).to_bytes(32, "big")
        return position

    return world


def _base(view: LadderView, seat: int, seen: Knowledge) -> SearchPosition:
    """The view as a position without what is hidden."""
    base = SearchPosition()
    base.hands = list(seen.known)
    base.seat = seat
    base.ending = None
    base.moves = 0
    base.seed = bytes(32)
    base.deal = view.deal
    base.turn = view.turn
    base.rungs = tuple(rung_after(completed) for completed in view.completed)
    base.melds = [number_of(meld) for meld in view.melds]
    base.open = open_cards(view)
    base.table = seen.table
    base.stock = bytearray()
    base.discards = bytearray(seen.pile)
    turns = {"no": 0, "this_turn": view.turn, "earlier": view.turn - 1}
    base.laid_in = [turns[laid] for laid in view.laid]
    base.drawing = view.phase == "draw"
    base.blocked = NONE if view.blocked is None else view.blocked
    base.reshuffles = view.reshuffles
    base.forced = 0
    base.idle = seen.idle
    base.opinions = opinions_of(Mind.of(view, seat))
    base.held = None
    return base


def _likelihood(view: LadderView, seen: Knowledge) -> Likelihood:
    """Hands nearer to their owner's contract are likelier; and those without cards that go
    with what the owner threw away or left lying."""
    ranks = [_same_rank(seen.thrown[seat] | seen.passed[seat]) for seat in range(SEATS)]
    rungs = [rung_after(completed) for completed in view.completed]
    fitting = open_cards(view)

    def of_hand(seat: int, hand: CardSet) -> int:
        if view.laid[seat] != "no":
            return 8 >> min(3, (hand & fitting).bit_count())
        have = plan(hand, rungs[seat]).have + (hand & JOKERS).bit_count()
        against = (hand & ranks[seat] & ~seen.known[seat]).bit_count()
        return (1 << 2 * have) * 64 >> min(6, against)

    return of_hand


def _same_rank(cards: CardSet) -> CardSet:
    """The faces of the same ranks as `cards`, jokers apart."""
    ranks = {card % 13 for card in cards_in(cards & ~JOKERS)}
    return mask_of(card for card in range(104) if card % 13 in ranks)


def worth(view: LadderView, seat: int) -> Callable[[Ending], int]:
    """The chance to be ahead of all others in the end, as far as contracts and penalties say,
    in steps of a thousandth of a thousandth of a thousandth."""
    left = DEALS - view.deal
    contract = _CONTRACT if left else _DECIDING
    spread = isqrt(_SPREAD * _SPREAD * left) if left else 1
    base = [
        contract * done - total for done, total in zip(view.completed, view.totals, strict=True)
    ]

    def ahead_of_all(scores: Sequence[int]) -> int:
        points = [
            before + (contract if score & _LAID else 0) - (score & _LAID - 1)
            for before, score in zip(base, scores, strict=False)
        ]
        chance = 1
        for other, theirs in enumerate(points):
            if other != seat:
                ahead = points[seat] - theirs
                chance *= _EVEN + _EVEN * ahead // (2 * spread + abs(ahead))
        return chance

    # What a point is worth: a share of what the own contract is, beside others as usual.
    usual = [_USUAL] * SEATS
    usual[seat] = _UNLAID
    without = ahead_of_all(usual)
    usual[seat] = _LAID
    point = (ahead_of_all(usual) - without) // (_CONTRACT + _UNLAID)

    def of_ending(ending: Ending) -> int:
        opinion = ending.scores[SEATS] if len(ending.scores) > SEATS else 0
        return ahead_of_all(ending.scores[:SEATS]) + (opinion * point >> ONE.bit_length() - 1)

    return of_ending


SEARCH: Final = Search(
    core=CORE, candidates=candidates, worlds=worlds, move=move, worth=worth, budget=BUDGET
)
