"""Everything that Highest is."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from games.rules.core import dealing
from games.rules.core.actions import Action, Codec, card_field
from games.rules.core.cards import SINGLE, Card
from games.rules.core.cardsets import cards_in
from games.rules.core.cpus import chosen, random_action
from games.rules.core.deal_events import DealEvents, deal_ended, match_ended
from games.rules.core.events import DealLog, Event, LogCodec, Shape
from games.rules.core.game import Game, Options, Outcome, places
from games.rules.core.match_state import DealResult, DealRow, MatchState, every_card, unseen_cards
from games.rules.core.match_view import MatchView, log_forms, shared_knowledge, view_form
from games.rules.core.plain import Json, Plain
from games.rules.core.state_form import Fields, StateForm, by_seat
from games.rules.core.trade import Trade
from games.rules.core.turns import check_held, check_turn, with_hand

SEATS, HAND, DEALS = 2, 5, 2
LOG = LogCodec(SINGLE, (Shape("played", (("card", "card"),)),))
EVENTS = DealEvents(SINGLE)
FORM = StateForm(1, SEATS, SINGLE, LOG)


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Play a card."""

    type: ClassVar[str] = "play"
    card: Card = card_field()


CODEC: Codec[Action] = Codec(SINGLE, (Play,))


@dataclass(frozen=True, slots=True, kw_only=True)
class State(MatchState):
    """A match at one moment; `table` is the card that waits for an answer, on top of the pile."""

    table: Card | None = None
    tricks: tuple[int, ...] = (0,) * SEATS

    @property
    def match_over(self) -> bool:
        return self.deal_over and self.deal == DEALS

    def table_cards(self) -> tuple[Card, ...]:
        return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class View(MatchView):
    """What one seat sees."""

    table: Card | None


Result = tuple[State, tuple[Event, ...]]


def legal_actions(state: State, seat: int) -> tuple[Action, ...]:
    if seat != state.to_move:
        return ()
    return tuple(Play(card) for card in cards_in(state.hands[seat]))


def highest(view: View, seat: int, key: bytes) -> Action:
    plays = (action for action in view.legal if isinstance(action, Play))
    return max(plays, key=lambda play: SINGLE.ranks[play.card])


class Highest(Game[State, Action, View]):
    """See the package."""

    name = "highest"
    seats = SEATS
    pack = SINGLE
    state_format = FORM.number
    actions = CODEC

    legal_actions = staticmethod(legal_actions)
    view_log = staticmethod(log_forms)
    cards_of = staticmethod(every_card)

    def setup(self, options: Options, seed: bytes) -> Result:
        dealer = dealing.opening_dealer(options, seed, SEATS)
        return self._deal(seed, dealer, dealer, 1, (0,) * SEATS, ())

    def advance(self, state: State) -> Result:
        dealing.check_next_deal(state)
        dealer = (state.dealer + 1) % SEATS
        return self._deal(
            state.seed, state.first_dealer, dealer, state.deal + 1, state.totals, state.sheet
        )

    def _deal(
        self,
        seed: bytes,
        first_dealer: int,
        dealer: int,
        deal: int,
        totals: tuple[int, ...],
        sheet: tuple[DealRow, ...],
    ) -> Result:
        hands, stock = dealing.dealt_hands(SINGLE, seed, deal, SEATS, HAND)
        first = (dealer + 1) % SEATS
        happened = EVENTS.opening(deal, dealer, first, hands, len(stock))
        state = State(
            seed=seed, first_dealer=first_dealer, dealer=dealer, deal=deal, to_move=first,
            phase="play", hands=hands, stock=bytes(stock), discards=b"", totals=totals,
            sheet=sheet, log=DealLog(LOG).add(happened),
        )  # fmt: skip
        return state, happened

    def check(self, state: State, seat: int, action: Action) -> None:
        check_turn(state, seat)
        assert isinstance(action, Play)
        check_held(SINGLE, state.hands[seat], action.card)

    def apply(self, state: State, seat: int, action: Action) -> Result:
        self.check(state, seat, action)
        assert isinstance(action, Play)
        card = action.card
        happened = (Event("played", seat, {"card": SINGLE.names[card]}),)
        other = (seat + 1) % SEATS
        after = replace(
            state,
            hands=with_hand(state.hands, seat, state.hands[seat] ^ 1 << card),
            turn=state.turn + 1,
            discards=state.discards + bytes((card,)),
        )
        if state.table is None:
            after = replace(after, table=card, to_move=other)
        else:
            winner = seat if SINGLE.ranks[card] > SINGLE.ranks[state.table] else other
            tricks = tuple(n + (s == winner) for s, n in enumerate(state.tricks))
            after = replace(after, table=None, to_move=winner, tricks=tricks)
        if not any(after.hands):
            return self._end(after, seat, happened)
        return replace(after, log=after.log.add(happened)), happened

    def _end(self, state: State, seat: int, happened: tuple[Event, ...]) -> Result:
        result = DealResult(reason="out", seat=seat, scores=state.tricks)
        totals = dealing.added(state.totals, result.scores)
        happened = (*happened, deal_ended(state.deal, seat, totals, result_form(result)))
        if state.deal == DEALS:
            happened = (*happened, match_ended(Outcome(totals, places(totals))))
        row = DealRow(state.deal, state.dealer, result.scores, result.reason)
        return dealing.closed_deal(state, result, row, totals, happened)

    def view(self, state: State, seat: int | None) -> View:
        return View(**shared_knowledge(state, seat, legal_actions), table=state.table)

    def dump_view(self, view: View) -> dict[str, Json]:
        table = None if view.table is None else SINGLE.names[view.table]
        result = None if view.result is None else result_form(view.result)
        return view_form(view, CODEC, {"table": table, "stock": view.stock}, result)

    def outcome(self, state: State) -> Outcome | None:
        return Outcome(state.totals, places(state.totals)) if state.match_over else None

    def choose(self, view: View, level: str, key: bytes) -> Action:
        return chosen({"random": random_action, "greedy": highest}, view, level, key)

    def dump_state(self, state: State) -> Plain:
        result: Plain = None
        if state.result is not None:
            result = [state.result.reason, state.result.seat, list(state.result.scores)]
        return FORM.dump(state, result, list(state.hands), state.table, list(state.tricks))

    def load_state(self, data: Plain) -> State:
        return FORM.load(data, read)

    def hidden_from(self, state: State, seat: int | None) -> frozenset[Card]:
        return frozenset(unseen_cards(state, seat))

    def exchange(self, state: State, one: Card, other: Card) -> State:
        trade = Trade(one, other)
        table = None if state.table is None else trade.card(state.table)
        return trade.in_state(state, table=table)


def result_form(result: DealResult) -> dict[str, Json]:
    return {"reason": result.reason, "seat": result.seat, "scores": list(result.scores)}


def read(shared: Fields, result: Any, hands: Sequence[int], table: Any, tricks: Any) -> State:
    return State(
        **shared,
        hands=tuple(hands),
        table=table,
        tricks=by_seat(tricks, SEATS),
        result=None if result is None else read_result(*result),
    )


def read_result(reason: Any, seat: Any, scores: Any) -> DealResult:
    return DealResult(reason=reason, seat=seat, scores=tuple(scores))
