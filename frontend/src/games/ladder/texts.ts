/** Ladder Rummy's words. */

import { makeTexts, refusalText } from "../../i18n";
import { Refusal } from "../../net/types";
import type en from "./texts/en.json";

export const ladderTexts = makeTexts<typeof en>({
  bn: () => import("./texts/bn.json"),
  id: () => import("./texts/id.json"),
  en: () => import("./texts/en.json"),
});

/** The sentence for a refused action: Ladder Rummy's own where it has one for the code. */
export function refusalSentence(thrown: unknown): string {
  if (thrown instanceof Refusal) {
    const key = `error.${thrown.code}`;
    if (ladderTexts.has(key)) return ladderTexts.t(key);
  }
  return refusalText(thrown);
}
