"""`easy`: plays for its contract, but sees less and counts nothing.

It goes by how much of the contract is in hand and never by which cards can still come or how
near the others are. It overlooks one contract in three until its next turn, and half of all
lay-offs, and takes the top discard only if that completes something. What lies together in
its plan it never throws away.
"""

from typing import Final

from games.rules.core.actions import Action
from games.rules.core.cards import Card
from games.rules.core.cardsets import CardSet, cards_in, mask_of
from games.rules.core.cpus import number_for
from games.rules.core.dice import Dice
from games.rules.ladder.actions import Discard, DrawDiscard, DrawStock, LayContract, LayOff
from games.rules.ladder.contracts import rung_after
from games.rules.ladder.finder import find_contract
from games.rules.ladder.melds import JOKERS, OF_RANK, value
from games.rules.ladder.playout import links_of, plan
from games.rules.ladder.view import LadderView

_OVERLOOKS_CONTRACT: Final = 3
"""One contract in so many is seen a turn later, as the hand lies in another order then."""
_OVERLOOKS_LAY_OFF: Final = 2
"""The same for lay-offs."""


def easy(view: LadderView, seat: int, key: bytes) -> Action:
    """The chooser of the level `easy`."""
    dice = Dice(number_for(view, seat, key))
    if view.phase == "draw":
        return _draw(view, seat)
    first = view.legal[0]
    if isinstance(first, LayContract) and dice.below(_OVERLOOKS_CONTRACT):
        return first
    lay_offs = [action for action in view.legal if isinstance(action, LayOff)]
    if lay_offs and dice.below(_OVERLOOKS_LAY_OFF):
        return lay_offs[dice.below(len(lay_offs))]
    return _discard(view, seat, dice)


def _draw(view: LadderView, seat: int) -> Action:
    """The stock, unless the top discard is a joker or completes the contract."""
    top = view.top
    if top is None or len(view.legal) == 1:
        return view.legal[0]
    hand = mask_of(view.hand or ()) | 1 << top
    if view.laid[seat] != "no":
        return DrawStock()
    rung = rung_after(view.completed[seat])
    takes = bool(JOKERS >> top & 1) or find_contract(hand, rung, top) is not None
    return DrawDiscard() if takes else DrawStock()


def _discard(view: LadderView, seat: int, dice: Dice) -> Action:
    """One of the two loosest cards; of those in the plan only if there is nothing else."""
    cards = mask_of(action.card for action in view.legal if isinstance(action, Discard))
    hand = mask_of(view.hand or ())
    if view.laid[seat] != "no":
        return Discard(max(cards_in(cards), key=value))
    rung = rung_after(view.completed[seat])
    loose = cards & ~(made(hand, rung) | JOKERS) or cards & ~JOKERS or cards

    def use(card: Card) -> int:
        return (links_of(card, rung) & hand & ~(1 << card)).bit_count()

    ranked = sorted(cards_in(loose), key=lambda card: (use(card), -value(card)))
    return Discard(ranked[dice.below(min(2, len(ranked)))])


def made(hand: CardSet, rung: int) -> CardSet:
    """What `easy` never throws away: the contract it could lay, else its plan's cards and
    every three of a rank where groups are asked for."""
    found = find_contract(hand, rung)
    if found is not None:
        return mask_of(card for meld in found for card in meld)
    kept = plan(hand, rung).kept
    for cards in OF_RANK[1:]:
        if (hand & cards).bit_count() >= 3 and links_of(cards_in(hand & cards)[0], rung) & cards:
            kept |= hand & cards
    return kept
