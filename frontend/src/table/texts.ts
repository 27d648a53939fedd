/** The words that the tables of all games share. */

import { makeTexts } from "../i18n";
import type en from "./texts/en.json";

export const tableTexts = makeTexts<typeof en>({
  bn: () => import("./texts/bn.json"),
  id: () => import("./texts/id.json"),
  en: () => import("./texts/en.json"),
});
