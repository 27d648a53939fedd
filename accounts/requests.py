"""How every HTTP call of the API comes in: JSON only, small, from this site's own pages."""

import ipaddress
from collections.abc import Collection, Mapping
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from accounts.errors import ApiError

MAX_BODY_BYTES: Final = 4096


class JsonView(APIView):
    """A view for JSON. Whatever changes something is refused from another site's page.

    A foreign page can send neither JSON without asking first nor the cookie (SameSite=Lax);
    the Origin, where the browser tells it, must be this host as well.
    """

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse a foreign origin: `bad_origin`, 403."""
        super().initial(request, *args, **kwargs)
        if request.method not in ("GET", "HEAD", "OPTIONS"):
            check_origin(request)


def check_origin(request: Request) -> None:
    """Raises ApiError `bad_origin` when the request names an origin that is not its own host."""
    origin = request.META.get("HTTP_ORIGIN")
    if origin is None:
        return
    try:
        host = urlsplit(origin).netloc.lower()
    except ValueError:
        host = ""
    if not host or host != request.get_host().lower():
        raise ApiError("bad_origin", 403)


def read_fields(
    request: Request, known: Mapping[str, type], optional: Collection[str] = ()
) -> dict[str, Any]:
    """The JSON object in the body: exactly the fields `known`, each of its type.

    Raises ApiError `json_expected` (415), `body_too_large` (413), `malformed`, `unknown_field`,
    `missing_field` or `wrong_field` (400).
    """
    if request.META.get("CONTENT_TYPE", "").split(";")[0].strip().lower() != "application/json":
        raise ApiError("json_expected", 415)
    body = request.stream.read(MAX_BODY_BYTES + 1) if request.stream else b""
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


def client_address(meta: Mapping[str, Any]) -> str:
    """The address a request comes from, by its WSGI-style `meta`.

    X-Forwarded-For counts only while the hop that wrote it is one of ``settings.MEJA_PROXIES``
    (addresses or networks): it is read from the right, up to the first that is not.
    """
    proxies = [ipaddress.ip_network(entry, strict=False) for entry in settings.MEJA_PROXIES]
    address = str(meta.get("REMOTE_ADDR") or "")
    for hop in reversed(str(meta.get("HTTP_X_FORWARDED_FOR") or "").split(",")):
        current = _parsed(address)
        if current is None or not any(current in network for network in proxies):
            break
        named = _parsed(hop.strip())
        if named is None:
            break
        address = str(named)
    return address


def _parsed(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return None
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    return mapped or parsed


class AddressLimit(SimpleRateThrottle):
    """So many in an hour from one address; an IPv6 household (/64) counts as one.

    Call `spend` where the limited thing is about to happen, so that nothing else counts.
    """

    scope = "address"

    def __init__(self, scope: str, an_hour: int) -> None:
        self.scope = scope
        self.rate = f"{an_hour}/hour"
        super().__init__()

    def get_cache_key(self, request: Request, view: APIView) -> str:  # noqa: ARG002
        """The counter's key: what is limited, and the address."""
        address = _parsed(client_address(request.META))
        if isinstance(address, ipaddress.IPv6Address):
            return f"limit:{self.scope}:{ipaddress.ip_network((address, 64), strict=False)}"
        return f"limit:{self.scope}:{address}"

    def spend(self, request: Request, view: APIView) -> None:
        """Count one. Raises ApiError `too_many_requests` {wait_ms} (429) when none is left."""
        if not self.allow_request(request, view):
            wait = self.wait() or 0
            raise ApiError("too_many_requests", 429, wait_ms=int(wait * 1000))
