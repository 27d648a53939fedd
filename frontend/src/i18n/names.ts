/** How the one who sits on a seat is called. */

import { t, texts } from ".";
import type { Seat } from "../net/types";

/** Which of the CPUs it is, from the server's code for it ("cpu-2"). */
export function cpuNumber(code: string): number {
  return Number(/\d+$/.exec(code)?.[0] ?? 0);
}

/**
 * The person's name, a CPU's own one in the language in use, or "empty seat". A CPU's name stands
 * only beside its face or the word CPU; `accounts/reserved.py` keeps it from people.
 */
export function seatName(seat: Seat | undefined): string {
  if (!seat) return t("seat.empty");
  if (seat.kind === "person") return seat.name;
  const number = cpuNumber(seat.name);
  const key = `cpu.${number}`;
  return texts.has(key) ? t(key) : t("seat.cpu_number", { n: number });
}
