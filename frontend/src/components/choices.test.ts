import { beforeAll, expect, test } from "vitest";
import { setLanguage } from "../i18n";
import { clockName, defaultOptions, levelAbout, levelName } from "./choices";

beforeAll(() => setLanguage("en"));

test("a new room is private, with the strongest CPU, no clock, watchers and free chat", () => {
  expect(defaultOptions(["random", "greedy"], {})).toEqual({
    public: false, level: "greedy", clock: 0, watchers: true, chat: true, pace: "normal",
  });
});

test("a public room has no free chat unless it is chosen", () => {
  expect(defaultOptions(["greedy"], { public: true }).chat).toBe(false);
  expect(defaultOptions(["greedy"], { public: true, chat: true }).chat).toBe(true);
});

test("every level that a game may offer has a name and a line of its own", () => {
  const known = ["random", "greedy", "easy", "normal", "hard"];
  expect(new Set(known.map(levelName)).size).toBe(known.length);
  for (const level of known) {
    expect(levelName(level)).not.toBe(level);
    expect(levelAbout(level)).not.toBe("");
  }
  expect(levelAbout("quite_new")).toBe("");
});

test("levels and clocks have words, an unknown level its own name", () => {
  expect(levelName("random")).toBe("Beginner");
  expect(levelName("quite_new")).toBe("quite_new");
  expect(clockName(0)).toBe("No limit");
  expect(clockName(60)).toBe("60 s");
});
