"""How fast the games are (`bench_rules`): moves a second and what their folders offer to time.

All times are of the processor, so that a busy machine slows the run and not the figures.
"""

import gc
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import median
from typing import Any, Final, TypeAlias

from games.lab import peers
from games.lab.extras import benches_of
from games.lab.play import seed_of
from games.rules.core.benches import Bench
from games.rules.core.dice import Dice
from games.rules.core.game import AnyGame, Options
from games.rules.core.playout import AnyCore, Policy, core_of

ROUNDS: Final = 5
_CORE_STARTS: Final = 100
_SEED: Final = 1

Moves: TypeAlias = Iterator[int]
"""Plays on and on; each step is one deal and gives the number of its moves."""


def engine_moves(game: AnyGame) -> Moves:
    """Random play by the rules: the legal list, check and apply with its events, and the view
    of the seat to move, for every move; dealing included. Stages take turns."""
    number = 0
    while True:
        seed = seed_of("bench", game.name, number)
        dice = Dice(number)
        state, _ = game.setup_at(number % game.stages + 1, Options(), seed)
        number += 1
        moves = 0
        while not state.deal_over:
            seat = state.to_move
            game.view(state, seat)
            legal = game.legal_actions(state, seat)
            state, _ = game.apply(state, seat, legal[dice.below(len(legal))])
            moves += 1
        yield moves


def core_moves(game: AnyGame, core: AnyCore) -> Moves:
    """Random play in the fast core, from deals just dealt; the position is made each time."""
    starts = [
        game.setup_at(n % game.stages + 1, Options(), seed_of("bench", game.name, n))[0]
        for n in range(_CORE_STARTS)
    ]
    policies: Sequence[Policy] = ["random"] * game.seats
    number = 0
    while True:
        position = core.position(starts[number % _CORE_STARTS])
        core.play_out(position, policies, Dice(number))
        number += 1
        yield position.moves


def measure(
    games: Sequence[AnyGame], seconds: float, step: Callable[[int], None]
) -> dict[str, Any]:
    """The figures of `bench_rules --json`.

    Every rate is the median of five rounds of `seconds` each; a round goes through all of
    them, so that slow minutes of the machine meet all alike. `step` is told of each thing
    done, of as many as `steps` says.
    """
    rates: dict[tuple[str | None, str], Moves] = {}
    for game in games:
        rates[game.name, "engine_moves_per_s"] = engine_moves(game)
        core = core_of(game.name)
        if core is not None:
            rates[game.name, "core_moves_per_s"] = core_moves(game, core)
    for name, moves in peers.installed().items():
        rates[None, name] = moves
    measured: dict[tuple[str | None, str], list[float]] = {key: [] for key in rates}
    for _ in range(ROUNDS):
        for key, moves in rates.items():
            measured[key].append(_moves_per_s(moves, seconds))
            step(1)
    report: dict[str, Any] = {game.name: {} for game in games}
    for (owner, figure), values in measured.items():
        place = report if owner is None else report[owner]
        place[figure] = round(median(values))
    for game in games:
        for figure, bench in benches_of(game).items():
            report[figure] = time_bench(bench)
            step(1)
    return report


def steps(games: Sequence[AnyGame]) -> int:
    """How many things `measure` does."""
    benches = sum(len(benches_of(game)) for game in games)
    cores = sum(core_of(game.name) is not None for game in games)
    return ROUNDS * (len(games) + cores + len(peers.installed())) + benches


def _moves_per_s(moves: Moves, seconds: float) -> float:
    """The moves a second of processor time, over whole deals that take `seconds` together."""
    next(moves)
    done = 0
    gc.collect()
    began = time.thread_time()
    while (spent := time.thread_time() - began) < seconds:
        done += next(moves)
    return done / spent


def time_bench(bench: Bench) -> dict[str, float]:
    """Microseconds of a bench's calls: the mean for each label, or ``mean`` and ``max``.

    The greatest is of a first pass; the means are medians of five more.
    """
    samples = bench.samples(Dice(_SEED))
    calls = [arguments for group in samples.values() for arguments in group]
    gc.collect()
    most = max(_call_us(bench.call, arguments) for arguments in calls)
    if bench.worst:
        return {"mean": _mean_us(bench.call, calls), "max": round(most, 2)}
    return {label: _mean_us(bench.call, group) for label, group in samples.items()}


def _call_us(call: Callable[..., object], arguments: tuple[Any, ...]) -> float:
    began = time.thread_time_ns()
    call(*arguments)
    return (time.thread_time_ns() - began) / 1_000


def _mean_us(call: Callable[..., object], calls: Sequence[tuple[Any, ...]]) -> float:
    means = []
    for _ in range(ROUNDS):
        began = time.thread_time_ns()
        for arguments in calls:
            call(*arguments)
        means.append((time.thread_time_ns() - began) / 1_000 / len(calls))
    return round(median(means), 2)


def bench_lines(report: Mapping[str, Any]) -> list[str]:
    """A report as lines for people."""
    lines = []
    for name, value in report.items():
        if isinstance(value, Mapping):
            figures = ", ".join(f"{key} {figure:,}" for key, figure in value.items())
            lines.append(f"{name}: {figures}")
        else:
            lines.append(f"{name}: {value:,}")
    return lines
