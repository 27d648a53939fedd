"""`manage.py serve`: the whole of Meja on one machine."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from server.ops.options import add_serve_arguments
from server.ops.serve import ServeOptions, run_serve


class Command(BaseCommand):
    """Starts Valkey, socket processes and workers, and keeps them alive."""

    help = "Serve Meja until Ctrl-C."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """The options of `serve`."""
        add_serve_arguments(parser)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Serve; raises RefusedError, of which `manage.py` says the sentence."""
        run_serve(
            ServeOptions(options["host"], options["port"], options["processes"], options["workers"])
        )
