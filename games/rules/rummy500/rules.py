"""The turn: why something is refused, and what an action does (RF-6 to RF-15, RF-21, RF-22)."""

from dataclasses import replace
from typing import Final

from games.rules.core.actions import Action
from games.rules.core.cards import SINGLE, Card
from games.rules.core.cardsets import CardSet, mask_of
from games.rules.core.errors import RuleError
from games.rules.core.events import Event
from games.rules.core.turns import check_held, check_turn, with_hand
from games.rules.rummy500 import events
from games.rules.rummy500.actions import Decline, Discard, DrawStock, Layoff, Meld, TakeDiscard
from games.rules.rummy500.deals import Result, end_deal
from games.rules.rummy500.legal import strands, take_depths
from games.rules.rummy500.melds import (
    TableMeld,
    arranged,
    chosen_end,
    ends_for,
    grown,
    table_meld,
)
from games.rules.rummy500.state import SEATS, Rummy500State, bound_met

_NAMES: Final = SINGLE.names


def check(state: Rummy500State, seat: int, action: Action) -> None:
    """Raises RuleError with the reason when the rules refuse `action` of `seat`."""
    check_turn(state, seat)
    drawing = state.phase == "draw"
    match action:
        case DrawStock() | TakeDiscard() | Decline():
            if not drawing:
                raise RuleError("already_drawn")
        case Meld() | Layoff() | Discard():
            if drawing:
                raise RuleError("draw_first")
    match action:
        case DrawStock():
            if not state.stock:
                raise RuleError("stock_empty")
        case TakeDiscard(depth):
            _check_take(state, seat, depth)
        case Decline():
            if state.stock:
                raise RuleError("stock_not_empty", stock=len(state.stock))
        case Meld(cards):
            _check_meld(state, seat, cards)
            _check_stranded(state, seat, action)
        case Layoff():
            _check_layoff(state, seat, action)
            _check_stranded(state, seat, action)
        case Discard(card):
            _check_discard(state, seat, card)
        case _:
            raise TypeError(f"not an action of Rummy 500: {action!r}")


def _check_take(state: Rummy500State, seat: int, depth: int) -> None:
    """RF-8 and RF-9."""
    there = len(state.discards)
    if not 1 <= depth <= there:
        raise RuleError("no_such_discard", depth=depth, available=there)
    if depth not in take_depths(state.hands[seat], state.discards, state.melds):
        card = state.discards[-depth]
        raise RuleError("cannot_place_at_once", card=_NAMES[card], depth=depth)


def _check_meld(state: Rummy500State, seat: int, cards: tuple[Card, ...]) -> None:
    """RF-11, and the duty of RF-10."""
    seen = 0
    for card in cards:
        if seen >> card & 1:
            raise RuleError("card_twice", card=_NAMES[card])
        check_held(SINGLE, state.hands[seat], card)
        seen |= 1 << card
    if state.must_use is not None and not seen >> state.must_use & 1:
        raise RuleError("must_place_first", card=_NAMES[state.must_use])
    if len(cards) < 3:
        raise RuleError("too_few_cards", needed=3, given=len(cards))
    if arranged(cards) is None:
        raise RuleError("not_a_meld", cards=SINGLE.name_all(cards))


def _check_layoff(state: Rummy500State, seat: int, action: Layoff) -> None:
    """RF-6, and the duty of RF-10."""
    card, end = action.card, action.end
    check_held(SINGLE, state.hands[seat], card)
    if state.must_use is not None and card != state.must_use:
        raise RuleError("must_place_first", card=_NAMES[state.must_use])
    if not 0 <= action.meld < len(state.melds):
        raise RuleError("no_such_meld", meld=action.meld, melds=len(state.melds))
    if end not in (None, "low", "high"):
        raise RuleError("no_such_end", end=end)
    meld = state.melds[action.meld]
    if not meld.fits >> card & 1:
        raise RuleError("does_not_fit", card=_NAMES[card], meld=action.meld)
    if end is None:
        return
    if meld.kind == "set":
        raise RuleError("set_has_no_ends", meld=action.meld, end=end)
    ends = ends_for(meld, card)
    if end not in ends:
        raise RuleError("wrong_end", card=_NAMES[card], meld=action.meld, end=end, ends=list(ends))


def _check_stranded(state: Rummy500State, seat: int, action: Meld | Layoff) -> None:
    """RF-21."""
    blocked = state.blocked
    size = state.hands[seat].bit_count()
    if blocked is not None and strands(action, size, blocked, state.melds):
        raise RuleError("dead_end", card=_NAMES[blocked])


def _check_discard(state: Rummy500State, seat: int, card: Card) -> None:
    """RF-12, and the duty of RF-10."""
    check_held(SINGLE, state.hands[seat], card)
    if state.must_use is not None:
        raise RuleError("must_place_first", card=_NAMES[state.must_use])
    if card == state.blocked:
        raise RuleError("blocked_card", card=_NAMES[card])


def apply(state: Rummy500State, seat: int, action: Action) -> Result:
    """The state after `action` and what happened. Raises RuleError as `check` does."""
    check(state, seat, action)
    match action:
        case TakeDiscard(depth):
            return _take(state, seat, depth)
        case Decline():
            return end_deal(state, "stock", None, seat, (events.declined(seat),))
        case Meld(cards):
            return _meld(state, seat, cards)
        case Layoff():
            return _lay_off(state, seat, action)
        case Discard(card):
            return _discard(state, seat, card)
    return _draw(state, seat)


def _draw(state: Rummy500State, seat: int) -> Result:
    card = state.stock[-1]
    happened = (events.drew(seat, card),)
    drawn = replace(
        state,
        step=state.step + 1,
        phase="play",
        hands=with_hand(state.hands, seat, state.hands[seat] | 1 << card),
        stock=state.stock[:-1],
        active=True,
        log=state.log.add(happened),
    )
    return drawn, happened


def _take(state: Rummy500State, seat: int, depth: int) -> Result:
    below = len(state.discards) - depth
    cards = state.discards[below:]
    happened = (events.took(seat, depth, cards),)
    alone = depth == 1
    taken = replace(
        state,
        step=state.step + 1,
        phase="play" if alone else "must_use",
        hands=with_hand(state.hands, seat, state.hands[seat] | mask_of(cards)),
        discards=state.discards[:below],
        must_use=None if alone else cards[0],
        blocked=cards[0] if alone else None,
        log=state.log.add(happened),
    )
    return taken, happened


def _meld(state: Rummy500State, seat: int, cards: tuple[Card, ...]) -> Result:
    found = arranged(cards)
    assert found is not None
    kind, laid = found
    happened = (events.melded(seat, len(state.melds), kind, laid),)
    meld = table_meld(kind, laid, (seat,) * len(laid))
    return _placed(state, seat, mask_of(laid), (*state.melds, meld), happened)


def _lay_off(state: Rummy500State, seat: int, action: Layoff) -> Result:
    index, card = action.meld, action.card
    end = chosen_end(state.melds[index], card, action.end)
    happened = (events.laid_off(seat, card, index, end),)
    meld = grown(state.melds[index], card, end, seat)
    melds = (*state.melds[:index], meld, *state.melds[index + 1 :])
    return _placed(state, seat, 1 << card, melds, happened)


def _placed(
    state: Rummy500State,
    seat: int,
    cards: CardSet,
    melds: tuple[TableMeld, ...],
    happened: tuple[Event, ...],
) -> Result:
    """What follows once `cards` lie on the table; an empty hand is out (RF-13)."""
    hand = state.hands[seat] & ~cards
    blocked = state.blocked
    placed = replace(
        state,
        step=state.step + 1,
        phase="play",
        hands=with_hand(state.hands, seat, hand),
        melds=melds,
        must_use=None,
        blocked=blocked if blocked is not None and hand >> blocked & 1 else None,
        active=True,
        log=state.log.add(happened) if hand else state.log,
    )
    if not hand:
        return end_deal(placed, "out", None, seat, happened)
    return placed, happened


def _discard(state: Rummy500State, seat: int, card: Card) -> Result:
    """Ends the turn; and the deal, if the hand is empty (RF-13) or a bound is met."""
    happened = (events.discarded(seat, card),)
    hand = state.hands[seat] ^ 1 << card
    idle_turns = 0 if state.active else state.idle_turns + 1
    bound = bound_met(idle_turns, len(state.stock))
    ends = not hand or bound is not None
    passed = replace(
        state,
        turn=state.turn + 1,
        step=0,
        to_move=(seat + 1) % SEATS,
        phase="draw",
        hands=with_hand(state.hands, seat, hand),
        discards=state.discards + bytes((card,)),
        blocked=None,
        active=False,
        idle_turns=idle_turns,
        log=state.log if ends else state.log.add(happened),
    )
    if not hand:
        return end_deal(passed, "out", None, seat, happened)
    if bound is not None:
        return end_deal(passed, "bound", bound, seat, happened)
    return passed, happened
