"""What everybody may know of a room at each version, worked out from the store's own states.

Apart from the server's views: a card may be named to a seat when it lies in that seat's hand,
or has lain openly (discarded, on the table, in a hand when the deal was scored) in this deal.
"""

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from games.rules.core.cardsets import mask_of
from games.rules.core.registry import get_game
from server.rooms import codec
from server.rooms.room import Room
from server.rooms.views import view_log, view_match, view_room

_CARD: Final = re.compile(r'"((?:10|[2-9AJQK])[SHDC](?:#\d)?|JK(?:#\d)?)"')
_EXCHANGE_EVERY: Final = 25
_ANYBODY: Final = "anybody"
"""A player without a seat."""


@dataclass(frozen=True, slots=True)
class Truth:
    """One version: what lies or lay openly, the hands, whose they are, and what is secret."""

    open: int
    hands: tuple[int, ...]
    seats: dict[str, int]
    watchers_see: bool
    secrets: tuple[str, ...]
    over: bool
    next_match: str | None
    """The match whose nonces nobody may see yet."""

    def allowed(self, player: str) -> int:
        """The cards that may be named to `player`."""
        seat = self.seats.get(player)
        if seat is not None:
            return self.open | self.hands[seat]
        return self.open if self.watchers_see else 0


class Oracle:
    """The truth of one room; `nonces_for` tells the people's nonces (hex) for a match."""

    def __init__(
        self, code: str, game: str, name: str, nonces_for: Callable[[str], Iterable[str]]
    ) -> None:
        self.code = code
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []
        self.matches: set[str] = set()
        """The ids of those that were played or were to come."""
        self._nonces_for = nonces_for
        self._game = get_game(game)
        self._bits = {name: 1 << card for card, name in enumerate(self._game.pack.names)}
        self._truths: dict[int, Truth] = {}
        self._deal: tuple[str, int] | None = None
        self._open = 0
        self._newest = 0
        self._waiting: dict[int, list[Callable[[], None]]] = {}
        self._dice = random.Random(f"oracle/{name}")

    # The store's side

    def learn(self, version: int, state: bytes) -> None:
        """A commit: the state that it wrote. What was told and waited for it is judged."""
        room = codec.load_room(state)
        self._truths[version] = self._truth(room)
        self._newest = version
        if version % _EXCHANGE_EVERY == 0:
            self._check_exchange(room)
        for judge in self._waiting.pop(version, ()):
            judge()

    def _truth(self, room: Room) -> Truth:
        match = room.match
        secrets = [room.upcoming.secret.hex()]
        self.matches.add(room.upcoming.match_id)
        hands: tuple[int, ...] = (0,) * len(room.seats)
        if match is not None:
            state = match.state
            deal = (match.draw.match_id, state.deal)
            if deal != self._deal:
                self._deal, self._open = deal, 0
            hands = state.hands
            self._open |= mask_of(state.discards) | mask_of(state.table_cards())
            if state.deal_over:
                for hand in hands:
                    self._open |= hand
            secrets.append(match.seed.hex())
            if not state.match_over:
                secrets.append(match.draw.secret.hex())
        return Truth(
            open=self._open,
            hands=hands,
            seats={
                one.player: seat
                for seat, one in enumerate(room.seats)
                if one is not None and one.player is not None
            },
            watchers_see=room.options.watchers or not room.in_match,
            secrets=tuple(secrets),
            over=match is not None and match.state.match_over,
            next_match=None
            if match is not None and match.draw.match_id == room.upcoming.match_id
            else room.upcoming.match_id,
        )

    def _check_exchange(self, room: Room) -> None:
        """Two hidden cards change places: nobody from whom both are hidden sees a difference."""
        match = room.match
        if match is None or match.state.deal_over:
            return
        observer = self._dice.choice((None, *range(len(room.seats))))
        hidden = sorted(self._game.hidden_from(match.state, observer))
        if len(hidden) < 2:
            return
        one, other = self._dice.sample(hidden, 2)
        moved = _with_state(room, self._game.exchange(match.state, one, other))
        self.counts["exchanges of hidden cards"] += 1
        if _shown(room, observer) != _shown(moved, observer):
            self._fault(f"seat {observer} sees where {one} and {other} are")

    # The clients' side

    def hear(self, player: str, text: str) -> None:
        """A frame that was sent to a socket of `player`."""
        form = json.loads(text)
        versioned = form["type"] in ("snapshot", "events")
        version = form["v"] if versioned else self._newest
        first = form["since"] + 1 if form["type"] == "events" else version
        self.counts["frames"] += 1
        self.counts["bytes"] += len(text)
        span = range(min(first, version), version + 1)
        self._when(version, lambda: self._judge(player, text, span))

    def answered(self, path: str, text: str) -> None:
        """An answer of the HTTP API, to whomever."""
        form = json.loads(text)
        self.counts["answers"] += 1
        newest = range(self._newest, self._newest + 1)
        if path.endswith("/state") and "v" in form:
            version = form["v"]
            span = range(version, version + 1)
            self._when(version, lambda: self._judge(_ANYBODY, text, span))
        elif path.endswith("/record") and "secret" in form:
            if not self._truths[self._newest].over:
                self._fault(f"{path} is there before the end")
        else:
            if _CARD.search(text):
                self._fault(f"{path} names cards: {text[:200]}")
            self._judge(_ANYBODY, text, newest)

    def _when(self, version: int, judge: Callable[[], None]) -> None:
        """Judge once the store's word on `version` is here."""
        if version in self._truths:
            judge()
        else:
            self._waiting.setdefault(version, []).append(judge)

    def _judge(self, player: str, text: str, versions: range) -> None:
        truths = [self._truths[version] for version in versions if version in self._truths]
        named = 0
        for name in set(_CARD.findall(text)):
            named |= self._bits.get(name, 0)
        allowed = 0
        for truth in truths:
            allowed |= truth.allowed(player)
        if named & ~allowed:
            cards = [name for name, bit in self._bits.items() if bit & named & ~allowed]
            self._fault(f"{player} is told of {cards} at {versions}: {text[:300]}")
        if named:
            self.counts["frames with cards"] += 1
        last = truths[-1]
        nonces = () if last.next_match is None else self._nonces_for(last.next_match)
        for secret in {*last.secrets, *nonces}:
            if secret in text:
                self._fault(f"{player} is told a secret at {versions}: {text[:300]}")

    def _fault(self, what: str) -> None:
        self.faults.append(f"room {self.code}: {what}")

    def judged_all(self) -> bool:
        """Whether everything that was told has been judged."""
        return not self._waiting


def _with_state(room: Room, state: Any) -> Room:
    assert room.match is not None
    return replace(room, match=replace(room.match, state=state))


def _shown(room: Room, seat: int | None) -> str:
    return json.dumps([view_room(room), view_match(room, seat), view_log(room, seat)])
