import { describe, expect, it } from "vitest";
import { handShape } from "./handShape";

const PHONE = { width: 344, base: 67 };

describe.each(["suit", "rank"] as const)("on a phone, by %s", (order) => {
  it.each(Array.from({ length: 30 }, (_none, n) => n + 1))(
    "%i cards fit in steps of 24 pixels or more, with a gap at every new group",
    (count) => {
      const { rows, card, gap } = handShape(count, PHONE.width, PHONE.base, order);
      const steps = Math.ceil(count / rows) - 1;
      const gaps = order === "suit" ? Math.min(3, steps) : steps;
      const step = steps === 0 ? card : (PHONE.width - card - gaps * gap) / steps;
      expect(step).toBeGreaterThanOrEqual(24);
      expect(step).toBeGreaterThanOrEqual(card * 0.459);
      expect(card).toBeGreaterThanOrEqual(50);
      expect(gap).toBeGreaterThan(0);
    },
  );
});

it("keeps the same rows while a hand of thirteen draws and discards", () => {
  expect(handShape(13, PHONE.width, PHONE.base, "suit").rows).toBe(2);
  expect(handShape(14, PHONE.width, PHONE.base, "suit").rows).toBe(2);
  expect(handShape(25, PHONE.width, PHONE.base, "suit").rows).toBe(3);
});

it("needs one row of whole cards where there is room", () => {
  expect(handShape(14, 1063, 121, "rank")).toEqual({ rows: 1, card: 121, gap: 5 });
  expect(handShape(1, 344, 67, "suit")).toEqual({ rows: 1, card: 67, gap: 5 });
  expect(handShape(0, 344, 67, "suit").rows).toBe(1);
});
