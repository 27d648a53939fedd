"""What a proof is, and which there are."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from games.lab.errors import LabError
from games.lab.extras import proofs_of
from games.lab.proofs import cpumatches, frozen, honesty, playouts, searches, secrecy
from games.lab.proofs.elsewhere import fingerprint, offered
from games.lab.runs import Piece, Result, Run
from games.rules.core.registry import all_games

MOST_FAULTS: Final = 5
"""So many faults of a group are shown."""


@dataclass(frozen=True, slots=True)
class Proof:
    """One proof. `pieces` makes the work of `count` (None: the count of its whole run);
    `work`, a function of a module, does a piece.

    A piece has a `group` (what is counted together) and a `size`. Its result has `counts`,
    of what was met how often, where ``max:`` before a name keeps the greatest in place of
    the sum; `faults`, sentences that must not be; and perhaps a `hash` of all that happened.

    A proof of more than rules and laboratory names the packages that it is about in `about`:
    a saved run is of their code. `processes` is how many it wants, None for one a core.
    """

    name: str
    help: str
    pieces: Callable[[int | None], list[dict[str, Any]]]
    work: Callable[[Piece], Result]
    about: tuple[str, ...] = ()
    processes: int | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """What came of a proof: the counts of each group, the faults, a hash over everything."""

    proof: str
    groups: Mapping[str, Mapping[str, int]]
    faults: Sequence[str]
    result_hash: str

    @property
    def proven(self) -> bool:
        """Whether nothing spoke against it."""
        return not self.faults

    def form(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "proof": self.proof,
            "proven": self.proven,
            "groups": {name: dict(counts) for name, counts in self.groups.items()},
            "faults": list(self.faults),
            "result_hash": self.result_hash,
        }

    def lines(self) -> list[str]:
        """As a table for people."""
        rows = []
        for name, counts in self.groups.items():
            words = [f"{count:,} {what}" for what, count in counts.items()]
            rows.append(f"{name}: {', '.join(words)}")
        rows += [f"FAULT {fault}" for fault in self.faults]
        rows.append(f"result hash {self.result_hash}")
        return [*rows, f"{self.proof}: {'proven' if self.proven else 'NOT PROVEN'}"]


def all_proofs() -> dict[str, Proof]:
    """Every proof by name: of play, CPUs and the games' searches, and those offered elsewhere."""
    proofs = [
        Proof(
            "playouts",
            "every deal and match ends by the rules, with every card in one place",
            playouts.pieces,
            playouts.work,
        ),
        Proof(
            "secrecy",
            "what is hidden from somebody changes nothing that this one is told",
            secrecy.pieces,
            secrecy.work,
        ),
        Proof(
            "honesty",
            "hidden cards that change places unseen change no CPU's move",
            honesty.pieces,
            honesty.work,
        ),
        Proof(
            "cpu-matches",
            "whole matches of normal and easy CPUs end by the rules",
            cpumatches.pieces,
            cpumatches.work,
        ),
        Proof(
            "frozen",
            "frozen levels answer as on the day they were frozen",
            frozen.pieces,
            frozen.work,
        ),
    ]
    searched = sorted({name for game in all_games().values() for name in proofs_of(game)})
    for name in searched:
        proofs.append(
            Proof(
                name,
                f"the fast search of {name} against the readable rules and every possibility",
                partial(searches.pieces, name),
                searches.work,
            )
        )
    proofs += offered()
    return {proof.name: proof for proof in proofs}


def names() -> list[str]:
    """The names of all proofs."""
    return list(all_proofs())


def find_proof(name: str) -> Proof:
    """The proof called `name`. Raises LabError with the names that there are."""
    proof = all_proofs().get(name)
    if proof is None:
        raise LabError(f"There is no proof {name[:32]!r}; there are {', '.join(names())}.")
    return proof


def proof_run(proof: Proof, count: int | None) -> Run:
    """The run of a proof. Raises LabError if `count` is below 1."""
    if count is not None and count < 1:
        raise LabError("The count must be at least 1.")
    settings = {"run": "prove", "proof": proof.name, "count": count, "games": list(all_games())}
    if proof.about:
        settings["about"] = fingerprint(proof.about)
    return Run(settings, proof.pieces(count), proof.work, lambda piece: int(piece["size"]))


def report_of(proof: Proof, run: Run, results: Sequence[Result]) -> Report:
    """What the results of a proof's run, one for each piece, come to."""
    groups: dict[str, Counter[str]] = {}
    faults: list[str] = []
    shown: Counter[str] = Counter()
    digest = hashlib.sha256()
    for piece, result in zip(run.pieces, results, strict=True):
        group = piece["group"]
        counts = groups.setdefault(group, Counter())
        for what, number in result["counts"].items():
            if what.startswith("max:"):
                name = what.removeprefix("max:")
                counts[name] = max(counts[name], number)
            else:
                counts[what] += number
        for fault in result["faults"]:
            counts["faults"] += 1
            shown[group] += 1
            if shown[group] <= MOST_FAULTS:
                faults.append(f"{group}: {fault}")
        digest.update(json.dumps([group, result], sort_keys=True).encode() + b"\n")
    ordered = {name: dict(sorted(counts.items())) for name, counts in groups.items()}
    return Report(proof.name, ordered, faults, digest.hexdigest())
