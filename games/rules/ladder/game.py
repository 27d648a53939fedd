"""Ladder Rummy behind the contract of `games.rules.core.game`."""

from collections.abc import Sequence
from dataclasses import replace

from games.rules.core.actions import Action
from games.rules.core.cards import Card
from games.rules.core.events import Event
from games.rules.core.game import DealEnd, Game, Options, Outcome
from games.rules.core.match_state import every_card, unseen_cards
from games.rules.core.match_view import log_forms
from games.rules.core.search import searching
from games.rules.core.trade import Trade
from games.rules.ladder import cpu, dump, rules
from games.rules.ladder import deals as dealing
from games.rules.ladder import view as viewing
from games.rules.ladder.actions import CODEC, PACK
from games.rules.ladder.contracts import RUNGS
from games.rules.ladder.scoring import match_outcome
from games.rules.ladder.state import DEALS, SEATS, LadderState
from games.rules.ladder.view import LadderView


class Ladder(Game[LadderState, Action, LadderView]):
    """Four players, two packs and three jokers, ten deals, ten contracts (LR-1 to LR-23)."""

    name = "ladder"
    seats = SEATS
    pack = PACK
    state_format = dump.FORM.number
    levels = tuple(cpu.LEVELS)
    slow_levels = searching(cpu.LEVELS)
    actions = CODEC
    deals = DEALS
    stages = RUNGS

    setup = staticmethod(dealing.start_match)
    advance = staticmethod(dealing.next_deal)
    legal_actions = staticmethod(rules.legal_actions)
    check = staticmethod(rules.check)
    apply = staticmethod(rules.apply)
    view = staticmethod(viewing.view_of)
    dump_view = staticmethod(viewing.dump_view)
    view_log = staticmethod(log_forms)
    choose = staticmethod(cpu.choose)
    dump_state = staticmethod(dump.dump_state)
    load_state = staticmethod(dump.load_state)
    cards_of = staticmethod(every_card)

    def outcome(self, state: LadderState) -> Outcome | None:
        return match_outcome(state.completed, state.totals) if state.match_over else None

    def setup_at(
        self, stage: int, options: Options, seed: bytes
    ) -> tuple[LadderState, tuple[Event, ...]]:
        """A stage is a rung."""
        return dealing.start_match(options, seed, stage)

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

    def hidden_from(self, state: LadderState, seat: int | None) -> frozenset[Card]:
        """The stock and the other hands, save the cards seen on their way into a hand."""
        taken: set[Card] = set()
        for event in state.log:
            if event["type"] == "drew_discard":
                taken.add(self.pack.parse(event["card"]))
            elif event["type"] == "discarded":
                taken.discard(self.pack.parse(event["card"]))
        return frozenset(unseen_cards(state, seat) - taken)

    def exchange(self, state: LadderState, one: Card, other: Card) -> LadderState:
        trade = Trade(one, other)
        melds = tuple(replace(meld, cards=trade.cards(meld.cards)) for meld in state.melds)
        return trade.in_state(state, melds=melds)
