/** Cards in words: "king of hearts", and sentences that hold cards. */

import { makeTexts, t } from "../i18n";
import { faceOf, standsFor, type CardName } from "./cards";
import type en from "./texts/en.json";

export const cardTexts = makeTexts<typeof en>({
  bn: () => import("./texts/bn.json"),
  id: () => import("./texts/id.json"),
  en: () => import("./texts/en.json"),
});

/** The card's name as it is said: "king of hearts", "raja hati", "হরতনের সাহেব". */
export function cardLabel(name: CardName): string {
  const { rank, suit } = faceOf(name);
  if (rank === "JK" || suit === null) return cardTexts.t("joker");
  return cardTexts.t("card", {
    rank: cardTexts.t(`rank.${rank}`),
    suit: cardTexts.t(`suit.${suit}`),
  });
}

/** The same for a card on the table, a joker with what it stands for: "joker as 7 of hearts". */
export function cardLabelAs(name: CardName, as: string | undefined): string {
  if (as === undefined || faceOf(name).suit !== null) return cardLabel(name);
  const { rank, suit } = standsFor(as);
  const stand = suit === null && rank !== "JK" ? cardTexts.t(`rank.${rank}`) : cardLabel(as);
  return cardTexts.t("jokerAs", { card: stand });
}

/** Several cards, said one after another. */
export function cardLabels(names: readonly CardName[]): string {
  return names.map(cardLabel).join(", ");
}

// A card travels through a message as its name between two private-use characters, so that
// one catalogue text serves the ear (words) and the eye (small faces).
const OPEN = "\uE000";
const CLOSE = "\uE001";
const MARKED = /\uE000([^\uE001]+)\uE001/;
// A CPU's name has its face before it: one such character, which no person's name can hold, and
// a joiner, so that no line ends between the two.
const FIRST_FACE = 0xe010;
const JOINER = "\u2060";
const CPU_FACE = /([\uE010-\uE01F])\u2060/;

/** Cards as the value of a message's placeholder; take the result apart with `richParts`. */
export function cardMarks(names: readonly CardName[]): string {
  return names.map((name) => OPEN + name + CLOSE).join(" ");
}

/** One card as the value of a message's placeholder. */
export function cardMark(name: CardName): string {
  return cardMarks([name]);
}

/** A CPU's `name` as the value of a message's placeholder: marked with the face of CPU `number`. */
export function cpuMark(number: number, name: string): string {
  return String.fromCharCode(FIRST_FACE + number) + JOINER + name;
}

export type RichPart = { text: string } | { card: CardName } | { cpu: number };

/** A message with marked cards and CPUs, as text and marks in turn. */
export function richParts(message: string): RichPart[] {
  const texts = (piece: string): RichPart[] =>
    piece
      .split(CPU_FACE)
      .map((part, index) => (index % 2 ? { cpu: part.charCodeAt(0) - FIRST_FACE } : { text: part }));
  return message
    .split(MARKED)
    .flatMap((piece, index): RichPart[] => (index % 2 ? [{ card: piece }] : texts(piece)))
    .filter((part) => !("text" in part) || part.text !== "");
}

/** A message with marked cards and CPUs, all in words. */
export function spoken(message: string): string {
  return message
    .replaceAll(`${CLOSE} ${OPEN}`, `${CLOSE}, ${OPEN}`)
    .replace(new RegExp(CPU_FACE, "g"), `${t("seat.cpu")} `)
    .replace(new RegExp(MARKED, "g"), (_all, name: CardName) => cardLabel(name));
}
