/** How a hand of up to some twenty-five cards is held so that every index stays in sight. */

import type { SortOrder } from "../../cards/cards";

/** The part of a card's width that its index needs. */
const INDEX = 0.46;
/** At this width an index is 24 pixels wide: no step is narrower. */
const SMALLEST_CARD = 52.2;
/** A gap before another suit or rank, where there is room for it, and how many suits begin. */
const GAP = 5;
const SUIT_GAPS = 3;
/** In several rows, where each covers the lower part of the one before, cards are smaller. */
const ROWS_SCALE = 0.84;

export interface HandShape {
  rows: number;
  /** Width of a card in pixels. */
  card: number;
  /** Width of a gap between two groups in pixels. */
  gap: number;
}

/**
 * The fewest rows, and their card and gap, for `count` cards in `width` pixels, held in `order`;
 * `base` is the width of a card that has all the room it wants.
 */
export function handShape(count: number, width: number, base: number, order: SortOrder): HandShape {
  for (let rows = 1; ; rows += 1) {
    const steps = Math.max(0, Math.ceil(count / rows) - 1);
    const room = (width - SUIT_GAPS * GAP) / (1 + steps * INDEX);
    if (room < SMALLEST_CARD && steps > 0) continue;
    const card = Math.min(rows === 1 ? base : base * ROWS_SCALE, room);
    const gaps = Math.max(1, order === "suit" ? SUIT_GAPS : steps);
    return { rows, card, gap: Math.min(GAP, (width - card - steps * card * INDEX) / gaps) };
  }
}
