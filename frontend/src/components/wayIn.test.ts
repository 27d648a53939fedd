import { expect, test } from "vitest";
import { wayIn } from "./wayIn";

test("a free seat is to be had, a full table to be watched where it may be", () => {
  expect(wayIn({ free: 2, watchers: false })).toBe("join");
  expect(wayIn({ free: 1, watchers: true })).toBe("join");
  expect(wayIn({ free: 0, watchers: true })).toBe("watch");
  expect(wayIn({ free: 0, watchers: false })).toBeNull();
});
