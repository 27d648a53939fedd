/** The shuffle of docs/fair-shuffle.md, redone. */

import type { CardName } from "../cards/cards";
import { ascii, fromHex, joined, toHex, u32, type Bytes } from "./bytes";
import { hmacWith, sha256 } from "./hash";

/** SHA-256 of a secret or a nonce, all in hex. */
export async function commitmentOf(hex: string): Promise<string> {
  return toHex(await sha256(fromHex(hex)));
}

/** A match's shuffle seed from the server's secret and the people's nonces by seat (hex). */
export async function shuffleSeed(
  secret: string,
  match: string,
  nonces: readonly (string | null)[],
): Promise<Bytes> {
  const parts = nonces.map((nonce) =>
    nonce === null ? Uint8Array.of(0) : joined(Uint8Array.of(1), fromHex(nonce)),
  );
  const mac = await hmacWith(fromHex(secret));
  const id = ascii(match);
  return mac(
    joined(
      ascii("meja/seed/1"),
      Uint8Array.of(id.length),
      id,
      Uint8Array.of(nonces.length),
      ...parts,
    ),
  );
}

/** The seat that the seed draws as the first dealer of a room's first match. */
export async function drawnDealer(seed: Bytes, seats: number): Promise<number> {
  const drawn = await (await hmacWith(seed))(ascii("meja/dealer/1"));
  return drawn.reduce((rest, byte) => (rest * 256 + byte) % seats, 0);
}

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/** The cards of a pack of `size` in the order of their ids: whole decks of 52, the rest jokers. */
export function packOf(size: number): CardName[] {
  const copies = Math.floor(size / 52);
  const jokers = size % 52;
  const cards = Array.from({ length: copies }, (_none, copy) =>
    [..."SHDC"].flatMap((suit) =>
      RANKS.map((rank) => rank + suit + (copies > 1 ? `#${copy + 1}` : "")),
    ),
  ).flat();
  const names = Array.from({ length: jokers }, (_none, n) => (jokers > 1 ? `JK#${n + 1}` : "JK"));
  return [...cards, ...names];
}

/** `cards` as the seed shuffles them for `deal` (from 1), bottom first. */
export async function shuffled(
  cards: readonly CardName[],
  seed: Bytes,
  deal: number,
  reshuffle = 0,
): Promise<CardName[]> {
  const mac = await hmacWith(seed);
  const head = joined(ascii("meja/deck/1"), u32(deal), u32(reshuffle));
  let block = new Uint8Array();
  let blocks = 0;
  let at = 0;

  async function nextByte(): Promise<number> {
    if (at === block.length) {
      block = await mac(joined(head, u32(blocks++)));
      at = 0;
    }
    return block[at++] as number;
  }

  const deck = [...cards];
  for (let place = deck.length - 1; place > 0; place--) {
    const choices = place + 1;
    const limit = 256 - (256 % choices);
    let byte = await nextByte();
    while (byte >= limit) byte = await nextByte();
    const partner = byte % choices;
    [deck[place], deck[partner]] = [deck[partner] as CardName, deck[place] as CardName];
  }
  return deck;
}

/** How a game deals: cards a seat, whether one is turned up, and what is left. */
export interface Dealing {
  handSizes: number[];
  turnedUp: boolean;
  stock: number;
}

/** Where the cards of a shuffled deck went; hands and stock from the top of the deck on. */
export interface DealtDeck {
  hands: CardName[][];
  turnedUp: CardName | null;
  stock: CardName[];
}

/** The deck of `deal`, dealt: from the top, seat 0 first. */
export async function dealtDeck(seed: Bytes, deal: number, dealing: Dealing): Promise<DealtDeck> {
  const { handSizes, turnedUp, stock } = dealing;
  const size = handSizes.reduce((sum, hand) => sum + hand, stock + (turnedUp ? 1 : 0));
  const left = (await shuffled(packOf(size), seed, deal)).reverse();
  const hands = handSizes.map((hand) => left.splice(0, hand));
  return { hands, turnedUp: turnedUp ? (left.shift() ?? null) : null, stock: left };
}
