"""The shuffle that anyone can redo, and everything else drawn from its seed.

The byte layouts are those of docs/fair-shuffle.md, which holds test values.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import Final

from games.rules.core.cards import Card

SEED_BYTES: Final = 32
NONCE_BYTES: Final = 32


def _mac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")


def commitment(secret: bytes) -> str:
    """SHA-256 of `secret` in lower-case hex: published before the first card is dealt."""
    return hashlib.sha256(secret).hexdigest()


def shuffle_seed(secret: bytes, match_id: str, nonces: Sequence[bytes | None]) -> bytes:
    """The 32-byte seed of a match from the server's secret and the people's nonces by seat.

    A seat without a nonce (a CPU, or a person whose browser sent none) holds None.
    """
    ident = match_id.encode("ascii")
    message = b"meja/seed/1" + len(ident).to_bytes(1, "big") + ident
    message += len(nonces).to_bytes(1, "big")
    for nonce in nonces:
        message += b"\x00" if nonce is None else b"\x01" + nonce
    return _mac(secret, message)


def _stream(seed: bytes, deal: int, reshuffle: int) -> Iterator[int]:
    head = b"meja/deck/1" + deal.to_bytes(4, "big") + reshuffle.to_bytes(4, "big")
    block = 0
    while True:
        yield from _mac(seed, head + block.to_bytes(4, "big"))
        block += 1


def shuffled(cards: Sequence[Card], seed: bytes, deal: int, reshuffle: int = 0) -> list[Card]:
    """`cards` (at most 256) in the order that `seed` gives deal number `deal` (from 1).

    Fisher-Yates from the last place down; the partner of place i is drawn without
    bias from the byte stream by rejection. `reshuffle` counts the reshuffles within
    the deal; `cards` is then the pile in its public order. The last card of the
    result is the top.
    """
    deck = list(cards)
    stream = _stream(seed, deal, reshuffle)
    for place in range(len(deck) - 1, 0, -1):
        choices = place + 1
        limit = 256 - 256 % choices
        byte = next(stream)
        while byte >= limit:
            byte = next(stream)
        partner = byte % choices
        deck[place], deck[partner] = deck[partner], deck[place]
    return deck


def drawn_dealer(seed: bytes, seats: int) -> int:
    """The first dealer of a room's first match (G9): a seat from HMAC(seed, "dealer")."""
    return int.from_bytes(_mac(seed, b"meja/dealer/1"), "big") % seats


def cpu_key(seed: bytes) -> bytes:
    """The key of the CPUs' own randomness, which says nothing about the cards."""
    return _mac(seed, b"meja/cpu/1")


def cpu_number(key: bytes, deal: int, turn: int, step: int, seat: int) -> int:
    """A 256-bit number for one CPU decision, the same on every machine."""
    place = b"".join(number.to_bytes(4, "big") for number in (deal, turn, step, seat))
    return int.from_bytes(_mac(key, b"meja/choice/1" + place), "big")
