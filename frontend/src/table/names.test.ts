import { expect, test } from "vitest";
import { isolated, seatsAfter } from "./names";

test("the others sit in the order of play, beginning at the left", () => {
  expect(seatsAfter(2, 4)).toEqual([3, 0, 1]);
  expect(seatsAfter(0, 2)).toEqual([1]);
});

test("a name written from right to left is kept from turning its sentence", () => {
  expect(isolated("יוסף")).toBe("\u2068יוסף\u2069");
  expect(isolated("سارة ١")).toBe("\u2068سارة ١\u2069");
  for (const name of ["Ana", "রহিম", "Łukasz", "小明"]) expect(isolated(name)).toBe(name);
});
