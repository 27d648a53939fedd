/** The words round the rules of every game. */

import { makeTexts } from "../../i18n";
import type en from "./texts/en.json";

export const rulesTexts = makeTexts<typeof en>({
  bn: () => import("./texts/bn.json"),
  id: () => import("./texts/id.json"),
  en: () => import("./texts/en.json"),
});
