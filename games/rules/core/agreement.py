"""Whether a fast core and the rules of its game agree: plays a deal in both, move by move."""

from collections.abc import Sequence
from typing import Any

from games.rules.core.actions import Action
from games.rules.core.dice import Dice
from games.rules.core.errors import RuleError
from games.rules.core.game import AnyGame
from games.rules.core.playout import AnyCore, Ending, Policy, Position


class Disagreement(Exception):
    """The core and the rules part ways: `what` differs, and `where` (moves played, or a hand)."""

    def __init__(self, what: str, where: object, core: object, rules: object) -> None:
        super().__init__(f"{what} at {where}: the core {core!r}, the rules {rules!r}")
        self.what = what
        self.where = where


class _CountedDice(Dice):
    """Dice that remember among how many choices they were last thrown, else 0."""

    __slots__ = ("choices",)

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.choices = 0

    def below(self, choices: int) -> int:
        self.choices = choices
        return super().below(choices)


def check_play_out(
    game: AnyGame, core: AnyCore, state: Any, policies: Sequence[Policy], seed: int
) -> tuple[Any, Ending]:
    """Plays `state`, whose deal is not over, out in the core and feeds every action to the rules.

    Returns the rules' last state and the ending. Raises Disagreement where the rules refuse
    an action, where the position is after any move another than that of the rules' state,
    where `random` does not choose among as many moves as the rules list, where a second
    play-out with the same seed goes another way, and where the deals end differently.
    """
    trace: list[Action] = []
    ending = core.play_out(core.position(state), policies, Dice(seed), trace)
    position: Position = core.position(state)
    dice = _CountedDice(seed)
    for moves, action in enumerate(trace):
        seat = position.seat
        _compare("seat to move", moves, seat, state.to_move)
        dice.choices = 0
        move = core.policies[policies[seat]](position, dice)
        if policies[seat] == "random":
            legal = len(game.legal_actions(state, seat))
            _compare("number of choices", moves, dice.choices, legal)
        _compare("play-out with the same seed", moves, position.action(move), action)
        try:
            state, _ = game.apply(state, seat, action)
        except RuleError as refused:
            raise Disagreement("legality", moves, action, str(refused)) from refused
        position.make(move)
        played, given = _facts(position), _facts(core.position(state))
        for name, value in given.items():
            _compare(name, moves + 1, played[name], value)
    _compare("end of the deal", len(trace), True, state.deal_over)
    _compare("ending", len(trace), ending, core.position(state).ending)
    return state, ending


def _compare(what: str, moves: int, core: object, rules: object) -> None:
    if core != rules:
        raise Disagreement(what, moves, core, rules)


def _facts(position: Position) -> dict[str, object]:
    """All that a position holds, its count of moves apart; of a finished one what has ended."""
    if position.ending is not None:
        return {"hands": position.hands, "ending": position.ending}
    slots = (name for cls in type(position).__mro__ for name in getattr(cls, "__slots__", ()))
    return {name: getattr(position, name) for name in slots if name != "moves"}
