"""Remi through the page, as people play it."""

import asyncio

import pytest
from playwright.async_api import Browser, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.player import PagePlayer
from tests.ops.running import Served

PACK = sorted(f"{rank}{suit}" for rank in (*"AJQK", *range(2, 11)) for suit in "CDHS")


@pytest.mark.timeout(240)
async def test_a_whole_deal_on_a_phone_and_a_reload_in_the_middle(
    browser: Browser, table_server: Served
):
    me = await PagePlayer.open(browser, PHONE)
    await me.page.goto(table_server.address)
    await me.choose_game("Remi", "New game")
    await me.sees("Deal 1 of 8")
    hand = me.page.locator("[data-place=hand] [data-card]")
    before = sorted(await hand.evaluate_all("cards => cards.map(card => card.dataset.card)"))
    await me.page.reload()
    await me.sees("Deal 1 of 8")
    assert sorted(await hand.evaluate_all("cards => cards.map(c => c.dataset.card)")) == before
    done = await me.play_until("Next deal")
    assert done["draw"] + done["take"] >= 1
    await me.sees("All deals so far")
    await me.press("Next deal")
    await me.sees("Deal 2 of 8")
    assert me.faults == []


@pytest.mark.timeout(400)
async def test_two_windows_one_by_the_link_play_a_whole_match(
    browser: Browser, table_server: Served
):
    host = await PagePlayer.open(browser, DESKTOP)
    friend = await PagePlayer.open(browser, PHONE, "bn-BD")
    await host.page.goto(table_server.address)
    await host.choose_game("Remi", "Play with friends")
    await host.sees("Invite friends")
    link = host.page.url
    await friend.page.goto(link)
    await friend.press("এখানে বসুন")
    await host.sees("Start with 2 CPUs")
    await host.press("Start with 2 CPUs")
    await friend.page.evaluate("localStorage.setItem('meja.language', 'en')")
    await friend.page.reload()

    async def whole_match(one: PagePlayer) -> None:
        for deal in range(1, 9):
            await one.play_until("Play again" if deal == 8 else "Next deal")
            if deal < 8:
                await one.press("Next deal")
                await one.sees(f"Deal {deal + 1} of 8")

    await asyncio.gather(whole_match(host), whole_match(friend))
    for one in (host, friend):
        await finds_the_shuffle_fair(one, deals=8)
        assert one.faults == []


async def finds_the_shuffle_fair(one: PagePlayer, deals: int) -> None:
    """After a match: the page redoes the shuffle, the own number in it, and shows every deck."""
    await one.press("Check the shuffle")
    await one.sees("Everything fits")
    for line in (
        "The secret fits its fingerprint",
        "Your browser saw the fingerprint before the match",
        "Your own number is mixed in",
        f"Compared with what your browser saw in {deals} deals.",
    ):
        await one.sees(line)
    decks = one.page.get_by_role("region", name="The deck of every deal")
    await expect(decks.get_by_role("radio")).to_have_count(deals)
    for deal in range(1, deals + 1):
        await decks.get_by_role("radio", name=f"Deal {deal}", exact=True).check(force=True)
        await expect(decks.get_by_text("as you saw it")).to_have_count(1)
        cards = await decks.locator("[data-suit]").evaluate_all(
            "cards => cards.map(card => card.textContent.trim() + card.dataset.suit)"
        )
        assert sorted(cards) == PACK


async def test_a_code_that_does_not_exist_leads_home(browser: Browser, table_server: Served):
    lost = await PagePlayer.open(browser, PHONE)
    await lost.page.goto(f"{table_server.address}/r/ZZZZZZ")
    await lost.sees("No such table")
    await lost.page.get_by_role("link", name="Home").first.click()
    await lost.sees("Rummy with friends, at one table")
