"""Rummy 500 behind the contract of `games.rules.core.game`."""

from dataclasses import replace
from typing import ClassVar

from games.rules.core.actions import Action
from games.rules.core.cards import SINGLE, Card, Pack
from games.rules.core.cardsets import cards_in, exchanged
from games.rules.core.events import Event
from games.rules.core.game import Game, Options, Outcome
from games.rules.core.plain import Json, Plain
from games.rules.rummy500 import cpu, deals, dump, legal, rules, view
from games.rules.rummy500.actions import CODEC
from games.rules.rummy500.melds import table_meld
from games.rules.rummy500.scoring import match_outcome
from games.rules.rummy500.state import SEATS, Rummy500State
from games.rules.rummy500.view import Rummy500View


class Rummy500(Game[Rummy500State, Action, Rummy500View]):
    """Two players, 52 cards, deals until one leads with 500 or more (RF-1 to RF-23)."""

    name: ClassVar[str] = "rummy500"
    seats: ClassVar[int] = SEATS
    pack: ClassVar[Pack] = SINGLE
    state_format: ClassVar[int] = dump.STATE_FORMAT
    levels: ClassVar[tuple[str, ...]] = tuple(cpu.LEVELS)
    actions = CODEC

    def setup(self, options: Options, seed: bytes) -> tuple[Rummy500State, tuple[Event, ...]]:
        return deals.start_match(options, seed)

    def advance(self, state: Rummy500State) -> tuple[Rummy500State, tuple[Event, ...]]:
        return deals.next_deal(state)

    def legal_actions(self, state: Rummy500State, seat: int) -> tuple[Action, ...]:
        return legal.legal_actions(state, seat)

    def check(self, state: Rummy500State, seat: int, action: Action) -> None:
        rules.check(state, seat, action)

    def apply(
        self, state: Rummy500State, seat: int, action: Action
    ) -> tuple[Rummy500State, tuple[Event, ...]]:
        return rules.apply(state, seat, action)

    def view(self, state: Rummy500State, seat: int | None) -> Rummy500View:
        return view.view_of(state, seat)

    def dump_view(self, view_: Rummy500View) -> dict[str, Json]:
        return view.dump_view(view_)

    def view_log(self, view_: Rummy500View) -> list[dict[str, Json]]:
        return list(view_.log)

    def outcome(self, state: Rummy500State) -> Outcome | None:
        return match_outcome(state.totals) if state.match_over else None

    def choose(self, view_: Rummy500View, level: str, key: bytes) -> Action:
        return cpu.choose(view_, level, key)

    def dump_state(self, state: Rummy500State) -> Plain:
        return dump.dump_state(state)

    def load_state(self, data: Plain) -> Rummy500State:
        return dump.load_state(data)

    def cards_of(self, state: Rummy500State) -> tuple[Card, ...]:
        laid = (card for meld in state.melds for card in meld.cards)
        held = (card for hand in state.hands for card in cards_in(hand))
        return (*state.stock, *state.discards, *laid, *held)

    def hidden_from(self, state: Rummy500State, seat: int | None) -> frozenset[Card]:
        """The stock and the other hands, save the cards seen on their way into a hand."""
        hidden = set(state.stock)
        if not state.deal_over:
            for other, hand in enumerate(state.hands):
                if other != seat:
                    hidden.update(cards_in(hand))
        for event in state.log:
            if event["type"] == "took":
                taken = event["cards"]
                assert isinstance(taken, list)
                hidden.difference_update(self.pack.parse_all(taken))
        return frozenset(hidden)

    def exchange(self, state: Rummy500State, one: Card, other: Card) -> Rummy500State:
        trade = {one: other, other: one}
        return replace(
            state,
            hands=tuple(exchanged(hand, one, other) for hand in state.hands),
            melds=tuple(
                table_meld(
                    meld.kind, tuple(trade.get(card, card) for card in meld.cards), meld.placed
                )
                for meld in state.melds
            ),
            stock=bytes(trade.get(card, card) for card in state.stock),
            discards=bytes(trade.get(card, card) for card in state.discards),
            must_use=_traded(state.must_use, trade),
            blocked=_traded(state.blocked, trade),
        )


def _traded(card: Card | None, trade: dict[Card, Card]) -> Card | None:
    return None if card is None else trade.get(card, card)
