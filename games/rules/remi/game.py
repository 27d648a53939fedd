"""Remi behind the contract of `games.rules.core.game`."""

from dataclasses import replace
from typing import ClassVar

from games.rules.core.actions import Action
from games.rules.core.cards import SINGLE, Card, Pack
from games.rules.core.events import Event
from games.rules.core.game import Game, Options, Outcome
from games.rules.core.plain import Json, Plain
from games.rules.remi import cpu, deals, dump, rules, view
from games.rules.remi.actions import CODEC
from games.rules.remi.masks import cards_in
from games.rules.remi.scoring import match_outcome
from games.rules.remi.state import DEALS, SEATS, RemiState
from games.rules.remi.view import RemiView


class Remi(Game[RemiState, Action, RemiView]):
    """Four players, 52 cards, eight deals (RM-1 to RM-18)."""

    name: ClassVar[str] = "remi"
    seats: ClassVar[int] = SEATS
    pack: ClassVar[Pack] = SINGLE
    state_format: ClassVar[int] = dump.STATE_FORMAT
    levels: ClassVar[tuple[str, ...]] = tuple(cpu.LEVELS)
    actions = CODEC
    deals: ClassVar[int | None] = DEALS

    def setup(self, options: Options, seed: bytes) -> tuple[RemiState, tuple[Event, ...]]:
        return deals.start_match(options, seed)

    def advance(self, state: RemiState) -> tuple[RemiState, tuple[Event, ...]]:
        return deals.next_deal(state)

    def legal_actions(self, state: RemiState, seat: int) -> tuple[Action, ...]:
        return rules.legal_actions(state, seat)

    def check(self, state: RemiState, seat: int, action: Action) -> None:
        rules.check(state, seat, action)

    def apply(
        self, state: RemiState, seat: int, action: Action
    ) -> tuple[RemiState, tuple[Event, ...]]:
        return rules.apply(state, seat, action)

    def view(self, state: RemiState, seat: int | None) -> RemiView:
        return view.view_of(state, seat)

    def dump_view(self, view_: RemiView) -> dict[str, Json]:
        return view.dump_view(view_)

    def view_log(self, view_: RemiView) -> list[dict[str, Json]]:
        return list(view_.log)

    def outcome(self, state: RemiState) -> Outcome | None:
        return match_outcome(state.totals) if state.match_over else None

    def choose(self, view_: RemiView, level: str, key: bytes) -> Action:
        return cpu.choose(view_, level, key)

    def dump_state(self, state: RemiState) -> Plain:
        return dump.dump_state(state)

    def load_state(self, data: Plain) -> RemiState:
        return dump.load_state(data)

    def cards_of(self, state: RemiState) -> tuple[Card, ...]:
        laid = (card for melds in state.table for meld in melds for card in meld)
        held = (card for hand in state.hands for card in cards_in(hand))
        return (*state.stock, *state.discards, *laid, *held)

    def hidden_from(self, state: RemiState, seat: int | None) -> frozenset[Card]:
        """The stock and the other hands, save the cards seen on their way into a hand."""
        hidden = set(state.stock)
        if not state.deal_over:
            for other, hand in enumerate(state.hands):
                if other != seat:
                    hidden.update(cards_in(hand))
        for event in state.log:
            if event["type"] == "took":
                picked = event["picked"]
                assert isinstance(picked, list)
                hidden.difference_update(self.pack.parse_all(picked))
        return frozenset(hidden)

    def exchange(self, state: RemiState, one: Card, other: Card) -> RemiState:
        trade = {one: other, other: one}

        def traded(hand: int) -> int:
            if (hand >> one ^ hand >> other) & 1:
                hand ^= 1 << one | 1 << other
            return hand

        return replace(
            state,
            hands=tuple(traded(hand) for hand in state.hands),
            table=tuple(
                tuple(tuple(trade.get(card, card) for card in meld) for meld in melds)
                for melds in state.table
            ),
            stock=bytes(trade.get(card, card) for card in state.stock),
            discards=bytes(trade.get(card, card) for card in state.discards),
        )
