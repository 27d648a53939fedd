"""Making a guest, and giving a player another name."""

import secrets
from collections.abc import Iterator
from typing import Final

from django.db import IntegrityError, transaction

from accounts.identity import hash_key
from accounts.lookalikes import fold
from accounts.models import Player
from accounts.names import BadNameError, check_name
from accounts.words import DIGITS, WORDS

LANGUAGES: Final = tuple(WORDS)

_TRIES_A_LENGTH: Final = 4
_MAX_DIGITS: Final = 8


def friendly_names(language: str) -> Iterator[str]:
    """Random names to try, in `language`: a word and a number, longer as more are taken."""
    digits = DIGITS[language]
    for length in range(2, _MAX_DIGITS + 1):
        for _ in range(_TRIES_A_LENGTH):
            lowest = 10 ** (length - 1)
            number = str(lowest + secrets.randbelow(9 * lowest))
            local = "".join(digits[int(digit)] for digit in number)
            yield f"{secrets.choice(WORDS[language])} {local}"


def make_guest(language: str, key: str) -> Player:
    """A new guest with a friendly name nobody else has; `key` is the private key of their cookie.

    Raises RuntimeError when every name tried is taken, which some 10^9 guests would bring about.
    """
    for raw in friendly_names(language):
        name = check_name(raw)
        try:
            with transaction.atomic():
                return Player.objects.create(
                    key_hash=hash_key(key), name=name, folded=fold(name), language=language
                )
        except IntegrityError:
            continue
    raise RuntimeError("no free guest name found")


def rename(player: Player, raw: str) -> None:
    """Give `player` the name `raw`. Raises BadNameError, with `name_taken` when another has it."""
    name = check_name(raw)
    folded = fold(name)
    try:
        with transaction.atomic():
            Player.objects.filter(pk=player.pk).update(name=name, folded=folded)
    except IntegrityError as fault:
        raise BadNameError("name_taken") from fault
    player.name, player.folded = name, folded
