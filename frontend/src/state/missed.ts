/** What happened while the page could not show it: found out from the log, also after a reload. */

import type { GameEvent, Match } from "../net/types";

/** How far somebody has seen a match: so many events of its deal. */
export interface SeenSoFar {
  match: string;
  deal: number;
  count: number;
}

const PREFIX = "meja.seen.";

export function seenSoFar(match: Match, log: readonly GameEvent[]): SeenSoFar {
  return { match: match.id, deal: match.deal, count: log.length };
}

/** The public events of the running deal that came after `seen`; all of them if that was in another deal. */
export function missedSince(
  seen: SeenSoFar,
  match: Match | null,
  log: readonly GameEvent[],
): GameEvent[] {
  if (match?.id !== seen.match) return [];
  return log.slice(match.deal === seen.deal ? seen.count : 0);
}

/** Note for this tab how far it has seen the room's match, in case it is reloaded. */
export function rememberSeen(room: string, seen: SeenSoFar): void {
  try {
    sessionStorage.setItem(PREFIX + room, JSON.stringify(seen));
  } catch {
    // After a reload nothing will count as missed.
  }
}

/** What `rememberSeen` noted before the page was loaded, once. */
export function recallSeen(room: string): SeenSoFar | null {
  try {
    const text = sessionStorage.getItem(PREFIX + room);
    sessionStorage.removeItem(PREFIX + room);
    return text === null ? null : (JSON.parse(text) as SeenSoFar);
  } catch {
    return null;
  }
}
