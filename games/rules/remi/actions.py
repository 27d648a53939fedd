"""The five actions of Remi."""

from dataclasses import dataclass
from typing import ClassVar, Final

from games.rules.core.actions import Action, Codec, card_field
from games.rules.core.cards import SINGLE, Card


@dataclass(frozen=True, slots=True)
class DrawStock(Action):
    """Draw the top card of the stock (RM-8)."""

    type: ClassVar[str] = "draw_stock"


@dataclass(frozen=True, slots=True)
class TakeDiscard(Action):
    """Take the discard at `depth` (1 is the top) and lay it with own cards (RM-9).

    `own` are the hand cards that go with it, in any order; ``with`` on the wire.
    """

    type: ClassVar[str] = "take_discard"
    depth: int
    own: tuple[Card, ...] = card_field(wire="with")


@dataclass(frozen=True, slots=True)
class Decline(Action):
    """End the deal on an empty stock though a discard could be taken (RM-13)."""

    type: ClassVar[str] = "decline"


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Discard `card` and end the turn; the last card of a hand closes (RM-10)."""

    type: ClassVar[str] = "discard"
    card: Card = card_field()


@dataclass(frozen=True, slots=True)
class Close(Action):
    """Lay the whole rest of the hand, discard `card` and end the deal (RM-11)."""

    type: ClassVar[str] = "close"
    card: Card = card_field()


CODEC: Final[Codec[Action]] = Codec(SINGLE, (DrawStock, TakeDiscard, Decline, Discard, Close))
