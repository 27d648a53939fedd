"""Rule cases: one position, what is tried in it, and the answer of a game (docs/cases.md).

A game that can be asked has a module `cases` in its folder with one function
``answer(case: Case) -> Mapping[str, Json]``: everything that it knows to say about the
case, of which the expected keys are compared. It raises RuleError for a case that makes
no sense in it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.rules.core.cards import Card, Pack
from games.rules.core.errors import RuleError
from games.rules.core.plain import Json

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
