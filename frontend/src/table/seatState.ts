/** What is to be told of a seat beside its cards: who is away, plays for whom, comes next. */

import type { Held, KickVotes } from "../net/types";
import type { RoomStore } from "../state/room.svelte";

export interface SeatState {
  host: boolean;
  /** The person is not connected. */
  away: boolean;
  /** Why a CPU plays for the person; null: none does. */
  held: Held | null;
  /** Who gets the seat at the next deal. */
  claimed: string | null;
  kick: KickVotes | null;
  /** The person wishes to swap with the reader. */
  wish: boolean;
  /** The turn's clock, while it runs for this seat. */
  clock: { until: number; total: number } | null;
}

export function seatState(store: RoomStore, number: number): SeatState {
  const { room, match, wait } = store;
  const seat = room?.seats[number] ?? null;
  const person = seat?.kind === "person" ? seat : null;
  const runs = wait?.kind === "clock" && room?.phase === "playing" && match?.to_move === number;
  return {
    host: person !== null && person.player === room?.host,
    away: store.awayOn(number) !== null,
    held: person?.held ?? null,
    claimed: room?.claims.find((claim) => claim.seat === number)?.name ?? null,
    kick: room?.kicks.find((kick) => kick.seat === number) ?? null,
    wish: store.mySeat !== null && !!room?.swaps.some(({ from, to }) => from === number && to === store.mySeat),
    clock: runs ? { until: wait.until, total: (room?.options.clock ?? 0) * 1000 } : null,
  };
}
