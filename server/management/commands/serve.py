"""`manage.py serve`: the whole of Meja on one machine."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from server.ops.options import add_serve_arguments
from server.ops.sentences import RefusedError
from server.ops.serve import ServeOptions, run_serve


class Command(BaseCommand):
    """Starts Valkey, socket processes and workers, and keeps them alive."""

    help = "Serve Meja until Ctrl-C."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """The options of `serve`."""
        add_serve_arguments(parser)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Serve; raises CommandError where it cannot."""
        asked = ServeOptions(
            options["host"], options["port"], options["processes"], options["workers"]
        )
        try:
            run_serve(asked)
        except RefusedError as refusal:
            raise CommandError(str(refusal)) from None
