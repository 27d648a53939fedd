"""The schema is whole and clean, and the page to try it needs nothing from elsewhere."""

from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.rooms_api.described import schema

NOT_CALLS = {"api/schema/", "api/docs", "api/docs/{name}"}


@pytest.fixture
def client() -> Client:
    return Client(headers={"host": "localhost"})


def paths(patterns: Any, before: str = "") -> Iterator[str]:
    for one in patterns:
        whole = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from paths(one.url_patterns, whole)
        elif isinstance(one, URLPattern):
            yield whole.replace("<str:", "{").replace(">", "}")


def test_the_schema_has_neither_warnings_nor_faults() -> None:
    written = StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=written)
    assert written.getvalue().startswith("openapi: 3.1")


def test_every_call_is_described() -> None:
    calls = {path for path in paths(get_resolver().url_patterns) if path.startswith("api/")}
    assert calls > NOT_CALLS
    assert {path.removeprefix("/") for path in schema()["paths"]} == calls - NOT_CALLS


def test_every_call_says_what_it_takes_answers_and_refuses() -> None:
    for path, methods in schema()["paths"].items():
        for method, operation in methods.items():
            where = f"{method} {path}"
            assert operation["summary"], where
            assert operation["description"], where
            assert operation["security"], where
            for status, response in operation["responses"].items():
                shape = response["content"]["application/json"]["schema"]
                assert shape, where
                is_refusal = shape == {"$ref": "#/components/schemas/Refusal"}
                assert is_refusal == (int(status) >= 400), where
            if "requestBody" in operation:
                content = operation["requestBody"]["content"]
                assert list(content) == ["application/json"], where
                assert {"400", "413", "415"} <= set(operation["responses"]), where


def test_the_schema_is_served_as_json(client: Client) -> None:
    answer = client.get("/api/schema/")
    assert answer["Content-Type"] == "application/json"
    assert answer.json() == schema()


def test_the_page_takes_all_its_parts_from_here(client: Client) -> None:
    page = client.get("/api/docs")
    assert page.status_code == 200
    assert "script-src 'self'" in page["Content-Security-Policy"]
    text = page.content.decode()
    assert "http:" not in text
    assert "https:" not in text
    parts = [part.split('"')[0] for part in text.replace("href=", "src=").split('src="')[1:]]
    assert len(parts) == 4
    for part in parts:
        answer = client.get(part)
        assert (answer.status_code, len(answer.content) > 50) == (200, True), part
        assert answer["X-Content-Type-Options"] == "nosniff"
    for other in ("swagger-ui.js.map", "..%2f..%2fmanage.py", "start"):
        assert client.get(f"/api/docs/{other}").status_code == 404
    assert client.post("/api/docs").status_code == 405
    assert settings.SPECTACULAR_SETTINGS["OAS_VERSION"] == "3.1.0"
