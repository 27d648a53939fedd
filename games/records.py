"""Finished matches in the database: written once, and read as records."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from games.models import Match, MatchSeat
from games.rules.core.errors import RuleError
from games.rules.core.record import Occupant, parse_record
from games.rules.core.record.form import check_shape
from games.rules.core.registry import get_game


def write_match(record: Mapping[str, Any], room_code: str, finished_at: datetime) -> bool:
    """Keep a finished match; `record` is the JSON form that `dump_record` gives.

    True when it was written, False when the database already had a match of this id: nothing
    is changed then. Raises what `parse_record` raises, and RuleError `unknown_game`, `wrong_field`
    or `match_not_over`.
    """
    form = dict(record)
    parsed = parse_record(form)
    check_shape(parsed, get_game(parsed.game).seats)
    result = parsed.result
    if result is None:
        raise RuleError("match_not_over", match=parsed.match)
    last = last_occupants(parsed.occupants)
    with transaction.atomic():
        match, is_new = Match.objects.get_or_create(
            id=parsed.match,
            defaults={
                "game": parsed.game,
                "room_code": room_code,
                "finished": finished_at,
                "seats": [
                    {"kind": one.kind, "player": one.player, "name": one.name, "level": one.level}
                    for one in last
                ],
                "totals": list(result.totals),
                "places": list(result.places),
                "commitment": parsed.commitment,
                "record": json.dumps(form, ensure_ascii=False, separators=(",", ":")),
            },
        )
        if is_new:
            MatchSeat.objects.bulk_create(
                MatchSeat(
                    match=match,
                    seat=one.seat,
                    player=one.player,
                    kind=one.kind,
                    place=result.places[one.seat],
                    total=result.totals[one.seat],
                )
                for one in last
            )
    return is_new


def match_record(match_id: str) -> dict[str, Any] | None:
    """The record of a finished match in its JSON form, or None when there is no such match."""
    text = Match.objects.filter(pk=match_id).values_list("record", flat=True).first()
    if text is None:
        return None
    form: dict[str, Any] = json.loads(text)
    return form


def last_occupants(occupants: Sequence[Occupant]) -> list[Occupant]:
    """Who had each seat at the end, by seat; `occupants` are a record's, in order."""
    by_seat = {one.seat: one for one in occupants}
    return [by_seat[seat] for seat in sorted(by_seat)]


def participants(record: Mapping[str, Any]) -> frozenset[str]:
    """The public ids of all people who had a seat at any time of the match."""
    return frozenset(one["player"] for one in record["occupants"] if one["player"] is not None)
