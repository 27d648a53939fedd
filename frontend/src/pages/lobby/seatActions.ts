/** What one person may do about one seat, the likeliest first. */

import type { Room } from "../../net/types";

export type SeatAction =
  /** Take the seat at once. */
  | "sit"
  /** Have this CPU's seat from the next deal on. */
  | "claim"
  | "unclaim"
  /** Leave one's own seat for this one. */
  | "move"
  | "stand"
  | "rename"
  /** Ask for a swap; agree to one; ask no more. */
  | "swap"
  | "agree"
  | "unask"
  | "add_cpu"
  | "level"
  | "remove_cpu"
  /** Vote that this person must go. */
  | "kick";

/** Who looks at the seats. */
export interface Looker {
  player: string;
  /** Their own seat. */
  seat: number | null;
  isHost: boolean;
}

const AT_THE_SEAT = ["sit", "claim", "unclaim", "move", "stand", "agree", "unask", "add_cpu"] as const;

/** The action that stands beside the seat itself; all others are asked for by touching it. */
export function actionAtSeat(actions: readonly SeatAction[]): (typeof AT_THE_SEAT)[number] | undefined {
  return AT_THE_SEAT.find((action) => action === actions[0]);
}

/** People who must be there so that two can agree about a third. */
const ENOUGH_TO_VOTE = 3;

export function seatActions(room: Room, who: Looker, seat: number): SeatAction[] {
  if (room.phase === "starting") return [];
  const occupant = room.seats[seat] ?? null;
  const idle = room.phase === "lobby" || room.phase === "ended";
  if (occupant?.kind === "person") {
    if (seat === who.seat) return ["stand", "rename"];
    return who.seat === null ? [] : personActions(room, who.seat, seat);
  }
  const actions: SeatAction[] = [];
  const claim = room.claims.find((one) => one.seat === seat);
  if (claim?.player === who.player) actions.push("unclaim");
  else if (!claim && who.seat === null) actions.push(room.phase === "playing" ? "claim" : "sit");
  if (who.isHost && idle) actions.push(...(occupant ? (["level", "remove_cpu"] as const) : (["add_cpu"] as const)));
  if (!claim && who.seat !== null && room.phase !== "playing") actions.push("move");
  return actions;
}

function personActions(room: Room, mine: number, seat: number): SeatAction[] {
  const actions: SeatAction[] = [];
  const asked = (from: number, to: number) => room.swaps.some((wish) => wish.from === from && wish.to === to);
  if (room.phase !== "playing") {
    actions.push(asked(seat, mine) ? "agree" : asked(mine, seat) ? "unask" : "swap");
  }
  const people = room.seats.filter((one) => one?.kind === "person").length;
  if (people >= ENOUGH_TO_VOTE) actions.push("kick");
  return actions;
}
