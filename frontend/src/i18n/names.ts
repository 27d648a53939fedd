/** How the one who sits on a seat is called. */

import { t } from ".";
import type { Seat } from "../net/types";

/** The person's name, "CPU 2" in the language in use ("CPU" on seat 0), or "empty seat". */
export function seatName(seat: Seat | undefined): string {
  if (!seat) return t("seat.empty");
  if (seat.kind === "person") return seat.name;
  const number = /(\d+)$/.exec(seat.name)?.[1];
  return number === undefined || Number(number) === 0 ? t("seat.cpu") : t("seat.cpu_number", { n: Number(number) });
}
