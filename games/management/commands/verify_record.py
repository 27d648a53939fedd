"""``manage.py verify_record FILE|-``: does a record, as JSON or as text, hold in every point?"""

from argparse import ArgumentParser
from collections.abc import Iterator

from games.management.recordcheck import RecordCheck
from games.recordfile import ReadRecord, read_file
from games.rules.core.record import Record, deal_end_text, replay_deals
from games.rules.core.registry import get_game


class Command(RecordCheck):
    """Prints how each deal ended, then OK; exit code 1, with the place and the reason, if not."""

    help = "Redo shuffle, actions and result of a record: from a file, or - for standard input."
    verdict = "OK"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("source", metavar="FILE|-")

    def read(self, source: str) -> ReadRecord:
        return read_file(source)

    def lines(self, record: Record) -> Iterator[str]:
        return deal_results(record)


def deal_results(record: Record) -> Iterator[str]:
    """A line for the match and one for each deal. Raises what `replay_deals` raises."""
    game = get_game(record.game)
    yield f"match {record.match}, game {game.name}, {len(record.actions)} actions"
    for deal in replay_deals(game, record):
        ended = deal_end_text(deal)
        yield ended or f"deal {deal.number} not ended after {len(deal.steps)} actions"
