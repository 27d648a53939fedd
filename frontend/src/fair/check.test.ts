import { beforeEach, expect, test } from "vitest";
import type { CardName } from "../cards/cards";
import type { GameEvent, Match, Room } from "../net/types";
import { sampleMatch, sampleNext, sampleRoom } from "../test/samples";
import { checkMatch } from "./check";
import { promise, promised } from "./nonces";
import { commitmentOf, dealtDeck, drawnDealer, shuffleSeed, type Dealing } from "./shuffle";
import { witnessDeal, witnessOf, witnessRoom } from "./witness";

const SECRET = "5e".repeat(32);
const OTHER_NONCE = "07".repeat(32);
const DEALING: Dealing = { handSizes: [13, 13], turnedUp: true, stock: 25 };
const ME = 1;

let mine: string;
let room: Room;
let match: Match;

/** The events of a deal as `seat` is told them; `change` cheats with its cards. */
async function dealt(
  deal: number,
  seat: number | null,
  change: (cards: CardName[]) => CardName[] = (cards) => cards,
): Promise<GameEvent[]> {
  const seed = await shuffleSeed(SECRET, "m1", match.nonces);
  const { hands, turnedUp, stock } = await dealtDeck(seed, deal, DEALING);
  return [
    { type: "deal_started", deal, hand_sizes: [13, 13], stock: stock.length, turned_up: turnedUp },
    ...hands.map((hand, at) => ({
      type: "dealt",
      seat: at,
      count: hand.length,
      ...(at === seat ? { private: { cards: change([...hand].sort()) } } : {}),
    })),
  ];
}

/** The room before the match, as the browser on seat 1 sees it from the start. */
function seeStart(): void {
  const next = sampleNext({ match: "m1", commitment: match.commitment });
  witnessRoom(sampleRoom({ phase: "lobby", next }), null, ME);
  const frozen = { ...next, stage: "reveal" as const, commitments: match.nonce_commitments };
  witnessRoom(sampleRoom({ phase: "starting", next: frozen }), null, ME);
}

beforeEach(async () => {
  localStorage.clear();
  mine = await promise("m1");
  match = sampleMatch({
    secret: SECRET,
    commitment: await commitmentOf(SECRET),
    nonces: [OTHER_NONCE, promised(mine)],
    nonce_commitments: [await commitmentOf(OTHER_NONCE), mine],
    deal: 2,
  });
  const seed = await shuffleSeed(SECRET, "m1", match.nonces);
  match.first_dealer = await drawnDealer(seed, 2);
  room = sampleRoom({ phase: "ended", match_number: 1 });
});

test("a match seen from the start to the end holds in every step", async () => {
  seeStart();
  for (const deal of [1, 2]) witnessDeal(match, ME, await dealt(deal, ME));
  const check = await checkMatch(room, match, ME);
  expect(check).toMatchObject({
    verdict: "good",
    secret: { verdict: "good" },
    published: { verdict: "good", late: false },
    nonces: { verdict: "good", mixed: [0, 1], untold: [], wrong: [] },
    own: { verdict: "good", what: "in", seat: 1 },
    dealer: { verdict: "good", follows: false },
    cards: { verdict: "good", seen: [1, 2], differ: [] },
  });
  expect(check.deals.map(({ deal, ownSeat, fits }) => [deal, ownSeat, fits])).toEqual([
    [1, 1, true],
    [2, 1, true],
  ]);
});

test("a secret that does not fit what was published is found", async () => {
  match.commitment = await commitmentOf("00".repeat(32));
  expect(await checkMatch(room, match, ME)).toMatchObject({
    verdict: "bad",
    secret: { verdict: "bad" },
  });
});

test("a server that publishes another commitment afterwards is found, though they fit", async () => {
  seeStart();
  match.secret = "00".repeat(32);
  match.commitment = await commitmentOf(match.secret);
  expect(await checkMatch(room, match, ME)).toMatchObject({
    verdict: "bad",
    secret: { verdict: "good" },
    published: { verdict: "bad" },
  });
});

test("a nonce that does not fit its commitment is found", async () => {
  match.nonces = ["08".repeat(32), match.nonces[1] ?? null];
  expect((await checkMatch(room, match, ME)).nonces).toMatchObject({ verdict: "bad", wrong: [0] });
});

test("a commitment that was not the frozen one is found, though its nonce fits", async () => {
  seeStart();
  match.nonces = ["08".repeat(32), match.nonces[1] ?? null];
  match.nonce_commitments = [await commitmentOf("08".repeat(32)), mine];
  expect((await checkMatch(room, match, ME)).nonces).toMatchObject({ verdict: "bad", wrong: [0] });
});

test("another nonce in place of one's own is found", async () => {
  seeStart();
  match.nonces = [match.nonces[0] ?? null, OTHER_NONCE];
  expect((await checkMatch(room, match, ME)).own).toMatchObject({ verdict: "bad", what: "changed" });
});

test("a hand that was not what the shuffle gives is found, in its deal", async () => {
  seeStart();
  witnessDeal(match, ME, await dealt(1, ME));
  const swap = (cards: CardName[]): CardName[] => [...cards.slice(1), "joker" as CardName];
  witnessDeal(match, ME, await dealt(2, ME, swap));
  expect((await checkMatch(room, match, ME)).cards).toEqual({
    verdict: "bad",
    seen: [1, 2],
    differ: [2],
  });
});

test("a first dealer that was not drawn is found, in a room's first match alone", async () => {
  match.first_dealer = 1 - match.first_dealer;
  expect((await checkMatch(room, match, ME)).dealer.verdict).toBe("bad");
  room.match_number = 2;
  const check = await checkMatch(room, match, ME);
  expect(check.dealer).toMatchObject({ verdict: "unknown", follows: true });
  expect(check.verdict).toBe("good");
});

test("who came when the match was running is told so", async () => {
  const log = await dealt(2, null);
  localStorage.clear();
  match.nonces = [OTHER_NONCE, null];
  match.nonce_commitments = [await commitmentOf(OTHER_NONCE), null];
  witnessRoom(sampleRoom({ phase: "playing" }), match, null);
  witnessDeal(match, null, log);
  const check = await checkMatch(room, match, ME);
  expect(check.published).toEqual({ verdict: "unknown", late: true });
  expect(check.own).toMatchObject({ verdict: "unknown", what: "late" });
  expect((await checkMatch(room, match, null)).own.what).toBe("watched");
});

test("without anybody's nonce the check says that it proves less", async () => {
  match.nonces = [null, null];
  match.nonce_commitments = [null, mine];
  const check = await checkMatch(room, match, ME);
  expect(check.nonces).toMatchObject({ verdict: "unknown", mixed: [], untold: [1] });
  expect(check.own).toMatchObject({ verdict: "unknown", what: "untold" });
});

test("who sat from the start but gave no nonce is not called late", async () => {
  match.nonces = [OTHER_NONCE, null];
  match.nonce_commitments = [await commitmentOf(OTHER_NONCE), null];
  seeStart();
  expect((await checkMatch(room, match, ME)).own.what).toBe("none");
});

test("a hand is known from a snapshot too, while its seat has not acted", async () => {
  const log = await dealt(1, null);
  const hand = (await dealt(1, ME))[2]?.private?.cards as CardName[];
  witnessDeal(match, ME, [...log, { type: "drew", seat: 0 }], hand);
  expect(witnessOf("m1")?.deals[1]).toMatchObject({ seat: 1, hand });
  const later = [...log.map((event) => ({ ...event, ...(event.deal ? { deal: 2 } : {}) })), { type: "drew", seat: ME }];
  witnessDeal(match, ME, later, hand);
  expect(witnessOf("m1")?.deals[2]).toMatchObject({ hand: null });
});

test("hands of several deals that were told at once are all kept", async () => {
  witnessDeal(match, ME, [...(await dealt(1, ME)), { type: "drew", seat: 0 }, ...(await dealt(2, ME))]);
  expect((await checkMatch(room, match, ME)).cards).toMatchObject({ verdict: "good", seen: [1, 2] });
});

test("of the matches seen, the newest are kept", async () => {
  for (let n = 0; n < 30; n++) {
    witnessRoom(sampleRoom({ phase: "lobby", next: sampleNext({ match: `n${n}` }) }), null, null);
  }
  expect(witnessOf("n29")).not.toBeNull();
  expect(Object.keys(localStorage).filter((key) => key.startsWith("meja.match."))).toHaveLength(20);
});
