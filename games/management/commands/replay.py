"""``manage.py replay ID|FILE|-``: a finished match deal by deal, and whether its record holds."""

from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import groupby

from games.management.recordcheck import RecordCheck
from games.recordfile import ReadRecord, read_source
from games.rules.core.events import Event
from games.rules.core.game import AnyGame
from games.rules.core.record import Record, ReplayedDeal, Step, replay_deals
from games.rules.core.record.words import action_text, fields_text, news_text, value_text
from games.rules.core.registry import get_game


class Command(RecordCheck):
    """Prints the match; exit code 1, with the reason last, when anything about it does not hold."""

    help = "Print a finished match and check it: by id, from a file, or - for standard input."
    verdict = "VALID: commitment, seed, every action and the result fit"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("source", metavar="ID|FILE|-")

    def read(self, source: str) -> ReadRecord:
        return read_source(source)

    def lines(self, record: Record) -> Iterator[str]:
        return match_lines(record)


def match_lines(record: Record) -> Iterator[str]:
    """The match in lines of text. Raises what `replay_deals` raises."""
    game = get_game(record.game)
    yield f"match {record.match}, game {record.game}, commitment {record.commitment}"
    for seat in range(game.seats):
        yield f"seat {seat}: {_occupants(record, seat)}"
    deal = None
    for deal in replay_deals(game, record):
        yield from deal_lines(game, record, deal)
    outcome = None if deal is None else game.outcome(deal.last_state)
    if outcome is None:
        yield "the match did not come to its end"
        return
    yield "final ranking"
    for seat in sorted(range(game.seats), key=lambda seat: (outcome.places[seat], seat)):
        name = _name(record, seat, len(record.actions))
        yield f"  {outcome.places[seat]}. seat {seat} {name}: {outcome.totals[seat]}"


def deal_lines(game: AnyGame, record: Record, deal: ReplayedDeal) -> Iterator[str]:
    """One deal: dealer, hands, a line for each turn, scores and totals."""
    yield ""
    yield f"deal {deal.number}, dealer seat {deal.opening.dealer}"
    for event in deal.opening_events:
        if event.private is not None:
            yield f"  seat {event.seat} has {fields_text(event.private)}"
    lowered = dict(record.lowered)
    before = [deal.opening, *(step.state for step in deal.steps)]
    numbered = zip((state.turn for state in before), deal.steps, strict=False)
    for (turn, seat), group in groupby(numbered, key=lambda pair: (pair[0], pair[1].seat)):
        steps = [step for _, step in group]
        done = "; ".join(_step_text(game, step, lowered.get(step.number)) for step in steps)
        name = _name(record, seat, steps[0].number)
        yield f"  turn {turn} #{steps[0].number} seat {seat} {name}: {done}"
    for event in deal.steps[-1].events if deal.steps else ():
        if event.type == "deal_ended":
            yield from _score_lines(event)


def _step_text(game: AnyGame, step: Step, level: str | None) -> str:
    """The action, in brackets what it brought that its own words do not say, and a level that
    was not the seat's."""
    form = game.actions.dump(step.action)
    news = news_text(form, step.events)
    by = "" if level is None else f" (by CPU {level})"
    return action_text(form) + (f" [{news}]" if news else "") + by


def _score_lines(event: Event) -> Iterator[str]:
    seat = "" if event.seat is None else f", seat {event.seat}"
    yield f"  ended: {value_text(event.data['reason'])}{seat}"
    yield f"  scores {value_text(event.data['scores'])}"
    yield f"  totals {value_text(event.data['totals'])}"


def _occupants(record: Record, seat: int) -> str:
    return ", then ".join(
        _name(record, seat, one.from_action)
        + (f" from #{one.from_action}" if one.from_action else "")
        for one in record.occupants
        if one.seat == seat
    )


def _name(record: Record, seat: int, at: int) -> str:
    """Who acted for `seat` at action number `at`."""
    name = ""
    for one in record.occupants:
        if one.seat == seat and one.from_action <= at:
            level = f"CPU {one.level}" if one.kind == "cpu" else ""
            name = " ".join(word for word in (one.name or one.player or "", level) if word)
    return f"({name})"
