"""Files in which a long run is saved as it goes: a line of JSON that says what run it is, then
one for each finished piece of work, in order."""

import fcntl
import hashlib
import json
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Final, Self

import games.rules
from games.lab.errors import LabError

SAVE_FORMAT: Final = 1
Settings = Mapping[str, Any]
"""What makes two runs the same run, as JSON."""


@cache
def code_version() -> str:
    """A fingerprint of the sources of rules and laboratory: other code has other results."""
    digest = hashlib.sha256()
    for folder in [*sorted(games.rules.__path__), str(Path(__file__).parent)]:
        for path in sorted(Path(folder).rglob("*.py")):
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
            digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def default_path(folder: Path, settings: Settings) -> Path:
    """Where a run is saved unless somebody says so: a name that its settings make."""
    text = json.dumps(settings, sort_keys=True)
    names = [str(settings[key]) for key in ("run", "game", "proof") if settings.get(key)]
    return folder / f"{'-'.join(names)}-{hashlib.sha256(text.encode()).hexdigest()[:10]}.jsonl"


class SaveFile:
    """The open file of one run; `results` are those that an earlier start of it saved.

    Raises LabError when the file cannot be written, is being written by another process,
    is no such file (which is then left alone), or, with `resume`, is of another run.
    """

    def __init__(self, path: Path, settings: Settings, resume: bool) -> None:
        self.path = path
        self.results: list[Any] = []
        header = {"format": SAVE_FORMAT, "code": code_version(), **settings}
        self._file = _open(path)
        try:
            self._begin(json.loads(json.dumps(header)), resume)
        except BaseException:
            self._file.close()
            raise

    def _begin(self, header: dict[str, Any], resume: bool) -> None:
        found = self._file.readline()
        old = _parse(found) if found else None
        if found and (not isinstance(old, dict) or "format" not in old or "run" not in old):
            raise LabError(f"{self.path} is not a file that this command saves; name another one.")
        if resume and isinstance(old, dict):
            differing = [key for key in {**header, **old} if header.get(key) != old.get(key)]
            if differing:
                raise LabError(
                    f"{self.path} was saved by a run that differs in {', '.join(differing)}; "
                    "leave out --resume to begin anew."
                )
            self._read_results()
        else:
            self._file.seek(0)
            self._file.truncate()
            self._write(header)

    def _read_results(self) -> None:
        """Reads what is there; a last line that was cut is dropped."""
        whole = self._file.tell()
        for number, line in enumerate(self._file, start=2):
            result = _parse(line) if line.endswith(b"\n") else None
            if result is None:
                if line.endswith(b"\n"):
                    raise LabError(f"{self.path}, line {number}, is damaged; begin anew.")
                break
            self.results.append(result)
            whole += len(line)
        self._file.seek(whole)
        self._file.truncate()

    def add(self, result: Any) -> None:
        """Save one more result."""
        self._write(result)
        self.results.append(result)

    def _write(self, value: Any) -> None:
        try:
            self._file.write(json.dumps(value, separators=(",", ":")).encode() + b"\n")
            self._file.flush()
        except OSError as fault:
            raise LabError(f"{self.path} cannot be written: {fault.strerror}.") from fault

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.fsync(self._file.fileno())
        self._file.close()


def _open(path: Path) -> BinaryIO:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o644), "rb+")
    except OSError as fault:
        raise LabError(f"{path} cannot be written: {fault.strerror}.") from fault
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as fault:
        file.close()
        raise LabError(f"Another process is writing {path}; name another with --save.") from fault
    return file


def _parse(line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None
