"""What a client knows of a room: the folded view of docs/protocol.md."""

import hashlib
from dataclasses import dataclass, field
from typing import Any

import msgspec

Json = dict[str, Any]
MOST_LINES = 50
"""So many lines of talk a snapshot brings at most."""


@dataclass
class Seen:
    """`v` and `h` name the version; `wait` and `presence` belong to the moment, not to it."""

    v: int = 0
    h: str = ""
    room: Json = field(default_factory=dict)
    match: Json | None = None
    log: list[Json] = field(default_factory=list)
    wait: Json | None = None
    presence: Json = field(default_factory=dict)
    talk: list[Json] = field(default_factory=list)
    resets: int = 0
    """How often a snapshot said that what was seen before is no part of the history."""

    @property
    def since(self) -> str:
        """What `?since=` says of this view."""
        return f"{self.v}.{self.h}"

    def digest(self) -> bytes:
        """A hash of what the version holds: equal for equal room, match and log."""
        return digest_of([self.room, self.match, self.log])

    def fold(self, message: Json) -> None:
        """Take in a `snapshot`, `events`, `presence` or `talk` message; others say nothing."""
        match message["type"]:
            case "snapshot":
                self.v, self.h, self.room = message["v"], message["h"], message["room"]
                self.match, self.log = message["match"], list(message["log"])
                self.wait, self.presence = message["wait"], message["presence"]
                self.talk = list(message["talk"])
                self.resets += message["reason"] == "rolled_back"
            case "events":
                self._go_on(message)
            case "presence":
                self.presence, self.wait = message, message["wait"]
            case "talk":
                self._hear(message["line"])

    def _go_on(self, message: Json) -> None:
        if message["v"] <= self.v:
            return
        if message["since"] != self.v:
            raise AssertionError(f"events since {message['since']} met a view at {self.v}")
        self.v, self.h, self.wait = message["v"], message["h"], message["wait"]
        self.room = {**self.room, **message.get("room", {})}
        if "match" in message:
            patch = message["match"]
            self.match = None if patch is None else {**(self.match or {}), **patch}
        for event in message["events"]:
            if event["type"] == "deal_started":
                self.log = []
            self.log.append({key: value for key, value in event.items() if key != "private"})

    def _hear(self, line: Json) -> None:
        if not self.talk or line["n"] > self.talk[-1]["n"]:
            self.talk = [*self.talk, line][-MOST_LINES:]


def digest_of(value: Any) -> bytes:
    """A hash of JSON, the same for any order of keys."""
    whole = msgspec.json.encode(value, order="sorted")
    return hashlib.blake2b(whole, digest_size=16).digest()
