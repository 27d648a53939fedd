/**
 * What a press on the table means: pure, and by the server's list of legal actions. Nothing here
 * knows what a meld is; where a press is not on the list and no reason is plain, the server is
 * asked and its refusal told.
 */

import type { CardName } from "../../cards/cards";
import { kindOf } from "./points";
import type { End, Layoff, Meld, Rummy500Action } from "./types";

/** What the player has begun: nothing, a take from the pile, or hand cards taken up. */
export type Choice =
  | { kind: "none" }
  | { kind: "take"; depth: number }
  | { kind: "cards"; cards: readonly CardName[] };

export const NO_CHOICE: Choice = { kind: "none" };

/** The decision that the page shows, as far as a press needs it. */
export interface Decision {
  legal: readonly Rummy500Action[];
  phase: "draw" | "must_use" | "play" | "over";
  /** null: a watcher. */
  mySeat: number | null;
  toMove: number | null;
  stock: number;
  /** The pile; depth 1 is the last. */
  discards: readonly CardName[];
  mustUse: CardName | null;
  blocked: CardName | null;
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
  | "why.notAtOnce"
  | "why.mustPlace"
  | "why.doesNotGo"
  | "why.chooseThree"
  | "why.chooseOne"
  | "why.onlyOne"
  | "why.blocked"
  | "why.tapPile";

export type Reply =
  | { choose: Choice }
  | { act: Rummy500Action }
  | { why: Reason; card?: CardName };

const FEWEST_CARDS = 3;

/** The cards taken up, in the order in which they were. */
export function chosenCards(choice: Choice): readonly CardName[] {
  return choice.kind === "cards" ? choice.cards : [];
}

/** Where a decision begins: a card that has to be placed is already taken up. */
export function beginning({ mustUse, mySeat, toMove }: Decision): Choice {
  if (mustUse === null || mySeat !== toMove) return NO_CHOICE;
  return { kind: "cards", cards: [mustUse] };
}

/** The depths that can be taken. */
export function openDepths(legal: readonly Rummy500Action[]): Set<number> {
  return new Set(legal.flatMap((action) => (action.type === "take_discard" ? action.depth : [])));
}

function meldsOf(legal: readonly Rummy500Action[]): Meld[] {
  return legal.filter((action): action is Meld => action.type === "meld");
}

/** The hand cards that still go with the chosen ones: of every meld that holds all of those. */
export function fitting(
  legal: readonly Rummy500Action[],
  chosen: readonly CardName[],
): Set<CardName> {
  if (chosen.length === 0) return new Set();
  const whole = meldsOf(legal).filter(({ cards }) => chosen.every((card) => cards.includes(card)));
  return new Set(whole.flatMap(({ cards }) => cards).filter((card) => !chosen.includes(card)));
}

/**
 * The meld that the chosen cards are exactly, in table order; null: none. A whole suit is listed
 * twice, and the page lays it with its ace high (RF-11).
 */
export function chosenMeld(legal: readonly Rummy500Action[], choice: Choice): Meld | null {
  const chosen = chosenCards(choice);
  const same = meldsOf(legal).filter(
    ({ cards }) => cards.length === chosen.length && cards.every((card) => chosen.includes(card)),
  );
  return same.find(({ cards }) => kindOf(cards) === "run" && cards.at(-1)?.startsWith("A")) ?? same[0] ?? null;
}

/** The lay-offs of the one chosen card by the meld they go on: two where an ace fits both ends. */
export function layoffs(legal: readonly Rummy500Action[], choice: Choice): Map<number, Layoff[]> {
  const found = new Map<number, Layoff[]>();
  const [card, ...more] = chosenCards(choice);
  if (card === undefined || more.length > 0) return found;
  for (const action of legal) {
    if (action.type !== "layoff" || action.card !== card) continue;
    found.set(action.meld, [...(found.get(action.meld) ?? []), action]);
  }
  return found;
}

function notMine({ mySeat, toMove, phase }: Decision): { why: Reason } | null {
  if (mySeat === null) return { why: "why.watching" };
  if (toMove === null || phase === "over") return { why: "why.dealOver" };
  return toMove === mySeat ? null : { why: "why.notYourTurn" };
}

function notPlaying(decision: Decision): { why: Reason } | null {
  if (decision.phase !== "draw") return notMine(decision);
  return notMine(decision) ?? { why: decision.stock > 0 ? "why.drawFirst" : "why.takeFirst" };
}

function notDrawing(decision: Decision): { why: Reason; card?: CardName } | null {
  const refused = notMine(decision);
  if (refused || decision.phase === "draw") return refused;
  if (decision.mustUse !== null) return { why: "why.mustPlace", card: decision.mustUse };
  return { why: "why.alreadyDrawn" };
}

/** A press on the stock draws; on the empty stock it ends the deal where that is legal. */
export function pressStock(decision: Decision): Reply {
  const refused = notDrawing(decision);
  if (refused) return refused;
  const act = decision.legal.find(({ type }) => type === "draw_stock" || type === "decline");
  return act ? { act } : { why: "why.stockEmpty" };
}

/**
 * A press on the pile. The top card alone is taken at once; a deeper one is chosen first, so that
 * it can be seen how many come with it, and pressed again it is left.
 */
export function pressPile(decision: Decision, choice: Choice, depth: number): Reply {
  const refused = notDrawing(decision);
  if (refused) return refused;
  const act = decision.legal.find(
    (action) => action.type === "take_discard" && action.depth === depth,
  );
  const card = decision.discards.at(-depth);
  if (!act) return card === undefined ? { why: "why.tapPile" } : { why: "why.notAtOnce", card };
  if (choice.kind === "take") {
    return { choose: choice.depth === depth ? NO_CHOICE : { kind: "take", depth } };
  }
  return depth === 1 ? { act } : { choose: { kind: "take", depth } };
}

/** A press on *take*. */
export function pressTake(decision: Decision, choice: Choice): Reply {
  const depth = choice.kind === "take" ? choice.depth : null;
  const act = decision.legal.find(
    (action) => action.type === "take_discard" && action.depth === depth,
  );
  return act ? { act } : (notDrawing(decision) ?? { why: "why.tapPile" });
}

/**
 * A press on a hand card takes it up or puts it back. One that goes with none of the chosen
 * begins anew instead of a single one, and is refused beside several.
 */
export function pressHand(decision: Decision, choice: Choice, card: CardName): Reply {
  const refused = notPlaying(decision);
  if (refused) return refused;
  const { legal, mustUse, blocked } = decision;
  const chosen = chosenCards(choice);
  if (chosen.includes(card)) {
    if (card === mustUse) return { why: "why.mustPlace", card };
    const cards = chosen.filter((other) => other !== card);
    return { choose: cards.length > 0 ? { kind: "cards", cards } : NO_CHOICE };
  }
  // With a blocked card a meld may be off the list for its sake: the server tells it (RF-21).
  if (chosen.length === 0 || blocked !== null || fitting(legal, chosen).has(card)) {
    return { choose: { kind: "cards", cards: [...chosen, card] } };
  }
  if (mustUse === null && chosen.length === 1) return { choose: { kind: "cards", cards: [card] } };
  return { why: "why.doesNotGo", card };
}

/** A press on *meld*. */
export function pressMeld(decision: Decision, choice: Choice): Reply {
  const act = chosenMeld(decision.legal, choice);
  if (act) return { act };
  const refused = notPlaying(decision);
  if (refused) return refused;
  const cards = chosenCards(choice);
  return cards.length < FEWEST_CARDS ? { why: "why.chooseThree" } : { act: { type: "meld", cards } };
}

/** A press on *discard*. */
export function pressDiscard(decision: Decision, choice: Choice): Reply {
  const refused = notPlaying(decision);
  if (refused) return refused;
  if (decision.mustUse !== null) return { why: "why.mustPlace", card: decision.mustUse };
  const [card, ...more] = chosenCards(choice);
  if (card === undefined) return { why: "why.chooseOne" };
  if (more.length > 0) return { why: "why.onlyOne" };
  if (card === decision.blocked) return { why: "why.blocked", card };
  return { act: { type: "discard", card } };
}

/**
 * A press on a meld of the table, at an `end` where that was asked: lays the one chosen card off.
 * null: no card is chosen, and the press means the meld itself.
 */
export function pressTable(
  decision: Decision,
  choice: Choice,
  meld: number,
  end?: End,
): Reply | null {
  const [card, ...more] = chosenCards(choice);
  if (card === undefined || more.length > 0) return null;
  const listed = layoffs(decision.legal, choice).get(meld) ?? [];
  const act = listed.find((action) => action.end === end) ?? listed.at(-1);
  return { act: act ?? { type: "layoff", meld, card } };
}
