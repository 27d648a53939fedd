"""Refusals: a stable code with data, never a sentence. Texts are added at the edge."""

from collections.abc import Mapping

from games.rules.core.plain import Json


class RuleError(Exception):
    """An action, or a piece of input, that the rules refuse.

    `code` is stable and lower_snake_case (`not_your_turn`, `card_not_in_hand`);
    `data` holds what a text about it needs, and nothing that the asking seat may
    not see.
    """

    def __init__(self, code: str, **data: Json) -> None:
        super().__init__(code)
        self.code = code
        self.data: Mapping[str, Json] = data

    def __str__(self) -> str:
        return f"{self.code} {dict(self.data)}" if self.data else self.code


class FormatError(RuleError):
    """Data of a format this process cannot read (newer, or damaged)."""
