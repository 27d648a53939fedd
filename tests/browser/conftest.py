"""A real Chromium on a real server."""

import os
import shutil
from collections.abc import AsyncIterator, Iterator

import pytest
from playwright.async_api import Browser, async_playwright

from tests.live.conftest import running_server
from tests.ops.running import Served

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
]
PHONE = {"width": 360, "height": 640}
DESKTOP = {"width": 1440, "height": 900}


def chromium_path() -> str:
    """Where Chromium is; the test is not run without one, and fails if it must be."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        reason = "browser tests not run: no Chromium (Debian's package: chromium)"
        if os.environ.get("MEJA_REQUIRE_BROWSER") == "1":
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)
    return path


@pytest.fixture(scope="session")
def table_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that waits for the people at the score sheet and in a quick match; quick CPUs."""
    folder = tmp_path_factory.mktemp("browser")
    waits = {"MEJA_PAUSE_MS": "600000", "MEJA_FILL_MS": "600000"}
    with running_server(folder, MEJA_CPU_DELAY_MS="30", **waits) as served:
        yield served


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    """One headless Chromium."""
    path = chromium_path()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        await browser.close()
