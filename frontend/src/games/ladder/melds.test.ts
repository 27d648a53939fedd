import { beforeAll, describe, expect, it } from "vitest";
import { setLanguage, startLanguage } from "../../i18n";
import ladder from "./index";
import { canFold, faceAt, meldCards, shownCards } from "./melds";
import type { Meld } from "./types";

const run: Meld = {
  type: "run",
  owner: 1,
  cards: ["2S#1", "JK#3", "4S#2", "5S#1", "6S#1", "7S#1"],
  represents: ["2S", "3S", "4S", "5S", "6S", "7S"],
  placed: [1, 1, 1, 1, 1, 2],
};
const group: Meld = {
  type: "group",
  owner: 0,
  cards: ["9C#1", "9C#2", "JK#1"],
  represents: ["9C", "9C", "9"],
  placed: [0, 0, 0],
};

beforeAll(async () => {
  await startLanguage();
  await setLanguage("en");
  await ladder.texts.load();
});

describe("the ends of a run", () => {
  it("are the cards beside it, aces at both sides", () => {
    expect(faceAt(run, "low")).toBe("AS");
    expect(faceAt(run, "high")).toBe("8S");
    const high = { ...run, represents: ["10H", "JH", "QH", "KH"] };
    expect(faceAt(high, "low")).toBe("9H");
    expect(faceAt(high, "high")).toBe("AH");
  });

  it("stay in sight when the run is folded", () => {
    expect(canFold(run)).toBe(true);
    expect(shownCards(run, true)).toEqual([
      { card: "2S#1", as: "2S" },
      { card: "7S#1", as: "7S" },
    ]);
    expect(shownCards(run, false)).toHaveLength(6);
  });
});

it("folds no group and no short run", () => {
  expect(canFold({ ...group, cards: Array.from({ length: 9 }, (_none, n) => `9C#${n}`) })).toBe(false);
  expect(canFold({ ...run, cards: run.cards.slice(0, 5) })).toBe(false);
});

it("says what jokers stand for", () => {
  expect(meldCards(run)).toContain("2 of spades, joker as 3 of spades, 4 of spades");
  expect(meldCards(group)).toBe("9 of clubs, 9 of clubs, joker as 9");
});
