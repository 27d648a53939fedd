import { beforeAll, expect, it } from "vitest";
import { LANGUAGES, setLanguage, startLanguage } from "../../i18n";
import { contractOf, contractWords, rungWords } from "./contracts";
import ladder from "./index";
import { RUNGS } from "./types";

beforeAll(async () => {
  await startLanguage();
  await ladder.texts.load();
});

it("has ten contracts of the sizes that the rules give", () => {
  const sizes = Array.from({ length: RUNGS }, (_none, n) =>
    contractOf(n + 1).reduce((sum, { size }) => sum + size, 0),
  );
  expect(sizes).toEqual([6, 7, 8, 9, 8, 10, 7, 8, 10, 10]);
});

it("puts a rung into words in three languages", async () => {
  const words: Record<string, string> = {};
  for (const language of LANGUAGES) {
    await setLanguage(language);
    words[language] = rungWords(6);
  }
  expect(words).toEqual({
    en: "Rung 6: two groups of 3 and a run of 4",
    id: "Tingkat 6: dua grup 3 kartu dan satu seri 4 kartu",
    bn: "ধাপ ৬: তিনটির দুটি গ্রুপ ও চারটির একটি রান",
  });
});

it("tells sizes apart and counts equal ones", async () => {
  await setLanguage("en");
  expect(contractWords(contractOf(4))).toBe("three groups of 3");
  expect(contractWords(contractOf(9))).toBe("a run of 4 and a run of 6");
  await setLanguage("bn");
  expect(contractWords(contractOf(9))).toBe("চারটির একটি রান ও ছয়টির একটি রান");
  expect(contractWords(contractOf(10))).toBe("তিনটির একটি গ্রুপ ও সাতটির একটি রান");
});
