"""Everything that must hold over several processes: places, limits, and the page in a browser."""

import contextlib
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from playwright.async_api import async_playwright

from server.rooms.guessing import BY_PLAYER
from tests.browser.conftest import FLAGS, chromium_path
from tests.clients import Person, Refused, http
from tests.live.conftest import running_server


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with two socket processes."""
    with running_server(tmp_path_factory.mktemp("api")) as served:
        yield served.address


def arrive(base: str, many: int) -> list[str]:
    """The cookies of as many guests."""

    def guest(_: int) -> str:
        cookie: str = http(base, "POST", "/api/guest", {"lang": "id"})[1]
        return cookie

    with ThreadPoolExecutor(many) as pool:
        return list(pool.map(guest, range(many)))


def all_post(base: str, path: str, body: Any, cookies: list[str]) -> list[Any]:
    """What all get who call at once."""
    with ThreadPoolExecutor(len(cookies)) as pool:
        return list(pool.map(lambda cookie: http(base, "POST", path, body, cookie)[0], cookies))


def test_thirty_visitors_who_come_at_once_fill_tables(base: str) -> None:
    cookies = arrive(base, 30)
    code = http(base, "POST", "/api/gatherings", {"game": "remi"}, cookies[0])[0]["code"]
    path = f"/api/gatherings/{code}/join"
    rooms = all_post(base, path, {}, cookies)
    assert sorted(Counter(one["room"] for one in rooms).values()) == [2, *[4] * 7]
    assert all_post(base, path, {}, cookies) == rooms
    shown = http(base, "GET", f"/api/gatherings/{code}")[0]["rooms"]
    assert {one["code"] for one in shown} == {one["room"] for one in rooms}


def test_eight_who_want_a_quick_match_at_once_meet_at_two_tables(base: str) -> None:
    answers = all_post(base, "/api/quick", {"game": "remi"}, arrive(base, 8))
    # A minute that ends among them makes one table more, never a lonely caller at each.
    assert len({one["code"] for one in answers}) in (2, 3)


async def test_who_guesses_here_is_stopped_there_and_on_the_socket_too(base: str) -> None:
    person = await Person(base).arrive()
    own = await person.make_room("remi")
    await person.http("POST", f"/api/rooms/{own}/join", {})
    codes: Counter[str] = Counter()
    for number in range(3 * BY_PLAYER.most):
        code = f"ZZ{number + 2222}".translate(str.maketrans("01", "AB"))
        try:
            if number % 2:
                http(base, "GET", f"/api/rooms/{code}", cookie=person.cookie)
            else:
                await person.join(code)
        except Refused as refusal:
            codes[refusal.code] += 1
            with contextlib.suppress(ConnectionError):
                await person.drop()
    assert set(codes) == {"room_not_found", "too_many_requests"}
    # Twice as many where the counters' window ends in between.
    assert BY_PLAYER.most <= codes["room_not_found"] <= 2 * BY_PLAYER.most
    await person.join(own)  # one's own table is no guess
    assert person.seat == 0
    await person.drop()


async def test_the_page_to_try_the_api_works_in_a_browser(base: str) -> None:
    complaints: list[str] = []
    async with async_playwright() as playwright:
        path = chromium_path()
        browser = await playwright.chromium.launch(executable_path=path, args=FLAGS)
        page = await browser.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "request",
            lambda one: one.url.startswith((base, "data:")) or complaints.append(one.url),
        )
        await page.goto(f"{base}/api/docs")
        call = page.locator("#operations-games-list_games")
        await call.locator(".opblock-summary-control").click()
        await call.locator("button.try-out__btn").click()
        await call.locator("button.execute").click()
        status = call.locator(".live-responses-table tbody .response-col_status")
        await status.wait_for()
        assert await status.inner_text() == "200"
        await browser.close()
    assert complaints == []
