"""Finished matches in the database and over HTTP."""

import copy
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import IntegrityError, connection, connections
from django.test import Client

from accounts.guests import make_guest
from accounts.identity import COOKIE_NAME, new_key, token_of
from accounts.models import Player
from games.models import Match, MatchSeat
from games.records import match_record, write_match
from games.rules.core.errors import RuleError
from tests.records.matches import finished

ENDED = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


@pytest.mark.django_db
def test_a_match_is_kept_whole_and_only_once() -> None:
    form = finished()
    assert write_match(form, "KQ7M2P", ENDED)
    assert not write_match(form, "ZZZZZZ", datetime.now(UTC))
    match = Match.objects.get()
    assert (match.id, match.game, match.room_code) == ("m1", "remi", "KQ7M2P")
    assert match.finished == ENDED
    assert (match.totals, match.places) == (form["result"]["totals"], form["result"]["places"])
    assert match.commitment == form["commitment"]
    assert match.seats[0] == {
        "kind": "person",
        "player": "paaaaaaaaaaaa",
        "name": "রহিম",
        "level": None,
    }
    assert match_record("m1") == form
    seats = list(MatchSeat.objects.order_by("seat").values_list("seat", "player", "kind", "total"))
    assert [row[3] for row in seats] == form["result"]["totals"]
    assert seats[0][:3] == (0, "paaaaaaaaaaaa", "person")
    assert seats[3][:3] == (3, None, "cpu")
    assert match_record("m2") is None


@pytest.mark.django_db
def test_a_seat_belongs_to_who_had_it_last() -> None:
    form = finished()
    later = {"seat": 1, "from_action": 9, "kind": "person", "player": "pbbbbbbbbbbbb"}
    write_match({**form, "occupants": [*form["occupants"], later]}, "KQ7M2P", ENDED)
    assert MatchSeat.objects.get(seat=1).player == "pbbbbbbbbbbbb"


@pytest.mark.django_db(transaction=True)
def test_workers_that_write_one_match_at_once_write_it_once() -> None:
    form, workers = finished(), 4
    barrier = threading.Barrier(workers)
    answers: list[bool] = []

    def work() -> None:
        barrier.wait()
        try:
            answers.append(write_match(form, "KQ7M2P", ENDED))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=work) for _ in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [False] * (workers - 1) + [True]
    assert Match.objects.count() == 1
    assert MatchSeat.objects.count() == 4


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("damage", "code"),
    [
        (lambda form: form.pop("seed"), "missing_field"),
        (lambda form: form.update(extra=1), "unknown_field"),
        (lambda form: form.update(format=99), "newer_format"),
        (lambda form: form.update(result=None), "match_not_over"),
        (lambda form: form.update(game="whist"), "unknown_game"),
        (lambda form: form["occupants"].pop(), "wrong_field"),
    ],
)
def test_what_is_no_finished_record_is_not_written(
    damage: Callable[[dict[str, Any]], object], code: str
) -> None:
    form = copy.deepcopy(finished())
    damage(form)
    with pytest.raises(RuleError) as refusal:
        write_match(form, "KQ7M2P", ENDED)
    assert refusal.value.code == code
    assert not Match.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="the trigger is SQLite's")
def test_a_match_is_not_kept_without_its_seats() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TRIGGER no_seats BEFORE INSERT ON games_matchseat "
            "BEGIN SELECT RAISE(ABORT, 'no seats today'); END"
        )
    try:
        with pytest.raises(IntegrityError):
            write_match(finished(), "KQ7M2P", ENDED)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP TRIGGER no_seats")
    assert not Match.objects.exists()
    assert write_match(finished(), "KQ7M2P", ENDED)


def guest_client() -> tuple[Player, Client]:
    key = new_key()
    player = make_guest("bn", key)
    client = Client(headers={"host": "localhost"})
    client.cookies[COOKIE_NAME] = token_of(key)
    return player, client


@pytest.mark.django_db
def test_a_record_is_shown_to_those_who_played_and_to_nobody_else() -> None:
    player, mine = guest_client()
    _, foreign = guest_client()
    form = finished("m7", player.id)
    write_match(form, "KQ7M2P", ENDED)
    answer = mine.get("/api/matches/m7/record")
    assert (answer.status_code, answer.json()) == (200, form)
    nobody = Client(headers={"host": "localhost"})
    for client, ident in ((foreign, "m7"), (nobody, "m7"), (mine, "m8")):
        answer = client.get(f"/api/matches/{ident}/record")
        assert answer.status_code == 404
        assert answer.json() == {"code": "match_not_found", "data": {"match": ident}}
