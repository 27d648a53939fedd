/**
 * What a press on the table means: pure, and strictly by the server's list of legal actions.
 * Nothing here knows what a meld or a contract is.
 */

import type { CardName } from "../../cards/cards";
import type { Discard, End, LadderAction, Laid, LayContract, LayOff } from "./types";

/** The decision that the page shows, as far as a press needs it. */
export interface Decision {
  legal: readonly LadderAction[];
  phase: "draw" | "play" | "over";
  /** null: a watcher. */
  mySeat: number | null;
  toMove: number | null;
  stock: number;
  /** The number of discards. */
  discards: number;
  reshuffles: number;
  /** Whether and when the own contract was laid. */
  laid: Laid;
  blocked: CardName | null;
}

/** Why a press does nothing, as a text's key. */
export type Reason =
  | "why.watching"
  | "why.dealOver"
  | "why.notYourTurn"
  | "why.drawFirst"
  | "why.alreadyDrawn"
  | "why.stockEmpty"
  | "why.pileEmpty"
  | "why.blocked"
  | "why.chooseFirst"
  | "why.notComplete"
  | "why.alreadyLaid"
  | "why.contractFirst"
  | "why.nextTurn"
  | "why.doesNotFit"
  | "why.wouldStrand";

/** `choose` null puts back the chosen card. */
export type Reply = { choose: CardName | null } | { act: LadderAction } | { why: Reason };

/** The contract that can be laid now. */
export function contractIn(legal: readonly LadderAction[]): LayContract | null {
  return legal.find((action): action is LayContract => action.type === "lay_contract") ?? null;
}

/** The lay-offs of `card`, by the number of the meld; a run may take it at both ends. */
export function layOffs(
  legal: readonly LadderAction[],
  card: CardName | null,
): Map<number, LayOff[]> {
  const found = new Map<number, LayOff[]>();
  for (const action of legal) {
    if (action.type !== "layoff" || action.card !== card) continue;
    found.set(action.meld, [...(found.get(action.meld) ?? []), action]);
  }
  return found;
}

/** The hand cards that fit some meld on the table now. */
export function fittingCards(legal: readonly LadderAction[]): Set<CardName> {
  return new Set(legal.flatMap((action) => (action.type === "layoff" ? action.card : [])));
}

/** What a press on the stock would do: draw, make a new stock of the discards, end the deal. */
export function stockMeans(decision: Decision, mostReshuffles: number): "draw" | "reshuffle" | "end" | null {
  if (!decision.legal.some(({ type }) => type === "draw_stock")) return null;
  if (decision.stock > 0) return "draw";
  return decision.discards > 0 && decision.reshuffles < mostReshuffles ? "reshuffle" : "end";
}

function discardOf(decision: Decision, card: CardName): Discard | null {
  const found = decision.legal.find(
    (action): action is Discard => action.type === "discard" && action.card === card,
  );
  return found ?? null;
}

function notMine({ mySeat, toMove, phase }: Decision): { why: Reason } | null {
  if (mySeat === null) return { why: "why.watching" };
  if (toMove === null || phase === "over") return { why: "why.dealOver" };
  return toMove === mySeat ? null : { why: "why.notYourTurn" };
}

function discardReply(decision: Decision, card: CardName): Reply {
  const act = discardOf(decision, card);
  return act ? { act } : { why: card === decision.blocked ? "why.blocked" : "why.drawFirst" };
}

/** A press on the stock draws. */
export function pressStock(decision: Decision): Reply {
  const refused = notMine(decision);
  if (refused) return refused;
  const act = decision.legal.find(({ type }) => type === "draw_stock");
  if (act) return { act };
  return { why: decision.phase === "play" ? "why.alreadyDrawn" : "why.stockEmpty" };
}

/** A press on the pile draws its top card, or discards the chosen card on it. */
export function pressPile(decision: Decision, chosen: CardName | null): Reply {
  const refused = notMine(decision);
  if (refused) return refused;
  const act = decision.legal.find(({ type }) => type === "draw_discard");
  if (act) return { act };
  if (decision.phase === "draw") return { why: "why.pileEmpty" };
  return chosen === null ? { why: "why.alreadyDrawn" } : discardReply(decision, chosen);
}

/** A press on a hand card: discards it before the contract is laid, chooses it afterwards. */
export function pressHand(decision: Decision, chosen: CardName | null, card: CardName): Reply {
  const refused = notMine(decision);
  if (refused) return refused;
  if (decision.phase === "draw") return { why: "why.drawFirst" };
  if (decision.laid === "no") return discardReply(decision, card);
  return { choose: chosen === card ? null : card };
}

/** A press on *discard*. */
export function pressDiscard(decision: Decision, chosen: CardName | null): Reply {
  const refused = notMine(decision);
  if (refused) return refused;
  if (decision.phase === "draw") return { why: "why.drawFirst" };
  return chosen === null ? { why: "why.chooseFirst" } : discardReply(decision, chosen);
}

/** A press on *lay contract*. */
export function pressContract(decision: Decision): Reply {
  const refused = notMine(decision);
  if (refused) return refused;
  const act = contractIn(decision.legal);
  if (act) return { act };
  if (decision.laid !== "no") return { why: "why.alreadyLaid" };
  return { why: decision.phase === "draw" ? "why.drawFirst" : "why.notComplete" };
}

/**
 * A press on a table meld, at one end of it where both fit, with a card chosen or none.
 * `handSize` tells a lay-off that would leave only the blocked card.
 */
export function pressMeld(
  decision: Decision,
  chosen: CardName | null,
  meld: number,
  end: End | null,
  handSize: number,
): Reply {
  const refused = notMine(decision);
  if (refused) return refused;
  if (decision.phase === "draw") return { why: "why.drawFirst" };
  if (decision.laid === "no") return { why: "why.contractFirst" };
  if (decision.laid === "this_turn") return { why: "why.nextTurn" };
  if (chosen === null) return { why: "why.chooseFirst" };
  const fitting = layOffs(decision.legal, chosen).get(meld) ?? [];
  const act = fitting.find((action) => action.end === end) ?? fitting[0];
  if (act) return { act };
  const stranded = handSize === 2 && decision.blocked !== null && chosen !== decision.blocked;
  return { why: stranded ? "why.wouldStrand" : "why.doesNotFit" };
}
