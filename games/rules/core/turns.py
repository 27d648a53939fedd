"""A turn's common refusals, and a hand put back among the others."""

from games.rules.core.cards import Card, Pack
from games.rules.core.cardsets import CardSet
from games.rules.core.errors import RuleError
from games.rules.core.game import State


def check_turn(state: State, seat: int) -> None:
    """Raises RuleError `deal_over` or `not_your_turn` unless `seat` is to move."""
    if state.to_move is None:
        raise RuleError("deal_over")
    if seat != state.to_move:
        raise RuleError("not_your_turn", to_move=state.to_move)


def check_held(pack: Pack, hand: CardSet, card: Card) -> None:
    """Raises RuleError `card_not_in_hand` unless `card` is in `hand`."""
    if not hand >> card & 1:
        raise RuleError("card_not_in_hand", card=pack.names[card])


def with_hand(hands: tuple[CardSet, ...], seat: int, hand: CardSet) -> tuple[CardSet, ...]:
    """The hands with `hand` as that of `seat`."""
    return (*hands[:seat], hand, *hands[seat + 1 :])
