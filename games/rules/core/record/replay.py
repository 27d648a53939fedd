"""Replaying a record, with everything in it checked on the way."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from games.rules.core.actions import Action
from games.rules.core.errors import RuleError
from games.rules.core.events import Event
from games.rules.core.game import AnyGame, Outcome
from games.rules.core.plain import Json
from games.rules.core.record.form import ActionEntry, Record, check_shape
from games.rules.core.registry import get_game
from games.rules.core.shuffle import commitment, drawn_dealer, shuffle_seed


@dataclass(frozen=True, slots=True)
class Step:
    """One accepted action, what happened, and the state after it. `number` counts from 0."""

    number: int
    seat: int
    action: Action
    events: tuple[Event, ...]
    state: Any


@dataclass(frozen=True, slots=True)
class ReplayedDeal:
    """One deal: its opening, and its steps. The last deal of an unfinished match is cut short."""

    number: int
    opening: Any
    opening_events: tuple[Event, ...]
    steps: tuple[Step, ...]

    @property
    def last_state(self) -> Any:
        """The state after the last step, or the opening."""
        return self.steps[-1].state if self.steps else self.opening


@dataclass(frozen=True, slots=True)
class Replay:
    """A record that holds in every point.

    `dealer_drawn` says whether the first dealer is the one that the seed draws (G9); if not,
    the room's former match or the kind of match set it.
    """

    record: Record
    game: AnyGame
    deals: tuple[ReplayedDeal, ...]
    outcome: Outcome | None
    dealer_drawn: bool


def replay(record: Record) -> Replay:
    """Replays the whole of `record` and checks it.

    Raises RuleError `unknown_game`, `wrong_field` (a seat or list that does not fit the
    game), `wrong_commitment`, `wrong_nonce` (data: seat), `wrong_seed`, `wrong_first_dealer`,
    `wrong_action` (data: ``at``, the number of the action from 0, its seat, and the refusal's
    ``reason`` and ``data``), `actions_after_end` (at) or `wrong_result` (data: ``expected``,
    what the actions come to, and ``got``, what the record says).
    """
    game = get_game(record.game)
    check_shape(record, game.seats)
    check_seed(record)
    deals = tuple(replay_deals(game, record))
    state = deals[-1].last_state
    if state.first_dealer != record.options.first_dealer:
        raise RuleError("wrong_first_dealer", expected=state.first_dealer)
    outcome = game.outcome(state)
    if outcome != record.result:
        raise RuleError(
            "wrong_result",
            expected=_result_form(outcome),
            got=_result_form(record.result),
        )
    drawn = drawn_dealer(record.seed, game.seats) == state.first_dealer
    return Replay(record, game, deals, outcome, drawn)


def _result_form(result: Outcome | None) -> Json:
    if result is None:
        return None
    return {"totals": list(result.totals), "places": list(result.places)}


def check_seed(record: Record) -> None:
    """Redoes the way from the commitments to the shuffle seed.

    Raises RuleError `wrong_commitment`, `wrong_nonce` or `wrong_seed`.
    """
    if commitment(record.secret) != record.commitment:
        raise RuleError("wrong_commitment")
    for seat, nonce in enumerate(record.nonces):
        promised = record.nonce_commitments[seat]
        if nonce is not None and hashlib.sha256(nonce).hexdigest() != promised:
            raise RuleError("wrong_nonce", seat=seat)
    if not record.match.isascii() or len(record.match) > 255:
        raise RuleError("wrong_field", field="match")
    if shuffle_seed(record.secret, record.match, record.nonces) != record.seed:
        raise RuleError("wrong_seed")


def replay_deals(game: AnyGame, record: Record) -> Iterator[ReplayedDeal]:
    """The deals of a record one by one; only the actions are checked here.

    Raises RuleError `wrong_action` or `actions_after_end`, as `replay` says.
    """
    state, happened = game.setup(record.options, record.seed)
    at = 0
    while True:
        opening, steps = state, []
        while not state.deal_over and at < len(record.actions):
            step = _step(game, state, at, record.actions[at])
            steps.append(step)
            state = step.state
            at += 1
        yield ReplayedDeal(opening.deal, opening, happened, tuple(steps))
        if not state.deal_over or state.match_over or at == len(record.actions):
            break
        state, happened = game.advance(state)
    if at < len(record.actions):
        raise RuleError("actions_after_end", at=at)


def _step(game: AnyGame, state: Any, at: int, entry: ActionEntry) -> Step:
    seat, form = entry
    try:
        action = game.actions.parse(form)
        after, happened = game.apply(state, seat, action)
    except RuleError as refused:
        raise RuleError(
            "wrong_action", at=at, seat=seat, reason=refused.code, data=refused.data
        ) from refused
    return Step(at, seat, action, happened, after)
