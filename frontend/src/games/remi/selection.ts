/**
 * What a press on the table means: pure, and strictly by the server's list of legal actions.
 * Nothing here knows what a combination is.
 */

import type { CardName } from "../../cards/cards";
import type { Close, RemiAction, TakeDiscard } from "./types";

/** What the player has begun: nothing, a take from the discards, or closing. */
export type Choice =
  | { kind: "none" }
  | { kind: "take"; depth: number; chosen: readonly CardName[] }
  | { kind: "close" };

export const NO_CHOICE: Choice = { kind: "none" };

/** The decision that the page shows, as far as a press needs it. */
export interface Decision {
  legal: readonly RemiAction[];
  phase: "draw" | "discard" | "over";
  /** null: a watcher. */
  mySeat: number | null;
  toMove: number | null;
  stock: number;
  /** The open discards; depth 1 is the last. */
  top: readonly CardName[];
}

/** Why a press does nothing, as a text's key. */
export type Reason =
  | "why.watching"
  | "why.dealOver"
  | "why.notYourTurn"
  | "why.drawFirst"
  | "why.takeFirst"
  | "why.alreadyDrawn"
  | "why.stockEmpty"
  | "why.noTake"
  | "why.doesNotGo"
  | "why.chooseMore"
  | "why.doesNotClose"
  | "why.cannotDiscard";

export type Reply =
  | { choose: Choice }
  | { act: RemiAction }
  | { why: Reason; card?: CardName };

/** The takes of the discard at `depth`. */
export function takesAt(legal: readonly RemiAction[], depth: number): TakeDiscard[] {
  return legal.filter(
    (action): action is TakeDiscard => action.type === "take_discard" && action.depth === depth,
  );
}

/** The depths that can be taken. */
export function openDepths(legal: readonly RemiAction[]): Set<number> {
  return new Set(legal.flatMap((action) => (action.type === "take_discard" ? action.depth : [])));
}

/** The closing actions. */
export function closes(legal: readonly RemiAction[]): Close[] {
  return legal.filter((action): action is Close => action.type === "close");
}

/** The hand cards that still go with a begun take: of every take that holds all chosen ones. */
export function fitting(
  legal: readonly RemiAction[],
  depth: number,
  chosen: readonly CardName[],
): Set<CardName> {
  const whole = takesAt(legal, depth).filter((take) =>
    chosen.every((card) => take.with.includes(card)),
  );
  return new Set(whole.flatMap((take) => take.with).filter((card) => !chosen.includes(card)));
}

/** The take that the chosen cards are exactly, in any order; null: none yet. */
export function chosenTake(legal: readonly RemiAction[], choice: Choice): TakeDiscard | null {
  if (choice.kind !== "take") return null;
  const { depth, chosen } = choice;
  const same = (take: TakeDiscard): boolean =>
    take.with.length === chosen.length && take.with.every((card) => chosen.includes(card));
  return takesAt(legal, depth).find(same) ?? null;
}

/** The hand cards that a begun take or close can use now. */
export function litCards(legal: readonly RemiAction[], choice: Choice): Set<CardName> {
  if (choice.kind === "take") return fitting(legal, choice.depth, choice.chosen);
  return new Set(choice.kind === "close" ? closes(legal).map(({ card }) => card) : []);
}

function notMine({ mySeat, toMove, phase }: Decision): { why: Reason } | null {
  if (mySeat === null) return { why: "why.watching" };
  if (toMove === null || phase === "over") return { why: "why.dealOver" };
  return toMove === mySeat ? null : { why: "why.notYourTurn" };
}

/** A press on the stock draws; on the empty stock it ends the deal where that is legal. */
export function pressStock(decision: Decision): Reply {
  const refused = notMine(decision);
  if (refused) return refused;
  const act = decision.legal.find(({ type }) => type === "draw_stock" || type === "decline");
  if (act) return { act };
  return { why: decision.phase === "discard" ? "why.alreadyDrawn" : "why.stockEmpty" };
}

/** A press on an open discard begins a take, or puts back the one begun. */
export function pressDiscard(decision: Decision, choice: Choice, depth: number): Reply {
  const refused = notMine(decision);
  if (refused) return refused;
  if (choice.kind === "take" && choice.depth === depth) return { choose: NO_CHOICE };
  if (takesAt(decision.legal, depth).length > 0) {
    return { choose: { kind: "take", depth, chosen: [] } };
  }
  if (decision.phase === "discard") return { why: "why.alreadyDrawn" };
  const card = decision.top.at(-depth);
  return card === undefined ? { why: "why.noTake" } : { why: "why.noTake", card };
}

/** A press on a hand card: adds it to the take, closes with it, or discards it. */
export function pressHand(decision: Decision, choice: Choice, card: CardName): Reply {
  const refused = notMine(decision);
  if (refused) return refused;
  const { legal } = decision;
  if (choice.kind === "take") {
    const { depth, chosen } = choice;
    if (chosen.includes(card)) {
      return { choose: { ...choice, chosen: chosen.filter((other) => other !== card) } };
    }
    if (fitting(legal, depth, chosen).has(card)) {
      return { choose: { ...choice, chosen: [...chosen, card] } };
    }
    return { why: "why.doesNotGo", card };
  }
  if (choice.kind === "close") {
    const act = closes(legal).find((close) => close.card === card);
    return act ? { act } : { why: "why.doesNotClose", card };
  }
  const act = legal.find((action) => action.type === "discard" && action.card === card);
  if (act) return { act };
  if (decision.phase === "discard") return { why: "why.cannotDiscard", card };
  return { why: decision.stock > 0 ? "why.drawFirst" : "why.takeFirst" };
}

/** A press on *lay down*. */
export function pressLay(decision: Decision, choice: Choice): Reply {
  const act = chosenTake(decision.legal, choice);
  if (act) return { act };
  const refused = notMine(decision);
  if (refused) return refused;
  const card = choice.kind === "take" ? decision.top.at(-choice.depth) : undefined;
  return card === undefined ? { why: "why.chooseMore" } : { why: "why.chooseMore", card };
}
