"""Rummy 500 through the page, as people play it."""

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
    deep: names('[data-place=discards] .stripe.lit'),
    top: names('[data-place=discards] .card-button.lit'),
    hand: names('[data-place=hand] [data-card]'),
    chosen: names('[data-place=hand] .chosen'),
    lit: names('[data-place=hand] .lit:not(.chosen)'),
    fits: all('.meld.fits').length,
    melds: all('.meld').length,
    buttons: all('button').filter((one) => one.offsetParent && one.ariaDisabled !== 'true')
      .map((one) => one.textContent.trim()),
    shown: all('button').map((one) => one.textContent.trim()),
  };
}"""

FAULTS_OF_LAYOUT = """() => {
  const faults = [];
  if (document.documentElement.scrollHeight > innerHeight + 1) faults.push('the page scrolls');
  if (document.documentElement.scrollWidth > innerWidth) faults.push('the page is too wide');
  for (const row of document.querySelectorAll('[data-place=hand] .row')) {
    const lefts = [...row.querySelectorAll('.place')].map((one) => one.getBoundingClientRect().x);
    lefts.forEach((left, at) => {
      if (at > 0 && left - lefts[at - 1] < 23.9) faults.push(`a step of ${left - lefts[at - 1]}`);
    });
  }
  for (const area of document.querySelectorAll('[data-place=hand], [data-place=discards]')) {
    const room = area.getBoundingClientRect();
    if (room.bottom > innerHeight) faults.push('the hand or the pile ends below the window');
    for (const card of area.querySelectorAll('.place, .slot, .top')) {
      const { left, right } = card.getBoundingClientRect();
      if (left < room.left - 1 || right > room.right + 1) faults.push(`a card juts out: ${left}`);
    }
  }
  return faults;
}"""


class RummyPlayer:
    """Plays one window of Rummy 500 by what is lit, and counts what it did."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.done = {"draw": 0, "take": 0, "meld": 0, "lay off": 0, "discard": 0, "deal": 0}
        self.faults: set[str] = set()
        self._tried: set[str] = set()
        self._hand: list[str] = []

    async def look(self) -> dict[str, Any]:
        """What stands on the table now."""
        seen: dict[str, Any] = await self.page.evaluate(LOOK)
        if sorted(seen["hand"]) != self._hand:
            self._hand = sorted(seen["hand"])
            self._tried = set()
        return seen

    async def play_until(self, label: str) -> None:
        """Take deep, meld and lay off wherever it is offered, until `label` can be pressed."""
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
        take = next((text for text in seen["buttons"] if text.startswith("Take ")), None)
        meld = next((text for text in seen["buttons"] if text.startswith("Meld: ")), None)
        if take is not None:
            return await self.button(take, "take")
        if seen["deep"]:
            return await self.touch(f".stripe[data-card='{seen['deep'][-1]}']")
        if seen["stock"]:
            return await self.touch("[data-place=stock]", "draw")
        if meld is not None:
            return await self.button(meld, "meld")
        if "Discard" not in seen["shown"]:
            return False
        if seen["fits"]:
            return await self.touch(".meld.fits .body", "lay off")
        if seen["lit"]:
            return await self.hand_card(seen["lit"][0])
        untried = [card for card in seen["hand"] if card not in self._tried]
        if untried:
            self._tried.add(untried[0])
            if untried[0] in seen["chosen"]:
                return True
            return await self.hand_card(untried[0])
        return await self._leave(seen)

    async def _leave(self, seen: dict[str, Any]) -> bool:
        """Discard: nothing can be placed any more."""
        if "Discard" in seen["buttons"]:
            return await self.button("Discard", "discard")
        return await self.hand_card(next(c for c in seen["hand"] if c not in seen["chosen"]))

    async def button(self, name: str, kind: str) -> bool:
        """Touch the button of this name."""
        return await self.touch(f"button:text-is('{name}')", kind)

    async def hand_card(self, card: str) -> bool:
        """Touch a card of the hand."""
        return await self.touch(f"[data-place=hand] [data-card='{card}']")

    async def touch(self, selector: str, kind: str | None = None) -> bool:
        """Touch the first such thing near its upper left corner, where no neighbour covers it."""
        before = await self.page.evaluate(LOOK)
        try:
            target = self.page.locator(selector).first
            await at_rest(target, timeout_ms=1_000)
            await target.click(position={"x": 9, "y": 9}, force=True, timeout=1_000)
        except Error:
            return False
        for _ in range(60):
            if await self.page.evaluate(LOOK) != before:
                break
            await self.page.wait_for_timeout(10)
        if kind is not None:
            self.done[kind] += 1
        return True


async def new_game(browser: Browser, server: Served, viewport: dict[str, int]) -> PagePlayer:
    """A window in which a game against the CPU has begun."""
    me: PagePlayer = await PagePlayer.open(browser, viewport)
    await me.page.goto(server.address)
    await me.choose_game("Rummy 500", "New game")
    await me.sees("Deal 1 · to 500")
    return me


@pytest.mark.timeout(300)
async def test_a_whole_deal_on_a_phone(browser: Browser, table_server: Served):
    me = await new_game(browser, table_server, PHONE)
    player = RummyPlayer(me.page)
    await player.play_until("Next deal")
    assert player.faults == set()
    assert player.done["draw"] + player.done["take"] >= 1
    assert player.done["meld"] + player.done["lay off"] >= 1
    await me.sees("All deals so far")
    for heading in ("Placed", "In hand", "This deal", "Total"):
        await expect(me.page.get_by_role("columnheader", name=heading).first).to_be_visible()
    await me.press("Next deal")
    await me.sees("Deal 2 · to 500")
    assert me.faults == []


@pytest.mark.timeout(180)
async def test_a_long_hand_a_long_pile_and_a_reload_keep_their_place(
    browser: Browser, table_server: Served
):
    """Only draws and discards until deep cards can be taken, then takes as many as there are."""
    me = await new_game(browser, table_server, PHONE)
    player = RummyPlayer(me.page)
    seen = await player.look()
    for _ in range(4_000):
        seen = await player.look()
        if len(seen["deep"]) >= 2:
            break
        if "Next deal" in seen["buttons"]:
            await player.button("Next deal", "deal")
        elif seen["stock"]:
            await player.touch("[data-place=stock]")
        elif "Discard" in seen["buttons"]:
            await player.button("Discard", "discard")
        elif "Discard" in seen["shown"] and not seen["chosen"]:
            await player.hand_card(seen["hand"][0])
        else:
            await me.page.wait_for_timeout(30)
    assert seen["deep"]
    before = len(seen["hand"])
    await player.touch(f".stripe[data-card='{seen['deep'][0]}']")
    take = next(text for text in (await player.look())["buttons"] if text.startswith("Take "))
    count = int(take.split()[1])
    await expect(me.page.get_by_text("must be placed at once").first).to_be_visible()
    await player.button(take, "take")
    await me.sees("must be placed")
    after = await player.look()
    assert len(after["hand"]) == before + count
    assert after["chosen"] == [seen["deep"][0]]
    for _ in ("by suit", "by rank"):
        assert await me.page.evaluate(FAULTS_OF_LAYOUT) == []
        await me.page.get_by_role("button", name="Sorted by").click()
    await me.page.reload()
    await me.sees("must be placed")
    assert sorted((await player.look())["hand"]) == sorted(after["hand"])
    assert me.faults == []


@pytest.mark.timeout(60)
async def test_keys_play_and_what_does_nothing_says_why(browser: Browser, table_server: Served):
    me = await new_game(browser, table_server, DESKTOP)
    player = RummyPlayer(me.page)
    await expect(me.page.locator("[data-place=stock].lit")).to_be_visible(timeout=20_000)
    await me.page.keyboard.press("m")
    await me.sees("First draw: tap the stock")
    before = len((await player.look())["hand"])
    await me.page.keyboard.press("d")
    await expect(me.page.locator("[data-place=hand] [data-card]")).to_have_count(before + 1)
    await me.page.keyboard.press("x")
    await me.sees("First choose the card to discard.")
    await me.page.locator("[data-place=hand] [tabindex='0']").focus()
    await me.page.keyboard.press("Enter")
    await expect(me.page.locator("[data-place=hand] .chosen")).to_have_count(1)
    await me.page.keyboard.press("Escape")
    await expect(me.page.locator("[data-place=hand] .chosen")).to_have_count(0)
    await me.page.locator("[data-place=hand] [tabindex='0']").focus()
    await me.page.keyboard.press("End")
    await me.page.keyboard.press("Enter")
    await me.page.keyboard.press("x")
    await expect(me.page.locator("[data-place=hand] [data-card]")).to_have_count(before)
    assert me.faults == []
