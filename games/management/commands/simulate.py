"""``manage.py simulate``: play-outs between CPUs, and what each level earned and spent."""

from argparse import ArgumentParser
from typing import Any

from games.lab.arena import Contest, contest_lines, contest_report, contest_run, first_errors
from games.management.labcommand import LabCommand


class Command(LabCommand):
    """Exit code 1 if any play-out broke down."""

    help = "Let CPUs play deals or matches against each other (docs/measuring.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", required=True, metavar="G")
        count = parser.add_mutually_exclusive_group(required=True)
        count.add_argument("--deals", type=int, metavar="N")
        count.add_argument("--matches", type=int, metavar="N")
        parser.add_argument("--seats", required=True, metavar="LEVEL,...", help="one for each seat")
        parser.add_argument("--seed", required=True, metavar="S", help="any text")
        parser.add_argument(
            "--duplicate",
            action="store_true",
            help="N sets of cards, each from every seat; tells each level's edge on equal cards",
        )
        parser.add_argument(
            "--until-width",
            type=float,
            metavar="W",
            help="stop before N when the first level's 95%% interval is so narrow",
        )
        self.add_run_arguments(parser)

    def work(self, options: dict[str, Any]) -> int:
        contest = Contest(
            game=options["game"],
            levels=tuple(level.strip() for level in options["seats"].split(",")),
            count=options["deals"] if options["matches"] is None else options["matches"],
            matches=options["matches"] is not None,
            seed=options["seed"],
            duplicate=options["duplicate"],
            until_width=options["until_width"],
        )
        results = self.perform(contest_run(contest), options)
        report = contest_report(contest, results)
        self.print_report(report, contest_lines(report), options)
        for error in first_errors(results):
            self.stderr.write(f"A play-out broke down: {error}")
        return 1 if report["errors"] else 0
