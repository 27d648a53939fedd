"""Everything that Highest is."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from games.rules.core.actions import Action, Codec, card_field
from games.rules.core.cards import SINGLE, Card
from games.rules.core.errors import FormatError, RuleError
from games.rules.core.events import DealLog, Event, LogCodec, Shape
from games.rules.core.game import Game, Options, Outcome, places
from games.rules.core.shuffle import cpu_number, drawn_dealer, shuffled

SEATS, HAND, DEALS = 2, 5, 2
LOG = LogCodec(SINGLE, (Shape("played", (("card", "card"),)),))


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Play a card."""

    type: ClassVar[str] = "play"
    card: Card = card_field()


@dataclass(frozen=True, slots=True)
class State:
    """A match at one moment; `table` is the card that waits for an answer."""

    seed: bytes
    first_dealer: int
    dealer: int
    deal: int
    turn: int
    to_move: int | None
    hands: tuple[tuple[Card, ...], ...]
    table: Card | None
    stock: tuple[Card, ...]
    played: tuple[Card, ...]
    tricks: tuple[int, ...]
    totals: tuple[int, ...]
    sheet: tuple[tuple[int, int, tuple[int, ...]], ...]
    log: DealLog
    step: int = 0

    @property
    def deal_over(self) -> bool:
        return self.to_move is None

    @property
    def match_over(self) -> bool:
        return self.to_move is None and self.deal == DEALS


@dataclass(frozen=True, slots=True)
class View:
    """What one seat sees."""

    seat: int | None
    state: State
    hand: tuple[Card, ...] | None
    legal: tuple[Play, ...]


class Highest(Game[State, Play, View]):
    """See the package."""

    name = "highest"
    seats = SEATS
    pack = SINGLE
    state_format = 1
    actions = Codec(SINGLE, (Play,))

    def setup(self, options: Options, seed: bytes) -> tuple[State, tuple[Event, ...]]:
        first = options.first_dealer
        first = drawn_dealer(seed, SEATS) if first is None else first
        if not 0 <= first < SEATS:
            raise RuleError("no_such_seat", seat=first)
        if len(seed) != 32:
            raise RuleError("wrong_seed", bytes=len(seed))
        return self._deal(seed, first, first, 1, (0,) * SEATS, ())

    def _deal(
        self, seed: bytes, first: int, dealer: int, deal: int, totals: Any, sheet: Any
    ) -> tuple[State, tuple[Event, ...]]:
        deck = shuffled(range(52), seed, deal)
        hands = tuple(tuple(deck[n * HAND : (n + 1) * HAND]) for n in range(SEATS))
        stock = tuple(deck[SEATS * HAND :])
        mover = (dealer + 1) % SEATS
        data = {"deal": deal, "dealer": dealer, "first": mover}
        events = [
            Event("deal_started", None, {**data, "hand_sizes": [HAND] * SEATS, "stock": len(stock)})
        ]
        for seat, hand in enumerate(hands):
            secret = {"cards": SINGLE.name_all(hand)}
            events.append(Event("dealt", seat, {"count": HAND}, secret))
        log = DealLog(LOG).add(events)
        state = State(
            seed, first, dealer, deal, 1, mover, hands, None, stock, (), (0,) * SEATS, totals,
            sheet, log,
        )  # fmt: skip
        return state, tuple(events)

    def advance(self, state: State) -> tuple[State, tuple[Event, ...]]:
        if state.match_over:
            raise RuleError("match_over")
        if not state.deal_over:
            raise RuleError("deal_not_over")
        dealer = (state.dealer + 1) % SEATS
        return self._deal(
            state.seed, state.first_dealer, dealer, state.deal + 1, state.totals, state.sheet
        )

    def legal_actions(self, state: State, seat: int) -> tuple[Play, ...]:
        if seat != state.to_move:
            return ()
        return tuple(Play(card) for card in sorted(state.hands[seat]))

    def check(self, state: State, seat: int, action: Play) -> None:
        if state.deal_over:
            raise RuleError("deal_over")
        if seat != state.to_move:
            raise RuleError("not_your_turn", to_move=state.to_move)
        if action.card not in state.hands[seat]:
            raise RuleError("card_not_in_hand", card=SINGLE.names[action.card])

    def apply(self, state: State, seat: int, action: Play) -> tuple[State, tuple[Event, ...]]:
        self.check(state, seat, action)
        hands = tuple(tuple(card for card in hand if card != action.card) for hand in state.hands)
        events = [Event("played", seat, {"card": SINGLE.names[action.card]})]
        other = (seat + 1) % SEATS
        after = replace(
            state, hands=hands, turn=state.turn + 1, played=(*state.played, action.card)
        )
        if state.table is None:
            after = replace(after, table=action.card, to_move=other)
        else:
            mine = SINGLE.ranks[action.card] > SINGLE.ranks[state.table]
            winner = seat if mine else other
            tricks = tuple(n + (s == winner) for s, n in enumerate(state.tricks))
            after = replace(after, table=None, to_move=winner, tricks=tricks)
        if not any(hands):
            totals = tuple(a + b for a, b in zip(after.totals, after.tricks, strict=True))
            row = (state.deal, state.dealer, after.tricks)
            after = replace(after, to_move=None, totals=totals, sheet=(*after.sheet, row))
            scores = list(after.tricks)
            end = {"deal": state.deal, "scores": scores, "totals": list(totals), "reason": "out"}
            events.append(Event("deal_ended", None, end))
            outcome = self.outcome(after)
            if outcome is not None:
                ranking = {"places": list(outcome.places), "winners": list(outcome.winners)}
                events.append(Event("match_ended", None, {"totals": list(totals), **ranking}))
        return replace(after, log=after.log.add(events)), tuple(events)

    def view(self, state: State, seat: int | None) -> View:
        hand = None if seat is None else state.hands[seat]
        open_state = replace(state, seed=b"", hands=tuple((0,) * len(h) for h in state.hands))
        open_state = replace(open_state, stock=(0,) * len(state.stock))
        legal = () if seat is None else self.legal_actions(state, seat)
        return View(seat, open_state, hand, legal)

    def dump_view(self, view: View) -> dict[str, Any]:
        state = view.state
        over = state.deal_over
        return {
            "deal": state.deal, "turn": state.turn, "step": state.step, "to_move": state.to_move,
            "deal_over": over, "match_over": state.match_over,
            "dealer": state.dealer, "first_dealer": state.first_dealer,
            "hand": None if view.hand is None else SINGLE.name_all(view.hand),
            "hand_sizes": [len(hand) for hand in state.hands],
            "stock": len(state.stock), "totals": list(state.totals),
            "sheet": [
                {"deal": deal, "dealer": dealer, "scores": list(scores), "reason": "out"}
                for deal, dealer, scores in state.sheet
            ],
            "legal": [self.actions.dump(action) for action in view.legal],
            "result": {"reason": "out", "scores": list(state.tricks)} if over else None,
            "table": None if state.table is None else SINGLE.names[state.table],
        }  # fmt: skip

    def view_log(self, view: View) -> list[dict[str, Any]]:
        return list(view.state.log)

    def outcome(self, state: State) -> Outcome | None:
        return Outcome(state.totals, places(state.totals)) if state.match_over else None

    def choose(self, view: View, level: str, key: bytes) -> Play:
        if level not in self.levels:
            raise RuleError("unknown_level", level=level)
        if level == "greedy":
            return max(view.legal, key=lambda play: SINGLE.ranks[play.card])
        state = view.state
        number = cpu_number(key, state.deal, state.turn, state.step, view.seat or 0)
        return view.legal[number % len(view.legal)]

    def dump_state(self, state: State) -> list[Any]:
        return [
            self.state_format, state.seed, state.first_dealer, state.dealer, state.deal,
            state.turn, state.to_move, state.hands, state.table, state.stock, state.played,
            state.tricks, state.totals, state.sheet, state.log.packed,
        ]  # fmt: skip

    def load_state(self, data: Any) -> State:
        try:
            if data[0] > self.state_format:
                raise FormatError("newer_format", format=data[0], known=self.state_format)
            (_, seed, first, dealer, deal, turn, mover, hands, table, stock, played, tricks,
             totals, sheet, log) = data  # fmt: skip
            return State(
                seed, first, dealer, deal, turn, mover, tuple(map(tuple, hands)), table,
                tuple(stock), tuple(played), tuple(tricks), tuple(totals),
                tuple((a, b, tuple(c)) for a, b, c in sheet), DealLog(LOG, log),
            )  # fmt: skip
        except (TypeError, ValueError, IndexError, KeyError) as fault:
            raise FormatError("damaged_state") from fault

    def cards_of(self, state: State) -> tuple[Card, ...]:
        return (*(card for hand in state.hands for card in hand), *state.stock, *state.played)

    def hidden_from(self, state: State, seat: int | None) -> frozenset[Card]:
        hands = [card for n, hand in enumerate(state.hands) if n != seat for card in hand]
        return frozenset((*hands, *state.stock))

    def exchange(self, state: State, one: Card, other: Card) -> State:
        swap = {one: other, other: one}

        def swapped(cards: tuple[Card, ...]) -> tuple[Card, ...]:
            return tuple(swap.get(card, card) for card in cards)

        return replace(state, hands=tuple(map(swapped, state.hands)), stock=swapped(state.stock))
