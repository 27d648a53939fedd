/**
 * What this browser saw of a match with its own eyes: what was published before the first card,
 * and the cards it was dealt. Kept here, so that the check at the end does not have to believe
 * what the server says then.
 */

import type { CardName } from "../cards/cards";
import type { GameEvent, Match, Room } from "../net/types";
import { forget, store, stored, storedKeys } from "../state/stored";
import type { Dealing } from "./shuffle";

const PREFIX = "meja.match.";
const MOST_KEPT = 20;

/** What a player was dealt, or a card turned up for all. */
export interface SeenDeal {
  seat: number | null;
  hand: CardName[] | null;
  turnedUp: CardName | null;
}

export interface Witness {
  /** When it was last written, as `Date.now()` counts. */
  at: number;
  /** The server's commitment, as this browser first saw it. */
  commitment: string;
  /** Whether that was before the match began. */
  before: boolean;
  /** The people's commitments by seat, as they were before anybody's nonce was told; null: not seen. */
  frozen: (string | null)[] | null;
  /** The seat this browser's player had before the match began; null: none, or not seen. */
  seat: number | null;
  dealing: Dealing | null;
  deals: Record<number, SeenDeal>;
}

/** What this browser kept of `match`; null: it never saw it, or long ago. */
export function witnessOf(match: string): Witness | null {
  const kept = stored(PREFIX + match) as Witness | null;
  return kept !== null && typeof kept === "object" && "deals" in kept ? kept : null;
}

function keep(match: string, witness: Witness): void {
  const others = storedKeys(PREFIX).filter((key) => key !== PREFIX + match);
  if (others.length >= MOST_KEPT) {
    const age = (key: string): number => (stored(key) as Partial<Witness> | null)?.at ?? 0;
    others.sort((one, other) => age(other) - age(one));
    for (const key of others.slice(MOST_KEPT - 1)) forget(key);
  }
  store(PREFIX + match, witness);
}

/** Write `change` into what is kept of `match`, unless it says nothing new. */
function amend(match: string, first: Partial<Witness>, change: Partial<Witness>): void {
  const known = witnessOf(match);
  const old: Witness = known ?? {
    at: 0,
    commitment: "",
    before: false,
    frozen: null,
    seat: null,
    dealing: null,
    deals: {},
    ...first,
  };
  const next = { ...old, ...change };
  if (known && JSON.stringify({ ...next, at: old.at }) === JSON.stringify(known)) return;
  keep(match, { ...next, at: Date.now() });
}

/** Look at the room as it is now: call it for every state that the page holds. */
export function witnessRoom(room: Room, match: Match | null, seat: number | null): void {
  const { next, phase } = room;
  if (phase !== "playing" && phase !== "pause") {
    const frozen = phase === "starting" && next.stage === "reveal" ? next.commitments : null;
    const first = { commitment: next.commitment, before: true };
    amend(next.match, first, { seat, ...(frozen ? { frozen } : {}) });
  }
  if (match && !witnessOf(match.id)) amend(match.id, { commitment: match.commitment }, {});
}

function dealingOf(started: GameEvent): Dealing | null {
  const { hand_sizes: handSizes, stock, turned_up: turnedUp } = started;
  if (!Array.isArray(handSizes) || typeof stock !== "number") return null;
  return { handSizes: handSizes as number[], stock, turnedUp: typeof turnedUp === "string" };
}

/** `events` in parts, each of which begins with its deal; what comes before the first is left out. */
function byDeal(events: readonly GameEvent[]): GameEvent[][] {
  const deals: GameEvent[][] = [];
  for (const event of events) {
    if (event.type === "deal_started") deals.push([]);
    deals.at(-1)?.push(event);
  }
  return deals;
}

/**
 * Look at what was dealt. `events` are news in the receiver's form, or the log of the deal; with
 * the log, `hand` is the own hand now, which is as dealt until its seat acts.
 */
export function witnessDeal(
  match: Match,
  seat: number | null,
  events: readonly GameEvent[],
  hand: readonly CardName[] | null = null,
): void {
  for (const [started, ...rest] of byDeal(events)) {
    if (!started) continue;
    const known = witnessOf(match.id);
    const deal = Number(started.deal);
    const own = rest.filter((event) => event.seat === seat);
    const told = own.find(({ type }) => type === "dealt")?.private?.cards as CardName[] | undefined;
    const untouched = hand !== null && own.every(({ type }) => type === "dealt");
    const before = known?.deals[deal];
    const seen: SeenDeal = {
      seat: before?.hand ? before.seat : seat,
      hand: before?.hand ?? told ?? (untouched ? [...hand] : null),
      turnedUp: typeof started.turned_up === "string" ? started.turned_up : null,
    };
    const first = { commitment: match.commitment };
    amend(match.id, first, { dealing: dealingOf(started), deals: { ...known?.deals, [deal]: seen } });
  }
}
