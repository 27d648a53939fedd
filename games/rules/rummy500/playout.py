"""The play-outs of Rummy 500 (see `games.rules.core.playout`): the core and its two policies."""

from typing import Final

from games.rules.core.cards import Card
from games.rules.core.cardsets import CardSet, mask_of, nth_card
from games.rules.core.dice import Dice
from games.rules.core.playout import Core
from games.rules.rummy500.masks import (
    MATES,
    SAME_RANK,
    SUIT_BITS,
    WINDOWS,
    points,
    ranks_of_sets,
    run_cards,
)
from games.rules.rummy500.meld_table import LOW_END, MASKS, POINTS
from games.rules.rummy500.melds import value
from games.rules.rummy500.position import (
    DECLINE,
    DRAW,
    MELD,
    Rummy500Position,
    position_of,
)
from games.rules.rummy500.state import Rummy500State

_POINT: Final = 8
"""What one point that can be placed weighs."""
_LEFT_POINT: Final = 3
"""One point of a card that cannot be placed yet; more as the opponent runs out of cards."""
_NEAR_END: Final = 12
_OUT: Final = 12
"""A card that may yet come and would make a meld with two that are left."""
_DRAW_WORTH: Final = 60
"""What an unknown card from the stock is expected to add."""
_GIVEN_AWAY: Final = 250
"""A discard with which the pile alone makes a meld."""

_VALUES: Final = tuple(value(card) for card in range(52))
_BY_VALUE: Final = tuple(
    (mask_of(card for card in range(52) if _VALUES[card] == worth), worth)
    for worth in sorted(set(_VALUES), reverse=True)
)
"""The cards of each value, the dearest first: no card's use is below its points."""


def _random(position: Rummy500Position, dice: Dice) -> int:
    if position.drawing:
        depths = position.depths()
        n = dice.below(len(depths) + 1)
        return depths[n - 1] if n else DRAW if position.stock else DECLINE
    placements = position.placements()
    if position.must_use >= 0:
        return placements[dice.below(len(placements))]
    cards = position.discardable()
    n = dice.below(len(placements) + cards.bit_count())
    return placements[n] if n < len(placements) else nth_card(cards, n - len(placements))


def _greedy(position: Rummy500Position, _dice: Dice) -> int:
    """Places all it can as soon as it can, and else keeps the hand that is worth most.

    It takes only discards of which it can place some.
    """
    hand = position.hands[position.seat]
    if position.drawing:
        return _greedy_draw(position, hand)
    placements = position.placements()
    if len(placements) == 1:
        return placements[0]
    if placements:
        return _best_placement(placements, hand, position.open)
    cards = position.discardable()
    return _least_useful(cards, hand, hand | position.laid, _left_point(position), 0)


def _careful(position: Rummy500Position, dice: Dice) -> int:
    """As `_greedy`, but it throws no card with which the pile alone makes a meld."""
    if position.drawing:
        return _greedy(position, dice)
    hand = position.hands[position.seat]
    placements = position.placements()
    if len(placements) == 1:
        return placements[0]
    if placements:
        return _best_placement(placements, hand, position.open)
    cards = position.discardable()
    pile = position.under[-1]
    return _least_useful(cards, hand, hand | position.laid, _left_point(position), pile)


def left_point(cards: int) -> int:
    """What a point left in hand weighs when the opponent has so many cards."""
    return _LEFT_POINT + _NEAR_END // max(cards, 1)


def _left_point(position: Rummy500Position) -> int:
    return left_point(position.hands[1 - position.seat].bit_count())


def _greedy_draw(position: Rummy500Position, hand: CardSet) -> int:
    """The take that adds most to the hand's worth, or the draw if that promises more."""
    best, most = (DRAW, _DRAW_WORTH) if position.stock else (DECLINE, 0)
    depths = position.useful_depths()
    if not depths:
        return best
    under, there, fits = position.under, len(position.discards), position.open
    weight = _left_point(position)
    placed, earned = _placeable(hand, fits)
    before = _POINT * earned - weight * points(hand & ~placed)
    for depth in depths:
        taken = under[there] ^ under[there - depth]
        placed, earned = _placeable(hand | taken, fits)
        if placed & taken:
            left = (hand | taken) & ~placed
            added = _POINT * earned - weight * points(left) - before
            if added > most:
                best, most = depth, added
    return best


def take_adds(hand: CardSet, taken: CardSet, fits: CardSet, left: int) -> bool:
    """Whether a take promises more than the draw, and some of it can be placed; `left` is what
    a point left in hand weighs."""
    placed, earned = _placeable(hand | taken, fits)
    if not placed & taken:
        return False
    added = _POINT * earned - left * points((hand | taken) & ~placed)
    placed, earned = _placeable(hand, fits)
    return added - _POINT * earned + left * points(hand & ~placed) > _DRAW_WORTH


def regret(thrown: Card, hand: CardSet, gone: CardSet, left: int, given: CardSet, most: int) -> int:
    """By how much `thrown` promised more than the card of `hand` that promised least, at most
    `most`; `given` are the cards with which the pile makes a meld."""
    use = least = _use(thrown, hand, gone, given) - left * _VALUES[thrown]
    for group, weight in _BY_VALUE:
        dearest = -left * weight
        if dearest >= least:
            break
        group &= hand
        while group:
            low = group & -group
            group ^= low
            other = dearest + _use(low.bit_length() - 1, hand, gone, given)
            if other < least:
                least = other
                if use - least >= most:
                    return most
    return use - least


def _use(card: Card, hand: CardSet, gone: CardSet, given: CardSet) -> int:
    """What a card promises beside its points."""
    use = _GIVEN_AWAY if given >> card & 1 else 0
    for pair in WINDOWS[card]:
        if pair & hand and pair & ~gone:
            use += _OUT
    mates = MATES[card]
    if mates & hand:
        use += _OUT * (mates & ~gone).bit_count()
    return use


def _placeable(hand: CardSet, fits: CardSet) -> tuple[CardSet, int]:
    """The cards to meld or lay off for the most points, and those; `fits` go on the table.

    Of sets and runs that want the same cards either all runs go first or all sets.
    """
    melded, earned = _runs(hand)
    sets = hand & ranks_of_sets(hand) * SAME_RANK[0]
    if sets:
        rest = hand & ~melded
        others = rest & ranks_of_sets(rest) * SAME_RANK[0]
        if others != sets:
            runs, more = _runs(hand & ~sets)
            more += points(sets)
            if more > earned + points(others):
                melded, earned, others = runs | sets, more, 0
        if others:
            melded |= others
            earned += points(others)
    laid = hand & ~melded & fits
    return (melded | laid, earned + points(laid)) if laid else (melded, earned)


def _runs(hand: CardSet) -> tuple[CardSet, int]:
    spades, first = run_cards(hand & SUIT_BITS)
    hearts, second = run_cards(hand >> 13 & SUIT_BITS)
    diamonds, third = run_cards(hand >> 26 & SUIT_BITS)
    clubs, fourth = run_cards(hand >> 39)
    cards = spades | hearts << 13 | diamonds << 26 | clubs << 39
    return cards, first + second + third + fourth


def _best_placement(placements: list[int], hand: CardSet, fits: CardSet) -> int:
    """The placement after which most has been placed or can be; of equals the first."""
    best, most = placements[0], -1
    for move in placements:
        if move >= MELD:
            cards, worth = MASKS[move - MELD], POINTS[move - MELD]
        else:
            card = move % LOW_END
            cards, worth = 1 << card, _VALUES[card]
        worth += _placeable(hand ^ cards, fits)[1]
        if worth > most:
            best, most = move, worth
    return best


def _least_useful(cards: CardSet, hand: CardSet, gone: CardSet, left: int, pile: CardSet) -> Card:
    """The card that promises least, its points against it; of equals the lowest.

    `gone` are the cards that cannot come; with two of the `pile` none shall make a meld.
    """
    worst, least = 0, 1 << 30
    for group, weight in _BY_VALUE:
        dearest = -left * weight
        if dearest > least:
            break
        group &= cards
        while group:
            low = group & -group
            group ^= low
            card = low.bit_length() - 1
            use = dearest
            for pair in WINDOWS[card]:
                if pair & hand and pair & ~gone:
                    use += _OUT
                if pair & pile == pair:
                    use += _GIVEN_AWAY
            mates = MATES[card]
            if mates & hand:
                use += _OUT * (mates & ~gone).bit_count()
            mates &= pile
            if mates & (mates - 1):
                use += _GIVEN_AWAY
            if use < least or (use == least and card < worst):
                worst, least = card, use
    return worst


CORE: Final[Core[Rummy500State, Rummy500Position]] = Core(
    position=position_of, policies={"random": _random, "greedy": _greedy}
)
CAREFUL: Final[Core[Rummy500State, Rummy500Position]] = Core(
    position=position_of, policies={"random": _random, "greedy": _careful}
)
"""The core of the search, whose `greedy` also minds what its discards give away."""
