"""How every HTTP call of the API comes in: JSON only, small, of a known shape."""

import ipaddress
from typing import Any, Final, TypeVar

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.errors import ApiError

MAX_BODY_BYTES: Final = 4096


class Body(msgspec.Struct, forbid_unknown_fields=True):
    """What a call may bring: its fields, their types and bounds; shown as such in the schema."""


class Answer(msgspec.Struct):
    """What a call answers."""


BodyT = TypeVar("BodyT", bound=Body)


class JsonView(APIView):
    """A view that speaks JSON, whose answers no cache may keep: they are one person's.

    Foreign origins and the proxies' headers are dealt with before Django (server/ops); a foreign
    page could send neither JSON without asking first nor the cookie (SameSite=Lax).
    """

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """Mark every answer, refusals too, as not to be stored."""
        response.headers["Cache-Control"] = "no-store"
        return super().finalize_response(request, response, *args, **kwargs)


def answer(form: msgspec.Struct, status: int = 200) -> Response:
    """The response that carries `form`."""
    return Response(msgspec.to_builtins(form), status=status)


def read_body(request: Request, kind: type[BodyT]) -> BodyT:
    """The JSON object in the body, as `kind`.

    Raises ApiError `json_expected` (415), `body_too_large` (413), `malformed`, `unknown_field`,
    `missing_field` or `wrong_field` (400).
    """
    if request.META.get("CONTENT_TYPE", "").split(";")[0].strip().lower() != "application/json":
        raise ApiError("json_expected", 415)
    body = request._request.read(MAX_BODY_BYTES + 1)  # DRF's stream knows no chunked body
    if len(body) > MAX_BODY_BYTES:
        raise ApiError("body_too_large", 413, max=MAX_BODY_BYTES)
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise _diagnose(body, kind) from fault


def _diagnose(body: bytes, kind: type[Body]) -> ApiError:
    """Say what is wrong with a body that the decoder refused."""
    try:
        form = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ApiError("malformed")
    if not isinstance(form, dict):
        return ApiError("malformed")
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    for name in form:
        if name not in fields:
            return ApiError("unknown_field", field=name[:32])
    for name, field in fields.items():
        if name not in form:
            if field.required:
                return ApiError("missing_field", field=name)
            continue
        try:
            msgspec.convert(form[name], field.type)
        except msgspec.ValidationError:
            return ApiError("wrong_field", field=name)
    return ApiError("malformed")


def household(address: str) -> str:
    """What counts as one address: an IPv4 address itself, the /64 of an IPv6 address."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((int(parsed), 64), strict=False).network_address)
