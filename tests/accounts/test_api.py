"""`/api/guest`, and the limit on new guests."""

import json
import threading
from typing import Any

import pytest
from django.db import connections
from django.http import HttpResponse
from django.test import Client
from pytest_django import Settings

from accounts.guests import make_guest, rename
from accounts.identity import COOKIE_NAME, new_key
from accounts.lookalikes import fold
from accounts.models import Player
from accounts.names import BadNameError
from accounts.requests import household
from accounts.words import WORDS

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def limits(shared_cache: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """None is spent yet, and it is a second past a full hour."""
    monkeypatch.setattr("accounts.limits.now", lambda: 3_600_001.0)


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": "localhost"})


def post(client: Client, body: Any, **more: Any) -> HttpResponse:
    return client.post("/api/guest", json.dumps(body), content_type="application/json", **more)


def patch(client: Client, body: Any) -> HttpResponse:
    return client.patch("/api/guest", json.dumps(body), content_type="application/json")


def refused(answer: Any) -> tuple[int, str, Any]:
    form = answer.json()
    assert set(form) == {"code", "data"}
    return answer.status_code, form["code"], form["data"]


def test_one_becomes_a_guest_and_stays_who_one_is(client: Client) -> None:
    assert refused(client.get("/api/guest")) == (401, "no_player", {})
    first = post(client, {"lang": "bn"})
    assert first.status_code == 200
    player = first.json()["player"]
    assert set(player) == {"id", "name"}
    assert player["id"][0] == "p"
    assert len(player["id"]) == 13
    assert client.get("/api/guest").json() == {"player": player}
    assert post(client, {"lang": "en"}).json() == {"player": player}
    assert Player.objects.get().language == "en"
    assert first["Cache-Control"] == "no-store"


def test_the_cookie_is_kept_from_scripts_and_other_sites(client: Client) -> None:
    post(client, {"lang": "id"})
    plain = client.cookies[COOKIE_NAME]
    assert (plain["httponly"], plain["samesite"], plain["path"]) == (True, "Lax", "/")
    assert plain["max-age"] == 400 * 24 * 3600
    assert not plain["secure"]
    post(client, {"lang": "id"}, secure=True)
    assert client.cookies[COOKIE_NAME]["secure"]


def test_a_bad_cookie_makes_another_guest(client: Client) -> None:
    one = post(client, {"lang": "id"}).json()["player"]
    client.cookies[COOKIE_NAME] = client.cookies[COOKIE_NAME].value + "x"
    other = post(client, {"lang": "id"}).json()["player"]
    assert other["id"] != one["id"]
    assert client.get("/api/guest").json() == {"player": other}


def test_a_name_is_chosen_once_for_all_who_look_alike(client: Client) -> None:
    assert refused(patch(client, {"name": "Rahim"}))[:2] == (401, "no_player")
    ident = post(client, {"lang": "id"}).json()["player"]["id"]
    assert patch(client, {"name": " রহিম "}).json() == {"player": {"id": ident, "name": "রহিম"}}
    assert patch(client, {"name": "Oscar"}).status_code == 200
    assert patch(client, {"name": "oscar"}).json()["player"]["name"] == "oscar"
    other = Client(headers={"host": "localhost"})
    mine = post(other, {"lang": "en"}).json()
    assert refused(patch(other, {"name": "0SCAR"})) == (409, "name_taken", {})
    assert refused(patch(other, {"name": "x"})) == (400, "name_too_short", {"min": 2})
    assert refused(patch(other, {"name": "a\u202eb"}))[:2] == (400, "name_bad_character")
    assert refused(patch(other, {"name": "a" * 3000})) == (400, "name_too_long", {"max": 20})
    assert other.get("/api/guest").json() == mine


def test_malformed_requests_are_refused_with_codes(client: Client) -> None:
    def raw(body: bytes | str, kind: str = "application/json") -> tuple[int, str, Any]:
        return refused(client.generic("POST", "/api/guest", body, content_type=kind))

    assert raw(b"lang=bn", "application/x-www-form-urlencoded")[:2] == (415, "json_expected")
    assert raw(b'{"lang":"bn"}', "text/plain")[:2] == (415, "json_expected")
    assert raw(b'{"lang":"bn"}', "")[:2] == (415, "json_expected")
    for broken in (b" ", b"{", b"\xff", b"[]", b"null", b'"bn"', b"[" * 4000):
        assert raw(broken)[:2] == (400, "malformed"), broken
    assert raw(b" " * 4097) == (413, "body_too_large", {"max": 4096})
    assert raw("{}") == (400, "missing_field", {"field": "lang"})
    assert raw('{"lang":1}') == (400, "wrong_field", {"field": "lang"})
    assert raw('{"lang":"bn","id":"p"}') == (400, "unknown_field", {"field": "id"})
    assert raw('{"lang":"fr"}') == (400, "unknown_language", {"known": ["bn", "id", "en"]})
    assert refused(client.delete("/api/guest"))[:2] == (405, "method_not_allowed")
    assert not Player.objects.exists()


def test_new_guests_are_limited_by_address_and_known_ones_are_not(settings: Settings) -> None:
    settings.MEJA_NEW_GUESTS_PER_HOUR = 3
    clients = [Client(headers={"host": "localhost"}) for _ in range(4)]
    for client in clients[:3]:
        assert post(client, {"lang": "id"}).status_code == 200
    late = refused(post(clients[3], {"lang": "id"}))
    assert late == (429, "too_many_requests", {"wait_ms": 3_599_000})
    for _ in range(5):
        assert post(clients[0], {"lang": "id"}).status_code == 200
    assert post(clients[3], {"lang": "id"}, REMOTE_ADDR="198.51.100.7").status_code == 200
    spoofed = {"HTTP_X_FORWARDED_FOR": "203.0.113.9"}
    assert post(Client(headers={"host": "localhost"}), {"lang": "id"}, **spoofed).status_code == 429


def test_a_household_is_one_address() -> None:
    assert household("192.0.2.1") == household("::ffff:192.0.2.1") == "192.0.2.1"
    assert household("2001:db8::1") == household("2001:db8::ffff") == "2001:db8::"
    assert household("2001:db8:0:1::1") != household("2001:db8::1")
    assert household("") == household("unix socket") == "unknown"


def test_guests_find_names_when_all_short_numbers_are_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(WORDS, "en", ("Heron",))
    for number in range(10, 100):
        Player.objects.create(
            key_hash=str(number), name="x", folded=fold(f"Heron {number}"), language="en"
        )
    names = {make_guest("en", new_key()).name for _ in range(5)}
    assert len(names) == 5


@pytest.mark.django_db(transaction=True)
def test_two_who_ask_for_one_name_at_once_do_not_both_get_it() -> None:
    players = [make_guest("id", new_key()) for _ in range(2)]
    barrier = threading.Barrier(2)
    outcomes: list[str] = []

    def ask(player: Player) -> None:
        barrier.wait()
        try:
            rename(player, "Rahim")
            outcomes.append("renamed")
        except BadNameError as refusal:
            outcomes.append(refusal.code)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=ask, args=[player]) for player in players]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["name_taken", "renamed"]
