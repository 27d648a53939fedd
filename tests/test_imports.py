"""Imports never turn back: the rules are pure, and rules <- games <- server, accounts alone."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
RULES = ROOT / "games" / "rules"
IMPURE = {"asyncio", "datetime", "io", "os", "pathlib", "random", "secrets", "socket", "subprocess"}
IMPURE |= {"threading", "time", "urllib", "uuid"}


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            yield node.module or ""


def allowed(name: str, folder: str) -> bool:
    if name.split(".")[0] == "games":
        return name == "games.rules" or name.split(".")[2] in ("core", folder)
    return name.split(".")[0] in sys.stdlib_module_names - IMPURE


def test_the_rules_import_nothing_impure_and_games_never_each_other() -> None:
    files = sorted(RULES.rglob("*.py"))
    assert len(files) > 20
    wrong = [
        (str(path.relative_to(RULES)), name)
        for path in files
        for name in imported(path)
        if not allowed(name, path.relative_to(RULES).parts[0])
    ]
    assert wrong == []


FORBIDDEN = {
    "accounts": {"games", "server"},
    "games": {"server"},
    "games/store": {"server", "accounts", "django", "games.rules"},
}
REDIS = {"redis", "hiredis", "valkey"}


def inside(name: str, packages: set[str]) -> bool:
    return any(name == package or name.startswith(package + ".") for package in packages)


def test_no_layer_imports_one_above_it() -> None:
    wrong = [
        (str(path.relative_to(ROOT)), name)
        for layer, above in FORBIDDEN.items()
        for path in (ROOT / layer).rglob("*.py")
        for name in imported(path)
        if inside(name, above)
    ]
    assert wrong == []


def test_only_the_store_speaks_to_redis() -> None:
    speakers = {
        str(path.relative_to(ROOT).parent)
        for layer in ("accounts", "games", "server")
        for path in (ROOT / layer).rglob("*.py")
        for name in imported(path)
        if inside(name, REDIS)
    }
    assert speakers == {"games/store"}


def test_nothing_outside_a_game_s_folder_names_a_game() -> None:
    names = [folder.name for folder in RULES.iterdir() if folder.is_dir() and folder.name != "core"]
    wrong = [
        (str(path.relative_to(ROOT)), name)
        for layer in ("accounts", "games", "server")
        for path in (ROOT / layer).rglob("*.py")
        for name in names
        if f"games.rules.{name}" in path.read_text() and name not in path.parts
    ]
    assert wrong == []
