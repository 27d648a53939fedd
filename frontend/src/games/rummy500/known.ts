/** What everybody saw going into a hand. */

import type { CardName } from "../../cards/cards";
import type { GameEvent } from "../../net/types";

/** The cards that `seat` took from the pile in the open and still holds; `log` is the deal's. */
export function knownCards(log: readonly GameEvent[], seat: number): CardName[] {
  const known = new Set<CardName>();
  for (const event of log) {
    if (event.seat !== seat) continue;
    if (event.type === "took") for (const card of event.cards as CardName[]) known.add(card);
    if (event.type === "melded") for (const card of event.cards as CardName[]) known.delete(card);
    if (event.type === "laid_off" || event.type === "discarded") known.delete(event.card as CardName);
  }
  return [...known];
}
