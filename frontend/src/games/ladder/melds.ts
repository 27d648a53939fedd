/** How a meld on the table is shown: what a run would take at its ends, and how it is folded. */

import { faceOf, type CardName } from "../../cards/cards";
import { cardLabelAs } from "../../cards/label";
import type { End, Meld } from "./types";

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/** A run with more cards is folded to its first and last where there is little room. */
export const FOLD_FROM = 6;

/** What a card laid off at `end` of a run would stand for. */
export function faceAt(run: Meld, end: End): string {
  const beside = end === "low" ? run.represents[0] : run.represents.at(-1);
  const { rank, suit } = faceOf(beside ?? "");
  const step = end === "low" ? RANKS.length - 1 : 1;
  return `${RANKS[(RANKS.indexOf(rank) + step) % RANKS.length]}${suit}`;
}

/** Whether `meld` is folded when `folding` asks for it. */
export function canFold(meld: Meld): boolean {
  return meld.type === "run" && meld.cards.length >= FOLD_FROM;
}

/** The cards that are drawn, each with what it stands for; of a folded run the two ends. */
export function shownCards(meld: Meld, folded: boolean): { card: CardName; as: string }[] {
  const all = meld.cards.map((card, index) => ({ card, as: meld.represents[index] ?? card }));
  return folded ? all.filter((_one, index) => index === 0 || index === all.length - 1) : all;
}

/** All cards of a meld, said one after another. */
export function meldCards(meld: Meld): string {
  return meld.cards.map((card, index) => cardLabelAs(card, meld.represents[index])).join(", ");
}
