"""`manage.py reports`: what players have reported, newest first."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from server.rooms.models import Report


class Command(BaseCommand):
    """Print reports with the talk they came with."""

    help = "Print what players have reported, newest first, with the last lines of the room's talk."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """`--player` and `--most`."""
        parser.add_argument("--player", help="only reports of this player (public id)")
        parser.add_argument("--most", type=int, default=50, help="how many (default: 50)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print them."""
        reports = Report.objects.order_by("-created", "-pk")
        if options["player"] is not None:
            reports = reports.filter(player=options["player"])
        for report in reports[: options["most"]]:
            self.stdout.write(
                f"{report.created:%Y-%m-%d %H:%M} room {report.room_code}:"
                f" {report.player} ({report.name}), reported by {report.reporter}"
            )
            if report.reason:
                self.stdout.write(f"  reason: {report.reason}")
            for line in report.talk:
                self.stdout.write(
                    f"  {line['n']}. {line['player']} ({line['name']})"
                    f" {line['kind']}: {line['what']}"
                )
