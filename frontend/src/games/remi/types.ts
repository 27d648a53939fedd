/** Remi's part of the wire: docs/protocol.md, "Remi". */

import type { CardName } from "../../cards/cards";
import type { Action, Match } from "../../net/types";

export type DrawStock = { type: "draw_stock" };
export type TakeDiscard = { type: "take_discard"; depth: number; with: CardName[] };
export type Decline = { type: "decline" };
export type Discard = { type: "discard"; card: CardName };
export type Close = { type: "close"; card: CardName };
export type RemiAction = DrawStock | TakeDiscard | Decline | Discard | Close;

/** A hand arranged for the greatest score; not `counted`: no sequence, so all of it is minus. */
export interface OpenHand {
  melds: CardName[][];
  rest: CardName[];
  counted: boolean;
}

export interface RemiResult {
  reason: "close" | "stock";
  /** Who closed, or could not draw. */
  seat: number;
  card: CardName | null;
  bonus: number;
  scores: number[];
  hands: OpenHand[];
}

export interface RemiMatch extends Match {
  phase: "draw" | "discard" | "over";
  /** Each seat's combinations. */
  table: CardName[][][];
  /** The last of `top` lies uppermost. */
  discards: { top: CardName[]; count: number };
  legal: (RemiAction & Action)[];
  result: RemiResult | null;
}

/** Deals in a match (RM-18). */
export const DEALS = 8;
