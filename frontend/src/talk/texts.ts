/** What people say at a table by a tap, and the words around talk. */

import { makeTexts } from "../i18n";
import type en from "./texts/en.json";

export const talkTexts = makeTexts<typeof en>({
  bn: () => import("./texts/bn.json"),
  id: () => import("./texts/id.json"),
  en: () => import("./texts/en.json"),
});
