import { expect, it } from "vitest";
import { closingBonus, kindOf, sheetOf } from "./points";
import type { RemiMatch, RemiResult } from "./types";

const result: RemiResult = {
  reason: "close",
  seat: 1,
  card: "AS",
  bonus: 150,
  scores: [-60, 185, 15, -5],
  hands: [
    { melds: [], rest: ["7S", "7H", "7D", "KC", "KD", "KH", "AC"], counted: false },
    { melds: [], rest: [], counted: true },
    { melds: [["4H", "5H", "6H"]], rest: ["AD"], counted: true },
    { melds: [], rest: ["2S", "8S", "QD"], counted: true },
  ],
};
const table = [
  [],
  [
    ["2H", "3H", "4H"],
    ["9S", "9H", "9D", "9C"],
  ],
  [["8C", "8D", "8H"]],
  [["4S", "5S", "6S"]],
];

it("parts plus, minus and bonus so that they make the server's score", () => {
  const match = { table, totals: [-60, 185, 15, -5] } as unknown as RemiMatch;
  const lines = sheetOf(match, result);
  expect(lines.map(({ plus, minus, bonus }) => [plus, minus, bonus])).toEqual([
    [0, 60, 0],
    [35, 0, 150],
    [30, 15, 0],
    [15, 20, 0],
  ]);
  for (const line of lines) expect(line.plus - line.minus + line.bonus).toBe(line.score);
});

it("counts a laid set minus where nothing counts", () => {
  const hands = [{ melds: [], rest: ["KC"], counted: false }];
  const one = { ...result, reason: "stock" as const, seat: 0, card: null, bonus: 0, hands };
  const match = { table: [[["5S", "5H", "5D"]]], totals: [-25] } as unknown as RemiMatch;
  expect(sheetOf(match, { ...one, scores: [-25] })[0]).toMatchObject({ plus: 0, minus: 25 });
});

it("knows what a closing card brings, and runs from sets", () => {
  expect(["7H", "QS", "AD"].map(closingBonus)).toEqual([50, 100, 150]);
  expect(kindOf(["JS", "QS", "KS"])).toBe("sequence");
  expect(kindOf(["JS", "JH", "JD"])).toBe("set");
});
