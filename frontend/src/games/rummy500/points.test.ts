import { expect, it } from "vitest";
import { cardValue, kindOf, layoffPoints, meldPoints } from "./points";
import type { TableMeld } from "./types";

it("counts faces, courts and aces", () => {
  expect(["2H", "10S", "JC", "QD", "KS", "AH"].map(cardValue)).toEqual([2, 10, 10, 10, 10, 15]);
});

it("counts an ace 1 only at the low end of a run", () => {
  expect(meldPoints(["AH", "2H", "3H"])).toBe(6);
  expect(meldPoints(["QS", "KS", "AS"])).toBe(35);
  expect(meldPoints(["AS", "AH", "AD"])).toBe(45);
  expect(kindOf(["AS", "AH", "AD"])).toBe("set");
  expect(kindOf(["QS", "KS", "AS"])).toBe("run");
});

it("counts a laid off ace by the end it goes to", () => {
  const meld = (type: "run" | "set", ...cards: string[]): TableMeld => ({
    type,
    cards,
    placed: [],
    points: 0,
  });
  const ace = { type: "layoff", meld: 0, card: "AS" } as const;
  expect(layoffPoints(meld("run", "2S", "3S", "4S"), ace)).toBe(1);
  expect(layoffPoints(meld("run", "JS", "QS", "KS"), ace)).toBe(15);
  expect(layoffPoints(meld("set", "AH", "AD", "AC"), ace)).toBe(15);
  const both = meld("run", "2S", "KS");
  expect(layoffPoints(both, { ...ace, end: "low" })).toBe(1);
  expect(layoffPoints(both, { ...ace, end: "high" })).toBe(15);
  expect(layoffPoints(both, { ...ace, card: "7S" })).toBe(7);
});
