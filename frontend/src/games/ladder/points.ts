/** The score sheet of a deal that the server has scored, and the standing of a match. */

import { sortCards, type CardName } from "../../cards/cards";
import { RUNGS, type LadderMatch, type LadderResult } from "./types";

export interface SeatSheet {
  seat: number;
  climbed: boolean;
  /** Contracts completed, this deal's included. */
  completed: number;
  /** The rung of the next deal; null: the ladder is done. */
  rung: number | null;
  penalty: number;
  total: number;
  hand: CardName[];
}

/** The sheet's lines, the best of the deal first: who climbed, then the lower penalty. */
export function sheetOf(match: LadderMatch, result: LadderResult): SeatSheet[] {
  const lines = result.hands.map((hand, seat) => {
    const completed = result.completed[seat] ?? 0;
    return {
      seat,
      climbed: result.climbed[seat] ?? false,
      completed,
      rung: completed < RUNGS ? completed + 1 : null,
      penalty: result.scores[seat] ?? 0,
      total: match.totals[seat] ?? 0,
      hand: sortCards(hand, "rank"),
    };
  });
  return lines.sort(
    (one, other) =>
      Number(other.climbed) - Number(one.climbed) ||
      one.penalty - other.penalty ||
      one.seat - other.seat,
  );
}
