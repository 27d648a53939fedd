"""What the log of the running deal tells a seat: read once for every decision."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from games.rules.core.cards import Card
from games.rules.core.cardsets import CardSet, mask_of
from games.rules.core.plain import Json
from games.rules.ladder.actions import PACK
from games.rules.ladder.state import SEATS
from games.rules.ladder.view import LadderView

ALL: Final[CardSet] = (1 << PACK.size) - 1
_parse: Final = PACK.parse


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What one seat knows.

    `hand` is its own, `pile` the discards from the bottom up, `table` what lies in melds.
    By seat: `known` are the cards that were seen going into its hand and have not left it,
    the own hand included; `thrown` all that it discarded; `passed` the discards that it left
    lying when it might have drawn them. `stock` are the cards that the stock may hold:
    unseen ones, or once it was made anew those that had been discarded.
    `idle` counts the turns of LR-23.
    """

    hand: CardSet
    pile: tuple[Card, ...]
    table: CardSet
    known: tuple[CardSet, ...]
    thrown: tuple[CardSet, ...]
    passed: tuple[CardSet, ...]
    stock: CardSet
    idle: int


def knowledge_of(view: LadderView, seat: int) -> Knowledge:
    """Reads the log of a seat's view."""
    pile: list[Card] = []
    known = [0] * SEATS
    thrown = [0] * SEATS
    passed = [0] * SEATS
    stock = ALL
    idle = 0
    for event in view.log:
        kind, by = event["type"], event.get("seat")
        if kind == "deal_started":
            pile.append(_parse(event["turned_up"]))
            continue
        if not isinstance(by, int):
            continue
        if kind == "discarded":
            card = _parse(event["card"])
            pile.append(card)
            known[by] &= ~(1 << card)
            thrown[by] |= 1 << card
        elif kind == "drew_discard":
            known[by] |= 1 << pile.pop()
            idle += 1
        elif kind == "drew":
            idle = 0
            if pile:
                passed[by] |= 1 << pile[-1]
        elif kind == "reshuffled":
            stock = mask_of(pile[:-1])
            del pile[:-1]
        elif kind == "laid_off":
            idle = 0
            known[by] &= ~(1 << _parse(event["card"]))
        elif kind == "contract_laid":
            idle = 0
            known[by] &= ~mask_of(_names_in(event["melds"]))
    hand = mask_of(view.hand or ())
    known[seat] = hand
    table = mask_of(card for meld in view.melds for card in meld.cards)
    stock &= ~(mask_of(pile) | table)
    for cards in known:
        stock &= ~cards
    return Knowledge(
        hand, tuple(pile), table, tuple(known), tuple(thrown), tuple(passed), stock, idle
    )


def _names_in(melds: Json) -> Iterator[Card]:
    """The cards of melds in their wire form."""
    assert isinstance(melds, list | tuple)
    for meld in melds:
        assert isinstance(meld, list | tuple)
        for name in meld:
            yield _parse(name)
