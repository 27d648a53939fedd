import { expect, it } from "vitest";
import { knownCards } from "./known";
import { marksOf, movesOf } from "./moves";

const took = { type: "took", seat: 1, depth: 3, cards: ["7H", "KC", "2D"] };
const melded = { type: "melded", seat: 1, meld: 0, kind: "run", cards: ["6H", "7H", "8H"] };

it("sends hidden cards face down and own ones with their face", () => {
  const drew = { type: "drew", seat: 1 };
  expect(movesOf([drew], 0)).toEqual([{ card: null, from: "stock", to: "seat-1" }]);
  expect(movesOf([{ ...drew, private: { card: "AS" } }], 1)).toEqual([
    { card: "AS", from: "stock", to: "hand" },
  ]);
});

it("sends every taken card to its taker, and placed cards out of the hand", () => {
  expect(movesOf([took], 0)).toEqual(
    took.cards.map((card) => ({ card, from: "discards", to: "seat-1" })),
  );
  expect(movesOf([melded], 0)[0]).toEqual({ card: "6H", from: "seat-1", to: "seat-1" });
  expect(movesOf([{ type: "laid_off", seat: 0, card: "9H", meld: 0, end: "high" }], 0)).toEqual([
    { card: "9H", from: "hand", to: "hand" },
  ]);
  expect(movesOf([{ type: "discarded", seat: 0, card: "3S" }], 0)).toEqual([
    { card: "3S", from: "hand", to: "discards" },
  ]);
});

it("outlines the last move only", () => {
  const laidOff = { type: "laid_off", seat: 0, card: "9H", meld: 0, end: "high" };
  expect(marksOf([melded, laidOff]).cards).toEqual(new Set(["9H"]));
  expect(marksOf([melded, { type: "deal_ended" }]).cards).toEqual(new Set(melded.cards));
  expect(marksOf([took, { type: "drew", seat: 0 }])).toEqual({ cards: new Set(), stock: true });
  expect(marksOf([took, { type: "deal_started" }]).cards.size).toBe(0);
});

it("knows what a seat took in the open until it has left the hand", () => {
  const log = [took, melded, { type: "drew", seat: 0 }];
  expect(knownCards(log, 1)).toEqual(["KC", "2D"]);
  const later = [...log, { type: "discarded", seat: 1, card: "2D" }];
  expect(knownCards(later, 1)).toEqual(["KC"]);
  expect(knownCards([...later, { type: "laid_off", seat: 1, card: "KC" }], 1)).toEqual([]);
  expect(knownCards(log, 0)).toEqual([]);
});
