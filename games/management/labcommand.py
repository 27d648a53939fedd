"""What the commands of the laboratory share: sentences for mistakes, Ctrl-C, and options."""

import json
import os
import signal
import sys
import threading
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.lab.errors import LabError
from games.lab.runs import Result, Run, perform
from games.lab.saving import default_path


class LabCommand(BaseCommand):
    """A command of the laboratory.

    Exit code 130 after Ctrl-C and 143 after SIGTERM, with what was done saved; 1 with one
    sentence when it cannot do what it was asked, or where `work` says so.
    """

    requires_system_checks = ()

    def work(self, options: dict[str, Any]) -> int:
        """Do what the command is for; the exit code."""
        raise NotImplementedError

    def handle(self, *_args: Any, **options: Any) -> None:
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, _end)
        try:
            code = self.work(options)
        except LabError as fault:
            raise CommandError(str(fault)) from fault
        except KeyboardInterrupt:
            self.stderr.write("Stopped.")
            sys.exit(130)
        if code:
            sys.exit(code)

    def add_run_arguments(self, parser: ArgumentParser) -> None:
        """The options of a run that is saved as it goes."""
        parser.add_argument("--resume", action="store_true", help="go on where it was stopped")
        parser.add_argument("--save", type=Path, metavar="FILE", help="save here as it goes")
        parser.add_argument(
            "--processes", type=int, default=None, help="how many; default one a core"
        )
        parser.add_argument("--json", action="store_true", help="print JSON")

    def perform(self, run: Run, options: Mapping[str, Any]) -> list[Result]:
        """The results of a run, with the options of `add_run_arguments`."""
        processes = options["processes"]
        if processes is None:
            processes = len(os.sched_getaffinity(0))
        if processes < 1:
            raise LabError("The number of processes must be at least 1.")
        path = options["save"] or default_path(settings.MEJA_DATA / "lab", run.settings)
        try:
            return perform(
                run, path, resume=options["resume"], processes=processes, stream=sys.stderr
            )
        except KeyboardInterrupt:
            self.stderr.write(f"What was done is saved in {path}; --resume goes on.")
            raise

    def print_report(
        self, form: Mapping[str, Any], lines: Sequence[str], options: Mapping[str, Any]
    ) -> None:
        """The report as JSON or as lines."""
        self.stdout.write(json.dumps(form) if options["json"] else "\n".join(lines))


def _end(number: int, _frame: object) -> None:
    sys.exit(128 + number)
