/** How the score sheet shows a result that the server has scored: plus, minus and bonus apart. */

import { faceOf, type CardName } from "../../cards/cards";
import type { RemiMatch, RemiResult } from "./types";

const CLOSING_FACTOR = 10;

/** What a card is worth (RM-14). */
export function cardValue(card: CardName): number {
  const { rank } = faceOf(card);
  return rank === "A" ? 15 : "JQK".includes(rank) ? 10 : 5;
}

/** What closing with `card` brings (RM-17). */
export function closingBonus(card: CardName): number {
  return CLOSING_FACTOR * cardValue(card);
}

/** "run" or "set" of a whole combination: a run has one suit. */
export function kindOf(meld: readonly CardName[]): "sequence" | "set" {
  const [one, other] = meld;
  return one && other && faceOf(one).suit === faceOf(other).suit ? "sequence" : "set";
}

export interface SeatSheet {
  seat: number;
  /** Combinations laid on the table, then those found in the hand; all plus if `counted`. */
  laid: CardName[][];
  held: CardName[][];
  rest: CardName[];
  counted: boolean;
  plus: number;
  minus: number;
  bonus: number;
  score: number;
  total: number;
}

function worth(cards: readonly CardName[]): number {
  return cards.reduce((sum, card) => sum + cardValue(card), 0);
}

/** The sheet's line of every seat, in the order of the seats. */
export function sheetOf(match: RemiMatch, result: RemiResult): SeatSheet[] {
  return result.hands.map((hand, seat) => {
    const laid = match.table[seat] ?? [];
    const combined = worth([...laid.flat(), ...hand.melds.flat()]);
    return {
      seat,
      laid,
      held: hand.melds,
      rest: hand.rest,
      counted: hand.counted,
      plus: hand.counted ? combined : 0,
      minus: worth(hand.rest) + (hand.counted ? 0 : combined),
      bonus: result.reason === "close" && result.seat === seat ? result.bonus : 0,
      score: result.scores[seat] ?? 0,
      total: match.totals[seat] ?? 0,
    };
  });
}
