/** How a hand of up to some twenty-five cards is held so that every index stays in sight. */

/** The part of a card's width that its index needs. */
const INDEX = 0.46;
/** At this width an index is 24 pixels wide: no step is narrower. */
const SMALLEST_CARD = 52.2;
/** What the gaps between four suits take. */
const GAPS = 15;
/** In several rows, where each covers the lower part of the one before, cards are smaller. */
const ROWS_SCALE = 0.84;

export interface HandShape {
  rows: number;
  /** Width of a card in pixels. */
  card: number;
}

/** The fewest rows, and their card, for `count` cards in `width` pixels; `base` is a whole card's. */
export function handShape(count: number, width: number, base: number): HandShape {
  for (let rows = 1; ; rows += 1) {
    const inRow = Math.max(1, Math.ceil(count / rows));
    const room = (width - GAPS) / (1 + (inRow - 1) * INDEX);
    const wanted = rows === 1 ? base : base * ROWS_SCALE;
    if (room >= SMALLEST_CARD || inRow === 1) return { rows, card: Math.min(wanted, room) };
  }
}
