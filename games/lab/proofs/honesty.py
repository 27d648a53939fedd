"""No CPU knows what its seat may not know: hidden cards that change places with the view
unchanged change no move.

Every decision is asked a second time in a state whose hidden cards are mixed anew.
"""

from collections import Counter
from typing import Any, Final

from games.lab.laws import view_bytes
from games.lab.play import seed_of
from games.lab.players import SEARCHER, player_of
from games.lab.runs import Piece, Result
from games.rules.core.dice import Dice
from games.rules.core.game import AnyGame, Options
from games.rules.core.registry import all_games, get_game
from games.rules.core.shuffle import cpu_key

WHOLE: Final = 10_000
"""The decisions of each game and level in the whole run."""
_PIECE: Final = 50
_QUICK_BUDGET: Final = 60
_WHOLE_BUDGET_EVERY: Final = 20
"""One decision in so many is thought over with the whole budget, the others quickly."""
_ODD_MOVE: Final = 3
"""One in so many moves is played at random."""


def pieces(count: int | None) -> list[dict[str, Any]]:
    """`count` decisions of every level of every game, its stages in turn."""
    count = count or WHOLE
    return [
        {
            "group": f"{game.name} {level}",
            "game": game.name,
            "level": level,
            "first": first,
            "size": min(_PIECE, count - first),
        }
        for game in all_games().values()
        for level in game.levels
        if level not in ("random", "greedy") and "@" not in level
        for first in range(0, count, _PIECE)
    ]


def work(piece: Piece) -> Result:
    """Asks for the decisions of a piece, each in two states that the seat cannot tell apart."""
    game, level = get_game(piece["game"]), piece["level"]
    counts: Counter[str] = Counter()
    faults: list[str] = []
    deal = 0
    while counts["decisions"] < piece["size"]:
        seed = seed_of("honesty", game.name, level, piece["first"], deal)
        key, dice = cpu_key(seed), Dice(int.from_bytes(seed[:8], "big"))
        stage = (piece["first"] // _PIECE + deal) % game.stages + 1
        deal += 1
        state, _ = game.setup_at(stage, Options(), seed)
        while not state.deal_over and counts["decisions"] < piece["size"]:
            seat = state.to_move
            legal = game.legal_actions(state, seat)
            name = "greedy"
            if len(legal) > 1:
                name = _player(level, counts["decisions"])
                other = _mixed(game, state, seat, dice)
                fault = _difference(game, name, (state, other), seat, key)
                counts["decisions"] += 1
                counts["states that differ"] += other != state
                if fault is not None:
                    faults.append(f"deal {deal}, turn {state.turn}: {fault}")
            action = game.choose(game.view(state, seat), "greedy", key)
            if not dice.below(_ODD_MOVE):
                action = dice.one_of(legal)
            state, _ = game.apply(state, seat, action)
    return {"counts": dict(counts), "faults": faults}


def _player(level: str, number: int) -> str:
    if level != SEARCHER or number % _WHOLE_BUDGET_EVERY == 0:
        return level
    return f"{SEARCHER}:{_QUICK_BUDGET}"


def _mixed(game: AnyGame, state: Any, seat: int, dice: Dice) -> Any:
    """The state with the cards hidden from `seat` in places drawn anew."""
    hidden = sorted(game.hidden_from(state, seat))
    for place in range(len(hidden) - 1, 0, -1):
        other = dice.below(place + 1)
        if other != place:
            state = game.exchange(state, hidden[place], hidden[other])
    return state


def _difference(
    game: AnyGame, name: str, states: tuple[Any, Any], seat: int, key: bytes
) -> str | None:
    """What is not the same in both states, or None."""
    if len({view_bytes(game, state, seat) for state in states}) != 1:
        return "the view tells of hidden cards"
    player = player_of(game, name)
    one, other = (player(game.view(state, seat), seat, key) for state in states)
    return None if one == other else f"{name} does {one} or {other}"
