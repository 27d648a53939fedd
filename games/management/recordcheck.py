"""What the commands that check a record share: reading it, showing it, and the verdict."""

import os
import sys
from collections.abc import Iterator
from typing import Any, ClassVar

from django.core.management.base import BaseCommand

from games.recordfile import ReadRecord, describe, printable
from games.rules.core.errors import RuleError
from games.rules.core.record import Record


class RecordCheck(BaseCommand):
    """Prints what can be played of a record and then `verdict`, with exit code 0; or, where
    anything does not hold, the reason on standard error, with exit code 1."""

    requires_system_checks = ()
    verdict: ClassVar[str]

    def read(self, source: str) -> ReadRecord:
        """The record that the command's argument `source` means. Raises RuleError."""
        raise NotImplementedError

    def lines(self, record: Record) -> Iterator[str]:
        """What is shown of `record`, whose actions are all playable."""
        raise NotImplementedError

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            reason = self._show(self.read(options["source"]))
        except RuleError as fault:
            reason = fault
        except BrokenPipeError:
            # Whoever read has seen enough (`| head`); Python must not write at exit either.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)
        if reason is not None:
            self.stderr.write(f"NOT VALID: {describe(reason)}")
            sys.exit(1)

    def _show(self, read: ReadRecord) -> RuleError | None:
        """Print what can be played; returns why the record does not hold, or None."""
        fault = read.fault()
        playable = read.playable(fault)
        if playable is not None:
            for line in self.lines(playable):
                self.stdout.write(printable(line))
        if fault is None:
            self.stdout.write(self.verdict)
        return fault
