"""What the proofs judge by, each shown something that must not be."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from games.rules.core.cardsets import cards_in
from games.rules.core.record import Record, parse_text
from games.rules.core.registry import get_game
from server.rooms import codec
from server.rooms.room import Room
from server.rooms.views import view_log, view_match, view_room
from tests.clients import Person, Seen
from tests.proofs.killer import Kill
from tests.proofs.kills import longest_stalls
from tests.proofs.ledger import Broken, Ledger, Owners, actions_of, check_actions
from tests.proofs.mutations import mutated
from tests.proofs.oracle import Oracle
from tests.proofs.survivors import Gap, Survivors
from tests.rooms.pure import one_move, start_room

GOLDEN = Path(__file__).parents[1] / "records" / "golden" / "remi.txt"


def seen_at(v: int, hand: list[str]) -> Seen:
    room = {"phase": "playing", "seats": []}
    return Seen(v=v, h="aa", room=room, match={"hand": hand}, log=[{"type": "drew"}])


def test_views_of_one_version_must_be_alike() -> None:
    ledger = Ledger()
    ledger.check("p1", True, seen_at(1, ["AS"]), "folded")
    ledger.check("p1", True, seen_at(1, ["AS"]), "fresh")
    ledger.check("p2", True, seen_at(1, ["KD"]), "folded")
    ledger.check("p1", True, seen_at(2, ["AS"]), "folded")
    assert ledger.totals()["versions compared"] == 1
    with pytest.raises(Broken, match="views of one version differ"):
        ledger.check("p1", True, seen_at(2, ["KD"]), "fresh")
    other_log = replace(seen_at(1, ["5H"]), log=[])
    with pytest.raises(Broken, match="another log"):
        ledger.check("p3", True, other_log, "fresh")
    other_room = replace(seen_at(1, ["5H"]), room={"phase": "pause", "seats": []})
    with pytest.raises(Broken, match=r"another room .*phase is 'playing' and 'pause'"):
        ledger.check("p4", True, other_room, "fresh")


def room_of(*players: str | None) -> dict:
    seats = [
        None if one is None else {"kind": "person", "player": one, "name": f"N{one}"}
        for one in players
    ]
    return {"seats": seats}


def told(*events: dict) -> dict:
    return {"type": "events", "room_events": list(events)}


def test_seats_change_hands_only_as_it_is_told() -> None:
    owners = Owners()
    owners.take({"type": "snapshot"}, room_of("a", "b", None))
    owners.take(told({"type": "seats_swapped", "seats": [0, 1]}), room_of("b", "a", None))
    moved = {"type": "seat_moved", "from": 1, "seat": 2, "name": "Na"}
    owners.take(told(moved), room_of("b", None, "a"))
    owners.take(told({"type": "seat_left", "seat": 0, "name": "Nb"}), room_of(None, None, "a"))
    with pytest.raises(Broken, match="untold"):
        owners.take(told(), room_of("b", None, "a"))
    with pytest.raises(Broken, match="two seats"):
        Owners().take({"type": "snapshot"}, room_of("a", "a"))


@pytest.fixture
def record() -> Record:
    return parse_text(GOLDEN.read_text())


def person_who_did(record: Record, player: str) -> Person:
    person = Person("")
    person.player = player
    person.accepted = [
        {"type": "act", "match": record.match, "action": form}
        for form in actions_of(record, player)
    ]
    return person


def test_each_accepted_action_is_recorded_once(record: Record) -> None:
    people = [person_who_did(record, player) for player in ("prahim", "psari")]
    by_seat = [sum(seat == n for seat, _ in record.actions) for n in (0, 1)]
    held = sum(seat == 0 and 20 <= n < 31 for n, (seat, _) in enumerate(record.actions))
    assert [len(one.accepted) for one in people] == [by_seat[0] - held, by_seat[1]]
    check_actions(record, people)
    lost = person_who_did(record, "psari")
    lost.accepted.append(lost.accepted[-1])
    with pytest.raises(Broken, match="accepted and recorded"):
        check_actions(record, [lost])
    doubled = person_who_did(record, "psari")
    del doubled.accepted[5]
    with pytest.raises(Broken, match="accepted and recorded"):
        check_actions(record, [doubled])


def test_losses_are_counted_and_what_nobody_did_is_a_fault(record: Record) -> None:
    room = Survivors("", "remi", "test", strict=False)
    room.people = [person_who_did(record, "prahim"), person_who_did(record, "psari")]
    room.people[0].accepted.insert(3, {"type": "act", "match": record.match, "action": {}})
    room.people[1].accepted.append({"type": "act", "match": record.match, "action": {}})
    room._count_losses(record)
    assert room.counts["acknowledged actions lost"] == 2
    del room.people[1].accepted[0]
    with pytest.raises(Broken, match="never acknowledged"):
        room._count_losses(record)


def test_a_stall_is_told_with_the_kill_that_it_may_be_of() -> None:
    kills = [Kill("worker", 10.0), Kill("valkey", 20.0)]
    gaps = [Gap(9.5, 12.0), Gap(21.0, 24.0), Gap(30.0, 31.0)]
    assert longest_stalls(gaps, kills) == {"without Valkey": gaps[0], "with Valkey": gaps[1]}


def snapshot(room: Room, seat: int | None, v: int = 1) -> str:
    """What the seat is told, as the server would."""
    whole = {"room": view_room(room), "match": view_match(room, seat), "log": view_log(room, seat)}
    return json.dumps({"type": "snapshot", "v": v, **whole})


def oracle_of(room: Room) -> Oracle:
    oracle = Oracle("TABLE1", "remi", "test", lambda _match: ["ab" * 32])
    oracle.learn(1, codec.dump_room(room))
    return oracle


def test_the_oracle_lets_pass_what_is_one_s_own_or_open() -> None:
    change = one_move(one_move(start_room(4)))
    oracle = oracle_of(start_room(4).room)
    oracle.learn(2, codec.dump_room(change.room))
    for seat, player in ((0, "p0"), (3, "p3"), (None, "a watcher")):
        oracle.hear(player, snapshot(change.room, seat, 2))
    oracle.answered("/api/rooms/TABLE1/state", snapshot(change.room, None, 2))
    assert oracle.faults == []
    assert oracle.counts["frames with cards"] > 0
    assert oracle.judged_all()


def test_the_oracle_waits_for_the_store_s_word() -> None:
    oracle = oracle_of(start_room(4).room)
    after = one_move(start_room(4)).room
    oracle.hear("p0", snapshot(after, 1, 2))
    assert not oracle.judged_all()
    oracle.learn(2, codec.dump_room(after))
    assert oracle.judged_all()
    assert "p0 is told of" in oracle.faults[0]


def test_another_s_hand_the_stock_and_any_secret_are_leaks() -> None:
    room = start_room(4).room
    assert room.match is not None
    stock = get_game("remi").pack.names[room.match.state.stock[0]]
    other = get_game("remi").pack.names[cards_in(room.match.state.hands[2])[0]]
    for player, text in (
        ("p0", json.dumps({"type": "error", "id": None, "code": "x", "data": {"card": stock}})),
        ("p0", json.dumps({"type": "ok", "id": "a", "v": 1, "more": [other]})),
        ("nobody", snapshot(room, 0)),
        ("p0", json.dumps({"type": "pong", "of": room.match.draw.secret.hex()})),
        ("p0", json.dumps({"type": "pong", "of": room.match.seed.hex()})),
    ):
        oracle = oracle_of(room)
        oracle.hear(player, text)
        assert len(oracle.faults) == 1, text
    lobby = replace(room, phase="lobby", match=None)
    oracle = oracle_of(lobby)
    oracle.hear("p1", json.dumps({"type": "pong", "of": "ab" * 32}))
    assert "a secret" in oracle.faults[0]


def test_no_answer_but_a_state_names_cards_and_no_record_comes_early() -> None:
    room = start_room(4).room
    oracle = oracle_of(room)
    oracle.answered("/api/rooms/TABLE1", json.dumps({"code": "TABLE1", "hand": ["AS"]}))
    oracle.answered("/api/rooms/TABLE1/state", snapshot(room, 0))
    oracle.answered("/api/matches/m1/record", json.dumps({"secret": "00", "actions": []}))
    told = [fault.split("room TABLE1: ")[1] for fault in oracle.faults]
    assert told[0].startswith("/api/rooms/TABLE1 names cards")
    assert any(fault.startswith("anybody is told of") for fault in told[1:])
    assert told[-1] == "/api/matches/m1/record is there before the end"


def test_where_nobody_may_watch_nobody_is_told_of_a_card() -> None:
    change = one_move(one_move(start_room(4, watchers=False)))
    oracle = oracle_of(change.room)
    oracle.hear("p0", snapshot(change.room, 0))
    oracle.hear("a visitor", snapshot(change.room, None))
    assert oracle.faults == []
    seeing = replace(change.room, options=replace(change.room.options, watchers=True))
    oracle.hear("a visitor", snapshot(seeing, None))
    assert len(oracle.faults) == 1


def test_a_view_that_shows_where_hidden_cards_are_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game, view = get_game("remi"), get_game("remi").view
    monkeypatch.setattr(
        game, "view", lambda state, seat: replace(view(state, seat), stock=state.stock[-1])
    )
    room = start_room(4).room
    oracle = Oracle("TABLE1", "remi", "test", lambda _match: [])
    for version in range(25, 1001, 25):
        oracle.learn(version, codec.dump_room(room))
    assert any("sees where" in fault for fault in oracle.faults)


def test_a_mutation_leaves_what_it_was_made_of_as_it_was() -> None:
    action = {"type": "take_discard", "depth": 2, "own": ["5H", "6H"]}
    message = {"type": "act", "id": "a1", "deal": 1, "action": action}
    before, dice = json.dumps(message), random.Random(1)
    made = {str(mutated(message, message, dice)) for _ in range(2_000)}
    assert json.dumps(message) == before
    assert len(made) > 500
