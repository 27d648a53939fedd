"""Rule cases: one position, what is tried in it, and the answer of a game (docs/cases.md).

A game that can be asked has a module `cases` in its folder with one function
``answer(case: Case) -> Mapping[str, Json]``: everything that it knows to say about the
case, of which the expected keys are compared. It raises RuleError for a case that makes
no sense in it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from games.rules.core.cards import Card, Pack
from games.rules.core.cardsets import CardSet, cards_in, mask_of
from games.rules.core.errors import RuleError
from games.rules.core.match_state import MatchState
from games.rules.core.plain import Json

S = TypeVar("S", bound=MatchState)

KINDS: Final = frozenset(
    {
        "meld_valid",
        "meld_invalid",
        "best_partition",
        "score",
        "legal",
        "illegal",
        "end",
        "contract_find",
        "layoff",
    }
)


@dataclass(frozen=True, slots=True)
class Case:
    """What is asked: the kind, the position, and the action where one is tried."""

    kind: str
    given: Mapping[str, Json]
    action: Mapping[str, Json] | None = None

    def wanted(self) -> Mapping[str, Json]:
        """The action that is tried. Raises RuleError `missing_field` where there is none."""
        if self.action is None:
            raise RuleError("missing_field", field="action")
        return self.action


class Given:
    """Typed reading of a case's position; a wrong value raises RuleError `wrong_field`."""

    def __init__(self, values: Mapping[str, Json], pack: Pack) -> None:
        self._values = values
        self._pack = pack

    def __contains__(self, key: str) -> bool:
        return self._values.get(key) is not None

    def number(self, key: str, default: int | None = None) -> int:
        """A whole number. Raises RuleError `missing_field` where it has no default."""
        value = self._take(key, default)
        if not isinstance(value, int) or isinstance(value, bool):
            raise RuleError("wrong_field", field=key)
        return value

    def numbers(self, key: str) -> tuple[int, ...]:
        """A list of whole numbers."""
        value = self._take(key, None)
        if not isinstance(value, list):
            raise RuleError("wrong_field", field=key)
        return tuple(Given({key: item}, self._pack).number(key) for item in value)

    def word(self, key: str, default: str | None = None) -> str:
        """A text."""
        value = self._take(key, default)
        if not isinstance(value, str):
            raise RuleError("wrong_field", field=key)
        return value

    def card(self, key: str) -> Card:
        """One card."""
        return self._pack.parse(self._take(key, None))

    def cards(self, key: str) -> tuple[Card, ...]:
        """A list of cards; an absent one is empty."""
        value = self._take(key, [])
        if not isinstance(value, list):
            raise RuleError("wrong_field", field=key)
        return self._pack.parse_all(value)

    def melds(self, key: str) -> tuple[tuple[Card, ...], ...]:
        """A list of lists of cards; an absent one is empty."""
        value = self._take(key, [])
        if not isinstance(value, list):
            raise RuleError("wrong_field", field=key)
        return tuple(Given({key: item}, self._pack).cards(key) for item in value)

    def _take(self, key: str, default: Json) -> Json:
        value = self._values.get(key)
        if value is None:
            value = default
        if value is None:
            raise RuleError("missing_field", field=key)
        return value


def split_unseen(pack: Pack, shown: Sequence[Card], stock: int) -> tuple[bytes, CardSet]:
    """The cards that a position does not show: a stock of so many, and the rest.

    Raises RuleError `impossible_position` when a card is shown twice or cards run out.
    """
    unseen = [card for card in range(pack.size) if card not in shown]
    if len(set(shown)) < len(shown) or not 0 <= stock <= len(unseen):
        raise RuleError("impossible_position")
    return bytes(unseen[:stock]), mask_of(unseen[stock:])


def tried(
    state: S, move: Callable[[], S], describe: Callable[[S], Mapping[str, Json]]
) -> Mapping[str, Json]:
    """What a move leads to; after a refusal, the position as it was and the code.

    Raises RuleError `unknown_card`, as that is a fault of the case.
    """
    try:
        after = move()
    except RuleError as refused:
        if refused.code == "unknown_card":
            raise
        return {"legal": False, "code": refused.code, **describe(state)}
    return {"legal": True, **describe(after)}


def described(
    state: MatchState, seat: int, names: Callable[[Sequence[Card]], list[str]]
) -> dict[str, Json]:
    """A position as `seat` finds it, in the words that all games have; `names` name cards."""
    hand = names(cards_in(state.hands[seat]))
    told: dict[str, Json] = {
        "hand": hand,
        "hand_size": len(hand),
        "discard": names(tuple(state.discards)),
        "stock": len(state.stock),
        "phase": state.phase,
        "deal_over": state.deal_over,
    }
    if state.result is not None:
        told["reason"] = state.result.reason
        told["score"] = state.result.scores[seat]
    return told


def match_end(over: bool, winners: Sequence[int]) -> dict[str, Json]:
    """Whether a match is over, and who then won it."""
    return {"game_over": over, "winners": list(winners) if over else []}
