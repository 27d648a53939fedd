"""The proof of the contract search (LR-21): the finder against every contract there is.

Pure, and slow on purpose: it knows melds and contracts from the readable rules alone.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from games.rules.core.agreement import Disagreement
from games.rules.core.cards import ACE, Card
from games.rules.core.cardsets import CardSet, mask_of
from games.rules.core.dice import Dice
from games.rules.core.errors import RuleError
from games.rules.core.proofs import SearchProof
from games.rules.ladder.actions import PACK
from games.rules.ladder.chosen_cards import FIRST_JOKER, Found
from games.rules.ladder.contracts import RUNGS, check_contract, contract_of
from games.rules.ladder.finder import find_contract
from games.rules.ladder.melds import HIGH_ACE, Kind, new_meld, penalty

Hand = tuple[Card, ...]
"""Cards by their ids, jokers last."""
_MOST: Final = 11
"""The cards of a hand from which a contract is laid first."""


def arrangements(cards: Sequence[Card]) -> Iterator[Hand]:
    """Every way to lay `cards` (sorted) as one meld that the server may choose (LR-5)."""
    naturals = [card for card in cards if card < FIRST_JOKER]
    jokers = [card for card in cards if card >= FIRST_JOKER]
    if len({PACK.ranks[card] for card in naturals}) == 1:
        yield tuple(cards)
        return
    for ace in (ACE, HIGH_ACE):
        places = {ace if PACK.ranks[card] == ACE else PACK.ranks[card]: card for card in naturals}
        low, high = min(places), max(places)
        gaps = [place for place in range(low, high) if place not in places]
        if len(places) < len(naturals) or len(gaps) > len(jokers):
            continue
        more = len(jokers) - len(gaps)
        above = min(more, HIGH_ACE - high)
        free = [*range(low - more + above, low), *gaps, *range(high + 1, high + above + 1)]
        places.update(zip(free, jokers, strict=True))
        yield tuple(places[place] for place in sorted(places))


def _kind(cards: Sequence[Card]) -> Kind | None:
    try:
        return new_meld(cards, 0).kind
    except RuleError:
        return None


@lru_cache(maxsize=16)
def every_meld(hand: Hand) -> dict[Kind, list[tuple[CardSet, Hand]]]:
    """All melds in a hand, each as its set and as laid."""
    found: dict[Kind, list[tuple[CardSet, Hand]]] = {"group": [], "run": []}
    for size in range(3, len(hand) + 1):
        for cards in combinations(hand, size):
            if sum(card < FIRST_JOKER for card in cards) < 2:
                continue
            for laid in sorted(set(arrangements(cards))):
                kind = _kind(laid)
                if kind is not None:
                    found[kind].append((mask_of(laid), laid))
    return found


def best_of_all(hand: Hand, rung: int, blocked: Card | None) -> Found | None:
    """The best of all contracts in `hand` (LR-21), each one formed and compared."""
    best: tuple[int, int, int, Found] | None = None
    melds = every_meld(hand)
    needs = contract_of(rung)

    def lay(left: CardSet, laid: Found) -> None:
        nonlocal best
        cards = [card for meld in laid for card in meld]
        jokers = sum(card >= FIRST_JOKER for card in cards)
        if best is not None and jokers > best[0]:
            return
        number = len(laid)
        if number == len(needs):
            if blocked is None or left != 1 << blocked:
                key = (jokers, -len(cards), -penalty(cards), laid)
                best = key if best is None else min(best, key)
            return
        need = needs[number]
        for mask, meld in melds[need.kind]:
            if mask & ~left or len(meld) < need.size:
                continue
            # Equal needs in another order are the same contract, and a later one.
            if not (number and needs[number - 1] == need and meld < laid[-1]):
                lay(left ^ mask, (*laid, meld))

    lay(mask_of(hand), ())
    return None if best is None else best[3]


def near_contract(dice: Dice, rung: int, size: int, jokers: int) -> Hand:
    """A hand that holds a contract or nearly so, filled with cards that fit it in other ways."""
    ranks = dice.some_of(range(13), 2)
    suits = dice.some_of(range(4), 1 + dice.below(2))
    hand: list[Card] = []
    for need in contract_of(rung):
        if need.kind == "group":
            rank = dice.one_of((*ranks, dice.below(13)))
            pool = [card for card in range(rank, FIRST_JOKER, 13) if card not in hand]
            hand += dice.some_of(pool, need.size)
        else:
            suit, low = dice.one_of(suits), dice.below(HIGH_ACE - need.size + 1)
            for face in (13 * suit + (low + n) % 13 for n in range(need.size)):
                twins = [card for card in (face, face + 52) if card not in hand]
                hand += dice.some_of(twins, 1)
    kept = max(2, len(hand) - jokers) - (not dice.below(4))
    hand = dice.some_of(hand, kept)
    near = [card for card in range(FIRST_JOKER) if card % 13 in ranks or card // 13 % 4 in suits]
    spare = [card for card in near if card not in hand]
    hand += dice.some_of(spare, max(0, size - jokers - len(hand)))
    wild = dice.some_of(range(FIRST_JOKER, PACK.size), jokers)
    return tuple(sorted([*hand[: size - jokers], *wild]))


def check_search(hand: Hand, rung: int, blocked: Card | None) -> Found | None:
    """The contract in `hand`. Raises Disagreement unless the finder's is the best of all."""
    found = find_contract(mask_of(hand), rung, blocked)
    best = best_of_all(hand, rung, blocked)
    if found != best:
        raise Disagreement("contract", (PACK.name_all(hand), rung, blocked), found, best)
    if found is not None:
        check_contract(rung, [new_meld(meld, 0) for meld in found])
    return found


def check_blocked(dice: Dice, hand: Hand, rung: int) -> bool:
    """`check_search` with every card free, and with one blocked: if only one is left, that
    one (LR-20). Whether there is a contract."""
    found = check_search(hand, rung, None)
    left = [card for card in hand if found and not any(card in meld for meld in found)]
    check_search(hand, rung, left[0] if len(left) == 1 else dice.one_of(hand))
    return found is not None


def prove_contracts(count: int, seed: int) -> Iterator[int]:
    """Checks `count` hands that `seed` gives, with 0 to 3 jokers, each on one of the rungs in
    turn; yields the number done so far. Raises Disagreement at the first that is wrong."""
    dice = Dice(seed)
    for done in range(1, count + 1):
        rung, jokers = done % RUNGS + 1, dice.below(4)
        asked = sum(need.size for need in contract_of(rung))
        size = asked + dice.below(_MOST + 1 - asked)
        check_blocked(dice, near_contract(dice, rung, size, jokers), rung)
        yield done


PROOFS: Final = {"contracts": SearchProof(2_000, prove_contracts)}
