/** Rummy 500's part of the wire: docs/protocol.md, "Rummy 500". */

import type { CardName } from "../../cards/cards";
import type { Action, Match } from "../../net/types";

export type End = "low" | "high";
export type Kind = "set" | "run";

export type DrawStock = { type: "draw_stock" };
/** Takes the discard at `depth` (1 is the top) with all above it. */
export type TakeDiscard = { type: "take_discard"; depth: number };
export type Decline = { type: "decline" };
export type Meld = { type: "meld"; cards: readonly CardName[] };
/** `end` is there only where the card fits both ends of a run. */
export type Layoff = { type: "layoff"; meld: number; card: CardName; end?: End };
export type Discard = { type: "discard"; card: CardName };
export type Rummy500Action = DrawStock | TakeDiscard | Decline | Meld | Layoff | Discard;

/** A meld on the table: a run low to high. `placed` is the seat that placed each card. */
export interface TableMeld {
  type: Kind;
  cards: CardName[];
  placed: number[];
  points: number;
}

/** By seat: points placed on the table, points left in the hand, and the cards left there. */
export interface Rummy500Result {
  reason: "out" | "stock" | "bound";
  /** The bound that ended the deal, for `bound`. */
  rule: string | null;
  /** Who went out, ended the deal on the empty stock, or moved last. */
  seat: number;
  scores: number[];
  placed: number[];
  left: number[];
  hands: CardName[][];
}

export interface Rummy500Match extends Match {
  phase: "draw" | "must_use" | "play" | "over";
  /** Oldest first. */
  melds: TableMeld[];
  /** The whole pile, its top last. */
  discards: CardName[];
  /** The card that has to be placed before anything else. */
  must_use: CardName | null;
  /** The card that was taken alone and cannot be discarded in this turn. */
  blocked: CardName | null;
  legal: (Rummy500Action & Action)[];
  result: Rummy500Result | null;
}

/** The total that ends a match (RF-18). */
export const GOAL = 500;
