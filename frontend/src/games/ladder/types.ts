/** Ladder Rummy's part of the wire: docs/protocol.md, "Ladder Rummy". */

import type { CardName } from "../../cards/cards";
import type { Action, Match, SheetLine } from "../../net/types";

export type End = "low" | "high";
export type DrawStock = { type: "draw_stock" };
export type DrawDiscard = { type: "draw_discard" };
export type LayContract = { type: "lay_contract"; melds: CardName[][] };
/** `end` is there for a run. */
export type LayOff = { type: "layoff"; meld: number; card: CardName; end?: End | null };
export type Discard = { type: "discard"; card: CardName };
export type LadderAction = DrawStock | DrawDiscard | LayContract | LayOff | Discard;

export type Kind = "group" | "run";

/** One meld that a contract asks for; `size` is the fewest cards it may have. */
export interface Need {
  type: Kind;
  size: number;
}

/** A meld on the table; a run lies low to high. */
export interface Meld {
  type: Kind;
  owner: number;
  cards: CardName[];
  /** What each card stands for: a face, or for a joker in a group its rank alone. */
  represents: string[];
  /** Who placed each card. */
  placed: number[];
}

export type Laid = "no" | "this_turn" | "earlier";

export interface LadderResult {
  reason: "out" | "stock" | "bound";
  /** The rule that ended the deal where `reason` is `bound`. */
  bound: "LR-16" | "LR-22" | "LR-23" | null;
  /** Who went out, or moved last. */
  seat: number;
  /** Penalties of the deal. */
  scores: number[];
  climbed: boolean[];
  completed: number[];
  hands: CardName[][];
}

export interface LadderMatch extends Match {
  phase: "draw" | "play" | "over";
  melds: Meld[];
  discards: { top: CardName | null; count: number };
  /** By seat: the rung stood on (1 to 10), contracts completed, and this deal's contract. */
  rungs: number[];
  completed: number[];
  laid: Laid[];
  /** The card drawn from the pile in this turn: it may not be discarded. */
  blocked: CardName | null;
  contract: Need[] | null;
  reshuffles: number;
  legal: (LadderAction & Action)[];
  sheet: (SheetLine & { climbed: boolean[] })[];
  result: LadderResult | null;
}

/** Deals in a match (LR-19). */
export const DEALS = 10;

/** Rungs of the ladder (LR-6). */
export const RUNGS = 10;

/** After so many reshuffles the empty stock ends the deal (LR-22). */
export const MOST_RESHUFFLES = 2;
