"""Whether a store answers at all: one connection made and dropped, for health checks."""

import redis

TIMEOUT_S = 1.0


def store_answers(url: str) -> bool:
    """True when the store at `url` answers a PING within a second."""
    try:
        with redis.Redis.from_url(
            url, socket_timeout=TIMEOUT_S, socket_connect_timeout=TIMEOUT_S
        ) as client:
            return bool(client.ping())
    except (redis.RedisError, OSError):
        return False
