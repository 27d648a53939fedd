"""Pictures of a room among friends, to be looked at: `python -m tests.browser.pictures FOLDER`.

A server of its own is played on by real pages; each scene is taken in three languages, on a
phone by default, `--size 1440x900` for another window.
"""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path
from typing import Any, Final
from urllib.parse import urljoin

from playwright.async_api import Browser, async_playwright

from tests.browser.conftest import FLAGS, PHONE, chromium_path
from tests.browser.player import PagePlayer
from tests.live.conftest import running_server

LANGUAGES: Final = {"en": "en-US", "id": "id-ID", "bn": "bn-BD"}
NAMES: Final = {
    "en": ("Margaret Anderson-Wu", "Tom", "Alexandra Whitfield"),
    "id": ("Bambang Soetrisno Ha", "Sari", "Ni Luh Putu Ayu"),
    "bn": ("মোহাম্মদ আনিস", "রহিম", "শ্রাবন্তী"),
}
_SETTLE_MS: Final = 900
"""Cards come to rest, fonts arrive."""


class Album:
    """Where the pictures of one language go."""

    def __init__(self, browser: Browser, address: str, folder: Path, size: dict[str, int]) -> None:
        self.browser = browser
        self.address = address
        self.folder = folder
        self.size = size

    async def person(self, language: str, name: str) -> PagePlayer:
        """Somebody called `name` who reads `language`."""
        one: PagePlayer = await PagePlayer.open(self.browser, self.size, LANGUAGES[language])
        await one.become(self.address, name)
        return one

    async def take(self, one: PagePlayer, scene: str, language: str, whole: bool = False) -> None:
        """The page of `one` as it is seen; `whole`: also what must be scrolled to."""
        await one.page.wait_for_timeout(_SETTLE_MS)
        wide = await one.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        path = self.folder / f"{scene}-{language}.png"
        await one.page.screenshot(path=path, full_page=whole)
        print(f"{path}{f'  {wide} px too wide' if wide > 0 else ''}", flush=True)

    async def go(self, one: PagePlayer, path: str) -> None:
        """Open a page of the server and wait until it is drawn."""
        await one.page.goto(urljoin(self.address, path))
        await one.page.wait_for_selector("main, [data-place=hand], .felt")

    async def scenes(self, language: str) -> None:
        """Every scene in one language."""
        names = NAMES[language]
        host, friend, guest = [await self.person(language, name) for name in names]
        for one in (host, friend, guest):
            await one.page.evaluate(f"localStorage.setItem('meja.language', '{language}')")
        await self.go(host, "/")
        await self.take(host, "home", language, whole=True)
        made = await host.call("POST", "/api/rooms", {"game": "remi", "clock": 60})
        path = f"/r/{made['code']}"
        await self.go(host, path)
        await host.ask({"type": "sit", "seat": 0})
        await self.take(host, "invitation", language, whole=True)
        await self.go(friend, path)
        await self.take(friend, "lobby-guest", language, whole=True)
        await friend.ask({"type": "sit", "seat": 2})
        await host.ask({"type": "add_cpu", "seat": 1, "level": "greedy"})
        await self.take(host, "lobby", language)
        await host.ask({"type": "start"})
        await self.go(guest, path)
        await host.page.wait_for_selector("[data-place=hand] [data-card]")
        await self.take(host, "table", language)
        await self.take(guest, "watcher", language)
        address = friend.page.url
        await friend.page.goto("about:blank")
        await self.held(host)
        await self.take(host, "held-seen", language)
        await friend.page.goto(address)
        await self.take(friend, "held-own", language)
        for one in (host, friend, guest):
            await one.page.context.close()

    async def held(self, one: PagePlayer) -> None:
        """Wait until a CPU holds the seat of who has gone."""
        await one.page.wait_for_selector("[data-place=seat-2].held, [data-place=seat-2] .held")


def _size(text: str) -> dict[str, int]:
    width, height = map(int, text.split("x"))
    return {"width": width, "height": height}


async def _take_all(folder: Path, size: dict[str, int], data: Path) -> None:
    slow: dict[str, Any] = {"MEJA_GRACE_MS": "500", "MEJA_CPU_DELAY_MS": "1500"}
    with running_server(data, **slow) as served:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
            album = Album(browser, served.address, folder, size)
            for language in LANGUAGES:
                await album.scenes(language)
            await browser.close()


def main(arguments: list[str]) -> None:
    """Takes the pictures that the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.pictures", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", type=_size, default=PHONE)
    asked = parser.parse_args(arguments)
    asked.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        asyncio.run(_take_all(asked.folder, asked.size, Path(data)))


if __name__ == "__main__":
    main(sys.argv[1:])
