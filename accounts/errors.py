"""Refusals of the HTTP API: a stable code with data and a status, never a sentence."""

from typing import Any

from rest_framework.exceptions import APIException


class ApiError(APIException):
    """A refusal with its own code: ``raise ApiError("match_not_found", 404, match=ident)``.

    The project's exception handler answers ``{"code": error, "data": data}`` with `status`.
    """

    def __init__(self, error: str, status: int = 400, **data: Any) -> None:
        super().__init__(error)
        self.error = error
        self.status_code = status
        self.data: dict[str, Any] = data
