"""What the API's schema says, held against what is answered."""

import re
from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator


@cache
def schema() -> dict[str, Any]:
    """The OpenAPI schema, as `/api/schema/` serves it."""
    made: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return made


def operation_of(method: str, path: str) -> dict[str, Any]:
    """What the schema says of a call."""
    for template, methods in schema()["paths"].items():
        if re.fullmatch(re.sub(r"{\w+}", "[^/]+", template), path.split("?")[0]):
            operation: dict[str, Any] = methods[method.lower()]
            return operation
    raise AssertionError(f"the schema knows no {path}")


def check_described(method: str, path: str, status: int, form: Any) -> None:
    """Fail unless the schema announces this answer: its status, its shape, a refusal's code."""
    responses = operation_of(method, path)["responses"]
    assert str(status) in responses, f"{method} {path} is not said to answer {status}: {form}"
    response = responses[str(status)]
    shape = response["content"]["application/json"]["schema"]
    Draft202012Validator({**shape, "components": schema()["components"]}).validate(form)
    if status >= 400:
        assert f"`{form['code']}`" in response["description"], f"{method} {path}: {form}"
