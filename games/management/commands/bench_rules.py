"""``manage.py bench_rules``: how many moves a second the games play, beside their peers."""

import sys
from argparse import ArgumentParser
from typing import Any

from games.lab.arena import known_game
from games.lab.bench import bench_lines, measure, steps
from games.lab.errors import LabError
from games.lab.progress import Progress
from games.management.labcommand import LabCommand
from games.rules.core.registry import all_games


class Command(LabCommand):
    """Prints the figures of docs/measuring.md."""

    help = "Measure the speed of the rules and of their fast cores (docs/measuring.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", metavar="G", help="only this one")
        parser.add_argument(
            "--seconds", type=float, default=1.0, metavar="S", help="of each of five rounds"
        )
        parser.add_argument("--json", action="store_true", help="print JSON")

    def work(self, options: dict[str, Any]) -> int:
        if not 0 < options["seconds"] <= 600:
            raise LabError("The seconds of a round must be more than 0 and at most 600.")
        games = [known_game(options["game"])] if options["game"] else list(all_games().values())
        bar = Progress(steps(games), 0, sys.stderr)
        try:
            report = measure(games, options["seconds"], bar.add)
        finally:
            bar.close()
        self.print_report(report, bench_lines(report), options)
        return 0
