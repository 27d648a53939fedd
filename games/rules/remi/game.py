"""Remi behind the contract of `games.rules.core.game`."""

from games.rules.core.actions import Action
from games.rules.core.cards import SINGLE, Card
from games.rules.core.game import Game, Outcome
from games.rules.core.match_state import every_card, unseen_cards
from games.rules.core.match_view import log_forms
from games.rules.core.search import searching
from games.rules.core.trade import Trade
from games.rules.remi import cpu, dump, rules
from games.rules.remi import deals as dealing
from games.rules.remi import view as viewing
from games.rules.remi.actions import CODEC
from games.rules.remi.scoring import match_outcome
from games.rules.remi.state import DEALS, SEATS, RemiState
from games.rules.remi.view import RemiView


class Remi(Game[RemiState, Action, RemiView]):
    """Four players, 52 cards, eight deals (RM-1 to RM-18)."""

    name = "remi"
    seats = SEATS
    pack = SINGLE
    state_format = dump.FORM.number
    levels = tuple(cpu.LEVELS)
    slow_levels = searching(cpu.LEVELS)
    actions = CODEC
    deals = DEALS

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

    def outcome(self, state: RemiState) -> Outcome | None:
        return match_outcome(state.totals) if state.match_over else None

    def hidden_from(self, state: RemiState, seat: int | None) -> frozenset[Card]:
        """The stock and the other hands, save the cards seen on their way into a hand."""
        hidden = unseen_cards(state, seat)
        for event in state.log:
            if event["type"] == "took":
                picked = event["picked"]
                assert isinstance(picked, list)
                hidden.difference_update(self.pack.parse_all(picked))
        return frozenset(hidden)

    def exchange(self, state: RemiState, one: Card, other: Card) -> RemiState:
        trade = Trade(one, other)
        table = tuple(tuple(trade.cards(meld) for meld in melds) for melds in state.table)
        return trade.in_state(state, table=table)
