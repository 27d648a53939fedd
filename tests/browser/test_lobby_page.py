"""The pages around a match: making a room, coming into one, who sits where, gatherings."""

import json

import pytest
from playwright.async_api import Browser, Locator, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.player import PagePlayer
from tests.ops.running import Served

# A machine that runs other things too may take its time.
expect.set_options(timeout=20_000)


def seat(one: PagePlayer, name: str) -> Locator:
    """The seat round the lobby's table on which `name` stands."""
    return one.page.locator(".stage li").filter(has_text=name)


async def called(one: PagePlayer, server: Served, name: str) -> PagePlayer:
    """The same window, on the home page, its person called `name` from now on."""
    await one.page.goto(server.address)
    for method, body in (("POST", {"lang": "en"}), ("PATCH", {"name": name})):
        status = await one.page.evaluate(
            """async ([method, body]) => (await fetch('/api/guest', {
              method, headers: {'Content-Type': 'application/json'}, body,
            })).status""",
            [method, json.dumps(body)],
        )
        assert status < 300, name
    return one


async def friends_at_a_table(
    browser: Browser, server: Served, names: tuple[str, ...]
) -> list[PagePlayer]:
    """As many windows as `names`, all seated in the lobby of a room that the first one made."""
    host, *guests = [
        await called(await PagePlayer.open(browser, PHONE), server, name) for name in names
    ]
    await host.page.goto(server.address)
    await host.choose_game("Remi", "Play with friends")
    await host.sees("Invite friends")
    for guest in guests:
        await guest.page.goto(host.page.url)
        await guest.press("Take a seat")
        await guest.sees(f"Waiting for {names[0]} to start.")
    for one in (host, *guests):
        for name in names:
            await expect(seat(one, name)).to_be_visible()
    return [host, *guests]


def faultless(*players: PagePlayer) -> None:
    """No page of theirs has complained."""
    assert [fault for one in players for fault in one.faults] == []


async def test_a_room_is_made_with_options_and_shows_code_link_and_qr(
    browser: Browser, table_server: Served
):
    host = await PagePlayer.open(browser, PHONE)
    page = host.page
    await page.goto(table_server.address)
    card = page.locator("article").filter(has=page.get_by_role("heading", name="Remi", exact=True))
    await card.get_by_role("button", name="Options").click()
    await card.get_by_role("radio", name="30").check()
    await card.get_by_role("radio", name="Beginner").check()
    await card.get_by_role("radio", name="Fast").check()
    await card.get_by_role("checkbox", name="Others may watch").uncheck()
    await host.choose_game("Remi", "Play with friends")
    await host.sees("Invite friends")
    await host.sees("Only with the link")
    for option in ("30 s", "Beginner", "Fast CPUs", "No watchers"):
        await host.sees(option)
    code = page.url.rsplit("/", 1)[1]
    await expect(page.locator(".share .code")).to_contain_text(f"Code: {' '.join(code)}")
    await expect(page.locator(".share .code")).to_contain_text(f"{code[:3]} {code[3:]}")
    await expect(page.locator(".share input")).to_have_value(f"{table_server.address}/r/{code}")
    drawn = page.get_by_role("img", name="QR code of the link")
    await expect(drawn).to_be_visible()
    assert len(await drawn.locator("path").get_attribute("d") or "") > 500
    await page.get_by_role("button", name="Options").click()
    await expect(page.get_by_role("radio", name="Fast")).to_be_checked()
    await page.get_by_role("radio", name="At ease").check()
    await page.get_by_role("checkbox", name="Others may watch").check()
    await page.get_by_role("button", name="Options").click()
    for option in ("No watchers", "Fast CPUs"):
        await expect(page.get_by_text(option)).to_have_count(0)
    await page.get_by_role("button", name="Seat 2, Empty seat: more").click()
    await host.press("Put a CPU here")
    await expect(seat(host, "Radio")).to_contain_text("Beginner")
    await page.get_by_role("button", name="Seat 2, CPU Radio: more").click()
    await page.get_by_role("group", name="How strong?").get_by_text("Skilled").click()
    await page.keyboard.press("Escape")
    await expect(seat(host, "Radio")).to_contain_text("Skilled")
    faultless(host)


async def test_two_strangers_are_brought_together_by_quick_match(
    browser: Browser, table_server: Served
):
    one = await PagePlayer.open(browser, PHONE)
    other = await PagePlayer.open(browser, DESKTOP)
    for window in (one, other):
        await window.page.goto(table_server.address)
    await one.choose_game("Rummy 500", "Quick match")
    await one.sees("It starts by itself when the table is full.")
    await expect(one.page.get_by_text("CPUs join in")).to_be_visible()
    await other.choose_game("Rummy 500", "Quick match")
    for window in (one, other):
        await expect(window.page.locator("[data-place=hand]")).to_be_visible()
    assert one.page.url == other.page.url
    faultless(one, other)


async def test_a_public_table_is_listed_and_joined_from_the_list(
    browser: Browser, table_server: Served
):
    host = await called(await PagePlayer.open(browser, PHONE), table_server, "Rani Public")
    await host.page.goto(f"{table_server.address}/rooms")
    await host.page.locator(".open").get_by_role("button", name="Remi").click()
    await host.sees("In the public list")
    guest = await called(await PagePlayer.open(browser, PHONE), table_server, "Budi Guest")
    await guest.page.goto(f"{table_server.address}/rooms")
    line = guest.page.locator(".rooms li").filter(has_text="Rani Public")
    await expect(line).to_contain_text("1 of 4")
    await expect(line).to_contain_text("waiting")
    await line.get_by_role("button", name="Join").click()
    await expect(seat(host, "Budi Guest")).to_be_visible()
    assert guest.page.url == host.page.url
    faultless(host, guest)


async def test_a_code_typed_at_home_leads_to_the_table_or_the_gathering(
    browser: Browser, table_server: Served
):
    host, guest = await friends_at_a_table(browser, table_server, ("Ana Code", "Cici Code"))
    code = host.page.url.rsplit("/", 1)[1]
    await guest.page.goto(table_server.address)
    await guest.page.get_by_label("The table's code").fill(f"{code[:3]} {code[3:].lower()}")
    await guest.press("Join")
    await expect(seat(guest, "Cici Code")).to_contain_text("you")
    faultless(host, guest)


async def test_two_people_swap_their_seats(browser: Browser, table_server: Served):
    ana, budi = await friends_at_a_table(browser, table_server, ("Ana Swap", "Budi Swap"))
    await budi.page.get_by_role("button", name="Seat 1, Ana Swap: more").click()
    await budi.press("Ask Ana Swap to swap seats")
    await ana.sees("Budi Swap would like to swap seats with you.")
    await ana.page.locator(".wish").get_by_role("button", name="Swap").click()
    for one in (ana, budi):
        await one.sees("have swapped seats.")
        await expect(one.page.locator(".stage li").nth(0)).to_contain_text("Budi Swap")
        await expect(one.page.locator(".stage li").nth(1)).to_contain_text("Ana Swap")
    faultless(ana, budi)


async def test_the_host_who_gets_up_hands_the_table_on(browser: Browser, table_server: Served):
    ana, budi = await friends_at_a_table(browser, table_server, ("Ana Host", "Budi Host"))
    await expect(budi.page.get_by_role("button", name="Start with 2 CPUs")).to_have_count(0)
    await ana.press("Stand up")
    await budi.sees("You are the host now.")
    await budi.press("Start with 3 CPUs")
    await expect(budi.page.locator("[data-place=hand]")).to_be_visible()
    await expect(ana.page.locator("[data-place=hand]")).to_be_visible()
    faultless(ana, budi)


async def test_two_of_three_can_send_the_third_away(browser: Browser, table_server: Served):
    names = ("Ana Vote", "Budi Vote", "Cici Vote")
    ana, budi, cici = await friends_at_a_table(browser, table_server, names)
    for one in (ana, budi):
        await one.page.get_by_role("button", name="Seat 3, Cici Vote: more").click()
        await one.press("Cici Vote must go")
    await cici.sees("You were voted away from the table.")
    await ana.sees("Cici Vote was voted away from the table.")
    await expect(seat(ana, "Cici Vote")).to_have_count(0)
    await cici.press("Take a seat")
    await cici.sees("You cannot sit here any more.")
    faultless(ana, budi, cici)


async def test_one_without_a_seat_cannot_look_on_where_no_watchers_are_wanted(
    browser: Browser, table_server: Served
):
    host = await called(await PagePlayer.open(browser, PHONE), table_server, "Ana Alone")
    await host.page.goto(table_server.address)
    await host.choose_game("Remi", "Play with friends")
    await host.sees("Invite friends")
    await host.press("Options")
    await host.page.get_by_role("checkbox", name="Others may watch").uncheck()
    await host.press("Options")
    await host.sees("No watchers")
    await host.press("Start with 3 CPUs")
    await expect(host.page.locator("[data-place=hand]")).to_be_visible()
    visitor = await called(await PagePlayer.open(browser, PHONE), table_server, "Budi Visits")
    await visitor.page.goto(host.page.url)
    await visitor.sees("this table has no watchers")
    await visitor.press("Play from the next deal")
    await visitor.sees("From the next deal you play in place of CPU Radio.")
    await expect(seat(visitor, "Radio")).to_contain_text("next: Budi Visits")
    await visitor.page.locator(".now").get_by_role("button", name="Give it up").click()
    await expect(visitor.page.get_by_text("next: Budi Visits")).to_have_count(0)
    faultless(host, visitor)


async def test_a_new_name_is_shown_at_the_table(browser: Browser, table_server: Served):
    ana, budi = await friends_at_a_table(browser, table_server, ("Ana Old", "Budi Sees"))
    await ana.press("change")
    await ana.page.get_by_label("Others at the table see this name.").fill("Ana New")
    await ana.press("Save")
    await expect(seat(budi, "Ana New")).to_be_visible()
    faultless(ana, budi)


@pytest.mark.timeout(240)
async def test_a_gathering_seats_whoever_opens_its_link(browser: Browser, table_server: Served):
    teacher = await PagePlayer.open(browser, DESKTOP)
    page = teacher.page
    await page.goto(table_server.address)
    await teacher.press("Make a gathering")
    await page.get_by_label("What is it called?").fill("Class 7b")
    await page.locator("dialog[open]").get_by_text("Rummy 500").click()
    await page.locator("dialog[open]").get_by_role("button", name="Make a gathering").click()
    await expect(page.get_by_role("heading", name="Class 7b")).to_be_visible()
    await teacher.sees("No table yet")
    await expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    pupils = [
        await called(await PagePlayer.open(browser, PHONE), table_server, name)
        for name in ("Ana Class", "Budi Class", "Cici Class")
    ]
    tables = []
    for pupil in pupils:
        await pupil.page.goto(page.url)
        await pupil.press("Take a seat")
        await expect(pupil.page.locator(".stage li").first).to_be_visible()
        tables.append(pupil.page.url)
    assert tables[0] == tables[1] != tables[2]
    await teacher.sees("3 people at 2 tables")
    first, second = page.locator(".tables li").nth(0), page.locator(".tables li").nth(1)
    await expect(first).to_contain_text("Ana Class, Budi Class")
    await expect(second).to_contain_text("Cici Class")
    await pupils[0].press("Start the game")
    await expect(first).to_contain_text("match 1 is on")
    await pupils[2].page.get_by_role("link", name="All tables of the gathering").click()
    await pupils[2].press("Take a seat")
    await expect(seat(pupils[2], "Cici Class")).to_contain_text("you")
    assert pupils[2].page.url == tables[2]
    faultless(teacher, *pupils)


@pytest.mark.parametrize("path", ["/g/ZZZZZZ", "/r/ZZZZZZ", "/nowhere"])
async def test_an_address_that_leads_nowhere_leads_home(
    browser: Browser, table_server: Served, path: str
):
    lost = await PagePlayer.open(browser, PHONE)
    await lost.page.goto(table_server.address + path)
    await lost.page.get_by_role("link", name="Home").first.click()
    await lost.sees("Rummy with friends, at one table")


@pytest.mark.parametrize("locale", ["en-US", "id-ID", "bn-BD"])
async def test_nothing_juts_out_on_a_phone(browser: Browser, table_server: Served, locale: str):
    one = await PagePlayer.open(browser, PHONE, locale)
    page = one.page
    wide = "document.documentElement.scrollWidth > innerWidth"
    await page.goto(table_server.address)
    await page.locator("article .fold button").first.click()
    assert not await page.evaluate(wide)
    await page.goto(f"{table_server.address}/rooms")
    await expect(page.locator(".open button").first).to_be_visible()
    assert not await page.evaluate(wide)
    await page.locator(".open button").first.click()
    await expect(page.locator(".stage li").first).to_be_visible()
    assert not await page.evaluate(wide)
    cut = await page.evaluate(
        """() => [...document.querySelectorAll('.stage li *, .side button')].filter((one) => {
          const { left, right } = one.getBoundingClientRect();
          return left < 0 || right > innerWidth;
        }).map((one) => one.className)"""
    )
    assert cut == []
    faultless(one)
