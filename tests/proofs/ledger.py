"""What must be true of a room whatever its people do: one truth for all who look at it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from games.rules.core.record import Record
from tests.clients import Json, Person
from tests.seen import Seen, digest_of

_LATELY: Final = 200
"""So many rooms and logs are kept as they were, to say where another one differs."""


class Broken(AssertionError):
    """A law of the protocol does not hold; the message says which and where."""


def hold(kept: bool, law: str, *about: object) -> None:
    """Raises Broken unless `kept`."""
    if not kept:
        raise Broken(f"{law}: {', '.join(map(repr, about))}")


class Ledger:
    """Compares every view of one room, folded or fresh, with every other of the same version.

    Views of one player must be equal at one version, and so must be those of all who only
    watch; the room and the public log are the same for everybody.
    """

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._views: dict[tuple[str, str], tuple[bytes, set[str]]] = {}
        self._shared: dict[tuple[str, str], bytes] = {}
        self._lately: dict[tuple[str, str], Any] = {}
        self._versions: set[str] = set()
        self._compared: set[str] = set()

    def _same(self, what: str, who: str, seen: Seen, shown: Any, how: str) -> None:
        key, digest = (what, seen.since), digest_of(shown)
        if self._shared.setdefault(key, digest) != digest:
            where = _where(self._lately.get(key), shown)
            raise Broken(f"{who} sees another {what} at {seen.since} ({how}): {where}")
        if key not in self._lately:
            self._lately[key] = shown
            if len(self._lately) > _LATELY:
                del self._lately[next(iter(self._lately))]

    def totals(self) -> dict[str, int]:
        """What was compared how often."""
        more = {"versions": len(self._versions), "versions compared": len(self._compared)}
        return {**self.counts, **more}

    def check(self, player: str, seated: bool, seen: Seen, how: str) -> None:
        """`how` tells apart what was folded from what came as a snapshot. Raises Broken."""
        who = player if seated else "whoever watches"
        self._versions.add(seen.since)
        digest = seen.digest()
        before, ways = self._views.setdefault((who, seen.since), (digest, set()))
        hold(before == digest, "views of one version differ", who, seen.since, how, *ways)
        self._same("room", who, seen, seen.room, how)
        if seen.match is not None:  # who may not watch sees no log either
            self._same("log", who, seen, list(seen.log), how)
        if how not in ways:
            self.counts[f"views {how}"] += 1
            if ways:
                self.counts["folded views compared with a fresh snapshot"] += 1
                self._compared.add(seen.since)
            ways.add(how)


def _where(one: Any, other: Any, path: str = "") -> str:
    """The first place in which two JSON values differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in one.keys() | other.keys():
            if one.get(key) != other.get(key):
                return _where(one.get(key), other.get(key), f"{path}.{key}")
    if isinstance(one, list) and isinstance(other, list):
        for number, pair in enumerate(zip(one, other, strict=False)):
            if pair[0] != pair[1]:
                return _where(*pair, f"{path}[{number}]")
        return f"{path} has {len(one)} and {len(other)} items"
    return f"{path} is {one!r} and {other!r}"


class Owners:
    """Who has which seat by what the room events tell, against what the room shows."""

    def __init__(self) -> None:
        self._names: dict[int, str] | None = None

    def take(self, message: Json, room: Json) -> None:
        """A message that was folded, and the room after it. Raises Broken."""
        shown = {
            seat: one["name"]
            for seat, one in enumerate(room["seats"])
            if one is not None and one["kind"] == "person"
        }
        players = [one["player"] for one in room["seats"] if one and one["kind"] == "person"]
        hold(len(set(players)) == len(players), "somebody has two seats", players)
        if message["type"] == "events" and self._names is not None:
            told = dict(self._names)
            for event in message["room_events"]:
                _move(told, event)
            hold(told == shown, "a seat changed hands untold", told, shown, message["room_events"])
        self._names = shown


def _move(names: dict[int, str], event: Mapping[str, Any]) -> None:
    match event["type"]:
        case "seat_taken":
            names[event["seat"]] = event["name"]
        case "seat_left" | "kicked":
            names.pop(event["seat"], None)
        case "seat_moved":
            names.pop(event["from"], None)
            names[event["seat"]] = event["name"]
        case "seats_swapped":
            one, other = event["seats"]
            names[one], names[other] = names[other], names[one]
        case "renamed":
            names[event["seat"]] = event["name"]


def actions_of(record: Record, player: str) -> list[Json]:
    """What the record says that this person did, CPUs in the held seat left out."""
    spans = [one for one in record.occupants if one.kind == "person" and one.player == player]
    ends = {
        id(one): min(
            (
                other.from_action
                for other in record.occupants
                if other.seat == one.seat and other.from_action > one.from_action
            ),
            default=len(record.actions),
        )
        for one in spans
    }
    return [
        dict(form)
        for number, (seat, form) in enumerate(record.actions)
        if any(one.seat == seat and one.from_action <= number < ends[id(one)] for one in spans)
    ]


def accepted_in(person: Person, match: str) -> list[Json]:
    """The actions of this match that the server accepted from this person, in order."""
    acts = [one for one in person.accepted if one["type"] == "act" and one["match"] == match]
    return [one["action"] for one in acts]


def check_actions(record: Record, people: Iterable[Person]) -> None:
    """Each accepted action stands in the record once, as its person's own, in order."""
    for person in people:
        accepted = accepted_in(person, record.match)
        recorded = actions_of(record, person.player)
        hold(
            accepted == recorded,
            "accepted and recorded actions differ",
            person.player,
            _difference(accepted, recorded),
        )


def _difference(accepted: Sequence[Json], recorded: Sequence[Json]) -> str:
    pairs = zip(accepted, recorded, strict=False)
    at = next((n for n, (one, other) in enumerate(pairs) if one != other), None)
    at = min(len(accepted), len(recorded)) if at is None else at
    return (
        f"from number {at}: accepted {accepted[at : at + 2]} of {len(accepted)}, "
        f"recorded {recorded[at : at + 2]} of {len(recorded)}"
    )
