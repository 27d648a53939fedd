/** The texts of the lobby and of the ways into a room, fetched with the room's page. */

import { makeTexts } from "../../i18n";
import type en from "./texts/en.json";

export const lobbyTexts = makeTexts<typeof en>({
  bn: () => import("./texts/bn.json"),
  id: () => import("./texts/id.json"),
  en: () => import("./texts/en.json"),
});
