"""The CPUs of Ladder Rummy. They see a view and nothing else; equal views give equal answers."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.rules.core.actions import Action
from games.rules.core.cards import JOKER_RANK, KING, Card
from games.rules.core.cardsets import CardSet, cards_in, mask_of
from games.rules.core.cpus import Chooser, chosen, random_action
from games.rules.ladder.actions import (
    PACK,
    Discard,
    DrawDiscard,
    DrawStock,
    LayContract,
    LayOff,
)
from games.rules.ladder.contracts import contract_of, rung_after
from games.rules.ladder.easy import easy
from games.rules.ladder.finder import find_contract
from games.rules.ladder.melds import fits_somewhere, value
from games.rules.ladder.normal import normal
from games.rules.ladder.plan import best_plan
from games.rules.ladder.search import SEARCH
from games.rules.ladder.view import LadderView

_TAKE: Final = 12
"""By how much the top discard must better a plan to be drawn."""
_PAIR: Final = 9
"""What keeping a card is worth that makes a pair with another one."""
_NEIGHBOUR: Final = 6
"""The same for one that lies in a run's reach of another."""
_FITS_TABLE: Final = 5
"""The same for one that can be laid off once the contract lies."""
_REACH: Final = 2
_JOKER: Final = 100
_ALL: Final = (1 << PACK.size) - 1
_RANKS: Final = PACK.ranks
_SUITS: Final = PACK.suits


def choose(view: LadderView, level: str, key: bytes) -> Action:
    """What a CPU of `level` does with its view. Raises RuleError as `chosen` does."""
    return chosen(LEVELS, view, level, key)


def _greedy(view: LadderView, seat: int, _key: bytes) -> Action:
    """Lays the contract as soon as it can, then lays off; keeps what is near the contract."""
    if view.phase == "draw":
        return _draw(view, seat)
    first = view.legal[0]
    if isinstance(first, LayContract):
        return first
    lay_offs = [action for action in view.legal if isinstance(action, LayOff)]
    if lay_offs:
        return max(lay_offs, key=lambda lay_off: value(lay_off.card))
    return _discard(view, seat)


def _draw(view: LadderView, seat: int) -> Action:
    """The top discard if it is of use at once, else the stock."""
    top = view.top
    if top is None or view.legal[0] == DrawDiscard():
        return view.legal[0]
    if view.laid[seat] != "no":
        useful = fits_somewhere(view.melds, top)
    else:
        hand = mask_of(view.hand or ())
        rung, gone = rung_after(view.completed[seat]), _gone(view)
        useful = (
            _RANKS[top] == JOKER_RANK
            or find_contract(hand | 1 << top, rung, top) is not None
            or best_plan(hand | 1 << top, rung, gone).worth
            >= best_plan(hand, rung, gone).worth + _TAKE
        )
    return DrawDiscard() if useful else DrawStock()


def _gone(view: LadderView) -> CardSet:
    """The cards that are not to be hoped for, as far as has been seen.

    They lie on the table or in the pile. And once the stock was made anew, it holds only
    what had been discarded: all else is kept in other hands.
    """
    pile: list[Card] = []
    stock = _ALL
    for event in view.log:
        if event["type"] == "deal_started":
            pile.append(PACK.parse(event["turned_up"]))
        elif event["type"] == "discarded":
            pile.append(PACK.parse(event["card"]))
        elif event["type"] == "drew_discard":
            stock &= ~(1 << pile.pop())
        elif event["type"] == "reshuffled":
            stock = mask_of(pile[:-1])
            del pile[:-1]
    table = mask_of(card for meld in view.melds for card in meld.cards)
    return _ALL & ~stock | mask_of(pile) | table


def _discard(view: LadderView, seat: int) -> Action:
    """The card that is dearest and least of use; of the planned ones only if there is no other."""
    discards = [action for action in view.legal if isinstance(action, Discard)]
    if view.laid[seat] != "no":
        return max(discards, key=lambda discard: value(discard.card) - _table_use(view, discard))
    hand = mask_of(view.hand or ())
    rung, gone = rung_after(view.completed[seat]), _gone(view)
    kept = best_plan(hand, rung, gone).kept
    loose = [
        discard
        for discard in discards
        if not kept >> discard.card & 1 and _RANKS[discard.card] != JOKER_RANK
    ]
    if not loose:
        return max(
            discards,
            key=lambda discard: (
                best_plan(hand ^ 1 << discard.card, rung, gone).worth
                - (_JOKER if _RANKS[discard.card] == JOKER_RANK else 0)
            ),
        )
    kinds = {need.kind for need in contract_of(rung)}
    return max(
        loose,
        key=lambda discard: (
            value(discard.card)
            - _table_use(view, discard)
            - _hand_use(discard.card, hand, "group" in kinds, "run" in kinds)
        ),
    )


def _table_use(view: LadderView, discard: Discard) -> int:
    return _FITS_TABLE if fits_somewhere(view.melds, discard.card) else 0


def _hand_use(card: Card, hand: CardSet, groups: bool, runs: bool) -> int:
    """What a loose card is worth beside the others of the hand."""
    use = 0
    for other in cards_in(hand & ~(1 << card)):
        if groups and _RANKS[other] == _RANKS[card]:
            use = max(use, _PAIR)
        elif runs and _SUITS[other] == _SUITS[card] and _RANKS[other] != _RANKS[card]:
            apart = abs(_RANKS[other] - _RANKS[card])
            if min(apart, KING - apart) <= _REACH:
                use = max(use, _NEIGHBOUR)
    return use


LEVELS: Final[Mapping[str, Chooser[LadderView]]] = MappingProxyType(
    {
        "random": random_action,
        "easy": easy,
        "greedy": _greedy,
        "normal": normal,
        "hard": SEARCH.choose,
        "normal@1": normal,
    }
)
