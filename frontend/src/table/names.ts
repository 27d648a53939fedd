/** Seats and names round a table. */

import { cpuMark, spoken } from "../cards/label";
import { cpuNumber, seatName } from "../i18n/names";
import type { Seat } from "../net/types";

/** Whose eyes sentences are for. */
export interface Reader {
  /** null: a watcher's. */
  seat: number | null;
  nameOf: (seat: number) => string;
}

/** The other seats of a table of `count`, in the order of play, beginning left of `own`. */
export function seatsAfter(own: number, count: number): number[] {
  return Array.from({ length: count - 1 }, (_none, n) => (own + 1 + n) % count);
}

/** Names as a list in `language`: "Rahim, Sari and Ana". */
export function nameList(names: readonly string[], language: string): string {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(names);
}

/** The name on `seat` for a sentence: a CPU's has its face before it, or the word for CPU. */
export function calledName(seat: Seat | undefined): string {
  const name = seatName(seat);
  return seat?.kind === "cpu" ? cpuMark(cpuNumber(seat.name), name) : isolated(name);
}

/** The same where no face can stand: "CPU Radio". */
export function spokenName(seat: Seat | undefined): string {
  return spoken(calledName(seat));
}

/** Letters that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** `name` as it may stand in a sentence: one written from right to left does not turn the rest. */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}
