import { beforeAll, describe, expect, it } from "vitest";
import { spoken } from "../../cards/label";
import { LANGUAGES, setLanguage, startLanguage, type Language } from "../../i18n";
import { Refusal, type GameEvent } from "../../net/types";
import ladder from "./index";
import { sentence, type Reader } from "./sentences";
import { refusalSentence } from "./texts";
import { statusText } from "./status";
import type { Decision } from "./selection";

const reader: Reader = { seat: 0, nameOf: (seat) => ["Ana", "Rahim", "Sari", "Budi"][seat] ?? "" };
const events: GameEvent[] = [
  { type: "deal_started", deal: 2, dealer: 0, first: 1, turned_up: "8C#1" },
  { type: "drew", seat: 0, private: { card: "QS#2" } },
  { type: "drew", seat: 2 },
  { type: "drew_discard", seat: 3, card: "8C#1" },
  { type: "reshuffled", seat: 1, count: 41 },
  { type: "contract_laid", seat: 1, melds: [["9C#1", "9D#1", "JK#1"], ["4H#1", "4S#1", "4S#2"]] },
  { type: "laid_off", seat: 0, card: "JK#2", meld: 1, end: "high", represents: "7H" },
  { type: "laid_off", seat: 2, card: "JK#3", meld: 0, end: null, represents: "9" },
  { type: "discarded", seat: 3, card: "10D#2" },
  { type: "deal_ended", seat: 1, reason: "out", bound: null },
  { type: "deal_ended", seat: 0, reason: "out", bound: null },
  { type: "deal_ended", seat: 1, reason: "stock", bound: null },
  ...["LR-16", "LR-22", "LR-23"].map((bound) => ({ type: "deal_ended", seat: 1, reason: "bound", bound })),
];

beforeAll(async () => {
  await startLanguage();
  await ladder.texts.load();
});

function told(): string[] {
  return events.map((event) => spoken(sentence(event, reader) ?? ""));
}

describe.each(LANGUAGES)("in %s", (language: Language) => {
  beforeAll(() => setLanguage(language));

  it("tells every event in a sentence without a gap", () => {
    for (const text of told()) {
      expect(text).toMatch(/[.।]$/);
      expect(text).not.toMatch(/[{}\uE000\uE001]|undefined/);
    }
  });

  it("has a sentence of its own for every refusal of the rules", () => {
    const codes = [
      ...["not_your_turn", "deal_over", "already_drawn", "draw_first", "stock_empty", "pile_empty"],
      ...["card_not_in_hand", "card_blocked", "card_twice", "contract_already_laid"],
      ...["contract_not_laid", "contract_meld_too_small", "wrong_contract", "layoff_next_turn"],
      ...["only_blocked_card_left", "no_such_meld", "unknown_end", "card_does_not_fit"],
      ...["group_has_no_end", "end_does_not_fit", "too_few_naturals", "not_a_meld", "meld_too_small"],
    ];
    const other = refusalSentence(new Refusal("a_code_of_no_game"));
    for (const code of codes) {
      const text = refusalSentence(new Refusal(code));
      expect(text, code).not.toContain(code);
      expect(text, code).not.toBe(other);
    }
  });
});

it("tells cards in words, jokers on a run with the card they stand for", async () => {
  await setLanguage("en");
  const texts = told();
  expect(texts[0]).toBe("Deal 2: Rahim plays first.");
  expect(texts[3]).toBe("Budi took 8 of clubs from the pile.");
  expect(texts[4]).toBe("The stock had run out: 41 discards were shuffled into a new one.");
  expect(texts[5]).toBe(
    "Rahim laid the contract: 9 of clubs, 9 of diamonds, joker; 4 of hearts, 4 of spades, 4 of spades.",
  );
  expect(texts[6]).toBe("You laid joker as 7 of hearts off on a run.");
  expect(texts[7]).toBe("Sari laid joker off on a group.");
  expect(texts[9]).toBe("Rahim went out: the deal is over.");
});

describe("the status", () => {
  const decision: Decision = {
    legal: [{ type: "draw_stock" }, { type: "draw_discard" }],
    phase: "draw",
    mySeat: 0,
    toMove: 0,
    stock: 9,
    discards: 5,
    reshuffles: 0,
    laid: "no",
    blocked: null,
  };
  const names = ["Ana", "Rahim", "Sari", "Budi"];
  const say = (change: Partial<Decision>, chosen: string | null = null): string =>
    spoken(statusText({ ...decision, ...change }, "8C#1", chosen, names));

  beforeAll(() => setLanguage("en"));

  it("says what drawing means", () => {
    expect(say({})).toBe("Your turn: draw from the stock, or take 8 of clubs");
    expect(say({ stock: 0 })).toContain("shuffle the discards");
    expect(say({ stock: 0, reshuffles: 2 })).toContain("end the deal");
    expect(say({ stock: 0, legal: [{ type: "draw_discard" }] })).toBe(
      "The stock is empty: take 8 of clubs",
    );
    expect(say({ toMove: 2 })).toBe("Sari is to draw");
    expect(say({ toMove: null })).toBe("The deal is over");
  });

  it("says what a card can do", () => {
    const play = { phase: "play" as const, laid: "earlier" as const };
    expect(say({ ...play, legal: [{ type: "lay_contract", melds: [] }], laid: "no" })).toContain(
      "Your contract is complete",
    );
    const fits = { ...play, legal: [{ type: "layoff" as const, card: "8C#1", meld: 0, end: null }] };
    expect(say(fits, "8C#1")).toBe("Tap a golden meld to lay 8 of clubs off, or discard it");
    expect(say({ ...fits, blocked: "8C#1" }, "8C#1")).toBe("Tap a golden meld to lay 8 of clubs off");
    expect(say({ ...play, legal: [] }, "2S#1")).toBe("Discard 2 of spades?");
    expect(say({ ...play, legal: [], blocked: "2S#1" }, "2S#1")).toContain("choose another card");
  });
});
