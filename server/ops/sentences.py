"""What the command line says to whoever runs Meja: the one place with sentences, in English.

Standard library only: these are needed before any package is there.
"""

from pathlib import Path
from typing import Final


class RefusedError(Exception):
    """The command cannot go on; the text is the one sentence that says why and what to do."""


VENV_MISSING: Final = (
    "Python's venv module is not complete here: install it"
    " (Debian and Ubuntu: apt install python3-venv) and start again."
)
WAITING: Final = "another start is setting up this folder, waiting for it"
MAKING_VENV: Final = "making .venv"
INSTALLING: Final = "installing the packages"
INSTALLING_NODE: Final = "installing Node, as this machine has none that is new enough"
INSTALLING_FRONTEND: Final = "installing the page's packages"
BUILDING: Final = "building the page"
COMPRESSING: Final = "compressing the page"
MIGRATED: Final = "database prepared"
STARTING_VALKEY: Final = "starting Valkey"
STARTING_PARTS: Final = "starting {processes} socket process(es) and {workers} worker(s)"
READY: Final = "ready"
STOPPING: Final = "stopping (sockets and workers first, Valkey last)"
STOPPED: Final = "stopped"


def not_writable(folder: Path, error: OSError) -> RefusedError:
    """The folder the command must write to refuses it."""
    return RefusedError(f"Meja cannot write to {folder} ({error.strerror or error}).")


def install_failed(what: str, last_line: str, log: Path) -> RefusedError:
    """A package index did not give what was asked, or could not be reached."""
    return RefusedError(
        f"The {what} could not be installed; is there a network to the package index?"
        f" Its installer's last words were: {last_line} (all of them: {log})"
    )


def build_failed(last_line: str, log: Path) -> RefusedError:
    """The page's own build failed."""
    return RefusedError(
        f"The page could not be built; the last words were: {last_line} (all of them: {log})"
    )


def data_in_use(data: Path) -> RefusedError:
    """Another serve holds the lock of this data folder."""
    return RefusedError(f"Another Meja is already running on the data folder {data}.")


def port_taken(host: str, port: int) -> RefusedError:
    """Something listens there already."""
    return RefusedError(f"Port {port} on {host} is already taken; choose another with --port.")


def cannot_listen(host: str, port: int, error: OSError) -> RefusedError:
    """The address cannot be listened on for another reason."""
    return RefusedError(f"Meja cannot listen on {host}, port {port} ({error.strerror or error}).")


def valkey_refused(code: str, last_line: str) -> RefusedError:
    """The embedded Valkey did not start."""
    words = f"; its last words were: {last_line}" if last_line else ""
    return RefusedError(f"The embedded Valkey did not start ({code}){words}.")


def database_refused(error: Exception) -> RefusedError:
    """The database cannot be reached or prepared."""
    return RefusedError(f"The database could not be prepared: {' '.join(str(error).split())}.")


def part_failed(name: str, how: str) -> RefusedError:
    """A part died before the server was ever ready."""
    return RefusedError(f"The {name} could not start ({how}); what it said stands above.")


def part_restarts(name: str, how: str, seconds: float) -> str:
    """A part died and comes back."""
    when = f"in {seconds:g} s" if seconds else "at once"
    return f"{name} ended ({how}), starting it again {when}"


def bad_option(name: str, wanted: str) -> RefusedError:
    """An option or a variable holds what it may not hold."""
    return RefusedError(f"{name} must be {wanted}.")


def secret_missing() -> RefusedError:
    """An external database without Django's key."""
    return RefusedError("With DATABASE_URL, SECRET_KEY must be set too.")
