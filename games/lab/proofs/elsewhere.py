"""Proofs of more than the games: packages beyond this one that offer some, found by name."""

import hashlib
import importlib
import importlib.util
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

ELSEWHERE: Final = ("tests.proofs",)
"""Packages whose `PROOFS` are proofs too; one that is not installed here is left out."""
_SUFFIXES: Final = (".py", ".lua")


def offered() -> list[Any]:
    """The proofs of the packages that are here."""
    return [proof for name in ELSEWHERE if _is_here(name) for proof in _proofs_of(name)]


def _is_here(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:  # not even the package above it
        return False


def _proofs_of(name: str) -> Sequence[Any]:
    proofs: Sequence[Any] = importlib.import_module(name).PROOFS
    return proofs


def named(module: str, function: str) -> Callable[..., Any]:
    """A function that is imported when it is called: such proofs stand on much."""
    return partial(_call, module, function)


def _call(module: str, function: str, argument: Any) -> Any:
    return getattr(importlib.import_module(module), function)(argument)


def fingerprint(packages: Iterable[str]) -> str:
    """A hash of the sources of `packages`: other code, other results."""
    digest = hashlib.sha256()
    for name in packages:
        spec = importlib.util.find_spec(name)
        folders = spec.submodule_search_locations if spec is not None else None
        for folder in map(Path, folders or ()):
            for path in sorted(one for one in folder.rglob("*") if one.suffix in _SUFFIXES):
                digest.update(f"{name}/{path.relative_to(folder).as_posix()}\0".encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
