"""A table among friends through the page: coming late, dropping, coming back, watching, talking."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.async_api import Browser, Locator, expect

from tests.browser.cable import Cable
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.player import LOOK, PagePlayer
from tests.live.conftest import running_server
from tests.ops.running import Served

LANDSCAPE = {"width": 740, "height": 360}
PATIENCE_MS = 30_000
expect.set_options(timeout=PATIENCE_MS)
HAND = "[data-place=hand] [data-card]"


@pytest.fixture(scope="module")
def friends_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server where a CPU holds the seat of who is away almost at once."""
    folder = tmp_path_factory.mktemp("friends")
    with running_server(
        folder, MEJA_PAUSE_MS="600000", MEJA_CPU_DELAY_MS="30", MEJA_GRACE_MS="300"
    ) as served:
        yield served


class Party:
    """Windows of people at one server."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.people: list[PagePlayer] = []

    async def person(
        self, name: str, viewport: dict[str, int] = PHONE, cable: Cable | None = None
    ) -> PagePlayer:
        """A window of somebody called `name`, whose way to the server may be a `cable`."""
        one: PagePlayer = await PagePlayer.open(self.browser, viewport)
        self.people.append(one)
        await one.become(self.address if cable is None else cable.address, name)
        return one

    async def table(self, game: str, *people: PagePlayer, **options: Any) -> str:
        """A running match of `people` on seats 0, 1, ... and CPUs; the link to it."""
        made = await people[0].call("POST", "/api/rooms", {"game": game} | options)
        path = f"/r/{made['code']}"
        for seat, one in enumerate(people):
            await one.page.goto(urljoin(one.page.url, path))
            await expect(one.page.get_by_role("button", name="Menu")).to_be_visible()
            await one.ask({"type": "sit", "seat": seat})
        await people[0].ask({"type": "start"})
        for one in people:
            await expect(one.page.locator(HAND).first).to_be_visible()
        return self.address + path


@pytest.fixture
async def party(browser: Browser, friends_server: Served) -> AsyncIterator[Party]:
    """People yet to come; at the end none of their pages had a fault."""
    party = Party(browser, friends_server.address)
    yield party
    # A line that is cut on purpose is told on the console.
    cut = ("WebSocket", "net::ERR_")
    faults = [fault for one in party.people for fault in one.faults]
    assert [fault for fault in faults if not any(word in fault for word in cut)] == []


@pytest.fixture
async def cable(friends_server: Served) -> AsyncIterator[Cable]:
    """A way to the server that can be cut."""
    async with Cable(int(friends_server.address.rsplit(":", 1)[1])) as cable:
        yield cable


def strip(one: PagePlayer, seat: int) -> Locator:
    """A player's strip as `one` sees it."""
    return one.page.locator(f"[data-place=seat-{seat}]")


def glimpse(one: PagePlayer, text: str, selector: str) -> asyncio.Task[Any]:
    """Watch for what is shown for a moment only; begun before it is."""
    return asyncio.create_task(
        one.page.wait_for_function(
            """([text, selector]) => [...document.querySelectorAll(selector)]
              .some((one) => one.textContent.includes(text))""",
            arg=[text, selector],
            timeout=PATIENCE_MS * 2,
        )
    )


async def play_until(one: PagePlayer, wanted: Locator) -> None:
    """Play by what is lit until `wanted` is there."""
    for _ in range(600):
        if await wanted.count():
            return
        if await one._one_touch(await one.page.evaluate(LOOK)) is None:
            await one.page.wait_for_timeout(50)
    raise AssertionError(f"never there: {wanted}")


@pytest.mark.timeout(240)
async def test_who_drops_returns_to_the_seat_and_is_told_what_was_missed(
    party: Party, cable: Cable
):
    ana = await party.person("Ana Setia", DESKTOP)
    budi = await party.person("Budi Jaya", cable=cable)
    await party.table("remi", ana, budi)

    await budi.page.context.set_offline(True)
    lost = glimpse(budi, "Connection lost", ".strip")
    cable.cut()
    await lost
    await expect(strip(ana, 1).get_by_text("CPU plays", exact=True)).to_be_visible()
    # The CPU's moves for him stand so in the log.
    await play_until(ana, ana.page.locator(".log").get_by_text("CPU for Budi Jaya").first)

    cable.mend()
    await budi.page.context.set_offline(False)
    missed = budi.page.get_by_role("status", name="While you were away")
    await expect(missed).to_be_visible()
    await expect(missed.get_by_role("listitem").last).to_contain_text(".")
    await expect(budi.page.get_by_text("A CPU plays for you.")).to_be_visible()

    await budi.press("Take your seat back")
    await expect(budi.page.get_by_text("A CPU plays for you.")).to_have_count(0)
    await expect(strip(ana, 1).get_by_text("CPU plays", exact=True)).to_have_count(0)
    await missed.get_by_role("button", name="OK").click()
    await expect(missed).to_have_count(0)
    # The seat, the cards and the turn are his again.
    await play_until(ana, ana.page.get_by_text("Budi Jaya is to").first)
    await play_until(budi, ana.page.locator(".log").get_by_text("Budi Jaya discarded").first)


@pytest.mark.timeout(300)
async def test_who_joins_in_the_middle_sees_no_hand_and_has_a_cpus_seat_at_the_next_deal(
    party: Party,
):
    ana = await party.person("Ana Baru", DESKTOP)
    sari = await party.person("Sari Baru")
    link = await party.table("remi", ana)

    hands: list[Any] = []

    def noted(text: str | bytes) -> None:
        message = json.loads(text)
        match = message.get("match")
        if match is not None and "hand" in match and not match.get("deal_over"):
            hands.append(match["hand"])

    sari.page.on("websocket", lambda socket: socket.on("framereceived", noted))
    await sari.page.goto(link)
    await sari.sees("You are watching")
    await expect(ana.page.get_by_text("1 person is watching").first).to_be_attached()
    await expect(sari.page.locator(HAND)).to_have_count(0)

    await sari.press("Sit at the next deal")
    await sari.sees("At the next deal you take over CPU Radio's seat.")
    await expect(strip(ana, 1).get_by_text("Next deal: Sari Baru")).to_be_visible()
    # What is claimed can be given up, and claimed again.
    await sari.press("Give it up")
    await expect(strip(ana, 1).get_by_text("Next deal: Sari Baru")).to_have_count(0)
    await sari.press("Sit at the next deal")

    await ana.play_until("Next deal")
    assert set(map(json.dumps, hands)) == {"null"}, "a watcher was shown a hand"
    await sari.press("Next deal")
    await ana.press("Next deal")
    for one in (ana, sari):
        await one.sees("Deal 2 of 8")
    await expect(sari.page.locator(HAND)).to_have_count(7)
    await expect(strip(ana, 1)).to_contain_text("Sari Baru")


@pytest.mark.timeout(180)
async def test_talk_reaches_each_reader_in_their_own_language(party: Party):
    ana = await party.person("Ana Bicara", LANDSCAPE)
    rahim = await party.person("রহিম")
    await party.table("rummy500", ana, rahim)
    await rahim.page.evaluate("localStorage.setItem('meja.language', 'bn')")
    await rahim.page.reload()

    await rahim.page.get_by_role("button", name="কথাবার্তা").click()
    floats = glimpse(ana, "Good luck!", "[data-place=seat-1] .bubble")
    await rahim.page.get_by_role("button", name="শুভকামনা রইল!").click()
    await floats
    await expect(ana.page.get_by_role("button", name="1 new line")).to_be_visible()

    await ana.page.get_by_role("button", name="Talk").click()
    talk = ana.page.get_by_role("log", name="Talk")
    await expect(talk).to_contain_text("Good luck!")
    for text in ("W" * 120, "שלום! <b>x</b>", "ক্ষুদ্র"):
        await ana.page.get_by_role("textbox", name="Write something").fill(text)
        await ana.page.get_by_role("button", name="Send").click()
        heard = rahim.page.get_by_role("log").get_by_text(text, exact=True)
        await expect(heard).to_be_visible()
        assert await heard.get_attribute("dir") == "auto"
    await ana.page.get_by_role("button", name="Applause").click()
    await expect(rahim.page.get_by_role("log").get_by_text("হাততালি")).to_be_attached()
    for one in (ana, rahim):
        wide = await one.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide == 0, "a long word widened the page"

    # Muted for oneself alone.
    await ana.page.keyboard.press("Escape")
    await strip(ana, 1).get_by_role("button").first.click()
    await ana.page.get_by_role("button", name="Mute রহিম").click()
    await ana.page.get_by_role("button", name="Close").click()
    await ana.page.get_by_role("button", name="Talk").click()
    await expect(talk).not_to_contain_text("Good luck!")


@pytest.mark.timeout(180)
async def test_a_table_without_chat_has_phrases_only(party: Party):
    ana = await party.person("Ana Diam")
    await party.table("ladder", ana, chat=False)
    await ana.page.get_by_role("button", name="Talk").click()
    await ana.page.get_by_role("button", name="Well played!").click()
    await expect(ana.page.get_by_role("log")).to_contain_text("Well played!")
    await expect(ana.page.get_by_role("textbox")).to_have_count(0)


@pytest.mark.timeout(180)
@pytest.mark.parametrize("watchers", [True, False])
async def test_leaving_is_said_before_it_is_done(party: Party, watchers: bool):
    ana = await party.person(f"Ana Pergi {watchers:d}")
    budi = await party.person(f"Budi Tetap {watchers:d}", DESKTOP)
    link = await party.table("ladder", ana, budi, watchers=watchers)

    await ana.press("Menu")
    await ana.press("Leave the table")
    await ana.sees("A CPU takes your seat at once and plays on with your cards.")
    await ana.sees("Somebody else becomes the host.")
    await ana.page.get_by_role("button", name="Stay").click()
    await expect(ana.page.locator(HAND).first).to_be_visible()
    await ana.press("Menu")
    await ana.press("Leave the table")
    said = [
        glimpse(budi, text, ".notices")
        for text in (f"Ana Pergi {watchers:d} has left. A CPU plays on.", "You are the host now.")
    ]
    await ana.page.get_by_role("button", name="Leave", exact=True).click()
    await ana.sees("Rummy with friends, at one table")
    await asyncio.gather(*said)
    await expect(strip(budi, 0)).to_contain_text("CPU Skilled")
    await ana.page.goto(link)
    if watchers:
        await ana.sees("You are watching")
    await expect(ana.page.locator(HAND)).to_have_count(0)


@pytest.mark.timeout(300)
async def test_between_deals_friends_swap_seats_and_one_votes(party: Party):
    ana = await party.person("Ana Tukar", DESKTOP)
    budi = await party.person("Budi Tukar")
    sari = await party.person("Sari Tukar")
    await party.table("remi", ana, budi, sari)
    await asyncio.gather(*(one.play_until("Next deal") for one in (ana, budi, sari)))

    await ana.page.locator(".sheet").get_by_role("button", name="Budi Tukar").click()
    await ana.press("Ask to swap seats")
    await budi.sees("Ana Tukar asks to swap seats with you.")
    await budi.page.locator(".sheet").get_by_role("button", name="Ana Tukar").click()
    swapped = "Ana Tukar and Budi Tukar have swapped seats."
    said = [glimpse(one, swapped, ".notices") for one in (ana, budi, sari)]
    await budi.page.get_by_role("button", name="Swap seats", exact=True).click()
    await asyncio.gather(*said)

    await ana.page.locator(".sheet").get_by_role("button", name="Sari Tukar").click()
    await ana.press("Ask Sari Tukar to go")
    await ana.sees("You agreed. One more person has to.")
    await budi.page.locator(".sheet").get_by_role("button", name="Sari Tukar").click()
    await budi.sees("1 of the 2 people needed want Sari Tukar to go.")
    gone = glimpse(sari, "The others asked you to go.", ".notices")
    await budi.press("Ask Sari Tukar to go")
    await gone
    await sari.sees("You are watching")
