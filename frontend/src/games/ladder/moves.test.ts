import { expect, it } from "vitest";
import { marksOf, movesOf } from "./moves";

it("turns a card up, and sends own cards with their face, others' face down", () => {
  expect(movesOf([{ type: "deal_started", turned_up: "8C#1" }], 0)).toEqual([
    { card: "8C#1", from: "stock", to: "discards" },
  ]);
  const dealt = { type: "dealt", seat: 0, count: 2, private: { cards: ["AS#1", "AS#2"] } };
  expect(movesOf([dealt], 0).map(({ card, to }) => [card, to])).toEqual([
    ["AS#1", "hand"],
    ["AS#2", "hand"],
  ]);
  expect(movesOf([{ type: "drew", seat: 2 }], 0)).toEqual([
    { card: null, from: "stock", to: "seat-2" },
  ]);
});

it("draws from the pile, and shows that the discards become the stock", () => {
  expect(movesOf([{ type: "drew_discard", seat: 3, card: "8C#1" }], 0)).toEqual([
    { card: "8C#1", from: "discards", to: "seat-3" },
  ]);
  const shuffled = movesOf([{ type: "reshuffled", seat: 1, count: 40 }], 0);
  expect(shuffled.length).toBeGreaterThan(1);
  expect(new Set(shuffled.map(({ card, from, to }) => `${card} ${from} ${to}`))).toEqual(
    new Set(["null discards stock"]),
  );
});

it("lays a contract on its melds, and a card on the meld it was laid off on", () => {
  const laid = { type: "contract_laid", seat: 0, melds: [["9C#1", "9D#1"], ["4H#1", "JK#1"]] };
  expect(movesOf([laid], 0)).toEqual([
    { card: "9C#1", from: "hand", to: "meld-of-9C#1" },
    { card: "9D#1", from: "hand", to: "meld-of-9C#1" },
    { card: "4H#1", from: "hand", to: "meld-of-4H#1" },
    { card: "JK#1", from: "hand", to: "meld-of-4H#1" },
  ]);
  expect(marksOf([laid]).cards).toEqual(new Set(["9C#1", "9D#1", "4H#1", "JK#1"]));
  const off = { type: "laid_off", seat: 2, card: "3H#2", meld: 4, end: "low", represents: "3H" };
  expect(movesOf([off], 0)).toEqual([{ card: "3H#2", from: "seat-2", to: "meld-4" }]);
  expect(marksOf([laid, off]).cards).toEqual(new Set(["3H#2"]));
});

it("outlines the stock for a hidden draw, and nothing in a new deal", () => {
  expect(marksOf([{ type: "reshuffled", seat: 1 }, { type: "drew", seat: 1 }]).stock).toBe(true);
  const discarded = { type: "discarded", seat: 1, card: "2C#1" };
  expect(marksOf([discarded, { type: "deal_started" }]).cards.size).toBe(0);
});
