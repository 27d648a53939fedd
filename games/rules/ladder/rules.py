"""The turn: what is legal, why something is refused, and what an action does (LR-7 to LR-16)."""

from dataclasses import replace
from typing import Final

from games.rules.core.actions import Action
from games.rules.core.cards import Card
from games.rules.core.cardsets import CardSet, cards_in, mask_of
from games.rules.core.errors import RuleError
from games.rules.core.events import Event
from games.rules.core.shuffle import shuffled
from games.rules.core.turns import check_held, check_turn, with_hand
from games.rules.ladder import events
from games.rules.ladder.actions import (
    PACK,
    Discard,
    DrawDiscard,
    DrawStock,
    LayContract,
    LayOff,
)
from games.rules.ladder.contracts import check_contract, rung_after
from games.rules.ladder.deals import Result, end_deal, next_seat
from games.rules.ladder.finder import find_contract
from games.rules.ladder.melds import (
    End,
    Meld,
    ends_for,
    fits_somewhere,
    fitting,
    grown,
    new_meld,
    represented,
)
from games.rules.ladder.state import MOST_FORCED, MOST_IDLE, MOST_RESHUFFLES, LadderState

_NAMES: Final = PACK.names
_DRAW_STOCK: Final = DrawStock()
_DRAW_DISCARD: Final = DrawDiscard()
_DISCARDS: Final = tuple(Discard(card) for card in range(PACK.size))


def legal_actions(state: LadderState, seat: int) -> tuple[Action, ...]:
    """Everything `seat` may do: the draws; or the contract, lay-offs by meld, discards.

    At most one contract is listed, the one of LR-21; `check` accepts every other (LR-11).
    A lay-off on a run is listed with its end.
    """
    if seat != state.to_move:
        return ()
    if state.phase == "draw":
        if not state.discards:
            return (_DRAW_STOCK,)
        return (_DRAW_STOCK, _DRAW_DISCARD) if _may_draw_stock(state) else (_DRAW_DISCARD,)
    hand = state.hands[seat]
    listed: list[Action] = []
    if not state.laid_in[seat]:
        found = find_contract(hand, rung_after(state.completed[seat]), state.blocked)
        if found is not None:
            listed.append(LayContract(found))
    elif state.laid_in[seat] != state.turn:
        listed += _lay_offs(state, hand)
    free = hand if state.blocked is None else hand & ~(1 << state.blocked)
    listed += [_DISCARDS[card] for card in cards_in(free)]
    return tuple(listed)


def _may_draw_stock(state: LadderState) -> bool:
    """Whether there is a stock, something to make one of, or no pile either (LR-16, LR-22)."""
    return bool(state.stock) or len(state.discards) != 1


def _lay_offs(state: LadderState, hand: CardSet) -> list[Action]:
    found: list[Action] = []
    for number, meld in enumerate(state.melds):
        ends: tuple[End, ...] = ("high",) if meld.kind == "group" else ("low", "high")
        for end in ends:
            cards = hand & fitting(meld, end)
            if cards:
                named = None if meld.kind == "group" else end
                found += [
                    LayOff(number, card, named)
                    for card in cards_in(cards)
                    if not _is_dead_end(state, hand ^ 1 << card, number, card, end)
                ]
    return found


def _is_dead_end(state: LadderState, rest: CardSet, number: int, card: Card, end: End) -> bool:
    """Whether the lay-off leaves only the blocked card in hand, and nowhere to put it (LR-20)."""
    blocked = state.blocked
    if blocked is None or rest != 1 << blocked or state.to_move is None:
        return False
    return not fits_somewhere(_with_card(state, number, card, end), blocked)


def _with_card(state: LadderState, number: int, card: Card, end: End) -> tuple[Meld, ...]:
    """The table's melds after the seat to move laid off `card` on one of them."""
    meld = grown(state.melds[number], card, end, state.to_move or 0)
    return (*state.melds[:number], meld, *state.melds[number + 1 :])


def check(state: LadderState, seat: int, action: Action) -> None:
    """Raises RuleError with the reason when the rules refuse `action` of `seat`."""
    check_turn(state, seat)
    if isinstance(action, DrawStock | DrawDiscard):
        if state.phase != "draw":
            raise RuleError("already_drawn")
    elif state.phase != "play":
        raise RuleError("draw_first")
    match action:
        case DrawStock():
            if not _may_draw_stock(state):
                raise RuleError("stock_empty")
        case DrawDiscard():
            if not state.discards:
                raise RuleError("pile_empty")
        case LayContract(melds):
            _check_contract(state, seat, melds)
        case LayOff():
            _check_lay_off(state, seat, action)
        case Discard(card):
            check_held(PACK, state.hands[seat], card)
            if card == state.blocked:
                raise RuleError("card_blocked", card=_NAMES[card])
        case _:
            raise TypeError(f"not an action of Ladder Rummy: {action!r}")


def _check_contract(state: LadderState, seat: int, melds: tuple[tuple[Card, ...], ...]) -> None:
    """LR-7, LR-11 and LR-20."""
    if state.laid_in[seat]:
        raise RuleError("contract_already_laid")
    hand, used = state.hands[seat], 0
    for card in (card for cards in melds for card in cards):
        if used >> card & 1:
            raise RuleError("card_twice", card=_NAMES[card])
        check_held(PACK, hand, card)
        used |= 1 << card
    laid = [new_meld(cards, seat) for cards in melds]
    check_contract(rung_after(state.completed[seat]), laid)
    if state.blocked is not None and hand ^ used == 1 << state.blocked:
        raise RuleError("only_blocked_card_left", card=_NAMES[state.blocked])


def _check_lay_off(state: LadderState, seat: int, action: LayOff) -> None:
    """LR-12, LR-13 and LR-20."""
    laid = state.laid(seat)
    if laid == "no":
        raise RuleError("contract_not_laid")
    if laid == "this_turn":
        raise RuleError("layoff_next_turn")
    check_held(PACK, state.hands[seat], action.card)
    if not 0 <= action.meld < len(state.melds):
        raise RuleError("no_such_meld", meld=action.meld, melds=len(state.melds))
    if action.end not in (None, "low", "high"):
        raise RuleError("unknown_end", end=action.end)
    meld, name = state.melds[action.meld], _NAMES[action.card]
    ends = ends_for(meld, action.card)
    if not ends:
        raise RuleError("card_does_not_fit", card=name, meld=action.meld)
    if action.end is not None:
        if meld.kind == "group":
            raise RuleError("group_has_no_end", meld=action.meld, end=action.end)
        if action.end not in ends:
            raise RuleError(
                "end_does_not_fit", card=name, meld=action.meld, end=action.end, ends=ends
            )
    rest = state.hands[seat] ^ 1 << action.card
    if _is_dead_end(state, rest, action.meld, action.card, _end_of(meld, action)):
        raise RuleError("only_blocked_card_left", card=_NAMES[rest.bit_length() - 1])


def _end_of(meld: Meld, action: LayOff) -> End:
    """The end that a lay-off means: the one said, else high where that fits (LR-5)."""
    ends = ends_for(meld, action.card)
    return "low" if action.end == "low" or ends == ("low",) else "high"


def apply(state: LadderState, seat: int, action: Action) -> Result:
    """The state after `action` and what happened. Raises RuleError as `check` does."""
    check(state, seat, action)
    match action:
        case DrawDiscard():
            return _draw_discard(state, seat)
        case LayContract(melds):
            return _lay_contract(state, seat, melds)
        case LayOff():
            return _lay_off(state, seat, action)
        case Discard(card):
            return _discard(state, seat, card)
    return _draw_stock(state, seat)


def _draw_stock(state: LadderState, seat: int) -> Result:
    """LR-9, and what an empty stock leads to (LR-16, LR-22)."""
    stock, discards, reshuffles = state.stock, state.discards, state.reshuffles
    happened: tuple[Event, ...] = ()
    if not stock:
        if not discards:
            return end_deal(state, "stock", seat, ())
        if reshuffles == MOST_RESHUFFLES:
            return end_deal(state, "bound", seat, (), "LR-22")
        reshuffles += 1
        stock = bytes(shuffled(discards[:-1], state.seed, state.deal, reshuffles))
        discards = discards[-1:]
        happened = (events.reshuffled(seat, len(stock)),)
    card = stock[-1]
    happened = (*happened, events.drew(seat, card))
    drawn = replace(
        state,
        step=state.step + 1,
        phase="play",
        hands=with_hand(state.hands, seat, state.hands[seat] | 1 << card),
        stock=stock[:-1],
        discards=discards,
        reshuffles=reshuffles,
        forced=0,
        idle=0,
        log=state.log.add(happened),
    )
    return drawn, happened


def _draw_discard(state: LadderState, seat: int) -> Result:
    """LR-10; the turn is forced when nothing else can be drawn (LR-16)."""
    card = state.discards[-1]
    happened = (events.drew_discard(seat, card),)
    drawn = replace(
        state,
        step=state.step + 1,
        phase="play",
        hands=with_hand(state.hands, seat, state.hands[seat] | 1 << card),
        discards=state.discards[:-1],
        blocked=card,
        forced=0 if _may_draw_stock(state) else state.forced + 1,
        idle=state.idle + 1,
        log=state.log.add(happened),
    )
    return drawn, happened


def _lay_contract(state: LadderState, seat: int, melds: tuple[tuple[Card, ...], ...]) -> Result:
    used = mask_of(card for cards in melds for card in cards)
    laid = replace(
        state,
        laid_in=(*state.laid_in[:seat], state.turn, *state.laid_in[seat + 1 :]),
    )
    table = (*state.melds, *(new_meld(cards, seat) for cards in melds))
    return _place(laid, seat, used, table, events.contract_laid(seat, melds))


def _lay_off(state: LadderState, seat: int, action: LayOff) -> Result:
    meld = state.melds[action.meld]
    end = _end_of(meld, action)
    event = events.laid_off(
        seat,
        action.card,
        action.meld,
        None if meld.kind == "group" else end,
        represented(meld, action.card, end),
    )
    table = _with_card(state, action.meld, action.card, end)
    return _place(state, seat, 1 << action.card, table, event)


def _place(
    state: LadderState, seat: int, used: CardSet, table: tuple[Meld, ...], event: Event
) -> Result:
    """The cards `used` have gone from the hand to the `table`; the last one goes out (LR-15)."""
    rest = state.hands[seat] ^ used
    placed = replace(
        state,
        step=state.step + 1,
        hands=with_hand(state.hands, seat, rest),
        melds=table,
        forced=0,
        idle=0,
    )
    if not rest:
        return end_deal(placed, "out", seat, (event,))
    return replace(placed, log=state.log.add((event,))), (event,)


def _discard(state: LadderState, seat: int, card: Card) -> Result:
    """Ends the turn (LR-14), and the deal if the hand is empty or a bound is met."""
    rest = state.hands[seat] ^ 1 << card
    happened = (events.discarded(seat, card),)
    thrown = replace(
        state,
        hands=with_hand(state.hands, seat, rest),
        discards=state.discards + bytes((card,)),
        blocked=None,
    )
    if not rest:
        return end_deal(thrown, "out", seat, happened)
    if state.forced >= MOST_FORCED:
        return end_deal(thrown, "bound", seat, happened, "LR-16")
    if state.idle >= MOST_IDLE:
        return end_deal(thrown, "bound", seat, happened, "LR-23")
    passed = replace(
        thrown,
        turn=state.turn + 1,
        step=0,
        to_move=next_seat(seat),
        phase="draw",
        log=state.log.add(happened),
    )
    return passed, happened
