/** The texts of the lobby and of the ways into a room, fetched with the room's page. */

import { makeTexts } from "../../i18n";
import { loadTableTexts } from "../../table/texts";
import type en from "./texts/en.json";

export const lobbyTexts = makeTexts<typeof en>({
  bn: () => import("./texts/bn.json"),
  id: () => import("./texts/id.json"),
  en: () => import("./texts/en.json"),
});

/** Load what the lobby needs in the language in use, and the table that follows it. */
export async function loadRoomTexts(): Promise<void> {
  await Promise.all([lobbyTexts.load(), loadTableTexts()]);
}
