/** The texts of a gathering's page, fetched with it. */

import { makeTexts } from "../../i18n";
import type en from "./texts/en.json";

export const gatheringTexts = makeTexts<typeof en>({
  bn: () => import("./texts/bn.json"),
  id: () => import("./texts/id.json"),
  en: () => import("./texts/en.json"),
});
