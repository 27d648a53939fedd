"""``manage.py export_record ID``: a finished match as a record, for people or as JSON."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.recordfile import describe, read_match
from games.rules.core.errors import RuleError
from games.rules.core.record import dump_record, write_text


class Command(BaseCommand):
    """Prints the record; exit code 1, with the reason, when there is no such match."""

    help = "Print the record of a finished match (docs/record.md)."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("match", metavar="ID")
        parser.add_argument("--json", action="store_true", help="the JSON form instead of text")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            record = read_match(options["match"])
            text = json.dumps(dump_record(record)) if options["json"] else write_text(record)
        except RuleError as fault:
            self.stderr.write(f"NOT EXPORTED: {describe(fault)}")
            sys.exit(1)
        self.stdout.write(text)
