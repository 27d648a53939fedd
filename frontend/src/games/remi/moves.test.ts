import { expect, it } from "vitest";
import { marksOf, movesOf } from "./moves";

it("sends hidden cards face down and own ones with their face", () => {
  const drew = { type: "drew", seat: 2 };
  expect(movesOf([drew], 0)).toEqual([{ card: null, from: "stock", to: "seat-2" }]);
  expect(movesOf([{ ...drew, seat: 0, private: { card: "AS" } }], 0)).toEqual([
    { card: "AS", from: "stock", to: "hand" },
  ]);
});

it("lets a take bring cards from its seat and picked ones to it", () => {
  const took = { type: "took", seat: 3, depth: 2, card: "7H", with: ["6H", "8H"], picked: ["KC"] };
  expect(movesOf([took], 0)).toEqual([
    { card: "6H", from: "seat-3", to: "seat-3" },
    { card: "8H", from: "seat-3", to: "seat-3" },
    { card: "KC", from: "discards", to: "seat-3" },
  ]);
  expect(marksOf([took]).cards).toEqual(new Set(["6H", "7H", "8H"]));
});

it("outlines the last move only, and what ended the deal", () => {
  const discarded = { type: "discarded", seat: 1, card: "2C" };
  expect(marksOf([discarded, { type: "drew", seat: 2 }])).toEqual({ cards: new Set(), stock: true });
  const closed = { type: "closed", seat: 2, card: "AS", melds: [["2H", "3H", "4H"]] };
  expect(marksOf([closed, { type: "deal_ended", seat: 2 }]).cards).toEqual(
    new Set(["2H", "3H", "4H", "AS"]),
  );
  expect(marksOf([discarded, { type: "deal_started" }]).cards.size).toBe(0);
});
