"""Proofs by many deals: each registered game is put to them, by the thousand (`prove`)."""

from games.lab.proofs.base import Proof, Report, find_proof, names, proof_run, report_of

__all__ = ["Proof", "Report", "find_proof", "names", "proof_run", "report_of"]
