/**
 * Card names as the wire spells them (`10H`, `AS`, `JK`, with twins `10H#2`), taken apart, and the
 * orders in which a hand can be held. Nothing here knows a game.
 */

export type CardName = string;
export type Suit = "S" | "H" | "D" | "C";
export type Rank = "A" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10" | "J" | "Q" | "K" | "JK";

export interface Face {
  readonly rank: Rank;
  /** null for a joker. */
  readonly suit: Suit | null;
  /** The number of the twin, 1 where the pack has none. */
  readonly copy: number;
}

export type SortOrder = "suit" | "rank";

const RANKS: readonly Rank[] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
/** Black and red in turn, so that neighbouring suits differ in colour too. */
const SUIT_ORDER: Readonly<Record<Suit, number>> = { S: 0, H: 1, C: 2, D: 3 };
const NAME = /^(?:(JK)|(A|[2-9]|10|J|Q|K)([SHDC]))(?:#(\d+))?$/;

/** The face of the card called `name`. Throws RangeError on what is no card's name. */
export function faceOf(name: CardName): Face {
  const parts = NAME.exec(name);
  if (!parts) throw new RangeError(`no card is called ${name}`);
  const [, joker, rank, suit, copy] = parts;
  return {
    rank: (joker ?? rank) as Rank,
    suit: (suit as Suit | undefined) ?? null,
    copy: copy ? Number(copy) : 1,
  };
}

/** What a joker stands for, as the wire spells it, taken apart: `7H`, or a rank alone (`9`). */
export function standsFor(face: string): { rank: Rank; suit: Suit | null } {
  const rank = RANKS.find((one) => one === face);
  return rank === undefined ? faceOf(face) : { rank, suit: null };
}

/** 1 for an ace up to 13 for a king; a joker is 14, after all of them. */
export function rankNumber(name: CardName): number {
  const { rank } = faceOf(name);
  return rank === "JK" ? 14 : RANKS.indexOf(rank) + 1;
}

function suitNumber(name: CardName): number {
  const { suit } = faceOf(name);
  return suit === null ? 4 : SUIT_ORDER[suit];
}

/** `cards` in the chosen order; the same cards give the same order wherever they came from. */
export function sortCards(cards: readonly CardName[], order: SortOrder): CardName[] {
  const first = order === "suit" ? suitNumber : rankNumber;
  const second = order === "suit" ? rankNumber : suitNumber;
  return [...cards].sort(
    (one, other) =>
      first(one) - first(other) ||
      second(one) - second(other) ||
      faceOf(one).copy - faceOf(other).copy,
  );
}

/** Whether a gap belongs before `card` in a hand held in `order`: another suit, or another rank. */
export function startsGroup(card: CardName, before: CardName | undefined, order: SortOrder): boolean {
  if (before === undefined) return false;
  const key = order === "suit" ? suitNumber : rankNumber;
  return key(card) !== key(before);
}
