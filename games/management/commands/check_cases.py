"""``manage.py check_cases FILE...``: are the rules what the case files say?"""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.casefile import describe, run_file


class Command(BaseCommand):
    """Prints every failure and the counts; exit code 1 if anything failed."""

    help = "Run rule cases (docs/cases.md) against the games."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")

    def handle(self, *_args: Any, **options: Any) -> None:
        passed = failed = 0
        for path in options["files"]:
            try:
                for verdict in run_file(path):
                    if verdict.passed:
                        passed += 1
                    else:
                        failed += 1
                        self.stdout.write(describe(path, verdict))
            except OSError as fault:
                failed += 1
                self.stdout.write(f"{path}: cannot be read: {fault.strerror}")
        self.stdout.write(f"{passed} passed, {failed} failed")
        if failed:
            sys.exit(1)
