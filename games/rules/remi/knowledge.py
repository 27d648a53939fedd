"""What a seat can read from its view of Remi, the log included: the basis of all its CPUs."""

from dataclasses import dataclass
from typing import Final

from games.rules.core.cards import SINGLE, Card
from games.rules.core.cardsets import CardSet, mask_of
from games.rules.remi.combinations import has_sequence
from games.rules.remi.masks import FULL
from games.rules.remi.state import OPEN_DISCARDS, SEATS
from games.rules.remi.view import RemiView

_PARSE: Final = SINGLE.parse


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What the seat to move knows.

    `hand` is its own. By seat: `laid`, the cards on the table, `sequence`, whether a sequence
    is among them, and `known`, the cards seen going into a hand and not yet out of it.
    `pile` are all discards, top last; `declined` by seat the discards that lay open when the
    seat last drew from the stock, and `thrown` its own discards, oldest first.
    """

    hand: CardSet
    laid: tuple[CardSet, ...]
    sequence: tuple[bool, ...]
    known: tuple[CardSet, ...]
    pile: tuple[Card, ...]
    declined: tuple[CardSet, ...]
    thrown: tuple[tuple[Card, ...], ...]

    @property
    def gone(self) -> CardSet:
        """The cards that can come into no hand any more."""
        return mask_of(self.pile[:-OPEN_DISCARDS]) | sum(self.laid)

    @property
    def unseen(self) -> CardSet:
        """The cards that lie in the stock or in other hands."""
        return FULL & ~(self.hand | mask_of(self.pile) | sum(self.laid))


def knowledge_of(view: RemiView) -> Knowledge:
    """Reads a view of the seat to move."""
    laid = tuple([mask_of(card for meld in melds for card in meld) for melds in view.table])
    pile: list[Card] = []
    known, declined = [0] * SEATS, [0] * SEATS
    thrown: list[list[Card]] = [[] for _ in range(SEATS)]
    for event in view.log:
        kind, seat = event["type"], event.get("seat")
        if not isinstance(seat, int):
            continue
        if kind == "discarded":
            card = _PARSE(event["card"])
            pile.append(card)
            thrown[seat].append(card)
            known[seat] &= ~(1 << card)
        elif kind == "drew":
            declined[seat] = mask_of(pile[-OPEN_DISCARDS:])
        elif kind == "took":
            depth = event["depth"]
            assert isinstance(depth, int)
            below = len(pile) - depth
            known[seat] |= mask_of(pile[below + 1 :])
            declined[seat] = 0
            del pile[below:]
    if tuple(pile[-OPEN_DISCARDS:]) != view.open_discards:
        # A position that was set up has no log of its pile.
        pile = list(view.open_discards)
    return Knowledge(
        hand=mask_of(view.hand or ()),
        laid=laid,
        sequence=tuple([has_sequence(melds) for melds in view.table]),
        known=tuple([cards & ~laid[seat] for seat, cards in enumerate(known)]),
        pile=tuple(pile),
        declined=tuple(declined),
        thrown=tuple([tuple(cards) for cards in thrown]),
    )
