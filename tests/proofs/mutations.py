"""Messages that fit the moment, and what may become of a message on the way to a bad one."""

import copy
import json
import random
from typing import Any, Final

from games.rules.core.registry import get_game
from server.rooms.room import Room
from server.rooms.talk import PHRASES

Json = dict[str, Any]

_ODD: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 1, 7, 8, 2**31, 2**63, 2**64, -(2**63), 1.5, 1e308, -0.0),
    *("", " ", "0", "null", "a" * 40, "a" * 41, "\u0000", "\u202e", "রহিম", "🂡"),
    *("10H", "JK#1", "AS", [], [[]], [None] * 50, {}, {"": {}}, {"type": "act"}),
)
_KEYS: Final = ("crown", "", "seat", "type", "private", "cards")
_SIGNS: Final = (0, 34, 92, 123, 0x202E, 0x1F0A1, 0xDFFF)
_TEXTS: Final = (
    *("", " ", "\ufeff{}", "null", "[]", "{}", "{", '"', "NaN", "[" * 3000, '{"a":' * 600),
    *('{"type":"sit"}', '{"type":"sit","id":1}', '{"type":"ping","id":"x"}'),
    *('{"type":null,"id":"a"}', '{"type":"sit","id":"\\ud800"}', '{"type":"sync"}x'),
    *('{"type":"sit","id":"a","id":"b"}', '{"type":"stand","id":"a","id":null}', "x" * 5000),
    '{"id":"a","type":"act","match":"","deal":1e400,"turn":0,"step":0,"action":{}}',
)


def sensible(room: Room, player: str, dice: random.Random, name: str) -> Json:
    """A message that `player` might well send now; `name` is its id."""
    return {"id": name} | dice.choice(_wishes(room, player, dice))


def _wishes(room: Room, player: str, dice: random.Random) -> list[Json]:
    seat = room.seat_of(player)
    anyone = dice.randrange(len(room.seats))
    wishes: list[Json] = [
        {"type": "say", "kind": "phrase", "what": dice.choice(sorted(PHRASES))},
        {"type": "say", "kind": "text", "what": dice.choice(("hi", "রহিম আসছে", "👩‍👩‍👧"))},
    ]
    if seat is None:
        return wishes + [{"type": "sit", "seat": anyone}, {"type": "sit"}] * 4
    wishes += [
        {"type": "swap", "seat": anyone},
        {"type": "add_cpu", "seat": anyone, "level": "random"},
        {"type": "configure", "clock": dice.choice((0, 15, 120)), "chat": dice.random() < 0.8},
        {"type": "commit", "match": room.upcoming.match_id, "commitment": "0" * 64},
        {"type": "reveal", "match": room.upcoming.match_id, "nonce": "0" * 64},
        {"type": "back"},
        {"type": "rename"},
    ]
    if dice.random() < 0.03:
        wishes += [{"type": "stand"}, {"type": "kick", "seat": anyone}]
        wishes += [{"type": "remove_cpu", "seat": anyone}]
    if room.phase == "lobby":
        wishes += [{"type": "start"}] * 8
    elif room.phase == "pause":
        wishes += [{"type": "ready"}] * 12
    elif room.phase == "ended":
        wishes += [{"type": "rematch"}] * 12
    elif room.match is not None and room.phase == "playing":
        wishes += [_act(room, seat, dice)] * 30
    return wishes


def _act(room: Room, seat: int, dice: random.Random) -> Json:
    assert room.match is not None
    game, state = get_game(room.game), room.match.state
    legal = game.legal_actions(state, seat) or game.legal_actions(state, state.to_move)
    return {
        "type": "act",
        "match": room.match.draw.match_id,
        "deal": state.deal,
        "turn": state.turn,
        "step": state.step,
        "action": game.actions.dump(dice.choice(legal)),
    }


def mutated(message: Json, other: Json, dice: random.Random) -> str | bytes:
    """A frame that `message` has become, perhaps with a piece of `other`."""
    form: Any = json.loads(json.dumps(message))
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        _change(form, other, dice)
    text = json.dumps(form, ensure_ascii=dice.random() < 0.5)
    if dice.random() < 0.15:
        text = _garble(text, dice)
    if dice.random() < 0.03:
        return text.encode(errors="replace")
    return text


def _change(form: Json, other: Json, dice: random.Random) -> None:
    """One change, at the top or within."""
    where: Any = form
    while dice.random() < 0.6:
        inner = [one for one in _values(where) if isinstance(one, dict | list) and one]
        if not inner:
            break
        where = dice.choice(inner)
    if isinstance(where, list):
        at = dice.randrange(len(where))
        where[at : at + dice.choice((0, 1))] = [dice.choice((_odd(dice), where[at]))]
        return
    if not where:
        where["type"] = _odd(dice)
    key = dice.choice(sorted(where))
    match dice.randrange(7):
        case 0:
            del where[key]
        case 1:
            where[dice.choice(_KEYS)] = _odd(dice)
        case 2 | 3:
            where[key] = _odd(dice)
        case 4:
            piece = copy.deepcopy(other)
            where[key] = piece.get(key, dice.choice(list(piece.values())))
        case 5 if isinstance(where[key], int):
            where[key] += dice.choice((-1, 1, 100))
        case _:
            where[dice.choice(sorted(where))] = copy.deepcopy(where[key])


def _odd(dice: random.Random) -> Any:
    """An odd value of its own: it may be changed further."""
    return copy.deepcopy(dice.choice(_ODD))


def _values(where: Any) -> list[Any]:
    return list(where.values()) if isinstance(where, dict) else list(where)


def _garble(text: str, dice: random.Random) -> str:
    at = dice.randrange(len(text) + 1)
    match dice.randrange(5):
        case 0:
            return text[:at]
        case 1:
            return text[:at] + chr(dice.choice(_SIGNS)) + text[at:]
        case 2:
            return text[:at] + text[at + 1 :]
        case 3:
            return text + text
        case _:
            return dice.choice(_TEXTS)
