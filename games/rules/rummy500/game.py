"""Rummy 500 behind the contract of `games.rules.core.game`."""

from games.rules.core.actions import Action
from games.rules.core.cards import SINGLE, Card
from games.rules.core.game import Game, Outcome
from games.rules.core.match_state import every_card, unseen_cards
from games.rules.core.match_view import log_forms
from games.rules.core.search import searching
from games.rules.core.trade import Trade
from games.rules.rummy500 import cpu, dump, legal, rules
from games.rules.rummy500 import deals as dealing
from games.rules.rummy500 import view as viewing
from games.rules.rummy500.actions import CODEC
from games.rules.rummy500.melds import table_meld
from games.rules.rummy500.scoring import match_outcome
from games.rules.rummy500.state import SEATS, Rummy500State
from games.rules.rummy500.view import Rummy500View


class Rummy500(Game[Rummy500State, Action, Rummy500View]):
    """Two players, 52 cards, deals until one leads with 500 or more (RF-1 to RF-23)."""

    name = "rummy500"
    seats = SEATS
    pack = SINGLE
    state_format = dump.FORM.number
    levels = tuple(cpu.LEVELS)
    slow_levels = searching(cpu.LEVELS)
    actions = CODEC

    setup = staticmethod(dealing.start_match)
    advance = staticmethod(dealing.next_deal)
    legal_actions = staticmethod(legal.legal_actions)
    check = staticmethod(rules.check)
    apply = staticmethod(rules.apply)
    view = staticmethod(viewing.view_of)
    dump_view = staticmethod(viewing.dump_view)
    view_log = staticmethod(log_forms)
    choose = staticmethod(cpu.choose)
    dump_state = staticmethod(dump.dump_state)
    load_state = staticmethod(dump.load_state)
    cards_of = staticmethod(every_card)

    def outcome(self, state: Rummy500State) -> Outcome | None:
        return match_outcome(state.totals) if state.match_over else None

    def hidden_from(self, state: Rummy500State, seat: int | None) -> frozenset[Card]:
        """The stock and the other hands, save the cards seen on their way into a hand."""
        hidden = unseen_cards(state, seat)
        for event in state.log:
            if event["type"] == "took":
                taken = event["cards"]
                assert isinstance(taken, list)
                hidden.difference_update(self.pack.parse_all(taken))
        return frozenset(hidden)

    def exchange(self, state: Rummy500State, one: Card, other: Card) -> Rummy500State:
        trade = Trade(one, other)
        return trade.in_state(
            state,
            melds=tuple(
                table_meld(meld.kind, trade.cards(meld.cards), meld.placed) for meld in state.melds
            ),
            must_use=None if state.must_use is None else trade.card(state.must_use),
            blocked=None if state.blocked is None else trade.card(state.blocked),
        )
