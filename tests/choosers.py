"""How simulated people choose among their legal actions; none of them knows a game's rules."""

import random
from collections.abc import Callable
from typing import Any

Json = dict[str, Any]
Choose = Callable[[Json], Json]
"""From a match as its player sees it to one of its legal actions."""

_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_DRAWS = ("draw_stock", "draw_discard", "decline", "take_discard")


def first_legal(match: Json) -> Json:
    """Always the first legal action."""
    action: Json = match["legal"][0]
    return action


def any_legal(seed: object) -> Choose:
    """Any legal action, the same for the same seed."""
    dice = random.Random(str(seed))

    def choose(match: Json) -> Json:
        action: Json = dice.choice(match["legal"])
        return action

    return choose


def brisk(seed: object) -> Choose:
    """Mostly what ends a match soon: lay whatever can be laid, draw from the stock, discard what
    goes with the fewest of one's cards. Now and then an action of any type, so that all are met."""
    dice = random.Random(str(seed))

    def choose(match: Json) -> Json:
        legal: list[Json] = match["legal"]
        if dice.random() < 0.1:
            kind = dice.choice(sorted({one["type"] for one in legal}))
            return dice.choice([one for one in legal if one["type"] == kind])
        laying = [one for one in legal if "with" in one or one["type"] not in (*_DRAWS, "discard")]
        draws = [one for one in legal if one["type"] == "draw_stock"]
        if laying or draws:
            return dice.choice(laying or draws)
        hand = match["hand"]
        return min(legal, key=lambda one: (_friends(one.get("card"), hand), dice.random()))

    return choose


def _friends(card: str | None, hand: list[str]) -> int:
    """How many cards of `hand` could stand in a meld with `card`; a joker goes with all."""
    if card is None or card.startswith("JK"):
        return len(hand)
    rank, suit = _face(card)
    return sum(
        one.startswith("JK") or _face(one)[0] == rank or _near(_face(one), rank, suit)
        for one in hand
        if one != card
    )


def _face(card: str) -> tuple[int, str]:
    name = card.split("#")[0]
    return (_RANKS.index(name[:-1]), name[-1]) if name != "JK" else (-9, "")


def _near(face: tuple[int, str], rank: int, suit: str) -> bool:
    return face[1] == suit and 0 < abs(face[0] - rank) <= 2
