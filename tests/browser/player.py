"""A person at the page: sees what is lit, and touches it."""

from typing import Any

from playwright.async_api import Browser, Error, Locator, Page, expect

LOOK = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const text = (button) => button.textContent.trim();
  return {
    stock: all('[data-place=stock].lit').length > 0,
    discards: all('[data-place=discards] .card-button.lit').length,
    toDiscard: /Tap a card to discard|Discard a card/.test(document.body.innerText),
    hand: all('[data-place=hand] .card-button.lit:not(.chosen)').length,
    buttons: all('button').filter((one) => one.offsetParent && !one.disabled
      && one.ariaDisabled !== 'true').map(text),
  };
}"""

REST = """(one) => new Promise((done) => {
  let last = '', same = 0, left = 90;
  const look = () => {
    const {x, y} = one.getBoundingClientRect();
    same = `${x} ${y}` === last ? same + 1 : 0;
    last = `${x} ${y}`;
    if (same > 2 || --left < 0 || !one.isConnected) done();
    else requestAnimationFrame(look);
  };
  look();
})"""


async def at_rest(target: Locator, timeout_ms: int) -> None:
    """Wait until `target` is there and moves no more: a card in flight is not where one aims."""
    await target.evaluate(REST, timeout=timeout_ms)


class PagePlayer:
    """One person's window."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.faults: list[str] = []
        page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        page.on(
            "console",
            lambda message: self.faults.append(message.text) if message.type == "error" else None,
        )

    @classmethod
    async def open(cls, browser: Browser, viewport: dict[str, int], locale: str = "en-US") -> Any:
        """A window with its own cookies."""
        context = await browser.new_context(
            viewport=viewport, locale=locale, has_touch=viewport["width"] < 600
        )
        return cls(await context.new_page())

    async def press(self, name: str) -> None:
        """Press the button that begins with `name`."""
        await self.page.get_by_role("button", name=name).first.click()

    async def choose_game(self, game: str, way: str) -> None:
        """On the home page: press `way` (*New game*, *Play with friends*) of the game called so."""
        card = self.page.locator("article").filter(
            has=self.page.get_by_role("heading", name=game, exact=True)
        )
        await card.get_by_role("button", name=way).click()

    async def start_with_cpus(self, seats: tuple[int, ...], level: str) -> None:
        """As the host in a lobby: put CPUs of `level` on `seats`, and start."""
        await self.page.evaluate(
            """([seats, level]) => new Promise((done, failed) => {
              const code = location.pathname.split('/').at(-1);
              const socket = new WebSocket(`ws://${location.host}/ws/rooms/${code}`);
              const wanted = seats.map((seat) => ({type: 'add_cpu', seat, level}));
              wanted.push({type: 'start'});
              let asked = 0;
              const ask = () => {
                if (asked === wanted.length) return (socket.close(), done());
                socket.send(JSON.stringify({...wanted[asked], id: `cpu-${level}-${asked++}`}));
              };
              socket.onmessage = ({data}) => {
                const {type, code: fault} = JSON.parse(data);
                if (type === 'error') failed(new Error(fault));
                if (type === 'snapshot' || type === 'ok') ask();
              };
            })""",
            [list(seats), level],
        )

    async def call(self, method: str, path: str, body: dict[str, Any]) -> Any:
        """One call of the HTTP API, as this window's player; its answer."""
        return await self.page.evaluate(
            """async ([method, path, body]) => {
              const headers = {'Content-Type': 'application/json'};
              const answer = await fetch(path, {method, headers, body: JSON.stringify(body)});
              if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
              return answer.json();
            }""",
            [method, path, body],
        )

    async def become(self, address: str, name: str) -> None:
        """Be a guest called `name` at the server at `address`."""
        await self.page.goto(f"{address}/rules")
        await self.call("POST", "/api/guest", {"lang": "en"})
        await self.call("PATCH", "/api/guest", {"name": name})

    async def ask(self, *messages: dict[str, Any]) -> None:
        """In a room: send `messages` one after the other over a socket of one's own."""
        await self.page.evaluate(
            """messages => new Promise((done, failed) => {
              const code = location.pathname.split('/').at(-1);
              const socket = new WebSocket(`ws://${location.host}/ws/rooms/${code}`);
              const once = crypto.getRandomValues(new Uint32Array(1))[0];
              let asked = 0;
              const ask = () => {
                if (asked === messages.length) return (socket.close(), done());
                socket.send(JSON.stringify({...messages[asked], id: `ask-${once}-${asked++}`}));
              };
              socket.onmessage = ({data}) => {
                const {type, code: fault} = JSON.parse(data);
                if (type === 'error') failed(new Error(fault));
                if (type === 'snapshot' || type === 'ok') ask();
              };
            })""",
            list(messages),
        )

    async def sees(self, text: str) -> None:
        """Wait until `text` stands on the page."""
        await expect(self.page.get_by_text(text).first).to_be_visible(timeout=20_000)

    async def play_until(self, label: str) -> dict[str, int]:
        """Play by what is lit until a button whose text begins with `label` is there.

        Takes discards and closes whenever the page offers it; counts what was done.
        """
        done = {"draw": 0, "take": 0, "discard": 0, "close": 0}
        idle = 0
        while idle < 400:
            seen = await self.page.evaluate(LOOK)
            if any(text.startswith(label) for text in seen["buttons"]):
                return done
            kind = await self._one_touch(seen)
            if kind is None:
                idle += 1
                await self.page.wait_for_timeout(50)
            else:
                idle = 0
                done[kind] = done.get(kind, 0) + 1
        raise AssertionError(f"nothing to do and no {label!r}: {seen} after {done}")

    async def _one_touch(self, seen: dict[str, Any]) -> str | None:
        lay = next((text for text in seen["buttons"] if text.startswith("Lay down ")), None)
        close = next((text for text in seen["buttons"] if text.startswith("Close: ")), None)
        choosing = "Cancel" in seen["buttons"]
        hand = "[data-place=hand] .card-button.lit:not(.chosen)"
        if lay is not None:
            return await self._touch(self.page.get_by_role("button", name=lay), "take")
        if choosing and seen["hand"]:
            return await self._touch(self.page.locator(hand), "chosen")
        if close is not None:
            return await self._touch(self.page.get_by_role("button", name=close), "close")
        if seen["discards"] and not choosing:
            lit = self.page.locator("[data-place=discards] .card-button.lit")
            return await self._touch(lit, "begun")
        if seen["stock"]:
            return await self._touch(self.page.locator("[data-place=stock]"), "draw")
        if seen["toDiscard"] and not choosing:
            cards = self.page.locator("[data-place=hand] .card-button")
            return await self._touch(cards, "discard")
        return None

    async def _touch(self, target: Any, kind: str) -> str | None:
        """Touch the first of `target`; None when it had gone, or was hidden, in the meantime."""
        before = await self.page.inner_text("body")
        try:
            await target.first.click(force=True, timeout=1_000)
        except Error:
            return None
        for _ in range(40):
            if await self.page.inner_text("body") != before:
                break
            await self.page.wait_for_timeout(10)
        return kind
