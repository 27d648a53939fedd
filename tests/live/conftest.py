"""A whole running server: `serve` with its Valkey, socket processes and worker."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ops.running import ROOT, Served, start_serve

QUICK = {
    "MEJA_CPU_DELAY_MS": "0",
    "MEJA_PAUSE_MS": "0",
    "MEJA_MESSAGES_PER_SECOND": "100000",
    "MEJA_NEW_GUESTS_PER_HOUR": "100000",
    "MEJA_NEW_ROOMS_PER_HOUR": "100000",
}


@contextlib.contextmanager
def running_server(
    folder: Path, processes: int = 2, root: Path = ROOT, **environment: str
) -> Iterator[Served]:
    """`serve` on a data folder of its own; its delays are 0 unless `environment` says another."""
    data = folder / "data"
    served = start_serve(
        "--port",
        "0",
        "--processes",
        str(processes),
        "--data",
        str(data),
        stderr=folder / "stderr",
        environment={**QUICK, "MEJA_DATA": str(data), **environment},
        root=root,
    )
    try:
        yield served
    finally:
        served.process.terminate()
        served.process.wait()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all tests that break nothing."""
    with running_server(tmp_path_factory.mktemp("live")) as served:
        yield served


@pytest.fixture
def base(server: Served) -> str:
    """The server's address."""
    return server.address
