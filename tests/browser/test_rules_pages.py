"""The rules pages, read from the home page in every language."""

import pytest
from playwright.async_api import Browser, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.player import PagePlayer
from tests.ops.running import Served

GAMES = ("remi", "rummy500", "ladder")
WORDS = {
    "en-US": ("Where the game comes from", "Valid", "Not valid", "Browse all games", "All games"),
    "id-ID": ("Asal permainan ini", "Sah", "Tidak sah", "Lihat semua permainan", "Semua permainan"),
    "bn-BD": ("খেলাটি কোথা থেকে এল", "চলে", "চলে না", "সব গেম ব্রাউজ করুন", "সব গেম"),
}


@pytest.mark.parametrize("locale", WORDS)
async def test_every_game_is_explained_from_the_home_page_on(
    browser: Browser, table_server: Served, locale: str
):
    origin, valid, invalid, browse, every = WORDS[locale]
    reader = await PagePlayer.open(browser, PHONE, locale)
    page = reader.page
    for game in GAMES:
        await page.goto(table_server.address)
        await page.locator(f'a[href="/rules/{game}"]').click()
        await expect(page.locator("h1")).to_be_visible()
        assert page.url == f"{table_server.address}/rules/{game}"
        headings = page.locator("article section > h2")
        assert await headings.count() >= 10
        await expect(headings.last).to_have_text(origin)
        verdicts = await page.locator(".verdict").all_inner_texts()
        assert {verdict.strip() for verdict in verdicts} == {valid, invalid}
        drawn = page.locator("article [role=img]")
        assert await drawn.count() >= 20
        assert "" not in await drawn.evaluate_all("all => all.map((one) => one.ariaLabel)")
        assert await page.locator("article table caption").count() >= 2
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        await expect(page.locator('a[href^="https://www.pagat.com/"]').first).to_be_visible()
        last = page.locator("main a").last
        await expect(last).to_have_text(f"{browse} →")
        await last.click()
        await expect(page.locator("h1")).to_have_text(every)
        for other in GAMES:
            await expect(page.locator(f'main a[href="/rules/{other}"]')).to_be_visible()
    assert reader.faults == []


async def test_a_section_is_reached_by_its_link_and_the_language_changes_in_place(
    browser: Browser, table_server: Served
):
    reader = await PagePlayer.open(browser, DESKTOP)
    page = reader.page
    await page.goto(f"{table_server.address}/rules/ladder")
    await page.get_by_role("link", name="Penalty points").click()
    heading = page.get_by_role("heading", name="Penalty points")
    await expect(heading).to_be_in_viewport()
    assert page.url.endswith("/rules/ladder#score")
    await page.reload()
    await expect(heading).to_be_in_viewport()
    await page.get_by_role("combobox").select_option("bn")
    await expect(page.locator("#score h2")).to_have_text("জরিমানার পয়েন্ট")
    await expect(page.locator("#score [role=img]").first).to_have_attribute(
        "aria-label", "জোকার, হরতনের টেক্কা"
    )
    assert reader.faults == []


async def test_the_tables_menu_opens_the_rules_beside_the_table(
    browser: Browser, table_server: Served
):
    me = await PagePlayer.open(browser, PHONE)
    await me.page.goto(table_server.address)
    await me.choose_game("Remi", "New game")
    await me.sees("Deal 1 of 8")
    await me.press("Menu")
    async with me.page.context.expect_page() as opened:
        await me.page.get_by_role("link", name="Rules").click()
    rules = await opened.value
    await expect(rules.locator("h1")).to_have_text("Remi: the rules")
    await me.sees("Deal 1 of 8")
    assert me.faults == []


async def test_a_game_that_has_no_rules_leads_to_all_games(browser: Browser, table_server: Served):
    lost = await PagePlayer.open(browser, PHONE)
    await lost.page.goto(f"{table_server.address}/rules/whist")
    await lost.sees("No rules here")
    await lost.page.get_by_role("link", name="Browse all games").click()
    await lost.sees("All games")
