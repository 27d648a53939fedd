"""`easy`: sensible, and clearly weaker than `normal`. It sees a view and nothing else.

It looks at its own hand alone: it takes no more than the top discard, does not ask what a
discard gives away, and now and then overlooks what it could lay. It never throws away a card
of a meld in its hand while it has another.
"""

from typing import Final

from games.rules.core.actions import Action
from games.rules.core.cardsets import mask_of
from games.rules.core.cpus import number_for
from games.rules.core.dice import Dice
from games.rules.rummy500.actions import Decline, Discard, DrawStock, TakeDiscard
from games.rules.rummy500.masks import points
from games.rules.rummy500.view import Rummy500View
from games.rules.rummy500.worth import best_melds, placeable, table_of, worth_after

_SEEN_OF_FOUR: Final = 3
"""In so many of four turns it sees what it can lay."""


def easy(view: Rummy500View, seat: int, key: bytes) -> Action:
    """What a beginner might do."""
    if view.phase == "draw":
        return _draw(view, seat)
    placements = [action for action in view.legal if not isinstance(action, Discard)]
    discards = [action for action in view.legal if isinstance(action, Discard)]
    if placements and (not discards or Dice(number_for(view, seat, key)).below(4) < _SEEN_OF_FOUR):
        hand, table = mask_of(view.hand or ()), table_of(view, seat)
        return max(placements, key=lambda action: worth_after(view, hand, table, action))
    return _discard(view, discards)


def _draw(view: Rummy500View, seat: int) -> Action:
    """The top discard if it can be laid at once, else the stock."""
    hand, table = mask_of(view.hand or ()), table_of(view, seat)
    top = 1 << view.discards[-1]
    if placeable(hand | top, table)[0] & top or not view.stock:
        useful = placeable(hand | top, table)[0] & top
        return TakeDiscard(1) if useful else Decline()
    return DrawStock()


def _discard(view: Rummy500View, discards: list[Discard]) -> Action:
    """The dearest card in no meld and no pair; else in no meld; else any."""
    hand = mask_of(view.hand or ())
    melded = best_melds(hand)[0]

    def dislike(discard: Discard) -> tuple[bool, int]:
        card = 1 << discard.card
        return not melded & card, points(card)

    return max(discards, key=dislike)
