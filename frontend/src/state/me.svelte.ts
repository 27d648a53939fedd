/** Who this browser plays as. A guest is made at the first need, never by looking around. */

import { language } from "../i18n";
import { openGuest, renameGuest } from "../net/api";
import type { Player } from "../net/bodies";

/** Set once this browser has a player, so that the home page may show its name. */
const KNOWN = "meja.known";

let player = $state.raw<Player | null>(null);
let opening: Promise<Player> | null = null;

/** The player, once known. */
export function me(): Player | null {
  return player;
}

/** This browser's player, made if there is none. Rejects when the server refuses. */
export function ensureMe(): Promise<Player> {
  opening ??= openGuest(language()).then(
    (opened) => {
      localStorage.setItem(KNOWN, "1");
      player = opened;
      return opened;
    },
    (fault: unknown) => {
      opening = null;
      throw fault;
    },
  );
  return opening;
}

/** Find out the name of a player that this browser already has; does nothing otherwise. */
export async function recallMe(): Promise<void> {
  if (localStorage.getItem(KNOWN)) await ensureMe();
}

/** Take another name. Rejects with a `name_...` code when it cannot be had. */
export async function rename(name: string): Promise<void> {
  await ensureMe();
  player = await renameGuest(name);
}
