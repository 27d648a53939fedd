"""The rules are pure: the standard library, the core and the own game, and no clock or chance."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

RULES = Path(__file__).parents[2] / "games" / "rules"
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
