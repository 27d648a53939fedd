"""The cookie: who it proves, and whom nothing else proves."""

from datetime import timedelta

import pytest
from django.core import signing
from django.db import connections
from django.utils import timezone

from accounts.guests import make_guest
from accounts.identity import (
    COOKIE_NAME,
    Who,
    hash_key,
    new_key,
    player_for_scope,
    player_from_cookies,
    token_of,
    who_for_scope,
)
from accounts.models import Player


def scope_of(*cookies: str) -> dict[str, object]:
    return {"type": "websocket", "headers": [(b"cookie", one.encode()) for one in cookies]}


@pytest.fixture
def guest() -> tuple[Player, str]:
    key = new_key()
    return make_guest("id", key), token_of(key)


@pytest.mark.django_db
def test_the_cookie_proves_its_player_and_tells_nothing(guest: tuple[Player, str]) -> None:
    player, token = guest
    assert player_from_cookies({COOKIE_NAME: token}) == player
    assert player.id not in token
    assert Player.objects.get().key_hash not in token
    assert token.split(":")[0] not in str(Player.objects.values().get())


@pytest.mark.django_db
def test_every_edited_cookie_proves_nobody(guest: tuple[Player, str]) -> None:
    _, token = guest
    edited = {token[:at] + ("A" if token[at] != "A" else "B") + token[at + 1 :] for at in range(43)}
    edited |= {token[:-1], token + "x", token.replace(":", "."), "", ":", token[::-1]}
    edited |= {"x" * 5000, "\x00", f"{token}:{token}"}
    for value in edited:
        assert player_from_cookies({COOKIE_NAME: value}) is None, value
    assert player_from_cookies({}) is None
    assert player_from_cookies({"other": token}) is None


@pytest.mark.django_db
def test_what_others_know_makes_no_cookie(guest: tuple[Player, str]) -> None:
    player, token = guest
    key = token.split(":")[0]
    for forged in (
        key,
        player.id,
        token_of(player.id),
        token_of(hash_key(key)),
        signing.Signer(salt="another").sign(key),
        signing.Signer(key="guessed", salt="meja.player").sign(key),
    ):
        assert player_from_cookies({COOKIE_NAME: forged}) is None


@pytest.mark.django_db
def test_being_seen_is_written_once_an_hour(guest: tuple[Player, str]) -> None:
    _, token = guest
    minutes_ago = timezone.now() - timedelta(minutes=50)
    Player.objects.update(seen=minutes_ago)
    player_from_cookies({COOKIE_NAME: token})
    assert Player.objects.get().seen == minutes_ago
    Player.objects.update(seen=minutes_ago - timedelta(minutes=11))
    player_from_cookies({COOKIE_NAME: token})
    assert timezone.now() - Player.objects.get().seen < timedelta(minutes=1)


@pytest.mark.django_db(transaction=True)
async def test_a_socket_belongs_to_the_player_of_its_cookie() -> None:
    key = new_key()
    player = await Player.objects.acreate(
        key_hash=hash_key(key), name="রহিম", folded="রহিম", language="bn"
    )
    cookie = f"{COOKIE_NAME}={token_of(key)}"
    assert await who_for_scope(scope_of(f"theme=dark; {cookie}")) == Who(player.id, "রহিম")
    assert await who_for_scope(scope_of("theme=dark", cookie)) == Who(player.id, "রহিম")
    assert await player_for_scope(scope_of(cookie)) == player
    assert await who_for_scope(scope_of(cookie + "x")) is None
    assert await who_for_scope(scope_of()) is None
    assert (
        await who_for_scope({"type": "websocket", "headers": [(b"cookie", b"\xff\x00=;")]}) is None
    )
    connections.close_all()
