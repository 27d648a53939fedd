/** The words of the fairness check. */

import { makeTexts } from "../i18n";
import type en from "./texts/en.json";

export const fairTexts = makeTexts<typeof en>({
  bn: () => import("./texts/bn.json"),
  id: () => import("./texts/id.json"),
  en: () => import("./texts/en.json"),
});
