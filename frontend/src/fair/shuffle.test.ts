import document from "../../../docs/fair-shuffle.md?raw";
import { afterEach, describe, expect, test, vi } from "vitest";
import { toHex } from "./bytes";
import { commitmentOf, dealtDeck, drawnDealer, packOf, shuffled, shuffleSeed } from "./shuffle";

interface Values {
  secret: string;
  commitment: string;
  match: string;
  nonces: (string | null)[];
  nonce_commitments: (string | null)[];
  seed: string;
  seed_without_nonces: string;
  first_dealer: number;
  deck_of_deal_1: string;
  deck_of_deal_2: string;
  reshuffle_1_of_deal_3: string;
}

const [, json = ""] = /```json\n([\s\S]*?)```/.exec(document) ?? [];
const values = JSON.parse(json) as Values;

afterEach(() => {
  vi.unstubAllGlobals();
});

describe.each(["the browser's hashes", "the library's"])("with %s", (whose) => {
  function prepare(): void {
    if (whose !== "the library's") return;
    const { getRandomValues } = crypto;
    vi.stubGlobal("crypto", { getRandomValues: getRandomValues.bind(crypto) });
    expect(crypto.subtle).toBeUndefined();
  }

  test("the document's commitments come out", async () => {
    prepare();
    expect(await commitmentOf(values.secret)).toBe(values.commitment);
    for (const [seat, nonce] of values.nonces.entries()) {
      if (nonce) expect(await commitmentOf(nonce)).toBe(values.nonce_commitments[seat]);
    }
  });

  test("the document's seeds, dealer and decks come out", async () => {
    prepare();
    const seed = await shuffleSeed(values.secret, values.match, values.nonces);
    expect(toHex(seed)).toBe(values.seed);
    const without = await shuffleSeed(values.secret, values.match, [null, null, null, null]);
    expect(toHex(without)).toBe(values.seed_without_nonces);
    expect(await drawnDealer(seed, 4)).toBe(values.first_dealer);
    const pack = packOf(52);
    expect((await shuffled(pack, seed, 1)).join(" ")).toBe(values.deck_of_deal_1);
    expect((await shuffled(pack, seed, 2)).join(" ")).toBe(values.deck_of_deal_2);
    const spades = (await shuffled(pack.slice(0, 13), seed, 3, 1)).join(" ");
    expect(spades).toBe(values.reshuffle_1_of_deal_3);
  });
});

test("cards go to the seats from the top, then one is turned up, then the stock", async () => {
  const seed = await shuffleSeed(values.secret, values.match, values.nonces);
  const fromTop = values.deck_of_deal_1.split(" ").reverse();
  const remi = await dealtDeck(seed, 1, { handSizes: [7, 7, 7, 7], turnedUp: false, stock: 24 });
  expect(remi.hands[1]).toEqual(fromTop.slice(7, 14));
  expect(remi.stock).toEqual(fromTop.slice(28));
  expect(remi.turnedUp).toBeNull();
  const rummy = await dealtDeck(seed, 1, { handSizes: [13, 13], turnedUp: true, stock: 25 });
  expect(rummy.turnedUp).toBe(fromTop[26]);
  expect(rummy.stock[0]).toBe(fromTop[27]);
});

test("two decks have twins, and jokers come after them", () => {
  const pack = packOf(107);
  expect(new Set(pack).size).toBe(107);
  expect(pack.slice(51, 54)).toEqual(["KC#1", "AS#2", "2S#2"]);
  expect(pack.slice(-3)).toEqual(["JK#1", "JK#2", "JK#3"]);
});
