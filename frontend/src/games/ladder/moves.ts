/** Where cards go with each event, and which cards the last move touched. */

import type { CardName } from "../../cards/cards";
import type { GameEvent } from "../../net/types";
import type { Move } from "../../table/flights";

/** So many backs tell that the discards become the stock. */
const SHUFFLED_BACKS = 4;

function placeOf(seat: number | undefined, viewSeat: number): string {
  return seat === viewSeat ? "hand" : `seat-${seat}`;
}

/** The place of a meld that was laid with `first` as its first card. */
export function meldPlace(first: CardName | undefined): string {
  return `meld-of-${first}`;
}

/** The moves of `events` as seen from `viewSeat`. */
export function movesOf(events: readonly GameEvent[], viewSeat: number): Move[] {
  return events.flatMap((event): Move[] => {
    const place = placeOf(event.seat, viewSeat);
    switch (event.type) {
      case "deal_started":
        return [{ card: event.turned_up as CardName, from: "stock", to: "discards" }];
      case "dealt": {
        const own = (event.private?.cards ?? [null]) as (CardName | null)[];
        return own.map((card) => ({ card, from: "stock", to: place }));
      }
      case "reshuffled":
        return Array.from({ length: SHUFFLED_BACKS }, () => ({
          card: null,
          from: "discards",
          to: "stock",
        }));
      case "drew":
        return [
          { card: (event.private?.card ?? null) as CardName | null, from: "stock", to: place },
        ];
      case "drew_discard":
        return [{ card: event.card as CardName, from: "discards", to: place }];
      case "contract_laid":
        return (event.melds as CardName[][]).flatMap((cards) =>
          cards.map((card) => ({ card, from: place, to: meldPlace(cards[0]) })),
        );
      case "laid_off":
        return [{ card: event.card as CardName, from: place, to: `meld-${event.meld as number}` }];
      case "discarded":
        return [{ card: event.card as CardName, from: place, to: "discards" }];
      default:
        return [];
    }
  });
}

export interface Marks {
  cards: ReadonlySet<CardName>;
  stock: boolean;
}

const TOLD = ["drew", "drew_discard", "contract_laid", "laid_off", "discarded", "deal_started"];

/** What stays outlined until the next move: the cards, or the stock, of the last of `events`. */
export function marksOf(events: readonly GameEvent[]): Marks {
  const last = [...events].reverse().find(({ type }) => TOLD.includes(type));
  switch (last?.type) {
    case "drew": {
      const card = last.private?.card as CardName | undefined;
      return { cards: new Set(card === undefined ? [] : [card]), stock: card === undefined };
    }
    case "contract_laid":
      return { cards: new Set((last.melds as CardName[][]).flat()), stock: false };
    case "drew_discard":
    case "laid_off":
    case "discarded":
      return { cards: new Set([last.card as CardName]), stock: false };
    default:
      return { cards: new Set(), stock: false };
  }
}
