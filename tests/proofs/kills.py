"""`kill -9` at random while many matches are played: what was acknowledged stays, and all go on.

With `appendfsync always` no accepted action may be lost; with `everysec` losses are counted.
Nothing may ever be done twice, and every room must play on to the end of a match. The longest
time that a client saw nothing happen is told apart for kills with and without Valkey.
"""

import asyncio
import random
from collections import Counter
from typing import Any, Final

from games.lab.runs import Piece, Result
from tests.proofs.killer import Kill, Killer
from tests.proofs.servers import WholeServer, run, whole_server
from tests.proofs.shares import short_first
from tests.proofs.survivors import Gap, Survivors

WHOLE: Final = 100
"""The kills of the whole run, once for each way of keeping the file."""
_AT_ONCE: Final = 30
"""So many matches are played at once."""
_KILLS_A_PIECE: Final = 50
_BOUNDED: Final = 25
"""From so many kills on the stalls are judged: fewer say nothing, on a machine that does more."""
BOUND_S: Final = {"without Valkey": 3.0, "with Valkey": 5.0}
BEFORE_S: Final = 3.0
"""A stall may be of a kill that was so long before it."""
SETTINGS: Final = {"MEJA_PAUSE_MS": "1000", "MEJA_GRACE_MS": "5000"}
CPU_DELAY_MS: Final = {True: "150", False: "10"}
"""As people like it where stalls are judged; else as quick as may be."""


def pieces(count: int | None) -> list[dict[str, Any]]:
    """`count` kills for each of the two, on servers of their own."""
    count = count or WHOLE
    matches = min(_AT_ONCE, max(2, count))
    return [
        {
            "group": f"appendfsync {fsync}",
            "fsync": fsync,
            "first": first,
            "size": min(_KILLS_A_PIECE, count - first),
            "matches": matches,
            "bounded": count >= _BOUNDED,
        }
        for fsync in ("always", "everysec")
        for first in range(0, count, _KILLS_A_PIECE)
    ]


def work(piece: Piece) -> Result:
    """Plays and kills until the kills of the piece are done and every room has ended a match."""
    settings = {
        **SETTINGS,
        "MEJA_CPU_DELAY_MS": CPU_DELAY_MS[piece["bounded"]],
        "MEJA_APPENDFSYNC": piece["fsync"],
    }
    with whole_server(**settings) as server:
        return run(play_and_kill(server, piece))


async def play_and_kill(server: WholeServer, piece: Piece) -> Result:
    """The rooms of a piece on a server whose parts die."""
    dice = random.Random(f"kills/{piece['fsync']}/{piece['first']}")
    games = short_first()
    strict = piece["fsync"] == "always"
    rooms = [
        Survivors(server.base, games[n % len(games)], f"{piece['first']}/{n}", strict=strict)
        for n in range(piece["matches"])
    ]
    await asyncio.gather(*(room.open() for room in rooms))
    playing = [asyncio.create_task(room.play()) for room in rooms]
    killer = Killer(server.served, dice)
    await killer.run(piece["size"])
    for room in rooms:
        room.finish()
    ends = await asyncio.gather(*playing, return_exceptions=True)
    counts: Counter[str] = Counter(f"kills of {kill.kind}" for kill in killer.kills)
    faults = []
    for room, end in zip(rooms, ends, strict=True):
        counts.update(room.counts)
        if isinstance(end, BaseException):
            faults.append(f"{room.story()}: {type(end).__name__}: {end}")
    gaps = [gap for room in rooms for gap in room.gaps]
    for kind, longest in longest_stalls(gaps, killer.kills).items():
        length = longest.end - longest.start
        counts[f"max:longest stall {kind}, ms"] = round(length * 1000)
        if piece["bounded"] and length > BOUND_S[kind]:
            near = [
                f"{kill.kind} {kill.at - longest.start:+.1f} s"
                for kill in killer.kills
                if longest.start - BEFORE_S <= kill.at <= longest.end
            ]
            faults.append(
                f"a client saw nothing happen for {length:.1f} s {kind} killed: "
                f"{longest.seen}; killed: {', '.join(near) or 'nothing'}"
            )
    return {"counts": dict(sorted(counts.items())), "faults": faults}


def longest_stalls(gaps: list[Gap], kills: list[Kill]) -> dict[str, Gap]:
    """The longest of `gaps` near a kill of Valkey, and of the others."""
    longest = dict.fromkeys(BOUND_S, Gap(0.0, 0.0))
    hits = [kill.at for kill in kills if kill.kind == "valkey"]
    for gap in gaps:
        with_valkey = any(gap.start - BEFORE_S <= at <= gap.end for at in hits)
        kind = "with Valkey" if with_valkey else "without Valkey"
        longest[kind] = max(longest[kind], gap, key=lambda one: one.end - one.start)
    return longest
