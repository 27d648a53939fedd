import { cleanup, configure, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cardLabels, cardTexts } from "../cards/label";
import { setLanguage, texts } from "../i18n";
import type { Match } from "../net/types";
import { sampleMatch, sampleNext, sampleRoom } from "../test/samples";
import FairDialog from "./FairDialog.svelte";
import { promise, promised } from "./nonces";
import { commitmentOf, dealtDeck, shuffleSeed } from "./shuffle";
import { fairTexts } from "./texts";
import { witnessDeal, witnessRoom } from "./witness";

const SECRET = "5e".repeat(32);
const NAMES = ["CPU 1", "Budi"];

let match: Match;

beforeEach(async () => {
  localStorage.clear();
  await setLanguage("en");
  await Promise.all([texts.load(), cardTexts.load(), fairTexts.load()]);
  match = sampleMatch({ secret: SECRET, commitment: await commitmentOf(SECRET), deal: 2 });
});

// A busy machine redoes a shuffle slowly.
configure({ asyncUtilTimeout: 10_000 });

afterEach(async () => {
  cleanup();
  await setLanguage("en");
});

/** Both deals, as the player on seat 1 saw them dealt. */
async function seeDeals(): Promise<void> {
  const seed = await shuffleSeed(SECRET, match.id, match.nonces);
  for (const deal of [1, 2]) {
    const { hands } = await dealtDeck(seed, deal, { handSizes: [7, 7], turnedUp: false, stock: 38 });
    witnessDeal(match, 1, [
      { type: "deal_started", deal, hand_sizes: [7, 7], stock: 38 },
      { type: "dealt", seat: 1, private: { cards: hands[1] } },
    ]);
  }
}

/** The room before the match, as this browser sees it. */
function seeStart(): void {
  const next = sampleNext({ match: "m1", commitment: match.commitment });
  witnessRoom(sampleRoom({ phase: "lobby", next }), null, 1);
}

async function seeAll(): Promise<void> {
  const mine = await promise("m1");
  match.nonces = [null, promised(mine)];
  match.nonce_commitments = [null, mine];
  seeStart();
  await seeDeals();
}

function open(): void {
  const room = sampleRoom({ phase: "ended", match_number: 2 });
  render(FairDialog, { room, match, mySeat: 1, names: NAMES, onclose: () => undefined });
}

test("a match that fits says so, names whose numbers are in, and that mine is", async () => {
  await seeAll();
  open();
  expect(await screen.findByText("Everything fits")).toBeTruthy();
  expect(screen.getByText("Mixed in: the random number of Budi")).toBeTruthy();
  expect(screen.getByText("Your own number is mixed in")).toBeTruthy();
});

test("what does not fit is said on top and at its line", async () => {
  await seeAll();
  match.commitment = "00".repeat(32);
  open();
  expect(await screen.findByText("Something does not fit")).toBeTruthy();
  const line = screen.getByText("The secret does not fit its fingerprint").closest("li");
  expect(line && within(line).getByText("does not fit:")).toBeTruthy();
});

test("without anybody's number it says what the check does not prove", async () => {
  seeStart();
  await seeDeals();
  open();
  expect(await screen.findByText("It fits, as far as it can be checked")).toBeTruthy();
  expect(screen.getByText(/does not prove that the server drew its secret fairly/)).toBeTruthy();
});

test("who came after the start is told what cannot be compared", async () => {
  await seeAll();
  localStorage.removeItem("meja.match.m1");
  await seeDeals();
  open();
  expect(await screen.findByText("It fits, as far as it can be checked")).toBeTruthy();
  expect(screen.getByText("Your browser came after the start")).toBeTruthy();
});

test("the deck of the deal that is chosen is shown by seat", async () => {
  await seeAll();
  open();
  const seed = await shuffleSeed(SECRET, match.id, match.nonces);
  for (const deal of [1, 2]) {
    await fireEvent.click(await screen.findByRole("radio", { name: `Deal ${deal}` }));
    const { hands } = await dealtDeck(seed, deal, { handSizes: [7, 7], turnedUp: false, stock: 38 });
    await waitFor(() => screen.getByRole("img", { name: `Budi: ${cardLabels(hands[1] ?? [])}` }));
    expect(screen.getByText("as you saw it")).toBeTruthy();
  }
});

test("what cannot be read is said, not thrown", async () => {
  match.secret = "no hex";
  open();
  expect(await screen.findByRole("alert")).toBeTruthy();
});

test("Bengali has its own digits", async () => {
  await seeAll();
  await setLanguage("bn");
  open();
  expect(await screen.findByRole("radio", { name: "দান ২" })).toBeTruthy();
  expect(screen.getByText(/২টি দানে/)).toBeTruthy();
});
