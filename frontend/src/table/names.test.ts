import { expect, test } from "vitest";
import { richParts, spoken } from "../cards/label";
import { LANGUAGES, setLanguage } from "../i18n";
import { seatName } from "../i18n/names";
import type { Seat } from "../net/types";
import { calledName, isolated, seatsAfter, spokenName } from "./names";

const cpu = (seat: number): Seat => ({ kind: "cpu", level: "normal", name: `cpu-${seat}` });

test("the others sit in the order of play, beginning at the left", () => {
  expect(seatsAfter(2, 4)).toEqual([3, 0, 1]);
  expect(seatsAfter(0, 2)).toEqual([1]);
});

test("a name written from right to left is kept from turning its sentence", () => {
  expect(isolated("יוסף")).toBe("\u2068יוסף\u2069");
  expect(isolated("سارة ١")).toBe("\u2068سارة ١\u2069");
  for (const name of ["Ana", "রহিম", "Łukasz", "小明"]) expect(isolated(name)).toBe(name);
});

test("a CPU has a name of its own in every language, and never without its face or the word", async () => {
  for (const language of LANGUAGES) {
    await setLanguage(language);
    const names = [0, 1, 2, 3, 4].map((seat) => seatName(cpu(seat)));
    expect(new Set(names).size).toBe(5);
  }
  await setLanguage("en");
  expect(seatName(cpu(1))).toBe("Radio");
  expect(seatName(cpu(6))).toBe("CPU 6");
  const told = `Waiting for ${calledName(cpu(1))}.`;
  expect(richParts(told)).toEqual([{ text: "Waiting for " }, { cpu: 1 }, { text: "Radio." }]);
  expect(spoken(told)).toBe("Waiting for CPU Radio.");
  expect(spokenName({ kind: "person", player: "p1", name: "Budi", held: null })).toBe("Budi");
});
