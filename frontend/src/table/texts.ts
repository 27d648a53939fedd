/** The words that the tables of all games share. */

import { cardTexts } from "../cards/label";
import { makeTexts } from "../i18n";
import { talkTexts } from "../talk/texts";
import type en from "./texts/en.json";

export const tableTexts = makeTexts<typeof en>({
  bn: () => import("./texts/bn.json"),
  id: () => import("./texts/id.json"),
  en: () => import("./texts/en.json"),
});

/** Load what every table needs in the language in use. */
export async function loadTableTexts(): Promise<void> {
  await Promise.all([tableTexts.load(), talkTexts.load(), cardTexts.load()]);
}
