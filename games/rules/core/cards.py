"""Cards and packs (G1).

A card is a small integer, its *id*: ``copy * 52 + suit * 13 + rank - 1``, with
suits in the order S H D C and ranks 1 (ace) to 13 (king); jokers follow the last
copy. An id says which card it is and never where in a deck it lies. At every
edge (wire, record, case file, text) a card is its *name*: ``10H``, ``JK``, and in a
pack with twins ``10H#1``, ``10H#2``, ``JK#3``.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

from games.rules.core.errors import RuleError

Card: TypeAlias = int

SUITS: Final = "SHDC"
RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
ACE: Final = 1
JACK: Final = 11
QUEEN: Final = 12
KING: Final = 13
JOKER_RANK: Final = 0

_FACES: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)


class Pack:
    """The physical cards of a game: `copies` decks of 52 and `jokers` jokers.

    `size` cards with ids 0 to ``size - 1``; `names[id]`, `ranks[id]` (1 to 13, jokers 0)
    and `suits[id]` (0 to 3 for S H D C, jokers -1) are tables indexed by id.
    """

    def __init__(self, copies: int = 1, jokers: int = 0) -> None:
        self.copies = copies
        self.jokers = jokers
        self.size = 52 * copies + jokers
        twins = copies > 1
        names = [
            face + (f"#{copy + 1}" if twins else "") for copy in range(copies) for face in _FACES
        ]
        names += [f"JK#{n + 1}" if jokers > 1 else "JK" for n in range(jokers)]
        self.names: Final = tuple(names)
        self.ranks: Final = tuple([c % 13 + 1 for c in range(52)] * copies + [JOKER_RANK] * jokers)
        self.suits: Final = tuple([c // 13 for c in range(52)] * copies + [-1] * jokers)
        self._ids: Final = {name: card for card, name in enumerate(names)}

    def parse(self, name: object) -> Card:
        """The id of the card called `name`. Raises RuleError `unknown_card`."""
        card = self._ids.get(name) if isinstance(name, str) else None
        if card is None:
            raise RuleError("unknown_card", card=name[:12] if isinstance(name, str) else None)
        return card

    def name_all(self, cards: Iterable[Card]) -> list[str]:
        """The names of `cards`, in their order."""
        names = self.names
        return [names[card] for card in cards]

    def parse_all(self, names: Iterable[object]) -> tuple[Card, ...]:
        """The ids of the cards called `names`. Raises RuleError `unknown_card`."""
        return tuple(self.parse(name) for name in names)


SINGLE: Final = Pack()
"""One deck of 52 without jokers."""
