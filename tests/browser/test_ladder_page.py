"""Ladder Rummy through the page, as people play it."""

from collections import Counter
from typing import Any

import pytest
from playwright.async_api import Browser, Error, Page, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.player import PagePlayer, at_rest
from tests.ops.running import Served

LOOK = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const names = (selector) => all(selector).map((one) => one.dataset.card);
  return {
    stock: all('[data-place=stock].lit').length > 0,
    pile: names('[data-place=discards] .card-button.lit'),
    hand: names('[data-place=hand] [data-card]'),
    contract: names('[data-place=hand] .outlined'),
    blocked: names('[data-place=hand] .card-button:has(.tag)'),
    chosen: names('[data-place=hand] .chosen'),
    lit: names('[data-place=hand] .lit:not(.chosen)'),
    fits: all('.meld.lit').length,
    table: names('[data-zone=melds] [data-card]'),
    toDiscard: document.body.innerText.includes('ap a card to discard it'),
    buttons: all('button').filter((one) => one.offsetParent && one.ariaDisabled !== 'true')
      .map((one) => one.textContent.trim()),
    shown: all('button').map((one) => one.textContent.trim()),
  };
}"""

FAULTS_OF_LAYOUT = """() => {
  const faults = [];
  if (document.documentElement.scrollHeight > innerHeight + 1) faults.push('the page scrolls');
  if (document.documentElement.scrollWidth > innerWidth) faults.push('the page is too wide');
  const felt = document.querySelector('section.felt');
  if (felt.scrollWidth > felt.clientWidth) faults.push('the felt is too wide');
  const places = [...document.querySelectorAll('[data-place=hand] .place')];
  const lefts = places.map((one) => one.getBoundingClientRect().x);
  lefts.forEach((left, at) => {
    if (at > 0 && left - lefts[at - 1] < 23.9) faults.push(`a step of ${left - lefts[at - 1]}`);
  });
  for (const one of [...places, ...document.querySelectorAll('.meld, .rungs')]) {
    const { left, right } = one.getBoundingClientRect();
    if (left < 0 || right > innerWidth) faults.push(`${one.className} juts out: ${left} ${right}`);
  }
  return faults;
}"""


class LadderPlayer:
    """Plays one window of Ladder Rummy by what is lit, and counts what it did."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.done = {"draw": 0, "contract": 0, "lay off": 0, "discard": 0}
        self.faults: set[str] = set()

    async def look(self) -> dict[str, Any]:
        """What stands on the table now."""
        seen: dict[str, Any] = await self.page.evaluate(LOOK)
        return seen

    async def play_until(self, label: str) -> None:
        """Lay the contract and lay off wherever it is offered, until `label` can be pressed."""
        idle = 0
        seen: dict[str, Any] = {}
        while idle < 400:
            seen = await self.look()
            if label in seen["buttons"]:
                return
            if await self._one_touch(seen):
                self.faults.update(await self.page.evaluate(FAULTS_OF_LAYOUT))
                idle = 0
                continue
            idle += 1
            await self.page.wait_for_timeout(50)
        raise AssertionError(f"nothing to do and no {label!r}: {seen} after {self.done}")

    async def _one_touch(self, seen: dict[str, Any]) -> bool:
        if seen["contract"]:
            return await self._lay_contract(seen)
        if seen["stock"]:
            return await self.touch("[data-place=stock]", "draw")
        if seen["pile"]:
            return await self.touch("[data-place=discards] .card-button", "draw")
        if seen["toDiscard"]:
            return await self.hand_card(self.least(seen), "discard")
        if "Discard" not in seen["shown"]:
            return False
        if seen["chosen"] and seen["fits"]:
            return await self.touch(".meld.lit > button", "lay off")
        if seen["chosen"] and "Discard" in seen["buttons"]:
            return await self.touch("button:text-is('Discard')", "discard")
        return await self.hand_card(seen["lit"][0] if seen["lit"] else self.least(seen))

    async def _lay_contract(self, seen: dict[str, Any]) -> bool:
        """The outlined cards, and no others, go from the hand to the table."""
        await self.touch("button:has-text('Lay contract')", "contract")
        await expect(self.page.locator("[data-place=hand] .outlined")).to_have_count(0)
        after = await self.look()
        if "Next deal" not in after["buttons"]:
            assert set(after["hand"]) == set(seen["hand"]) - set(seen["contract"])
            assert after["lit"] == []
            assert after["fits"] == 0
        return True

    @staticmethod
    def least(seen: dict[str, Any]) -> str:
        """A card that may be discarded, of the rank that the hand holds least of."""

        def rank(card: str) -> str:
            return card.split("#")[0].rstrip("SHDC")

        held = Counter(map(rank, seen["hand"]))
        free: list[str] = [card for card in seen["hand"] if card not in seen["blocked"]]
        return min(free, key=lambda card: (rank(card) == "JK", held[rank(card)]))

    async def hand_card(self, card: str, kind: str | None = None) -> bool:
        """Touch a card of the hand."""
        return await self.touch(f"[data-place=hand] [data-card='{card}']", kind)

    async def touch(self, selector: str, kind: str | None = None) -> bool:
        """Touch the first such thing near its upper left corner, where no neighbour covers it."""
        before = await self.look()
        try:
            target = self.page.locator(selector).first
            await at_rest(target, timeout_ms=1_000)
            await target.click(position={"x": 9, "y": 9}, force=True, timeout=1_000)
        except Error:
            return False
        for _ in range(60):
            if await self.look() != before:
                break
            await self.page.wait_for_timeout(10)
        if kind is not None:
            self.done[kind] += 1
        return True


async def new_game(browser: Browser, server: Served, viewport: dict[str, int]) -> PagePlayer:
    """A window in which a game against three CPUs has begun."""
    me: PagePlayer = await PagePlayer.open(browser, viewport)
    await me.page.goto(server.address)
    await me.choose_game("Ladder Rummy", "New game")
    await me.sees("Deal 1 of 10")
    return me


@pytest.mark.timeout(240)
async def test_a_whole_deal_on_a_phone_and_a_reload_in_the_middle(
    browser: Browser, table_server: Served
):
    me = await new_game(browser, table_server, PHONE)
    player = LadderPlayer(me.page)
    await me.sees("Rung 1: two groups of 3")
    before = sorted((await player.look())["hand"])
    await me.page.reload()
    await me.sees("Deal 1 of 10")
    assert set(before) <= set((await player.look())["hand"])
    await player.play_until("Next deal")
    assert player.faults == set()
    await me.sees("All deals so far")
    for heading in ("Rung", "Penalty", "Total"):
        await expect(me.page.get_by_role("columnheader", name=heading).first).to_be_visible()
    await me.press("Next deal")
    await me.sees("Deal 2 of 10")
    assert me.faults == []


@pytest.mark.timeout(300)
async def test_the_contract_is_laid_and_cards_laid_off_from_the_next_turn(
    browser: Browser, table_server: Served
):
    """Against CPUs that play anything, so that there is time to collect."""
    me: PagePlayer = await PagePlayer.open(browser, PHONE)
    await me.page.goto(table_server.address)
    await me.choose_game("Ladder Rummy", "Play with friends")
    await me.sees("Invite friends")
    await me.start_with_cpus((1, 2, 3), "random")
    await me.sees("Deal 1 of 10")
    player = LadderPlayer(me.page)
    for deal in range(1, 6):
        await player.play_until("Next deal")
        if player.done["contract"] and player.done["lay off"]:
            break
        await me.press("Next deal")
        await me.sees(f"Deal {deal + 1} of 10")
    assert player.done["contract"] >= 1
    assert player.done["lay off"] >= 1
    assert player.faults == set()
    assert me.faults == []


@pytest.mark.timeout(60)
async def test_keys_play_and_what_does_nothing_says_why(browser: Browser, table_server: Served):
    me = await new_game(browser, table_server, DESKTOP)
    player = LadderPlayer(me.page)
    hand = me.page.locator("[data-place=hand] [data-card]")
    await expect(me.page.locator("[data-place=stock].lit")).to_be_visible(timeout=20_000)
    await me.page.keyboard.press("l")
    await me.sees("First draw: tap the stock or the top discard.")
    (top,) = (await player.look())["pile"]
    await me.page.keyboard.press("p")
    await expect(hand).to_have_count(11)
    assert (await player.look())["blocked"] == [top]
    await me.page.keyboard.press("d")
    await me.sees("You have drawn in this turn.")
    await player.hand_card(top)
    await me.sees("it may not go back at once")
    await expect(hand).to_have_count(11)
    await me.page.locator("[data-place=hand] [tabindex='0']").focus()
    await me.page.keyboard.press("End" if (await player.look())["hand"][0] == top else "Home")
    await me.page.keyboard.press("Enter")
    await expect(hand).to_have_count(10)
    # When it is one's turn again nothing moves, and what the page says stays. A CPU may have laid
    # its contract by now; this hand has not.
    await expect(me.page.locator("[data-place=stock].lit")).to_be_visible(timeout=20_000)
    await me.page.locator(".rungs").last.click()
    await me.sees("Not laid yet.")
    await me.page.keyboard.press("?")
    await expect(me.page.get_by_text("Discard the chosen card").first).to_be_visible()
    assert me.faults == []
