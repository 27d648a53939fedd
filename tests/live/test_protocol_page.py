"""docs/protocol.md against the server's own types: its examples, its messages, its codes."""

import ast
import json
import re
from collections.abc import Iterator
from typing import get_args

import msgspec
import pytest

from games.rules.core import shuffle
from games.rules.core.registry import all_games, get_game
from server.rooms import seating, starting, views
from server.rooms.local_room import SAME_VIEWERS
from server.rooms.protocol import MESSAGE_FORMAT, AnyClientMessage, AnyServerMessage, Snapshot
from server.rooms.room import Draw, RoomOptions, new_room
from server.rooms.talk import PHRASES, REACTIONS
from tests.ops.running import ROOT

PAGE = (ROOT / "docs" / "protocol.md").read_text()
CLIENT = {cls.__struct_config__.tag: cls for cls in get_args(AnyClientMessage)}
SERVER = {cls.__struct_config__.tag: cls for cls in get_args(AnyServerMessage)}
INSIDE = {
    # of what no client asks for
    *("fenced", "nothing_to_do", "no_cpu_to_move", "deal_not_over", "match_over"),
    *(
        "impossible_position",
        "no_such_stage",
        "damaged_room",
        "damaged_event",
        "damaged_state",
        "damaged_line",
    ),
}
TITLES = {"remi": "Remi", "rummy500": "Rummy 500", "ladder": "Ladder Rummy"}
RULES = ("rules", "melds", "combinations", "legal", "deals")
NEVER_THE_PAGE = {
    "body_too_large",
    "json_expected",
    "newer_format",
    "not_replayable",
    "unknown_language",
}
"""Refusals of what the page never sends or asks for."""
PURE = ("seating", "starting", "playing", "follow")
REFUSALS = ("RuleError", "FormatError", "ApiError", "Malformed", "RoomCrowded", "BadNameError")


def blocks() -> list[str]:
    """The JSON examples that stand apart."""
    return re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)


def inline(kind: str) -> Iterator[dict]:
    """The JSON objects between backquotes, those with the key `kind`."""
    for text in re.findall(r"`(\{\"[^`]*\})`", PAGE):
        with_bars = text.replace("\\|", "|")
        try:
            form = json.loads(with_bars)
        except ValueError:
            continue
        if kind in form:
            yield form


def trees(*places: str) -> Iterator[ast.AST]:
    """Every node of the sources at these places."""
    for place in places:
        path = ROOT / place
        if not path.exists():
            continue
        for file in path.rglob("*.py") if path.is_dir() else [path]:
            yield from ast.walk(ast.parse(file.read_text()))


def codes_raised(*places: str) -> set[str]:
    """Every code with which these sources refuse, by name or in a call's list of refusals."""
    found: set[object] = set()
    for node in trees(*places):
        if isinstance(node, ast.Call) and node.args:
            name = getattr(node.func, "id", "")
            if name in REFUSALS and isinstance(node.args[0], ast.Constant):
                found.add(node.args[0].value)
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and isinstance(key.value, int):
                    found |= {one.value for one in ast.walk(value) if isinstance(one, ast.Constant)}
    return {one for one in found if isinstance(one, str) and re.fullmatch("[a-z_]+", one)} - INSIDE


def room_events() -> set[str]:
    """The types of all room events."""
    found = set(SAME_VIEWERS)
    for node in trees(*(f"server/rooms/{name}.py" for name in PURE)):
        if isinstance(node, ast.Dict):
            pairs = zip(node.keys, node.values, strict=True)
            found |= {
                value.value
                for key, value in pairs
                if isinstance(key, ast.Constant)
                and key.value == "type"
                and isinstance(value, ast.Constant)
            }
    return found


def test_every_example_is_a_message_of_the_server() -> None:
    shown = [json.loads(text) for text in blocks()]
    for form in shown:
        message = msgspec.convert(form, AnyServerMessage)
        assert form.keys() <= msgspec.to_builtins(message).keys(), form["type"]
    assert {form["type"] for form in shown} == set(SERVER)
    assert f"page is {MESSAGE_FORMAT};" in PAGE


def test_the_snapshot_shows_a_room_as_it_is() -> None:
    shown = next(form for form in map(json.loads, blocks()) if form["type"] == "snapshot")
    room = new_room("KQ7M2P", "remi", "p1", lambda: Draw("m1", bytes(32)), RoomOptions())
    real = views.view_room(seating.sit(room, "p1", "Heron 42", 0).room)
    assert shown["room"].keys() == real.keys()
    for key in ("next", "options", "evening"):
        assert shown["room"][key].keys() == real[key].keys()
    assert shown["room"]["seats"][0].keys() == real["seats"][0].keys()
    assert shown.keys() == {field.name for field in msgspec.structs.fields(Snapshot)} | {"type"}


def test_every_message_to_the_server_has_its_row_and_reads_as_what_it_is() -> None:
    examples = [form for form in inline("type") if form["type"] in CLIENT]
    for form in examples:
        if form["type"] == "discard":  # an action
            continue
        assert isinstance(msgspec.convert(form, AnyClientMessage), CLIENT[form["type"]])
    assert {form["type"] for form in examples} >= set(CLIENT)
    for cls in CLIENT.values():
        for field in msgspec.structs.fields(cls):
            assert f'"{field.name}"' in PAGE or f"`{field.name}`" in PAGE, (cls, field.name)


def test_nonce_and_commitment_of_the_examples_fit() -> None:
    nonce = next(form for form in inline("nonce"))["nonce"]
    promised = next(form for form in inline("commitment"))["commitment"]
    assert shuffle.commitment(bytes.fromhex(nonce)) == promised


@pytest.mark.parametrize("name", all_games())
def test_every_action_event_and_key_of_a_game_is_told(name: str) -> None:
    game = get_game(name)
    part = PAGE.split(f"### {TITLES[name]}\n")[1].split("\n## ")[0].split("\n### ")[0]
    shared = PAGE.split("## 7. The match")[1].split("\n### ")[0]
    for kind in action_types(name):
        assert f'{{"type": "{kind}"' in part, kind
    room = new_room("KQ7M2P", name, "p1", lambda: Draw("m1", bytes(32)), RoomOptions())
    room = starting.start(seating.sit(room, "p1", "P", 0).room, "p1").room
    for key in views.view_match(room, 0):
        assert f"`{key}`" in shared + part, key
    for code in codes_raised(*(f"games/rules/{name}/{part}.py" for part in RULES)):
        assert f"`{code}" in shared + part, code
    assert game.levels[0] in PAGE


def action_types(name: str) -> set[str]:
    """The types of a game's actions, by its own sources."""
    source = (ROOT / "games" / "rules" / name / "actions.py").read_text()
    return set(re.findall(r'type: ClassVar\[str\] = "([a-z_]+)"', source))


def test_every_refusal_is_told() -> None:
    told = set(re.findall(r"`([a-z_]+)(?: \{[^`]*\})?`", PAGE))
    assert codes_raised("server/rooms", "games/api.py", "accounts") - told == set()


@pytest.mark.parametrize("language", ["bn", "en", "id"])
def test_the_page_has_words_for_every_refusal(language: str) -> None:
    errors = ROOT / "frontend" / "src" / "i18n" / "errors" / f"{language}.json"
    codes = codes_raised("server/rooms", "games/api.py", "accounts")
    assert codes - json.loads(errors.read_text()).keys() == NEVER_THE_PAGE


def test_every_room_event_is_told() -> None:
    told = set(re.findall(r"`([a-z_]+)(?: \{[^`]*\})?`", PAGE))
    events = room_events()
    assert len(events) > 18
    assert events - told == set()


def test_every_phrase_and_reaction_is_told() -> None:
    for code in PHRASES | REACTIONS:
        assert f"`{code}`" in PAGE, code
