"""`/healthz` and the answers of addresses that nobody serves."""

from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from server.ops.valkey import free_port, start_valkey


@pytest.mark.django_db
def test_health_follows_redis(tmp_path: Path, settings: Settings) -> None:
    valkey = start_valkey(tmp_path, free_port(), "secret")
    settings.REDIS_URL = valkey.url
    try:
        answer = Client().get("/healthz", headers={"host": "localhost"})
        assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
    finally:
        valkey.stop()
    answer = Client().get("/healthz", headers={"host": "localhost"})
    assert answer.status_code == 503
    assert answer.json() == {"status": "failing", "codes": ["redis_unreachable"]}


def test_unknown_addresses_answer_a_code_or_the_page(tmp_path: Path, settings: Settings) -> None:
    settings.FRONTEND_DIST = tmp_path
    (tmp_path / "index.html").write_text("<!doctype html>the page")
    client = Client(headers={"host": "localhost"})
    assert client.get("/api/nothing").json() == {"code": "not_found", "data": {}}
    for address, status in (("/", 200), ("/r/KQ7M2P", 200), ("/nowhere", 404)):
        answer = client.get(address)
        assert (answer.status_code, answer.content) == (status, b"<!doctype html>the page")
        assert answer["Cache-Control"] == "no-cache"
        assert "script-src 'self'" in answer["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]


def test_a_host_that_is_not_ours_is_refused() -> None:
    answer = Client().get("/", headers={"host": "evil.example"})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
