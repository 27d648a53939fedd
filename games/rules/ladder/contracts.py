"""The ten contracts (section 3.3, LR-6, LR-7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.rules.core.errors import RuleError
from games.rules.core.plain import Json
from games.rules.ladder.melds import Kind, Meld

RUNGS: Final = 10


@dataclass(frozen=True, slots=True)
class Need:
    """One meld that a contract asks for: its kind and the fewest cards it may have."""

    kind: Kind
    size: int


def _contract(groups: Sequence[int], runs: Sequence[int]) -> tuple[Need, ...]:
    return (
        *(Need("group", size) for size in groups),
        *(Need("run", size) for size in runs),
    )


CONTRACTS: Final[tuple[tuple[Need, ...], ...]] = (
    _contract((3, 3), ()),
    _contract((3,), (4,)),
    _contract((), (4, 4)),
    _contract((3, 3, 3), ()),
    _contract((4,), (4,)),
    _contract((3, 3), (4,)),
    _contract((), (7,)),
    _contract((4, 4), ()),
    _contract((), (4, 6)),
    _contract((3,), (7,)),
)


def contract_of(rung: int) -> tuple[Need, ...]:
    """What rung 1 to 10 asks for: groups first, smaller before larger."""
    return CONTRACTS[rung - 1]


def rung_after(completed: int) -> int:
    """The rung of a player who has completed that many contracts (LR-6)."""
    return min(completed + 1, RUNGS)


def contract_form(rung: int) -> list[Json]:
    """The wire form of a rung's contract."""
    return [{"type": need.kind, "size": need.size} for need in contract_of(rung)]


def check_contract(rung: int, melds: Sequence[Meld]) -> None:
    """Raises RuleError unless `melds`, in any order, fulfil the rung one to one (LR-7).

    `wrong_contract` when kinds or numbers differ, `contract_meld_too_small` when a meld
    has fewer cards than asked.
    """
    needs = contract_of(rung)
    kinds: tuple[Kind, Kind] = ("group", "run")
    for kind in kinds:
        asked = sorted(need.size for need in needs if need.kind == kind)
        sizes = sorted(len(meld.cards) for meld in melds if meld.kind == kind)
        if len(asked) != len(sizes):
            raise RuleError("wrong_contract", rung=rung, needed=contract_form(rung))
        for size, least in zip(sizes, asked, strict=True):
            if size < least:
                raise RuleError("contract_meld_too_small", kind=kind, size=size, needed=least)
