"""`easy`: a beginner. It plays sensibly from what it notices, and does not notice everything."""

from typing import Final

from games.rules.core.actions import Action
from games.rules.core.cardsets import CardSet, mask_of
from games.rules.core.cpus import number_for
from games.rules.core.dice import Dice
from games.rules.remi.actions import Close, Decline, Discard, DrawStock, TakeDiscard
from games.rules.remi.combinations import value
from games.rules.remi.masks import best_cover, same_rank, sequence_windows
from games.rules.remi.view import RemiView

_OVERLOOKED_TAKE: Final = 35
_OVERLOOKED_CLOSE: Final = 20
_OVERLOOKED_FRIEND: Final = 20
"""How often, in a hundred, it does not notice a take, a close, or that a card goes with another."""


def easy(view: RemiView, seat: int, key: bytes) -> Action:
    """What `easy` does with its view."""
    dice = Dice(number_for(view, seat, key))
    if view.phase == "draw":
        return _draw(view, dice)
    closes = [action for action in view.legal if isinstance(action, Close)]
    if closes and not _overlooks(dice, _OVERLOOKED_CLOSE):
        return max(closes, key=lambda close: value(close.card))
    discards = [action for action in view.legal if isinstance(action, Discard)]
    return _discard(view, discards, dice)


def _overlooks(dice: Dice, percent: int) -> bool:
    return dice.below(100) < percent


def _draw(view: RemiView, dice: Dice) -> Action:
    """The highest take that it notices, from the top discard first; else the stock."""
    for action in view.legal:
        if isinstance(action, TakeDiscard) and not _overlooks(dice, _OVERLOOKED_TAKE):
            return action
    if view.stock:
        return DrawStock()
    return Decline()


def _discard(view: RemiView, discards: list[Discard], dice: Dice) -> Action:
    """A card of no combination, if there is one: the dearest of those that seem to go with no
    other. If all are in combinations, one that leaves as many of them whole as can be."""
    hand = mask_of(view.hand or ())
    sets, runs = best_cover(hand, True)
    loose = hand & ~(sets | runs)
    if not loose:
        return max(discards, key=lambda discard: _combined(hand ^ 1 << discard.card))
    lonely = {
        discard.card: not _has_friend(loose, discard.card) or _overlooks(dice, _OVERLOOKED_FRIEND)
        for discard in discards
    }
    return max(
        [discard for discard in discards if loose >> discard.card & 1],
        key=lambda discard: (lonely[discard.card], value(discard.card)),
    )


def _combined(hand: CardSet) -> int:
    sets, runs = best_cover(hand, True)
    return (sets | runs).bit_count()


def _has_friend(loose: CardSet, card: int) -> bool:
    """Whether some loose card could make a combination with `card` and a third."""
    if same_rank(card) & loose & ~(1 << card):
        return True
    return any(pair & loose for pair in sequence_windows(card))
