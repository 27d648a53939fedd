"""What may be said: ready-made phrases and reactions by code, free text within limits."""

import unicodedata
from typing import Final, Literal

import msgspec
import regex

from accounts.names import MAX_MARKS
from games.rules.core.errors import FormatError, RuleError
from server.rooms.bucket import Bucket
from server.rooms.protocol import Line, Say

PHRASES: Final = frozenset(
    {
        "hello",
        "good_luck",
        "well_played",
        "thanks",
        "sorry",
        "one_moment",
        "your_turn",
        "nice_move",
        "so_close",
        "well_done",
        "again",
        "bye",
    }
)
REACTIONS: Final = frozenset({"smile", "laugh", "clap", "wow", "sad", "think", "heart", "fire"})

MAX_CLUSTERS: Final = 200
"""The longest text, in grapheme clusters: what a reader calls characters."""

_WINDOW_S: Final = 10.0
_MANY_PLAYERS: Final = 1024

_CLUSTER: Final = regex.compile(r"\X")
_IGNORABLE: Final = regex.compile(r"\p{Default_Ignorable_Code_Point}")
_PICTURE: Final = regex.compile(r"\p{Extended_Pictographic}[\p{Emoji_Modifier}\ufe0f]?\Z")
_VIRAMA_CLASS: Final = 9
_NON_JOINER: Final = "\u200c"
_JOINER: Final = "\u200d"
_PRESENTATION: Final = "\ufe0e\ufe0f"
_WORDS: Final = "LM"
"""The first letters of the Unicode categories that words are made of."""
_REFUSED: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})


class Spoken(msgspec.Struct, frozen=True, array_like=True):
    """A line of talk as the store keeps it: who said what, as the room's readers may see it."""

    player: str
    name: str
    kind: Literal["phrase", "reaction", "text"]
    what: str

    def dump(self) -> bytes:
        """As bytes for the store."""
        return _encode(self)

    @classmethod
    def load(cls, data: bytes) -> "Spoken":
        """What `dump` gave. Raises FormatError `damaged_line`."""
        try:
            return _decode(data)
        except msgspec.DecodeError as fault:
            raise FormatError("damaged_line") from fault

    def numbered(self, n: int) -> Line:
        """As the wire tells it: the `n`th line of the room's talk."""
        return Line(n, self.player, self.name, self.kind, self.what)


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Spoken).decode


def check_said(message: Say) -> str:
    """What is passed on of `message`: its code, or its text in NFC without blanks at its ends.

    Raises RuleError `unknown_phrase` {kind}, `text_empty`, `text_too_long` {max} or
    `bad_characters` {at} (`at` counts code points from 0).
    """
    if message.kind == "text":
        return check_text(message.what)
    if message.what not in (PHRASES if message.kind == "phrase" else REACTIONS):
        raise RuleError("unknown_phrase", kind=message.kind)
    return message.what


def check_text(raw: str) -> str:
    """`raw` as everybody may read it; raises the refusals of a text, see `check_said`.

    Nothing that breaks the line, turns its direction, hides, or towers over its neighbours;
    every script, and the joiners and signs that its words and pictures need.
    """
    text = unicodedata.normalize("NFC", raw.strip())
    if not text:
        raise RuleError("text_empty")
    marks = 0
    for at, character in enumerate(text):
        category = unicodedata.category(character)
        if character in _PRESENTATION:
            allowed = at > 0 and text[at - 1] not in _PRESENTATION
        elif category[0] == "M":
            marks += 1
            allowed = marks <= MAX_MARKS and at > 0 and not _IGNORABLE.match(character)
        elif character in (_JOINER, _NON_JOINER):
            allowed = _joins(text, at)
        else:
            marks = 0
            allowed = category not in _REFUSED and not _IGNORABLE.match(character)
        if not allowed:
            raise RuleError("bad_characters", at=at)
    if len(_CLUSTER.findall(text)) > MAX_CLUSTERS:
        raise RuleError("text_too_long", max=MAX_CLUSTERS)
    return text


def _joins(text: str, at: int) -> bool:
    """Whether the joiner at `at` does something: in a word, after a virama, between pictures."""
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if not before or before in (_JOINER, _NON_JOINER):
        return False
    if unicodedata.combining(before) == _VIRAMA_CLASS:
        return True
    if unicodedata.category(before)[0] in _WORDS and before not in _PRESENTATION:
        return bool(after) and unicodedata.category(after)[0] in _WORDS
    return bool(text[at] == _JOINER and _PICTURE.search(text[:at]) and _PICTURE.match(after))


class Pace:
    """How fast each player may talk: `per_10s` lines in ten seconds, as many at once."""

    def __init__(self, per_10s: int) -> None:
        self._lines = max(1, per_10s)
        self._buckets: dict[str, Bucket] = {}

    def take(self, player: str) -> None:
        """Count a line of `player`. Raises RuleError `talk_too_fast` {wait_ms}."""
        bucket = self._buckets.get(player)
        if bucket is None:
            self._forget_rested()
            bucket = self._buckets[player] = Bucket(self._lines / _WINDOW_S, burst=self._lines)
        if not bucket.take():
            raise RuleError("talk_too_fast", wait_ms=bucket.wait_ms())

    def _forget_rested(self) -> None:
        if len(self._buckets) >= _MANY_PLAYERS:
            self._buckets = {
                player: bucket for player, bucket in self._buckets.items() if not bucket.full()
            }
