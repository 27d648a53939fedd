/** The page's own texts. A game's are in its folder and made with `makeTexts` too. */

import type en from "./texts/en.json";
import { language } from "./language.svelte";
import { makeTexts } from "./texts";

export { bringScript, LANGUAGES, LANGUAGE_NAMES, language, setLanguage, startLanguage } from "./language.svelte";
export type { Language } from "./language.svelte";
export { makeTexts } from "./texts";
export type { Texts, Values } from "./texts";
export { errorText, refusalText } from "./errors";

/** A key of the page's own texts. */
export type TextKey = keyof typeof en;

export const texts = makeTexts<typeof en>({
  bn: () => import("./texts/bn.json"),
  id: () => import("./texts/id.json"),
  en: () => import("./texts/en.json"),
});

/** The page's text called `key` in the language in use. */
export const t = texts.t;

/** `value` in the language's own digits and grouping; `sign` also writes a plus. */
export function formatNumber(value: number, sign = false): string {
  return new Intl.NumberFormat(language(), sign ? { signDisplay: "exceptZero" } : {}).format(value);
}
