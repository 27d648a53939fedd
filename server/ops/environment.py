"""Reading the process environment, and the few files of secrets, without Django."""

import os
import secrets
import socket
from pathlib import Path
from typing import Final, TypeVar

Choice = TypeVar("Choice", bound=str)

SECRET_NAMES: Final = ("django-key", "valkey-password")
"""Made once by `serve`, each in a file of its own in the data folder's `secrets`."""


class BadSettingError(ValueError):
    """An environment variable is wrong: `name` says which, `wanted` what it may hold."""

    def __init__(self, name: str, wanted: str) -> None:
        super().__init__(f"{name} must be {wanted}")
        self.name = name
        self.wanted = wanted


def env_int(name: str, default: int) -> int:
    """The whole number >= 0 in the variable `name`, or `default`; raises BadSettingError."""
    text = os.environ.get(name, "")
    if not text:
        return default
    if not (text.isascii() and text.isdigit()):
        raise BadSettingError(name, "a whole number, 0 or more")
    return int(text)


def env_bool(name: str, default: bool) -> bool:
    """True for 1, False for 0, `default` when the variable is absent; raises BadSettingError."""
    text = os.environ.get(name, "")
    if text not in ("", "0", "1"):
        raise BadSettingError(name, "0 or 1")
    return text == "1" if text else default


def env_list(name: str) -> list[str]:
    """The entries of a comma list, without blanks; absent is empty."""
    return [part.strip() for part in os.environ.get(name, "").split(",") if part.strip()]


def env_choice(name: str, choices: tuple[Choice, ...]) -> Choice:
    """One of `choices`, the first when the variable is absent; raises BadSettingError."""
    text = os.environ.get(name, "") or choices[0]
    for choice in choices:
        if choice == text:
            return choice
    raise BadSettingError(name, " or ".join(choices))


def make_secrets(data: Path) -> None:
    """Make the data folder (0700) and every secret that is not there yet (0600).

    Raises OSError where the folder cannot be written.
    """
    folder = data / "secrets"
    for path in (data, folder):
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.chmod(0o700)
    for name in SECRET_NAMES:
        try:
            descriptor = os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            continue
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(48))


def read_secret(data: Path, name: str) -> str | None:
    """The secret `name` of the data folder, None where it was never made."""
    try:
        return (data / "secrets" / name).read_text().strip()
    except FileNotFoundError:
        return None


def lan_address() -> str | None:
    """The address by which others in the local network reach this machine, where there is one.

    Asks the routing table only: connecting a datagram socket sends nothing.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # RFC 5737: an address that belongs to nobody
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") else address


def own_hosts() -> list[str]:
    """The names and addresses by which this machine may be called in a Host header."""
    hostname = socket.gethostname()
    hosts = {"localhost", "127.0.0.1", "[::1]", hostname, f"{hostname}.local"}
    try:
        entries = socket.getaddrinfo(hostname, None, type=socket.SOCK_STREAM)
    except OSError:
        entries = []
    for family, _, _, _, address in entries:
        text = str(address[0]).split("%")[0]
        hosts.add(f"[{text}]" if family == socket.AF_INET6 else text)
    lan = lan_address()
    if lan is not None:
        hosts.add(lan)
    return sorted(host.lower() for host in hosts if host)
