"""What the echo server sends, so that both sides can make it."""


def payload(number: int, size: int) -> bytes:
    """Message `number` of `size` bytes: no two alike, no two stretches of one alike."""
    text = f"{number}:" + ".".join(str(number * 7919 + place) for place in range(size // 4 + 1))
    return text.encode()[:size]
