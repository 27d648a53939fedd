"""Every HTTP error of the API as `{"code", "data"}`: a stable code, never a sentence."""

from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from accounts.errors import ApiError
from games.rules.core.errors import RuleError

_CODES: Final[dict[type[exceptions.APIException], str]] = {
    exceptions.ParseError: "malformed",
    exceptions.UnsupportedMediaType: "json_expected",
    exceptions.NotAcceptable: "json_only",
    exceptions.NotFound: "not_found",
    exceptions.MethodNotAllowed: "method_not_allowed",
    exceptions.NotAuthenticated: "not_signed_in",
    exceptions.AuthenticationFailed: "not_signed_in",
    exceptions.PermissionDenied: "forbidden",
}


def exception_handler(exc: Exception, context: Any) -> Response | None:  # noqa: ARG001
    """Answer what a view raised (DRF's EXCEPTION_HANDLER); None for what is a fault of ours."""
    if isinstance(exc, RuleError):
        exc = ApiError(exc.code, 400, **exc.data)
    elif isinstance(exc, Http404):
        exc = exceptions.NotFound()
    elif isinstance(exc, PermissionDenied):
        exc = exceptions.PermissionDenied()
    if not isinstance(exc, exceptions.APIException):
        return None
    set_rollback()
    code, data = _code_and_data(exc)
    response = Response({"code": code, "data": data}, status=exc.status_code)
    if "wait_ms" in data:
        response["Retry-After"] = str(data["wait_ms"] // 1000 + 1)
    return response


def _code_and_data(exc: exceptions.APIException) -> tuple[str, dict[str, Any]]:
    if isinstance(exc, ApiError):
        return exc.error, exc.data
    if isinstance(exc, exceptions.Throttled):
        return "too_many_requests", {"wait_ms": int((getattr(exc, "wait", None) or 0) * 1000)}
    if isinstance(exc, exceptions.ValidationError):
        return "invalid", {"fields": exc.get_codes()}
    return _CODES.get(type(exc), "server_error" if exc.status_code >= 500 else "refused"), {}
