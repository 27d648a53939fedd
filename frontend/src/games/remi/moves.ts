/** Where cards go with each event, and which cards the last move touched. */

import type { CardName } from "../../cards/cards";
import type { GameEvent } from "../../net/types";
import type { Move } from "../../table/flights";

function placeOf(seat: number | undefined, viewSeat: number): string {
  return seat === viewSeat ? "hand" : `seat-${seat}`;
}

/** The moves of `events` as seen from `viewSeat`. Cards that only change places need none. */
export function movesOf(events: readonly GameEvent[], viewSeat: number): Move[] {
  return events.flatMap((event): Move[] => {
    const place = placeOf(event.seat, viewSeat);
    const laid = (cards: readonly CardName[]): Move[] =>
      cards.map((card) => ({ card, from: place, to: place }));
    switch (event.type) {
      case "dealt": {
        const own = (event.private?.cards ?? [null]) as (CardName | null)[];
        return own.map((card) => ({ card, from: "stock", to: place }));
      }
      case "drew":
        return [
          { card: (event.private?.card ?? null) as CardName | null, from: "stock", to: place },
        ];
      case "took":
        return [
          ...laid(event.with as CardName[]),
          ...(event.picked as CardName[]).map((card) => ({ card, from: "discards", to: place })),
        ];
      case "discarded":
        return [{ card: event.card as CardName, from: place, to: "discards" }];
      case "closed":
        return [
          ...laid((event.melds as CardName[][]).flat()),
          { card: event.card as CardName, from: place, to: "discards" },
        ];
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
  const told = ["drew", "took", "discarded", "closed", "deal_started"];
  const last = [...events].reverse().find(({ type }) => told.includes(type));
  switch (last?.type) {
    case "drew": {
      const card = last.private?.card as CardName | undefined;
      return { cards: new Set(card === undefined ? [] : [card]), stock: card === undefined };
    }
    case "took":
      return { cards: new Set([...(last.with as CardName[]), last.card as CardName]), stock: false };
    case "discarded":
      return { cards: new Set([last.card as CardName]), stock: false };
    case "closed":
      return {
        cards: new Set([...(last.melds as CardName[][]).flat(), last.card as CardName]),
        stock: false,
      };
    default:
      return { cards: new Set(), stock: false };
  }
}
