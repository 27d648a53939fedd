"""Ladder Rummy behind the contract of `games.rules.core.game`."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from games.rules.core.actions import Action
from games.rules.core.cards import Card, Pack
from games.rules.core.cardsets import cards_in, exchanged
from games.rules.core.events import Event
from games.rules.core.game import DealEnd, Game, Options, Outcome
from games.rules.core.plain import Json, Plain
from games.rules.ladder import cpu, deals, dump, rules, view
from games.rules.ladder.actions import CODEC, PACK
from games.rules.ladder.contracts import RUNGS
from games.rules.ladder.scoring import match_outcome
from games.rules.ladder.state import DEALS, SEATS, LadderState
from games.rules.ladder.view import LadderView


class Ladder(Game[LadderState, Action, LadderView]):
    """Four players, two packs and three jokers, ten deals, ten contracts (LR-1 to LR-23)."""

    name: ClassVar[str] = "ladder"
    seats: ClassVar[int] = SEATS
    pack: ClassVar[Pack] = PACK
    state_format: ClassVar[int] = dump.STATE_FORMAT
    levels: ClassVar[tuple[str, ...]] = tuple(cpu.LEVELS)
    actions = CODEC
    deals: ClassVar[int | None] = DEALS
    stages: ClassVar[int] = RUNGS

    def setup(self, options: Options, seed: bytes) -> tuple[LadderState, tuple[Event, ...]]:
        return deals.start_match(options, seed)

    def advance(self, state: LadderState) -> tuple[LadderState, tuple[Event, ...]]:
        return deals.next_deal(state)

    def legal_actions(self, state: LadderState, seat: int) -> tuple[Action, ...]:
        return rules.legal_actions(state, seat)

    def check(self, state: LadderState, seat: int, action: Action) -> None:
        rules.check(state, seat, action)

    def apply(
        self, state: LadderState, seat: int, action: Action
    ) -> tuple[LadderState, tuple[Event, ...]]:
        return rules.apply(state, seat, action)

    def view(self, state: LadderState, seat: int | None) -> LadderView:
        return view.view_of(state, seat)

    def dump_view(self, view_: LadderView) -> dict[str, Json]:
        return view.dump_view(view_)

    def view_log(self, view_: LadderView) -> list[dict[str, Json]]:
        return list(view_.log)

    def outcome(self, state: LadderState) -> Outcome | None:
        return match_outcome(state.completed, state.totals) if state.match_over else None

    def choose(self, view_: LadderView, level: str, key: bytes) -> Action:
        return cpu.choose(view_, level, key)

    def dump_state(self, state: LadderState) -> Plain:
        return dump.dump_state(state)

    def load_state(self, data: Plain) -> LadderState:
        return dump.load_state(data)

    def setup_at(
        self, stage: int, options: Options, seed: bytes
    ) -> tuple[LadderState, tuple[Event, ...]]:
        """A stage is a rung."""
        return deals.start_match(options, seed, stage)

    def deal_end(self, events: Sequence[Event]) -> DealEnd | None:
        """Its scores are the penalties, turned."""
        end = super().deal_end(events)
        if end is None:
            return None
        bounds = [event.data.get("bound") for event in events]
        return DealEnd(
            reason=end.reason,
            scores=tuple(-penalty for penalty in end.scores),
            bounds=tuple(bound for bound in bounds if isinstance(bound, str)),
        )

    def cards_of(self, state: LadderState) -> tuple[Card, ...]:
        laid = (card for meld in state.melds for card in meld.cards)
        held = (card for hand in state.hands for card in cards_in(hand))
        return (*state.stock, *state.discards, *laid, *held)

    def hidden_from(self, state: LadderState, seat: int | None) -> frozenset[Card]:
        """The stock and the other hands, save the cards seen on their way into a hand."""
        hidden = set(state.stock)
        if state.deal_over:
            return frozenset(hidden)
        for other, hand in enumerate(state.hands):
            if other != seat:
                hidden.update(cards_in(hand))
        taken: set[Card] = set()
        for event in state.log:
            if event["type"] == "drew_discard":
                taken.add(self.pack.parse(event["card"]))
            elif event["type"] == "discarded":
                taken.discard(self.pack.parse(event["card"]))
        return frozenset(hidden - taken)

    def exchange(self, state: LadderState, one: Card, other: Card) -> LadderState:
        trade = {one: other, other: one}
        return replace(
            state,
            hands=tuple(exchanged(hand, one, other) for hand in state.hands),
            melds=tuple(
                replace(meld, cards=tuple(trade.get(card, card) for card in meld.cards))
                for meld in state.melds
            ),
            stock=bytes(trade.get(card, card) for card in state.stock),
            discards=bytes(trade.get(card, card) for card in state.discards),
        )
