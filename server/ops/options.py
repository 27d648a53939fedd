"""The options of `serve`, and what must be known of them before Django reads its settings."""

import argparse
import os
from pathlib import Path
from typing import Final

from server.ops import sentences
from server.ops.environment import make_secrets

DEFAULT_HOST: Final = "0.0.0.0"  # noqa: S104 - friends in the same network are the point
DEFAULT_PORT: Final = 8000
EVERY_HOST: Final = frozenset({"0.0.0.0", "::", ""})  # noqa: S104


def add_serve_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `serve` understands to `parser`."""
    parser.add_argument("--host", default=DEFAULT_HOST, help="address to listen on")
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help="port to listen on")
    parser.add_argument(
        "--processes", type=int, default=min(2, os.cpu_count() or 1), help="socket processes"
    )
    parser.add_argument("--workers", type=int, default=1, help="worker processes")
    parser.add_argument("--data", type=Path, default=None, help="data folder (default ./data)")


def prepare_serve(arguments: list[str]) -> None:
    """Put --data and --host where the settings look, and make the folder's secrets.

    Raises RefusedError where the folder cannot be written.
    """
    parser = argparse.ArgumentParser(add_help=False)
    add_serve_arguments(parser)
    options, _ = parser.parse_known_args([a for a in arguments if a not in ("-h", "--help")])
    if "-h" in arguments or "--help" in arguments:
        return
    if options.data is not None:
        os.environ["MEJA_DATA"] = str(options.data.resolve())
    if options.host not in EVERY_HOST:
        host = f"[{options.host}]" if ":" in options.host else options.host
        os.environ["MEJA_HOSTS"] = f"{os.environ.get('MEJA_HOSTS', '')},{host}".strip(",")
    if os.environ.get("DATABASE_URL") and not os.environ.get("SECRET_KEY"):
        raise sentences.secret_missing()
    data = Path(os.environ.get("MEJA_DATA") or Path(__file__).resolve().parents[2] / "data")
    try:
        make_secrets(data)
    except OSError as error:
        raise sentences.not_writable(data, error) from None
