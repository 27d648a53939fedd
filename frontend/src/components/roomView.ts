/** How the bar over a table opens the seats of its room. */

import { getContext, setContext } from "svelte";

const KEY = Symbol("seats");

/** In the room's page: `show` lays the seats over the table. */
export function offerSeats(show: () => void): void {
  setContext(KEY, show);
}

/** What shows the seats; null where there is no way to them. */
export function showSeats(): (() => void) | null {
  return getContext<(() => void) | undefined>(KEY) ?? null;
}
