import { expect, it } from "vitest";
import { sheetOf } from "./points";
import type { LadderMatch, LadderResult } from "./types";

it("puts who climbed first, then the lower penalty, and ends at the tenth rung", () => {
  const result: LadderResult = {
    reason: "out",
    bound: null,
    seat: 2,
    scores: [40, 12, 0, 7],
    climbed: [true, false, true, false],
    completed: [4, 2, 10, 0],
    hands: [["KD#1", "3S#1", "JK#1"], ["QC#1", "2H#1"], [], ["7H#2"]],
  };
  const lines = sheetOf({ totals: [100, 80, 60, 40] } as LadderMatch, result);
  expect(lines.map(({ seat }) => seat)).toEqual([2, 0, 3, 1]);
  expect(lines.map(({ rung }) => rung)).toEqual([null, 5, 1, 3]);
  expect(lines[1]).toMatchObject({ hand: ["3S#1", "KD#1", "JK#1"], penalty: 40, total: 100 });
});
