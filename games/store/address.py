"""Where the store is: a Redis URL taken apart."""

from dataclasses import dataclass
from urllib.parse import unquote, urlsplit


@dataclass(frozen=True, slots=True)
class Address:
    """Where the store listens and how to enter; `path` is a Unix socket, used in place of host."""

    host: str
    port: int
    path: str | None
    tls: bool
    db: int
    login: tuple[str, ...]

    @classmethod
    def from_url(cls, url: str) -> "Address":
        """Parse `redis://`, `rediss://` (TLS) or `unix://` with user, password and database.

        Raises ValueError for any other scheme.
        """
        parts = urlsplit(url)
        if parts.scheme not in ("redis", "rediss", "unix"):
            raise ValueError(f"not a Redis URL: scheme {parts.scheme!r}")
        unix = parts.scheme == "unix"
        db = parts.query.removeprefix("db=") if unix else parts.path.lstrip("/")
        login = tuple(unquote(word) for word in (parts.username, parts.password) if word)
        return cls(
            host=parts.hostname or "127.0.0.1",
            port=parts.port or 6379,
            path=unquote(parts.path) if unix else None,
            tls=parts.scheme == "rediss",
            db=int(db or 0),
            login=login,
        )
