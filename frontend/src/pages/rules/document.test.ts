/** Every game's rules: whole, the same in every language, with cards that exist. */

import { expect, test } from "vitest";
import { faceOf, standsFor } from "../../cards/cards";
import { LANGUAGES } from "../../i18n";
import { gamesWithRules, loadRules, rulesPath } from "../../state/rules";
import { drawnCards, richParts, type RulesBlock, type RulesDocument } from "./document";

const SECTIONS = ["cards", "turn", "end", "score", "game", "here", "start", "tips", "fine", "origin"];
const KINDS: Record<RulesBlock["kind"], readonly string[]> = {
  text: ["text"],
  note: ["text"],
  list: ["items"],
  steps: ["items"],
  examples: ["rule", "title", "examples"],
  scene: ["title", "lines", "text"],
  sum: ["rule", "title", "rows", "total", "totalLabel"],
  table: ["title", "head", "rows"],
  taps: ["items"],
};
/** What is no word, and so is the same in every language. */
const FIXED = new Set(["kind", "id", "rule", "cards", "hero", "valid", "points", "total"]);

/** `value` with every word replaced by the links and cards in it, in their order in English. */
function bones(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map((one) => bones(one, key));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, bones(one, name)]));
  }
  if (typeof value !== "string" || FIXED.has(key)) return value;
  return richParts(value)
    .flatMap((part) => (part.kind === "cards" ? part.cards : part.kind === "link" ? [part.href] : []))
    .sort();
}

function words(value: unknown, key = ""): string[] {
  if (typeof value === "string") return FIXED.has(key) ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => words(one, Array.isArray(value) ? key : name));
}

function drawings(value: unknown, key = ""): string[] {
  if (typeof value === "string") return key === "cards" || key === "hero" ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => drawings(one, name));
}

async function rulesOf(game: string, language: (typeof LANGUAGES)[number]): Promise<RulesDocument> {
  const rules = await loadRules(game, language);
  if (!rules) throw new Error(`${game} has no rules in ${language}`);
  return rules;
}

test("games are found by their folders", async () => {
  expect(gamesWithRules).toContain("remi");
  expect(rulesPath("remi")).toBe("/rules/remi");
  expect(rulesPath("whist")).toBeNull();
  expect(await loadRules("whist", "en")).toBeNull();
});

test.each(gamesWithRules)("%s: every language has the same blocks and cards", async (game) => {
  const english = bones(await rulesOf(game, "en"));
  for (const language of LANGUAGES) {
    const rules = await rulesOf(game, language);
    expect(bones(rules), language).toEqual(english);
    for (const text of words(rules)) expect(text.trim(), language).not.toBe("");
    // What is marked up shows no marks.
    for (const text of words(rules)) {
      for (const part of richParts(text)) if ("text" in part) expect(part.text).not.toMatch(/[*[\]]/);
    }
  }
});

test.each(gamesWithRules)("%s: the blocks are of known kinds, all sections are there", async (game) => {
  const { sections } = await rulesOf(game, "en");
  const ids = sections.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => SECTIONS.includes(id))).toEqual(SECTIONS);
  for (const block of sections.flatMap(({ blocks }) => blocks)) {
    expect(Object.keys(block).sort()).toEqual(["kind", ...KINDS[block.kind]].sort());
    if (block.kind === "table") {
      for (const row of block.rows) expect(row).toHaveLength(block.head.length);
    }
    if (block.kind === "sum") {
      expect(block.rows.reduce((sum, { points }) => sum + points, 0)).toBe(block.total);
    }
  }
});

test.each(gamesWithRules)("%s: every drawn card exists, and once in a drawing", async (game) => {
  const drawn = drawings(await rulesOf(game, "en"));
  expect(drawn.length).toBeGreaterThan(15);
  for (const drawing of drawn) {
    const names = drawnCards(drawing).flat().flatMap(({ card, as }) => {
      if (as !== undefined) standsFor(as);
      if (card !== null) faceOf(card);
      return card ?? [];
    });
    expect(new Set(names).size, drawing).toBe(names.length);
  }
});

test("a drawing and a sentence are taken apart", () => {
  expect(drawnCards("7S! JK#2=7D | BACK")).toEqual([
    [
      { card: "7S", as: undefined, lifted: true },
      { card: "JK#2", as: "7D", lifted: false },
    ],
    [{ card: null, as: undefined, lifted: false }],
  ]);
  expect(richParts("**a** [7H JS], [b](https://c.d)!")).toEqual([
    { kind: "strong", text: "a" },
    { kind: "text", text: " " },
    { kind: "cards", cards: ["7H", "JS"] },
    { kind: "text", text: ", " },
    { kind: "link", text: "b", href: "https://c.d" },
    { kind: "text", text: "!" },
  ]);
});
