"""The five actions of Ladder Rummy, and its pack."""

from dataclasses import dataclass
from typing import ClassVar, Final

from games.rules.core.actions import Action, Codec, card_field
from games.rules.core.cards import Card, Pack

PACK: Final = Pack(copies=2, jokers=3)
"""LR-1: 107 physical cards; the twins of a face have different ids (G1)."""


@dataclass(frozen=True, slots=True)
class DrawStock(Action):
    """Draw the top card of the stock, made anew from the discards if it is empty (LR-9, LR-16)."""

    type: ClassVar[str] = "draw_stock"


@dataclass(frozen=True, slots=True)
class DrawDiscard(Action):
    """Draw the top discard, which may then not be discarded in the same turn (LR-10)."""

    type: ClassVar[str] = "draw_discard"


@dataclass(frozen=True, slots=True)
class LayContract(Action):
    """Lay the own contract as `melds` (LR-11): groups in any order, runs low to high."""

    type: ClassVar[str] = "lay_contract"
    melds: tuple[tuple[Card, ...], ...] = card_field()


@dataclass(frozen=True, slots=True)
class LayOff(Action):
    """Put `card` on the table's meld number `meld`, counted from 0 (LR-12).

    `end` is ``low`` or ``high``, for a run only; left out it is high where that fits.
    """

    type: ClassVar[str] = "layoff"
    meld: int
    card: Card = card_field()
    end: str | None = None


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Discard `card` and end the turn (LR-14)."""

    type: ClassVar[str] = "discard"
    card: Card = card_field()


CODEC: Final[Codec[Action]] = Codec(PACK, (DrawStock, DrawDiscard, LayContract, LayOff, Discard))
