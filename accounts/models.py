"""What is kept of a player."""

import secrets
from typing import Final

from django.db import models
from django.utils import timezone

ID_ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz234567"
ID_LENGTH: Final = 12


def new_player_id() -> str:
    """A fresh public id: ``p`` and 12 characters of base 32 (60 random bits)."""
    return "p" + "".join(secrets.choice(ID_ALPHABET) for _ in range(ID_LENGTH))


class Player(models.Model):
    """A person who plays here; so far always a guest.

    `id` is public and names the player to everybody. The private key lives in the
    player's cookie only; `key_hash` is its SHA-256 in hex (see accounts/identity.py).
    `folded` is the name's look-alike form (see accounts/names.py), by which names are
    unique. `seen` is exact to an hour.
    """

    id = models.CharField(primary_key=True, max_length=13, default=new_player_id, editable=False)
    key_hash = models.CharField(max_length=64, unique=True, editable=False)
    name = models.CharField(max_length=100)
    folded = models.TextField(unique=True)
    language = models.CharField(max_length=2)
    created = models.DateTimeField(default=timezone.now)
    seen = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.id} {self.name}"
