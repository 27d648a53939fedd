/** Every catalogue of the page, of the cards and of the games: whole, readable, and used. */

import { IntlMessageFormat } from "intl-messageformat";
import { expect, test } from "vitest";
import { LANGUAGES, setLanguage } from ".";
import { makeTexts } from "./texts";

type Catalogue = Record<string, string>;

const files = import.meta.glob<Catalogue>(["../**/{texts,errors,about}/*.json"], {
  eager: true,
  import: "default",
});
const sources = Object.values(
  import.meta.glob<string>(["../**/*.{ts,svelte}", "!../**/*.test.ts"], {
    eager: true,
    query: "?raw",
    import: "default",
  }),
).join("\n");

const folders = [...new Set(Object.keys(files).map((path) => path.replace(/\/[^/]+$/, "")))];

function catalogue(folder: string, language: string): Catalogue {
  const found = files[`${folder}/${language}.json`];
  if (!found) throw new Error(`${folder} has no ${language}`);
  return found;
}

type Ast = ReturnType<IntlMessageFormat["getAst"]>;

/** The names of a message's placeholders. */
function placeholders(nodes: Ast): Set<string> {
  const names = new Set<string>();
  for (const node of nodes) {
    if (node.type >= 1 && node.type <= 6 && "value" in node) names.add(node.value);
    if ("options" in node) {
      for (const option of Object.values(node.options)) {
        for (const name of placeholders(option.value)) names.add(name);
      }
    }
  }
  return names;
}

test.each(folders)("%s says the same things in every language", (folder) => {
  const english = catalogue(folder, "en");
  for (const language of LANGUAGES) {
    const other = catalogue(folder, language);
    expect(Object.keys(other).sort(), language).toEqual(Object.keys(english).sort());
    for (const [key, message] of Object.entries(other)) {
      expect(message.trim(), `${language} ${key}`).not.toBe("");
      const names = placeholders(new IntlMessageFormat(message, language).getAst());
      const expected = placeholders(new IntlMessageFormat(english[key] ?? "", "en").getAst());
      expect(names, `${language} ${key}`).toEqual(expected);
    }
  }
});

test.each(folders.filter((folder) => folder.endsWith("/texts")))("%s has no unused text", (folder) => {
  // A key is used where it stands in quotes, or where a template builds it from its first part.
  const unused = Object.keys(catalogue(folder, "en")).filter((key) => {
    if (sources.includes(`"${key}"`)) return false;
    const parts = key.split(".");
    return !parts.some((_, n) => n > 0 && sources.includes(`\`${parts.slice(0, n).join(".")}.\${`));
  });
  expect(unused).toEqual([]);
});

test("numbers are written in the language's own digits, plurals by its own rules", async () => {
  const message = "{n, plural, one {# card} other {# cards}}, {m}, {word}";
  const load = async () => ({ default: { message } });
  const { t, load: loadAll } = makeTexts<{ message: string }>({ bn: load, id: load, en: load });
  await setLanguage("en");
  await loadAll();
  expect(t("message", { n: 1, m: 1234, word: "a" })).toBe("1 card, 1,234, a");
  expect(t("message", { n: 2, m: 0, word: "a" })).toBe("2 cards, 0, a");
  await setLanguage("bn");
  expect(t("message", { n: 27, m: 8, word: "7" })).toBe("২৭ cards, ৮, 7");
  expect(document.documentElement.lang).toBe("bn");
  await setLanguage("en");
});
