"""``manage.py prove NAME``: a law of the games or of the server, put to very many cases."""

from argparse import ArgumentParser
from typing import Any

from games.lab.proofs import find_proof, names, proof_run, report_of
from games.management.labcommand import LabCommand


class Command(LabCommand):
    """Exit code 1 if anything speaks against the proof."""

    help = "Prove a law of the games or of the server (docs/measuring.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", metavar="NAME", help=", ".join(names()))
        parser.add_argument(
            "--count", type=int, metavar="N", help="how many for each game; default the whole proof"
        )
        self.add_run_arguments(parser)

    def work(self, options: dict[str, Any]) -> int:
        proof = find_proof(options["name"])
        run = proof_run(proof, options["count"])
        asked = options["processes"]
        processes = proof.processes if asked is None else asked
        results = self.perform(run, {**options, "processes": processes})
        report = report_of(proof, run, results)
        self.print_report(report.form(), report.lines(), options)
        return 0 if report.proven else 1
