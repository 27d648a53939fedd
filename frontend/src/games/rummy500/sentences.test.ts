import { beforeAll, describe, expect, it } from "vitest";
import { cardLabel, spoken } from "../../cards/label";
import { LANGUAGES, setLanguage, startLanguage, type Language } from "../../i18n";
import { Refusal, type GameEvent } from "../../net/types";
import rummy500 from "./index";
import { NO_CHOICE, type Choice, type Decision } from "./selection";
import { endText, sentence, sentences, type Reader } from "./sentences";
import { statusText } from "./status";
import { refusalSentence } from "./texts";
import type { Rummy500Action } from "./types";

const names = ["Ana", "Rahim"];
const reader: Reader = { seat: 0, nameOf: (seat) => names[seat] ?? "" };
const events: GameEvent[] = [
  { type: "deal_started", deal: 2, dealer: 0, first: 1, hand_sizes: [13, 13], stock: 25 },
  { type: "drew", seat: 0, private: { card: "QS" } },
  { type: "drew", seat: 1 },
  { type: "took", seat: 1, depth: 1, cards: ["7H"] },
  { type: "took", seat: 0, depth: 2, cards: ["7H", "KC"] },
  { type: "took", seat: 1, depth: 6, cards: ["7H", "KC", "2D", "3D", "4D", "9S"] },
  { type: "melded", seat: 0, meld: 0, kind: "run", cards: ["6H", "7H", "8H"] },
  { type: "laid_off", seat: 1, card: "9H", meld: 0, end: "high" },
  { type: "discarded", seat: 1, card: "10D" },
  { type: "declined", seat: 1 },
  { type: "deal_ended", seat: 0, reason: "out", rule: null },
  { type: "deal_ended", seat: 0, reason: "bound", rule: "RF-15" },
];

beforeAll(async () => {
  await startLanguage();
  await rummy500.texts.load();
});

function told(): string[] {
  return events.map((event) => spoken(sentence(event, reader) ?? ""));
}

const play: Decision = {
  legal: [
    { type: "meld", cards: ["AH", "2H", "3H"] },
    { type: "layoff", meld: 0, card: "KC" },
    { type: "layoff", meld: 1, card: "AD", end: "low" },
    { type: "layoff", meld: 1, card: "AD", end: "high" },
    { type: "discard", card: "KC" },
  ],
  phase: "play",
  mySeat: 0,
  toMove: 0,
  stock: 5,
  discards: ["8H", "3S", "QD"],
  mustUse: null,
  blocked: null,
};
const draw: Decision = { ...play, phase: "draw", legal: [{ type: "draw_stock" }] };
const deep: Rummy500Action = { type: "take_discard", depth: 3 };
const holding = (...cards: string[]): Choice => ({ kind: "cards", cards });
const decisions: [Decision, Choice][] = [
  [draw, NO_CHOICE],
  [{ ...draw, legal: [...draw.legal, deep] }, NO_CHOICE],
  [{ ...draw, legal: [{ type: "decline" }] }, NO_CHOICE],
  [{ ...draw, legal: [{ type: "decline" }, deep] }, NO_CHOICE],
  [draw, { kind: "take", depth: 3 }],
  [draw, { kind: "take", depth: 1 }],
  [play, NO_CHOICE],
  [{ ...play, legal: play.legal.slice(4) }, NO_CHOICE],
  [play, holding("KC")],
  [play, holding("2H")],
  [play, holding("9S")],
  [play, holding("AD")],
  [play, holding("2H", "AH")],
  [play, holding("2H", "KC")],
  [play, holding("2H", "AH", "3H")],
  [{ ...play, blocked: "KC" }, holding("KC")],
  [{ ...play, blocked: "2H" }, holding("2H")],
  [{ ...play, blocked: "9S" }, holding("9S")],
  [{ ...play, phase: "must_use", mustUse: "2H" }, holding("2H")],
  [{ ...play, phase: "must_use", mustUse: "2H" }, holding("2H", "AH")],
  [{ ...play, phase: "must_use", mustUse: "KC", legal: play.legal.slice(1, 2) }, holding("KC")],
  [{ ...play, toMove: 1 }, NO_CHOICE],
  [{ ...draw, toMove: 1 }, NO_CHOICE],
  [{ ...play, phase: "must_use", toMove: 1 }, NO_CHOICE],
  [{ ...play, phase: "over", toMove: null }, NO_CHOICE],
];

const REFUSALS = (
  "card_twice card_not_in_hand must_place_first blocked_card dead_end no_such_discard " +
  "cannot_place_at_once too_few_cards not_a_meld no_such_meld no_such_end does_not_fit " +
  "set_has_no_ends wrong_end draw_first already_drawn stock_empty stock_not_empty " +
  "not_your_turn deal_over"
).split(" ");

describe.each(LANGUAGES)("in %s", (language: Language) => {
  beforeAll(() => setLanguage(language));

  it("tells every event in a sentence without a gap", () => {
    for (const text of told()) {
      expect(text).toMatch(/[.।]$/);
      expect(text).not.toMatch(/[{}\uE000\uE001]|undefined/);
    }
  });

  it("names others and says you to the reader", () => {
    expect(told()[8]).toContain("Rahim");
    expect(told()[8]).toContain(cardLabel("10D"));
    expect(told()[6]).not.toContain("Ana");
  });

  it("says in every decision something of its own", () => {
    const all = decisions.map(([decision, choice]) => spoken(statusText(decision, choice, names)));
    for (const text of all) expect(text).not.toMatch(/[{}\uE000\uE001]|undefined/);
    expect(new Set(all).size).toBe(all.length);
  });

  it("has its own words for every refusal of the rules", () => {
    const general = refusalSentence(new Refusal("no_such_code"));
    const all = REFUSALS.map((code) => refusalSentence(new Refusal(code)));
    expect(all).not.toContain(general);
    expect(new Set(all).size).toBe(all.length);
  });
});

it("tells a meld's kind and worth before it is laid", async () => {
  await setLanguage("en");
  expect(spoken(statusText(play, holding("2H", "AH", "3H"), names))).toBe(
    "ace of hearts, 2 of hearts, 3 of hearts is a run: 6 points. Meld it?",
  );
  expect(spoken(statusText(draw, { kind: "take", depth: 3 }, names))).toBe(
    "Take 8 of hearts and the 2 cards after it? 8 of hearts must be placed at once",
  );
});

it("keeps a drawn card to its owner, and counts a long take", async () => {
  await setLanguage("en");
  expect(told()[1]).toBe("You drew queen of spades.");
  expect(told()[2]).toBe("Rahim drew from the stock.");
  expect(told()[5]).toBe("Rahim took 7 of hearts and the 5 cards after it.");
  const ended = { type: "deal_ended", seat: 1, reason: "stock", rule: null };
  expect(sentences([{ type: "declined", seat: 1 }, ended], reader)).toHaveLength(1);
});

it("heads the sheet with how the deal ended", async () => {
  await setLanguage("en");
  const result = { rule: null, seat: 1, scores: [], placed: [], left: [], hands: [] };
  expect(endText({ ...result, reason: "out" }, reader)).toBe("Rahim went out");
  expect(endText({ ...result, reason: "stock", seat: 0 }, reader)).toBe(
    "The stock ran out, and you ended the deal",
  );
  expect(endText({ ...result, reason: "bound", rule: "RF-22" }, reader)).toBe(
    "Too many turns without a card placed",
  );
});
