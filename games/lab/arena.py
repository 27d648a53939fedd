"""Play-outs between CPUs of chosen levels, on the same cards from every seat (`simulate`)."""

import hashlib
import json
import math
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import permutations
from typing import Any, Final

from games.lab.errors import LabError
from games.lab.intervals import Interval, mean_of, rate_of
from games.lab.play import play_out, seed_of
from games.lab.players import player_of
from games.lab.runs import Piece, Result, Run
from games.rules.core.errors import RuleError
from games.rules.core.game import AnyGame
from games.rules.core.registry import all_games, get_game
from games.rules.core.shuffle import cpu_key

_BUCKETS: Final = 48
"""A decision's time is kept to one part in so many of a doubling, which is 1.5 %."""

_LOOK_SETS: Final = 20
"""After so many sets of cards a contest looks whether its question is answered."""


@dataclass(frozen=True, slots=True)
class Contest:
    """What is to be played: `count` deals, or with `matches` whole matches, of `game` between
    the `levels`, one for each seat; `seed` is any text.

    With `duplicate` the count is of sets of cards, each played with every rotation of the
    levels. With `until_width` there are fewer where the first level's interval (of its match
    win rate; of its deal score, or with `duplicate` of its edge) is so narrow before.
    """

    game: str
    levels: tuple[str, ...]
    count: int
    matches: bool
    seed: str
    duplicate: bool = False
    until_width: float | None = None

    def __post_init__(self) -> None:
        game = known_game(self.game)
        if len(self.levels) != game.seats:
            raise LabError(
                f"{game.name} has {game.seats} seats: name so many levels, parted by commas."
            )
        for level in self.levels:
            player_of(game, level)
        if self.count < 1:
            raise LabError("The number of deals or matches must be at least 1.")
        if self.until_width is not None and not self.until_width > 0:
            raise LabError("The width must be greater than 0.")

    @property
    def play_outs(self) -> int:
        """How many deals or matches are played at most."""
        return self.count * (len(self.levels) if self.duplicate else 1)


def known_game(name: str) -> AnyGame:
    """The game called `name`. Raises LabError with the names that there are."""
    try:
        return get_game(name)
    except RuleError as unknown:
        names = ", ".join(all_games())
        raise LabError(f"There is no game {name[:32]!r}; there are {names}.") from unknown


def contest_run(contest: Contest) -> Run:
    """The run of a contest; one play-out is a piece of it.

    A set of cards is played once with each rotation of the levels, so that every level
    holds every hand; and from set to set the levels' order round the table changes, so
    that none always sits behind the same other one. Deals go through the game's stages.
    """
    seats = len(contest.levels)
    settings = {
        "run": "simulate",
        "game": contest.game,
        "levels": list(contest.levels),
        "count": contest.count,
        "matches": contest.matches,
        "seed": contest.seed,
        "duplicate": contest.duplicate,
        "until_width": contest.until_width,
    }
    orders = list(permutations(range(1, seats)))
    pieces = []
    for number in range(contest.play_outs):
        cards, rotation = divmod(number, seats)
        entries = (0, *orders[cards % len(orders)])
        pieces.append(
            {
                "game": contest.game,
                "seed": contest.seed,
                "cards": cards,
                "entries": [entries[(seat + rotation) % seats] for seat in range(seats)],
                "levels": list(contest.levels),
                "matches": contest.matches,
            }
        )
    return Run(settings, pieces, play_piece, lambda _: 1, partial(is_answered, contest))


def is_answered(contest: Contest, results: Sequence[Result]) -> bool:
    """Whether the interval of the first level is as narrow as the contest asks for.

    It looks now and then, after whole rotations, so that no chance low is picked out.
    """
    looks_every = _LOOK_SETS * len(contest.levels)
    if contest.until_width is None or not results or len(results) % looks_every:
        return False
    first = contest_report(contest, results)["seats"][0]
    asked = "edge" if contest.duplicate else "mean_deal_score"
    interval = first["match_win_rate_ci95" if contest.matches else f"{asked}_ci95"]
    return interval is not None and interval[1] - interval[0] <= contest.until_width


def play_piece(piece: Piece) -> Result:
    """One play-out. ``score`` and what belongs to the result hash stand under ``result``."""
    game = get_game(piece["game"])
    seed = seed_of("simulate", game.name, piece["seed"], piece["cards"])
    key = cpu_key(seed)
    entries, levels = piece["entries"], piece["levels"]
    players = [player_of(game, level) for level in levels]
    times: list[Counter[int]] = [Counter() for _ in levels]
    spent = [0] * len(levels)

    def pick(state: Any, seat: int) -> Any:
        view = game.view(state, seat)
        entry = entries[seat]
        before = time.thread_time_ns()
        action = players[entry](view, seat, key)
        took = time.thread_time_ns() - before
        spent[entry] += took
        times[entry][_bucket(took)] += 1
        return action

    result: dict[str, Any] = {"cards": piece["cards"], "entries": entries}
    stage = 1 if piece["matches"] else piece["cards"] % game.stages + 1
    try:
        played = play_out(game, seed, pick, stage=stage, match=piece["matches"])
    except Exception as fault:
        # A play-out that breaks down is a finding, to be counted beside the others.
        result["error"] = f"{type(fault).__name__}: {fault}"
    else:
        result["ends"] = [[end.reason, list(end.scores), list(end.bounds)] for end in played.ends]
        result["turns"] = played.turns
        result["places"] = None if played.places is None else list(played.places)
        result["actions"] = played.digest
    return {"result": result, "spent_ns": spent, "times": [sorted(c.items()) for c in times]}


def _bucket(ns: int) -> int:
    return round(_BUCKETS * math.log2(max(ns, 1)))


@dataclass(slots=True)
class _Entry:
    """What one of the levels has earned and spent.

    By set of cards: `scores` of deals, and `edges`, how much each was above the mean of the
    other seats. `shares` are of first places.
    """

    scores: dict[object, list[float]] = field(default_factory=dict)
    edges: dict[object, list[float]] = field(default_factory=dict)
    shares: list[float] = field(default_factory=list)
    spent_ns: int = 0
    times: Counter[int] = field(default_factory=Counter)


def contest_report(contest: Contest, results: Sequence[Result]) -> dict[str, Any]:
    """The figures of `simulate --json` from the results of `contest_run`.

    A figure is None where nothing was counted for it.
    """
    entries = [_Entry() for _ in contest.levels]
    digest = hashlib.sha256()
    deals = caps = turns_max = errors = 0
    for each in results:
        result = each["result"]
        digest.update(json.dumps(result, sort_keys=True).encode() + b"\n")
        for entry, spent, times in zip(entries, each["spent_ns"], each["times"], strict=True):
            entry.spent_ns += spent
            entry.times.update(dict(times))
        if "error" in result:
            errors += 1
            continue
        deals += len(result["ends"])
        caps += sum(len(bounds) for _, _, bounds in result["ends"])
        turns_max = max(turns_max, *result["turns"])
        _add_result(entries, result)
    return {
        "game": contest.game,
        "deals": deals,
        "matches": len(entries[0].shares),
        "errors": errors,
        "caps_hit": caps,
        "turns_max": turns_max,
        "result_hash": digest.hexdigest(),
        "seats": [
            {"level": level, **_figures(entry), **(_edge(entry) if contest.duplicate else {})}
            for level, entry in zip(contest.levels, entries, strict=True)
        ],
    }


def _add_result(entries: Sequence[_Entry], result: Mapping[str, Any]) -> None:
    places = result["places"]
    for seat, number in enumerate(result["entries"]):
        entry = entries[number]
        cards = result["cards"]
        for _, scores, _ in result["ends"]:
            others = (sum(scores) - scores[seat]) / (len(scores) - 1)
            entry.scores.setdefault(cards, []).append(scores[seat])
            entry.edges.setdefault(cards, []).append(scores[seat] - others)
        if places is not None:
            entry.shares.append(1 / places.count(1) if places[seat] == 1 else 0.0)


def _figures(entry: _Entry) -> dict[str, Any]:
    score, score_ci = mean_of(entry.scores) if entry.scores else (None, None)
    rate, rate_ci = rate_of(entry.shares) if entry.shares else (None, None)
    count = entry.times.total()
    return {
        "mean_deal_score": _rounded(score),
        "mean_deal_score_ci95": _rounded_pair(score_ci),
        "match_win_rate": _rounded(rate),
        "match_win_rate_ci95": _rounded_pair(rate_ci),
        "ms_per_decision_mean": _rounded(entry.spent_ns / count / 1e6 if count else None),
        "ms_per_decision_p99": _rounded(_quantile_ms(entry.times, 0.99) if count else None),
    }


def _edge(entry: _Entry) -> dict[str, Any]:
    edge, edge_ci = mean_of(entry.edges) if entry.edges else (None, None)
    return {"edge": _rounded(edge), "edge_ci95": _rounded_pair(edge_ci)}


def _quantile_ms(times: Counter[int], part: float) -> float:
    wanted = math.ceil(part * times.total())
    seen = 0
    for bucket, count in sorted(times.items()):
        seen += count
        if seen >= wanted:
            return float(2 ** (bucket / _BUCKETS)) / 1e6
    raise ValueError("no times")


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def _rounded_pair(pair: Interval | None) -> list[float] | None:
    return None if pair is None else [round(end, 4) for end in pair]


def first_errors(results: Sequence[Result], most: int = 3) -> list[str]:
    """What the first play-outs that broke down said."""
    return [r["result"]["error"] for r in results if "error" in r["result"]][:most]


def contest_lines(report: Mapping[str, Any]) -> list[str]:
    """A report as a table for people."""
    lines = [
        f"{report['game']}: {report['deals']:,} deals, {report['matches']:,} matches, "
        f"{report['errors']} errors, {report['caps_hit']} ended by a bound, "
        f"longest deal {report['turns_max']} turns",
        f"result hash {report['result_hash']}",
        f"{'seat':>4}  {'level':<10}{'deal score':>28}{'match win rate':>28}"
        f"{'ms mean':>10}{'ms p99':>10}",
    ]
    for number, seat in enumerate(report["seats"]):
        score = _with_interval(seat["mean_deal_score"], seat["mean_deal_score_ci95"])
        rate = _with_interval(seat["match_win_rate"], seat["match_win_rate_ci95"])
        lines.append(
            f"{number:>4}  {seat['level']:<10}{score:>28}{rate:>28}"
            f"{seat['ms_per_decision_mean']!s:>10}{seat['ms_per_decision_p99']!s:>10}"
            + (
                f"  edge {_with_interval(seat['edge'], seat['edge_ci95'])}"
                if "edge" in seat
                else ""
            )
        )
    return lines


def _with_interval(value: float | None, interval: Sequence[float] | None) -> str:
    if value is None:
        return "-"
    ends = "" if interval is None else f" ({interval[0]:.3f} to {interval[1]:.3f})"
    return f"{value:.3f}{ends}"
