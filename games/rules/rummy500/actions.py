"""The six actions of Rummy 500."""

from dataclasses import dataclass
from typing import ClassVar, Final, Literal, TypeAlias

from games.rules.core.actions import Action, Codec, card_field
from games.rules.core.cards import SINGLE, Card

End: TypeAlias = Literal["low", "high"]
"""An end of a run."""


@dataclass(frozen=True, slots=True)
class DrawStock(Action):
    """Draw the top card of the stock (RF-7)."""

    type: ClassVar[str] = "draw_stock"


@dataclass(frozen=True, slots=True)
class TakeDiscard(Action):
    """Take the discard at `depth` (1 is the top) and all above it (RF-8, RF-9)."""

    type: ClassVar[str] = "take_discard"
    depth: int


@dataclass(frozen=True, slots=True)
class Decline(Action):
    """Take nothing on an empty stock, and so end the deal (RF-14)."""

    type: ClassVar[str] = "decline"


@dataclass(frozen=True, slots=True)
class Meld(Action):
    """Lay hand cards as a new set or run (RF-11). Their order tells only where an ace is
    in a whole suit."""

    type: ClassVar[str] = "meld"
    cards: tuple[Card, ...] = card_field()


@dataclass(frozen=True, slots=True)
class Layoff(Action):
    """Lay one hand card on the meld with this index on the table (RF-6).

    `end` (``low`` or ``high``) is needed only for an ace on 2 to K, where None means high.
    """

    type: ClassVar[str] = "layoff"
    meld: int
    card: Card = card_field()
    end: str | None = None


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Discard `card` and end the turn (RF-12); the last card of a hand goes out (RF-13)."""

    type: ClassVar[str] = "discard"
    card: Card = card_field()


CODEC: Final[Codec[Action]] = Codec(
    SINGLE, (DrawStock, TakeDiscard, Decline, Meld, Layoff, Discard)
)
