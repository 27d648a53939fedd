/** Where cards go with each event, and which cards the last move touched. */

import type { CardName } from "../../cards/cards";
import type { GameEvent } from "../../net/types";
import type { Move } from "../../table/flights";

/** The moves of `events` as seen from `viewSeat`. */
export function movesOf(events: readonly GameEvent[], viewSeat: number): Move[] {
  return events.flatMap((event): Move[] => {
    const place = event.seat === viewSeat ? "hand" : `seat-${event.seat}`;
    const card = event.card as CardName;
    switch (event.type) {
      case "dealt": {
        const own = (event.private?.cards ?? [null]) as (CardName | null)[];
        return own.map((dealt) => ({ card: dealt, from: "stock", to: place }));
      }
      case "drew":
        return [
          { card: (event.private?.card ?? null) as CardName | null, from: "stock", to: place },
        ];
      case "took":
        return (event.cards as CardName[]).map((taken) => ({
          card: taken,
          from: "discards",
          to: place,
        }));
      case "melded":
        return (event.cards as CardName[]).map((laid) => ({ card: laid, from: place, to: place }));
      case "laid_off":
        return [{ card, from: place, to: place }];
      case "discarded":
        return [{ card, from: place, to: "discards" }];
      default:
        return [];
    }
  });
}

export interface Marks {
  cards: ReadonlySet<CardName>;
  stock: boolean;
}

/** What stays outlined until the next move: the cards, or the stock, of the last of `events`. */
export function marksOf(events: readonly GameEvent[]): Marks {
  const told = ["drew", "took", "melded", "laid_off", "discarded", "deal_started"];
  const last = [...events].reverse().find(({ type }) => told.includes(type));
  switch (last?.type) {
    case "drew": {
      const card = last.private?.card as CardName | undefined;
      return { cards: new Set(card === undefined ? [] : [card]), stock: card === undefined };
    }
    case "took":
    case "melded":
      return { cards: new Set(last.cards as CardName[]), stock: false };
    case "laid_off":
    case "discarded":
      return { cards: new Set([last.card as CardName]), stock: false };
    default:
      return { cards: new Set(), stock: false };
  }
}
