"""Deals and matches played by CPUs, watched as they go."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from games.rules.core.dice import Dice
from games.rules.core.game import AnyGame, DealEnd, Options
from games.rules.core.shuffle import cpu_key

MOST_ACTIONS: Final = 50_000
"""No match is longer (G10); a play-out that is has no end."""

Pick = Callable[[Any, int], Any]
"""From a state and its seat to move to an action."""


class PlayFault(Exception):
    """A play-out broke a law; the message says how."""


@dataclass(slots=True)
class Played:
    """What a play-out came to: its deals' ends and their turns, the places if a match ended,
    how many actions it took, and SHA-256 over them in their wire form."""

    ends: list[DealEnd] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    places: tuple[int, ...] | None = None
    actions: int = 0
    digest: str = ""


def seed_of(*words: object) -> bytes:
    """The 32-byte shuffle seed that `words` name."""
    return hashlib.sha256("/".join(map(str, ("meja", "lab", 1, *words))).encode()).digest()


def play_out(
    game: AnyGame,
    seed: bytes,
    pick: Pick,
    *,
    stage: int = 1,
    match: bool = False,
    watch: Callable[[Any], None] | None = None,
) -> Played:
    """One deal of `stage`, or with `match` a whole match, played by `pick`.

    `watch` is shown each state. Raises PlayFault if there is no end, and what `pick`, the
    rules or `watch` raise.
    """
    played = Played()
    digest = hashlib.sha256()
    state, _ = game.setup_at(stage, Options(), seed)
    for _ in range(MOST_ACTIONS):
        if watch is not None:
            watch(state)
        if state.deal_over:
            played.turns.append(state.turn)
            if not match or state.match_over:
                outcome = game.outcome(state)
                played.places = outcome.places if match and outcome is not None else None
                played.digest = digest.hexdigest()
                return played
            state, _ = game.advance(state)
            continue
        seat = state.to_move
        action = pick(state, seat)
        state, events = game.apply(state, seat, action)
        end = game.deal_end(events)
        if (end is not None) != state.deal_over:
            raise PlayFault("the events and the state differ about the deal's end")
        if end is not None:
            played.ends.append(end)
        form = json.dumps([seat, game.actions.dump(action)], separators=(",", ":"))
        digest.update(form.encode() + b"\n")
        played.actions += 1
    raise PlayFault(f"no end after {MOST_ACTIONS} actions")


def random_legal(game: AnyGame, seed: bytes) -> Pick:
    """Each of the listed actions is as likely as the next."""
    dice = Dice(int.from_bytes(seed[:8], "big"))

    def pick(state: Any, seat: int) -> Any:
        legal = game.legal_actions(state, seat)
        if not legal:
            raise PlayFault("the seat to move has no action")
        return legal[dice.below(len(legal))]

    return pick


def of_level(game: AnyGame, seed: bytes, level: str) -> Pick:
    """What a CPU of `level` does with its view."""
    key = cpu_key(seed)

    def pick(state: Any, seat: int) -> Any:
        return game.choose(game.view(state, seat), level, key)

    return pick
