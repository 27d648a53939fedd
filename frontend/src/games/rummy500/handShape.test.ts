import { expect, it } from "vitest";
import { handShape } from "./handShape";

const PHONE = { width: 344, base: 67 };

/** The narrowest step between two cards of a row, with gaps between four suits. */
function step(count: number, width: number, base: number): number {
  const { rows, card } = handShape(count, width, base);
  const inRow = Math.ceil(count / rows);
  return inRow === 1 ? card : Math.min(card, (width - 15 - card) / (inRow - 1));
}

it.each(Array.from({ length: 30 }, (_none, n) => n + 1))(
  "steps of %i cards on a phone are 24 pixels or more, and the row is not too wide",
  (count) => {
    expect(step(count, PHONE.width, PHONE.base)).toBeGreaterThanOrEqual(24);
    expect(handShape(count, PHONE.width, PHONE.base).card).toBeGreaterThanOrEqual(50);
  },
);

it("keeps the same rows while a hand of thirteen draws and discards", () => {
  expect(handShape(13, PHONE.width, PHONE.base).rows).toBe(2);
  expect(handShape(14, PHONE.width, PHONE.base).rows).toBe(2);
  expect(handShape(25, PHONE.width, PHONE.base).rows).toBe(3);
});

it("needs one row of whole cards where there is room", () => {
  expect(handShape(14, 1063, 121)).toEqual({ rows: 1, card: 121 });
  expect(handShape(1, 344, 67)).toEqual({ rows: 1, card: 67 });
  expect(handShape(0, 344, 67).rows).toBe(1);
});
