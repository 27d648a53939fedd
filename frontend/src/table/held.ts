/** Whether a CPU moves on a person's seat: away, out of time, or idle. */

import type { Held, RoomEvent, Seat } from "../net/types";

/** The person on `seat` for whom a CPU plays now. */
export function heldPerson(seat: Seat | undefined): { name: string; held: Held } | null {
  return seat?.kind === "person" && seat.held !== null ? { name: seat.name, held: seat.held } : null;
}

/**
 * Whether a move of `seat` was a CPU's in a person's place. `before` and `after`: who was held when
 * it was made, and then. Who is away or idle has the seat back by acting (where turns have a clock,
 * after this turn); a seat held for the rest of a turn is given back by the CPU's last move in it.
 */
export function playedForPerson(
  seat: number | undefined,
  before: readonly (Held | null)[],
  after: readonly (Held | null)[],
  roomEvents: readonly RoomEvent[],
): boolean {
  if (seat === undefined || !before[seat]) return false;
  if (before[seat] === "clock") return true;
  const given = roomEvents.some((event) => event.type === "given_back" && event.seat === seat);
  return !(given && after[seat] === null) && after[seat] !== "clock";
}
