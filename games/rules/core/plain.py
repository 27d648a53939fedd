"""Types of plain data: what crosses an edge (wire, store, file)."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

Json: TypeAlias = "None | bool | int | str | Sequence[Json] | Mapping[str, Json]"
"""What JSON can say (no floats: nothing in a game is measured in fractions)."""

Plain: TypeAlias = "None | bool | int | str | bytes | Sequence[Plain] | Mapping[str, Plain]"
"""JSON and bytes: what the store keeps."""
