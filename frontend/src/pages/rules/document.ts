/**
 * The rules of a game as content: `games/<game>/rules/<language>.json`. The three languages of a
 * game have the same blocks in the same order with the same cards; only the words differ.
 *
 * Words may hold `**strong**`, `[link](https://…)` and cards, `[7H]` or `[JS QS KS]`.
 * A drawing is cards with blanks between, groups parted by `|`: `4H 5H 6H | 7S 7H! JK=7D BACK`.
 * `!` lifts a card out, `JK=7D` is a joker laid as that card, `BACK` a card face down.
 */

import type { CardName } from "../../cards/cards";

export interface RulesDocument {
  /** The aim of the game in one sentence. */
  aim: string;
  /** Cards for the title's picture. */
  hero: string;
  /** How many play, with which cards, how long: a few words each. */
  facts: string[];
  sections: RulesSection[];
}

export interface RulesSection {
  /** The anchor, the same in every language. */
  id: string;
  title: string;
  blocks: RulesBlock[];
}

export type RulesBlock =
  | { kind: "text"; text: string }
  /** What is easily overlooked. */
  | { kind: "note"; text: string }
  | { kind: "list"; items: string[] }
  | { kind: "steps"; items: string[] }
  /** Combinations that hold or do not, each with its reason. `rule` names what they are held to. */
  | { kind: "examples"; rule: string; title: string; examples: RulesExample[] }
  /** One moment of a deal, drawn. */
  | { kind: "scene"; title: string; lines: { label: string; cards: string }[]; text: string }
  /** A score worked out. `rule` as above. */
  | { kind: "sum"; rule: string; title: string; rows: SumRow[]; total: number; totalLabel: string }
  | { kind: "table"; title: string; head: string[]; rows: RulesCell[][] }
  /** What is touched for what. */
  | { kind: "taps"; items: { name: string; how: string }[] };

export interface RulesExample {
  cards: string;
  valid: boolean;
  why: string;
}

export interface SumRow {
  cards: string;
  text: string;
  points: number;
}

export type RulesCell = string | { text: string; cards: string };

export interface DrawnCard {
  /** null for a card face down. */
  card: CardName | null;
  /** What a joker was laid as. */
  as: string | undefined;
  lifted: boolean;
}

/** The groups of cards that `drawing` describes. */
export function drawnCards(drawing: string): DrawnCard[][] {
  return drawing.split("|").map((group) =>
    group
      .trim()
      .split(/\s+/)
      .map((word) => {
        const lifted = word.endsWith("!");
        const [name = "", as] = (lifted ? word.slice(0, -1) : word).split("=");
        return { card: name === "BACK" ? null : name, as, lifted };
      }),
  );
}

export type RichPart =
  | { kind: "text" | "strong"; text: string }
  | { kind: "cards"; cards: CardName[] }
  | { kind: "link"; text: string; href: string };

const RICH = /\*\*(.+?)\*\*|\[([^\]]+)\]\((https:[^)]+)\)|\[([^\]]+)\]/g;

/** `text` as plain words, strong words, cards and links in turn. */
export function richParts(text: string): RichPart[] {
  const parts: RichPart[] = [];
  let from = 0;
  for (const found of text.matchAll(RICH)) {
    if (found.index > from) parts.push({ kind: "text", text: text.slice(from, found.index) });
    const [whole, strong, link, href, cards] = found;
    if (strong !== undefined) parts.push({ kind: "strong", text: strong });
    else if (link !== undefined && href !== undefined) parts.push({ kind: "link", text: link, href });
    else if (cards !== undefined) parts.push({ kind: "cards", cards: cards.split(" ") });
    from = found.index + whole.length;
  }
  if (from < text.length) parts.push({ kind: "text", text: text.slice(from) });
  return parts;
}
