"""Who is asking: the signed cookie `meja_player` and the player it belongs to.

The cookie holds a random private key under Django's signature. The public player id is no
part of it, and the database holds only the key's hash, so neither a room's messages nor a
copied database lets anybody act as somebody else.
"""

import contextlib
import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from channels.db import database_sync_to_async
from django.core import signing
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponseBase, parse_cookie
from django.utils import timezone

from accounts.models import Player

COOKIE_NAME: Final = "meja_player"
COOKIE_AGE: Final = timedelta(days=400)
KEY_BYTES: Final = 32
SEEN_EVERY: Final = timedelta(hours=1)

_MAX_TOKEN: Final = 256
_signer: Final = signing.Signer(salt="meja.player")


@dataclass(frozen=True, slots=True)
class Who:
    """The player behind a socket: public id, and name at the time of connecting."""

    player_id: str
    name: str


def new_key() -> str:
    """A fresh private key: 256 random bits, as URL-safe text."""
    return secrets.token_urlsafe(KEY_BYTES)


def hash_key(key: str) -> str:
    """What the database keeps of a private key: its SHA-256 in hex."""
    return hashlib.sha256(key.encode()).hexdigest()


def token_of(key: str) -> str:
    """The cookie's value for a private key."""
    return _signer.sign(key)


def key_from_cookies(cookies: Mapping[str, str]) -> str | None:
    """The private key in `cookies`; None when there is none or its signature does not fit."""
    token = cookies.get(COOKIE_NAME)
    if not token or len(token) > _MAX_TOKEN:
        return None
    try:
        return _signer.unsign(token)
    except signing.BadSignature:
        return None


def player_from_cookies(cookies: Mapping[str, str]) -> Player | None:
    """The player whom `cookies` prove, or None. Notes, once an hour, that they were seen."""
    key = key_from_cookies(cookies)
    if key is None:
        return None
    player = Player.objects.filter(key_hash=hash_key(key)).first()
    if player is not None:
        _note_seen(player)
    return player


def _note_seen(player: Player) -> None:
    now = timezone.now()
    if now - player.seen >= SEEN_EVERY:
        with contextlib.suppress(DatabaseError):  # busy: the next visit notes it
            Player.objects.filter(pk=player.pk).update(seen=now)
            player.seen = now


def scope_cookies(scope: Mapping[str, Any]) -> dict[str, str]:
    """The cookies of an ASGI connection scope."""
    headers = [value for name, value in scope.get("headers", ()) if name.lower() == b"cookie"]
    return parse_cookie(b"; ".join(headers).decode("latin-1"))


async def player_for_scope(scope: Mapping[str, Any]) -> Player | None:
    """The player behind an ASGI connection, or None: one look-up in a thread."""
    cookies = scope_cookies(scope)
    if key_from_cookies(cookies) is None:
        return None
    look_up = database_sync_to_async(player_from_cookies, thread_sensitive=False)
    player: Player | None = await look_up(cookies)
    return player


async def who_for_scope(scope: Mapping[str, Any]) -> Who | None:
    """What a socket's consumer needs to know of the player behind it, or None."""
    player = await player_for_scope(scope)
    return None if player is None else Who(player.id, player.name)


def set_player_cookie(request: HttpRequest, response: HttpResponseBase, key: str) -> None:
    """Give the browser the cookie for `key`, for 400 days from now."""
    response.set_cookie(
        COOKIE_NAME,
        token_of(key),
        max_age=COOKIE_AGE,
        path="/",
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )
