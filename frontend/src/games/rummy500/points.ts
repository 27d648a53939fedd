/** What cards are worth, where the page tells it before the server has counted (RF-16). */

import { faceOf, type CardName } from "../../cards/cards";
import type { End, Kind, Layoff, TableMeld } from "./types";

const ACE = 15;
const LOW_ACE = 1;
const COURT = 10;

/** The value of a card in hand, or anywhere but low in a run. */
export function cardValue(card: CardName): number {
  const { rank } = faceOf(card);
  if (rank === "A") return ACE;
  return "JQK".includes(rank) ? COURT : Number(rank);
}

function isAce(card: CardName | undefined): boolean {
  return card !== undefined && faceOf(card).rank === "A";
}

/** A meld's kind: a run has one suit. */
export function kindOf(meld: readonly CardName[]): Kind {
  const [one, other] = meld;
  return one && other && faceOf(one).suit === faceOf(other).suit ? "run" : "set";
}

/** What a meld, in table order, is worth: an ace at the low end of a run only 1. */
export function meldPoints(meld: readonly CardName[]): number {
  const sum = meld.reduce((points, card) => points + cardValue(card), 0);
  return kindOf(meld) === "run" && isAce(meld[0]) ? sum - ACE + LOW_ACE : sum;
}

/** The end of a run on which the ace goes when it is laid off; a set has no ends. */
function aceEnd(meld: TableMeld, end: End | undefined): End {
  if (end) return end;
  const last = meld.cards.at(-1);
  return last !== undefined && faceOf(last).rank === "K" ? "high" : "low";
}

/** What a card brings its player by this lay-off. */
export function layoffPoints(meld: TableMeld, { card, end }: Layoff): number {
  const low = meld.type === "run" && isAce(card) && aceEnd(meld, end) === "low";
  return low ? LOW_ACE : cardValue(card);
}
