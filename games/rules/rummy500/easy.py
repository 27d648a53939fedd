"""`easy`: sensible, and clearly weaker than `normal`. It sees a view and nothing else.

It looks at its own hand and at the end of the pile: what lies deeper it neither takes nor
fears for what its discard may make of it. Now and then it overlooks what it could lay. It
never throws away a card of a meld in its hand while it has another.
"""

from typing import Final

from games.rules.core.actions import Action
from games.rules.core.cardsets import mask_of
from games.rules.core.cpus import number_for
from games.rules.core.dice import Dice
from games.rules.rummy500.actions import Decline, Discard, DrawStock, TakeDiscard
from games.rules.rummy500.masks import can_meld, points
from games.rules.rummy500.view import Rummy500View
from games.rules.rummy500.worth import best_melds, hand_worth, placeable, table_of, worth_after

_SEEN_OF_FOUR: Final = 3
"""In so many of four turns it sees what it can lay."""
_REACH: Final = 5
"""It takes no discard that lies deeper."""
_FEARED: Final = 3
"""It minds what its discard makes of so many discards."""


def easy(view: Rummy500View, seat: int, key: bytes) -> Action:
    """What a beginner might do."""
    if view.phase == "draw":
        return _draw(view, seat)
    placements = [action for action in view.legal if not isinstance(action, Discard)]
    discards = [action for action in view.legal if isinstance(action, Discard)]
    if placements and (not discards or Dice(number_for(view, seat, key)).below(4) < _SEEN_OF_FOUR):
        hand, table = mask_of(view.hand or ()), table_of(view, seat)
        return max(placements, key=lambda action: worth_after(view, hand, table, action))
    return _discard(view, seat, discards)


def _draw(view: Rummy500View, seat: int) -> Action:
    """The deepest discard in reach that can be laid at once, else the stock."""
    hand, table = mask_of(view.hand or ()), table_of(view, seat)
    best: Action = DrawStock() if view.stock else Decline()
    for action in view.legal:
        if isinstance(action, TakeDiscard) and action.depth <= _REACH:
            taken = mask_of(view.discards[-action.depth :])
            if placeable(hand | taken, table)[0] >> view.discards[-action.depth] & 1:
                best = action
    return best


def _discard(view: Rummy500View, seat: int, discards: list[Discard]) -> Action:
    """The card in no meld, also of the pile's end, without which the hand is worth most; of
    those alike the dearest."""
    hand, table = mask_of(view.hand or ()), table_of(view, seat)
    melded, end = best_melds(hand)[0], mask_of(view.discards[-_FEARED:])

    def liking(discard: Discard) -> tuple[bool, bool, int, int]:
        card = 1 << discard.card
        given = can_meld(discard.card, end)
        return not melded & card, not given, hand_worth(hand ^ card, table), points(card)

    return max(discards, key=liking)
