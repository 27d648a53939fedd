"""Types of plain data: what crosses an edge (wire, store, file)."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

Json: TypeAlias = "bool | int | str | Sequence[Json] | Mapping[str, Json] | None"
"""What JSON can say (no floats: nothing in a game is measured in fractions)."""

Plain: TypeAlias = "bool | int | str | bytes | Sequence[Plain] | Mapping[str, Plain] | None"
"""JSON and bytes: what the store keeps."""
