"""The CPUs of Remi. They see a view and nothing else; equal views give equal answers."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.rules.core.actions import Action
from games.rules.core.cards import SINGLE
from games.rules.core.cpus import Chooser, chosen, random_action
from games.rules.remi.actions import Close, Decline, Discard, DrawStock, TakeDiscard
from games.rules.remi.combinations import has_sequence, kind_of, value
from games.rules.remi.easy import easy
from games.rules.remi.masks import CardSet, best_cover, mask_of, outs, points
from games.rules.remi.normal import normal
from games.rules.remi.search import SEARCH
from games.rules.remi.view import RemiView

_POINT: Final = 8
"""What one point of the deal's score weighs in a hand's worth."""
_HOPED_POINT: Final = 3
"""A point that counts once the hand has its first sequence."""
_SEQUENCE_OUT: Final = 26
_SET_OUT: Final = 48
"""A card not yet seen that would make a combination."""
_FIRST_SEQUENCE: Final = 2
"""By how much sequences are dearer while there is none."""
_CLOSE_SOON: Final = 132
"""For every combined card, as the deal's end is then near."""
_DRAW_WORTH: Final = 70
"""What an unknown card from the stock is expected to add to a hand's worth."""


def choose(view: RemiView, level: str, key: bytes) -> Action:
    """What a CPU of `level` does with its view. Raises RuleError as `chosen` does."""
    return chosen(LEVELS, view, level, key)


def _greedy(view: RemiView, seat: int, _key: bytes) -> Action:
    """Closes as soon as it can, with the dearest card; else keeps the hand worth most."""
    closes = [action for action in view.legal if isinstance(action, Close)]
    if closes:
        return max(closes, key=lambda close: value(close.card))
    hand = mask_of(view.hand or ())
    table = has_sequence(view.table[seat])
    gone = _seen(view)
    if view.phase == "discard":
        discards = [action for action in view.legal if isinstance(action, Discard)]
        return max(discards, key=lambda discard: _worth(hand ^ 1 << discard.card, table, gone))
    best: Action = DrawStock() if view.stock else Decline()
    most = _worth(hand, table, gone) + (_DRAW_WORTH if view.stock else 0)
    for action in view.legal:
        if isinstance(action, TakeDiscard):
            worth = _take_worth(view, hand, table, gone, action)
            if worth > most:
                best, most = action, worth
    return best


def _take_worth(
    view: RemiView, hand: CardSet, table: bool, gone: CardSet, take: TakeDiscard
) -> int:
    """The worth after a take and the best discard, with what the new combination counts."""
    card = view.open_discards[-take.depth]
    meld = (*take.own, card)
    picked = view.open_discards[len(view.open_discards) - take.depth + 1 :]
    left = hand & ~mask_of(take.own) | mask_of(picked)
    sequence = table or kind_of(meld) == "sequence"
    rest = max(
        _worth(left ^ 1 << thrown, sequence, gone) for thrown in range(52) if left >> thrown & 1
    )
    laid = mask_of(meld)
    return rest + _POINT * points(laid) + _CLOSE_SOON * len(meld)


def _worth(hand: CardSet, table: bool, gone: CardSet) -> int:
    """How good it is to hold `hand` between two turns; `table`: a sequence lies there.

    `gone` are the cards that cannot come any more, as far as has been seen.
    """
    sets, runs = best_cover(hand, True)
    combined = sets | runs
    whole = table or runs != 0
    worth = (_POINT if whole else _HOPED_POINT) * 2 * points(combined) - _POINT * points(hand)
    new_runs, new_sets = outs(hand & ~combined)
    run_outs = (new_runs & ~gone & ~hand).bit_count() * _SEQUENCE_OUT
    worth += run_outs if whole else run_outs * _FIRST_SEQUENCE
    worth += (new_sets & ~gone & ~hand).bit_count() * _SET_OUT
    return worth + _CLOSE_SOON * combined.bit_count()


def _seen(view: RemiView) -> CardSet:
    """The cards laid or discarded in the deal, save the open discards, which may yet be taken."""
    seen = mask_of(card for melds in view.table for meld in melds for card in meld)
    for event in view.log:
        if event["type"] == "discarded":
            seen |= 1 << SINGLE.parse(event["card"])
    return seen & ~mask_of(view.open_discards)


LEVELS: Final[Mapping[str, Chooser[RemiView]]] = MappingProxyType(
    {
        "random": random_action,
        "easy": easy,
        "greedy": _greedy,
        "normal": normal,
        "hard": SEARCH.choose,
        "normal@1": normal,
    }
)
