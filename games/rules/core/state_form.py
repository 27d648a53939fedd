"""The form of a match's state: a list of plain data, and back with its checks.

The list is the format's number; seed, first dealer, dealer, deal, turn, step, seat to move
and phase; hands, table, stock and discards; what is the game's own; totals, sheet, log and
result. The game says how its hands, its table, its own fields and its result are written.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from games.rules.core.cards import Pack
from games.rules.core.cardsets import mask_of
from games.rules.core.errors import FormatError, RuleError
from games.rules.core.events import DealLog, LogCodec
from games.rules.core.match_state import DealRow, MatchState
from games.rules.core.plain import Plain

Fields: TypeAlias = dict[str, Any]
"""Fields of a state by their names, to be passed to its class."""
S = TypeVar("S", bound=MatchState)


def read_row(deal: Any, dealer: Any, scores: Any, reason: Any) -> DealRow:
    """What `DealRow.dump` gave."""
    return DealRow(deal, dealer, tuple(scores), reason)


@dataclass(frozen=True, slots=True)
class StateForm:
    """The form that one game's states have in format `number`."""

    number: int
    seats: int
    pack: Pack
    log: LogCodec

    def dump(
        self, state: MatchState, result: Plain, hands: Plain, table: Plain, *own: Plain
    ) -> list[Plain]:
        """The whole state, secrets included."""
        return [
            self.number,
            state.seed,
            state.first_dealer,
            state.dealer,
            state.deal,
            state.turn,
            state.step,
            state.to_move,
            state.phase,
            hands,
            table,
            state.stock,
            state.discards,
            *own,
            list(state.totals),
            [row.dump() for row in state.sheet],
            state.log.packed,
            result,
        ]

    def load(
        self, data: Plain, read: Callable[..., S], row: Callable[..., DealRow] = read_row
    ) -> S:
        """The state that `dump` gave, made by ``read(shared, result, hands, table, *own)``.

        `shared` are the fields that need no help of the game, by name; `row` reads a line of
        the sheet from its items. Both may raise TypeError, ValueError, IndexError or RuleError
        for what they cannot read. Raises FormatError `newer_format`, or `damaged_state`, also
        where a card is not in exactly one place or a list has not its length (G6).
        """
        if not isinstance(data, list | tuple) or not data or type(data[0]) is not int:
            raise FormatError("damaged_state")
        if data[0] > self.number:
            raise FormatError("newer_format", format=data[0], known=self.number)
        try:
            state = self._read(read, row, *data)
            whole = len(state.hands) == self.seats and _is_whole(state, self.pack)
        except (TypeError, ValueError, IndexError, RuleError) as fault:
            raise FormatError("damaged_state") from fault
        if not whole:
            raise FormatError("damaged_state")
        return state

    def _read(self, read: Callable[..., S], row: Callable[..., DealRow], *data: Any) -> S:
        (
            _, seed, first_dealer, dealer, deal, turn, step, to_move, phase,
            hands, table, stock, discards, *own, totals, sheet, log, result,
        ) = data  # fmt: skip
        shared: Fields = {
            "seed": bytes(seed),
            "first_dealer": first_dealer,
            "dealer": dealer,
            "deal": deal,
            "turn": turn,
            "step": step,
            "to_move": to_move,
            "phase": phase,
            "stock": bytes(stock),
            "discards": bytes(discards),
            "totals": by_seat(totals, self.seats),
            "sheet": tuple(row(*line) for line in sheet),
            "log": DealLog(self.log, bytes(log)),
        }
        return read(shared, result, hands, table, *own)


def by_seat(values: Iterable[Any], seats: int) -> tuple[Any, ...]:
    """`values` as a tuple. Raises ValueError where there is not one for every seat."""
    listed = tuple(values)
    if len(listed) != seats:
        raise ValueError("not one for every seat")
    return listed


def _is_whole(state: MatchState, pack: Pack) -> bool:
    """Whether every card is in exactly one place (G6)."""
    lying = [*state.stock, *state.discards, *state.table_cards()]
    together, cards = mask_of(lying), len(lying)
    for hand in state.hands:
        together |= hand
        cards += hand.bit_count()
    return together == (1 << pack.size) - 1 and cards == pack.size
