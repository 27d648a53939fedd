"""Each proof of the whole server in small."""

import pytest

from games.lab.proofs import find_proof, names, proof_run, report_of
from tests.proofs import PROOFS

COUNTS = {"friends": 2, "kills": 1, "fuzz": 400, "leaks": 2}


@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", COUNTS)
def test_a_proof_holds_in_small(name: str) -> None:
    proof = find_proof(name)
    run = proof_run(proof, COUNTS[name])
    report = report_of(proof, run, [run.work(piece) for piece in run.pieces])
    assert report.proven, report.faults
    assert "about" in run.settings


def test_all_are_tried_here_and_have_the_promised_size() -> None:
    assert set(COUNTS) == {proof.name for proof in PROOFS} <= set(names())
    sizes = {proof.name: sum(piece["size"] for piece in proof.pieces(None)) for proof in PROOFS}
    assert sizes == {"friends": 200, "kills": 200, "fuzz": 1_000_000, "leaks": 1_000}
