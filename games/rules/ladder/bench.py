"""The contract search, over hands met in play and hands with all three jokers."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias, cast

from games.rules.core.benches import Bench
from games.rules.core.cards import Card
from games.rules.core.cardsets import CardSet, mask_of
from games.rules.core.dice import Dice
from games.rules.core.game import Options
from games.rules.ladder import cpu, rules
from games.rules.ladder.contracts import RUNGS, rung_after
from games.rules.ladder.deals import start_match
from games.rules.ladder.finder import find_contract
from games.rules.ladder.melds import JOKERS
from games.rules.ladder.view import view_of

Search: TypeAlias = tuple[CardSet, int, Card | None]
"""Hand, rung and the card that may not be the only one left."""

_DEALS: Final = 3
"""On each rung, and so many of random play besides."""
_MET: Final = 250
"""The hands kept of each deal."""
_WITH_JOKERS: Final = 2_000
_HAND: Final = 11
_NATURALS: Final = 104


def _searches(dice: Dice) -> Mapping[str, list[Search]]:
    met: list[Search] = []
    for rung in range(1, RUNGS + 1):
        for number in range(2 * _DEALS):
            level = ("greedy", "random")[number % 2]
            seed = bytes(dice.below(256) for _ in range(32))
            met += dict.fromkeys(list(_met(seed, rung, level))[:_MET])
    return {"met in play": met, "three jokers": [_with_jokers(dice) for _ in range(_WITH_JOKERS)]}


def _met(seed: bytes, rung: int, level: str) -> Iterator[Search]:
    """Every search that the rules make in one deal."""
    state, _ = start_match(Options(), seed, rung)
    while state.to_move is not None:
        seat = state.to_move
        if state.phase == "play" and not state.laid_in[seat]:
            yield state.hands[seat], rung_after(state.completed[seat]), state.blocked
        action = cpu.choose(view_of(state, seat), level, seed)
        state, _ = rules.apply(state, seat, action)


def _with_jokers(dice: Dice) -> Search:
    """Eight naturals, of half the hands from few ranks or suits, and the jokers."""
    pool = list(range(_NATURALS))
    if dice.below(2):
        ranks, suits = dice.some_of(range(13), 3), dice.some_of(range(4), 1)
        pool = [card for card in pool if card % 13 in ranks or card // 13 % 4 in suits]
    hand = mask_of(dice.some_of(pool, _HAND - JOKERS.bit_count()))
    return hand | JOKERS, 1 + dice.below(RUNGS), None


_SEARCH: Final = cast(Callable[..., Any], find_contract.__wrapped__)
"""Without the memory of hands already searched."""

BENCHES: Final = {"contract_us": Bench(_SEARCH, _searches, worst=True)}
