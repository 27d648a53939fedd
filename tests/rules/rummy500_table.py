"""Positions of Rummy 500, and short words for its actions, for the tests of its rules."""

from typing import Any

from games.rules.core.cards import SINGLE
from games.rules.core.cases import Given
from games.rules.rummy500 import GAME
from games.rules.rummy500.actions import CODEC
from games.rules.rummy500.cases import position
from games.rules.rummy500.state import Rummy500State

HAND = "8S 8D 2C 5D"
PILE = "8H KC 3S QD"
LONG_RUN = "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"


def at(
    hand: str,
    discard: str = "",
    melds: str = "",
    phase: str = "draw",
    stock: int = 10,
    **more: Any,
) -> Rummy500State:
    """A position with seat 0 to move; `melds` are separated by commas."""
    given = {
        "phase": phase,
        "hand": hand.split(),
        "discard": discard.split(),
        "melds": [meld.split() for meld in melds.split(",") if meld],
        "stock": stock,
        **more,
    }
    return position(Given(given, SINGLE))


def playing(hand: str, melds: str = "", blocked: str | None = None, **more: Any) -> Rummy500State:
    return at(hand, "JC", melds, "play", blocked=blocked, **more)


def bound_to(card: str, hand: str, melds: str = "") -> Rummy500State:
    return at(hand, "JC", melds, "must_use", must_use=card)


DRAW = {"type": "draw_stock"}
DECLINE = {"type": "decline"}


def take(depth: int) -> dict[str, Any]:
    return {"type": "take_discard", "depth": depth}


def lay(cards: str) -> dict[str, Any]:
    return {"type": "meld", "cards": cards.split()}


def add(card: str, meld: int, end: str | None = None) -> dict[str, Any]:
    return {"type": "layoff", "card": card, "meld": meld, "end": end}


def throw(card: str) -> dict[str, Any]:
    return {"type": "discard", "card": card}


def act(state: Rummy500State, *forms: Any) -> tuple[Rummy500State, list[dict[str, Any]]]:
    """The state after actions of whoever moves, and what the mover saw of the last of them."""
    seen: list[dict[str, Any]] = []
    for form in forms:
        seat = state.to_move
        assert seat is not None
        state, events = GAME.apply(state, seat, CODEC.parse(form))
        seen = [dict(event.seen_by(seat)) for event in events]
    return state, seen


def listed(state: Rummy500State) -> list[str]:
    return [
        " ".join(str(part) for part in CODEC.dump(action).values())
        for action in GAME.legal_actions(state, state.to_move or 0)
    ]
