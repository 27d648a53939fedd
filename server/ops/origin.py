"""Who may speak to us: Host must be one of ours, Origin must be the page we served.

A browser sends Origin with every websocket and every request that changes something;
a client without a browser sends none and is let through: it has no user to betray.
"""

import json
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import validate_host

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
AsgiApp = Callable[[Any, Any, Any], Awaitable[None]]

_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
_SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})


def header_values(scope: Scope, name: bytes) -> list[str]:
    """All values of the header `name` (lower case), in the order they came."""
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


def host_is_allowed(host: str, allowed: Iterable[str]) -> bool:
    """Whether a Host header names one of `allowed` (`.example.org` covers what is below it)."""
    try:
        name = urlsplit(f"//{host}").hostname
    except ValueError:
        return False
    if not name or "@" in host or "/" in host:
        return False
    return validate_host(f"[{name}]" if ":" in name else name, allowed)


def origin_matches(origin: str, host: str) -> bool:
    """Whether `origin` is a page that came from `host` (host and port; http or https).

    `null`, which sandboxed frames and local files send, matches nothing.
    """
    try:
        page = urlsplit(origin)
        default = _DEFAULT_PORTS.get(page.scheme)
        ours = urlsplit(f"//{host}")
        if default is None or not page.hostname or page.path or page.query or page.fragment:
            return False
        return (page.hostname, page.port or default) == (ours.hostname, ours.port or default)
    except ValueError:
        return False


async def nowhere(scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG001
    """The websocket application of every address that has none: refused before it opens."""
    await send({"type": "websocket.close"})


def is_same_origin(scope: Scope) -> bool:
    """Whether the request may pass: exactly one allowed Host, and no Origin or that Host's."""
    hosts = header_values(scope, b"host")
    origins = header_values(scope, b"origin")
    if len(hosts) != 1 or len(origins) > 1:
        return False
    if not host_is_allowed(hosts[0], settings.ALLOWED_HOSTS):
        return False
    return not origins or origin_matches(origins[0], hosts[0])


def same_origin(app: AsgiApp) -> AsgiApp:
    """Guard websockets, and HTTP requests that change something, of `app`.

    A socket is closed before it is accepted, which the browser sees as HTTP 403;
    a request is answered with 403 and `{"code": "bad_origin"}`.
    """

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            if not is_same_origin(scope):
                await send({"type": "websocket.close", "code": 4403})
                return
        elif (
            scope["type"] == "http"
            and scope["method"] not in _SAFE_METHODS
            and not is_same_origin(scope)
        ):
            await _refuse_request(send)
            return
        await app(scope, receive, send)

    return guarded


async def _refuse_request(send: Send) -> None:
    body = json.dumps({"code": "bad_origin", "data": {}}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": body})
