"""How every HTTP call of the API comes in: JSON only, small, and not too often."""

import ipaddress
from collections.abc import Collection, Mapping
from typing import Any, Final

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from accounts.errors import ApiError

MAX_BODY_BYTES: Final = 4096


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


def read_fields(
    request: Request, known: Mapping[str, type], optional: Collection[str] = ()
) -> dict[str, Any]:
    """The JSON object in the body: exactly the fields `known`, each of its type.

    Raises ApiError `json_expected` (415), `body_too_large` (413), `malformed`, `unknown_field`,
    `missing_field` or `wrong_field` (400).
    """
    if request.META.get("CONTENT_TYPE", "").split(";")[0].strip().lower() != "application/json":
        raise ApiError("json_expected", 415)
    body = request._request.read(MAX_BODY_BYTES + 1)  # DRF's stream knows no chunked body
    if len(body) > MAX_BODY_BYTES:
        raise ApiError("body_too_large", 413, max=MAX_BODY_BYTES)
    try:
        form = msgspec.json.decode(body)
    except (msgspec.DecodeError, RecursionError) as fault:
        raise ApiError("malformed") from fault
    if not isinstance(form, dict):
        raise ApiError("malformed")
    for field in form:
        if field not in known:
            raise ApiError("unknown_field", field=field[:32])
    for field, kind in known.items():
        if field not in form:
            if field not in optional:
                raise ApiError("missing_field", field=field)
        elif type(form[field]) is not kind:
            raise ApiError("wrong_field", field=field)
    return form


class AddressLimit(SimpleRateThrottle):
    """So many in an hour from one address; an IPv6 household (/64) counts as one.

    Call `spend` where the limited thing is about to happen, so that nothing else counts.
    """

    scope = "address"

    def __init__(self, scope: str, an_hour: int) -> None:
        self.scope = scope
        self.rate = f"{an_hour}/hour"
        super().__init__()

    def get_cache_key(self, request: Request, view: APIView) -> str:
        """The counter's key: what is limited, and the address."""
        return f"limit:{self.scope}:{household(str(request.META.get('REMOTE_ADDR') or ''))}"

    def spend(self, request: Request, view: APIView) -> None:
        """Count one. Raises ApiError `too_many_requests` {wait_ms} (429) when none is left."""
        if not self.allow_request(request, view):
            wait = self.wait() or 0
            raise ApiError("too_many_requests", 429, wait_ms=int(wait * 1000))


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
