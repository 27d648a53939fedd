"""The turn: what is legal, why something is refused, and what an action does (RM-8 to RM-13)."""

from dataclasses import replace
from typing import Final

from games.rules.core.actions import Action
from games.rules.core.cards import SINGLE, Card
from games.rules.core.errors import RuleError
from games.rules.core.turns import check_held, check_turn, with_hand
from games.rules.remi import events
from games.rules.remi.actions import Close, Decline, Discard, DrawStock, TakeDiscard
from games.rules.remi.combinations import Meld, arrange, has_sequence, kind_of
from games.rules.remi.deals import Result, end_deal
from games.rules.remi.masks import (
    best_cover,
    can_split,
    cards_in,
    closing_cards,
    companions,
    mask_of,
    sequence_cards,
)
from games.rules.remi.state import OPEN_DISCARDS, SEATS, RemiState

_NAMES: Final = SINGLE.names
_DRAW: Final = DrawStock()
_DECLINE: Final = Decline()
_DISCARDS: Final = tuple(Discard(card) for card in range(SINGLE.size))
_CLOSES: Final = tuple(Close(card) for card in range(SINGLE.size))


def legal_actions(state: RemiState, seat: int) -> tuple[Action, ...]:
    """Everything `seat` may do: the draw, takes by depth, decline; or discards, then closes.

    A take is listed with its cards in one order; `check` accepts them in any.
    """
    if seat != state.to_move:
        return ()
    hand = state.hands[seat]
    if state.phase == "discard":
        closing = closing_cards(hand, has_sequence(state.table[seat]))
        cards = cards_in(hand)
        listed: list[Action] = [_DISCARDS[card] for card in cards]
        if closing:
            listed += [_CLOSES[card] for card in cards_in(closing)]
        return tuple(listed)
    takes = tuple(_takes(state, seat))
    return (_DRAW, *takes) if state.stock else (*takes, _DECLINE)


def _takes(state: RemiState, seat: int) -> list[Action]:
    """The legal takes of `seat` at the start of its turn (RM-9)."""
    hand = state.hands[seat]
    on_table = has_sequence(state.table[seat])
    takes: list[Action] = []
    for depth, card in enumerate(state.discards[: -OPEN_DISCARDS - 1 : -1], start=1):
        room = hand.bit_count() + depth - 2
        for own in companions(hand, card, on_table):
            if own.bit_count() <= room:
                takes.append(TakeDiscard(depth, cards_in(own)))
    return takes


def check(state: RemiState, seat: int, action: Action) -> None:
    """Raises RuleError with the reason when the rules refuse `action` of `seat`."""
    check_turn(state, seat)
    drawing = state.phase == "draw"
    match action:
        case DrawStock() | TakeDiscard() | Decline():
            if not drawing:
                raise RuleError("already_drawn")
        case Discard() | Close():
            if drawing:
                raise RuleError("draw_first")
    match action:
        case DrawStock():
            if not state.stock:
                raise RuleError("stock_empty")
        case TakeDiscard():
            _check_take(state, seat, action)
        case Decline():
            if state.stock:
                raise RuleError("stock_not_empty", stock=len(state.stock))
        case Discard(card):
            check_held(SINGLE, state.hands[seat], card)
            if state.hands[seat] == 1 << card:
                _check_close(state, seat, card)
        case Close(card):
            check_held(SINGLE, state.hands[seat], card)
            _check_close(state, seat, card)
        case _:
            raise TypeError(f"not an action of Remi: {action!r}")


def _check_take(state: RemiState, seat: int, action: TakeDiscard) -> None:
    """RM-9, its conditions in their order."""
    hand = state.hands[seat]
    there = min(len(state.discards), OPEN_DISCARDS)
    if not 1 <= action.depth <= there:
        raise RuleError("no_such_discard", depth=action.depth, available=there)
    card = state.discards[-action.depth]
    own = 0
    for mate in action.own:
        if own >> mate & 1:
            raise RuleError("card_twice", card=_NAMES[mate])
        if mate in state.discards[-there:]:
            raise RuleError("one_discard_only", card=_NAMES[mate])
        check_held(SINGLE, hand, mate)
        own |= 1 << mate
    if len(action.own) < 2:
        raise RuleError("too_few_own_cards", needed=2, given=len(action.own))
    kind = kind_of((*action.own, card))
    if kind is None:
        raise RuleError("not_a_combination", cards=[*SINGLE.name_all(action.own), _NAMES[card]])
    if kind == "set" and not has_sequence(state.table[seat]) and not sequence_cards(hand & ~own):
        raise RuleError("set_needs_sequence")
    if hand.bit_count() - len(action.own) + action.depth - 1 < 1:
        raise RuleError("no_card_left_to_discard")


def _check_close(state: RemiState, seat: int, card: Card) -> None:
    """RM-11: the rest of the hand splits, and there is a sequence."""
    rest = state.hands[seat] & ~(1 << card)
    on_table = has_sequence(state.table[seat])
    if can_split(rest, on_table):
        return
    sets, runs = best_cover(rest, True)
    loose = rest & ~(sets | runs)
    if loose:
        raise RuleError("cards_left_over", cards=SINGLE.name_all(cards_in(loose)))
    raise RuleError("close_needs_sequence")


def apply(state: RemiState, seat: int, action: Action) -> Result:
    """The state after `action` and what happened. Raises RuleError as `check` does."""
    check(state, seat, action)
    match action:
        case TakeDiscard():
            return _take(state, seat, action)
        case Decline():
            return end_deal(state, "stock", seat, None, (events.declined(seat),))
        case Discard(card) if state.hands[seat] != 1 << card:
            return _discard(state, seat, card)
        case Discard(card) | Close(card):
            return _close(state, seat, card)
    return _draw(state, seat)


def _draw(state: RemiState, seat: int) -> Result:
    card = state.stock[-1]
    happened = (events.drew(seat, card),)
    drawn = replace(
        state,
        step=state.step + 1,
        phase="discard",
        hands=with_hand(state.hands, seat, state.hands[seat] | 1 << card),
        stock=state.stock[:-1],
        log=state.log.add(happened),
    )
    return drawn, happened


def _take(state: RemiState, seat: int, action: TakeDiscard) -> Result:
    below = len(state.discards) - action.depth
    card, picked = state.discards[below], state.discards[below + 1 :]
    own = tuple(sorted(action.own))
    happened = (events.took(seat, action.depth, card, own, tuple(picked)),)
    hand = state.hands[seat] & ~mask_of(own) | mask_of(picked)
    meld: Meld = tuple(sorted((*own, card)))
    taken = replace(
        state,
        step=state.step + 1,
        phase="discard",
        hands=with_hand(state.hands, seat, hand),
        table=_lay(state.table, seat, (meld,)),
        discards=state.discards[:below],
        log=state.log.add(happened),
    )
    return taken, happened


def _discard(state: RemiState, seat: int, card: Card) -> Result:
    """Ends the turn, and the deal if the next seat has to draw from the empty stock (RM-13)."""
    happened = (events.discarded(seat, card),)
    following = (seat + 1) % SEATS
    passed = replace(
        state,
        turn=state.turn + 1,
        step=0,
        to_move=following,
        phase="draw",
        hands=with_hand(state.hands, seat, state.hands[seat] ^ 1 << card),
        discards=state.discards + bytes((card,)),
        log=state.log.add(happened),
    )
    if must_stop(passed):
        return end_deal(replace(passed, log=state.log), "stock", following, None, happened)
    return passed, happened


def must_stop(state: RemiState) -> bool:
    """Whether the seat to move, at the start of its turn, can neither draw nor take (RM-13)."""
    return not state.stock and state.to_move is not None and not _takes(state, state.to_move)


def _close(state: RemiState, seat: int, card: Card) -> Result:
    rest = state.hands[seat] ^ 1 << card
    melds = arrange(rest, state.table[seat]).melds
    laid = replace(
        state,
        step=state.step + 1,
        hands=with_hand(state.hands, seat, 0),
        table=_lay(state.table, seat, melds),
        discards=state.discards + bytes((card,)),
    )
    return end_deal(laid, "close", seat, card, (events.closed(seat, card, melds),))


def _lay(
    table: tuple[tuple[Meld, ...], ...], seat: int, melds: tuple[Meld, ...]
) -> tuple[tuple[Meld, ...], ...]:
    return (*table[:seat], table[seat] + melds, *table[seat + 1 :])
