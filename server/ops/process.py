"""What every child process of `serve` does first."""

import ctypes
import gc
import os
import resource
import signal
import sys
from typing import Final

_PR_SET_PDEATHSIG: Final = 1
PARENT_VARIABLE: Final = "MEJA_SERVE_PID"


def die_with_parent() -> None:
    """Get SIGTERM when the `serve` that started us is gone, even by kill -9 (Linux)."""
    parent = os.environ.get(PARENT_VARIABLE)
    if parent is None:
        return
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != int(parent):
        raise SystemExit(1)


def raise_file_limit() -> None:
    """Allow as many open sockets as the system lets us have."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def settle_collector() -> None:
    """Take what start-up made out of the collector's sight, and let it look rarely.

    With thousands of sockets a full collection would stop the process for half a second.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 50)
