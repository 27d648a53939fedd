"""The client's own address and scheme, where a proxy that we trust stands before us."""

from server.ops.origin import AsgiApp, Receive, Scope, Send, header_values


def client_from_forwarded(peer: str, forwarded: str, proxies: frozenset[str]) -> str:
    """The nearest address of X-Forwarded-For that is no proxy of ours; `peer` where none is.

    What lies further left was written by the client and proves nothing.
    """
    address = peer
    for entry in reversed([part.strip() for part in forwarded.split(",")]):
        if address not in proxies or not entry:
            break
        address = entry
    return address


def behind_proxies(app: AsgiApp, proxies: frozenset[str]) -> AsgiApp:
    """Give `app` the scope that the client had before our own proxies passed it on.

    Forwarded headers count only when the peer is one of `proxies`. The root path is
    emptied because Daphne takes it from a header that anybody can send.
    """

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            scope = {**scope, "root_path": ""}
            peer = scope.get("client")
            if peer and peer[0] in proxies:
                forwarded = ",".join(header_values(scope, b"x-forwarded-for"))
                scope["client"] = [client_from_forwarded(peer[0], forwarded, proxies), peer[1]]
                if header_values(scope, b"x-forwarded-proto") == ["https"]:
                    scope["scheme"] = "https" if scope["type"] == "http" else "wss"
        await app(scope, receive, send)

    return wrapped
