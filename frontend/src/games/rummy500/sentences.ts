/** What happened, in whole sentences. Cards in them are marked: see `richParts` and `spoken`. */

import type { CardName } from "../../cards/cards";
import { cardMark, cardMarks } from "../../cards/label";
import type { GameEvent } from "../../net/types";
import { rummyTexts } from "./texts";
import type { Rummy500Result } from "./types";

const { t } = rummyTexts;

/** Whose eyes the sentences are for. */
export interface Reader {
  seat: number | null;
  nameOf: (seat: number) => string;
}

function whose(seat: number, reader: Reader): { who: "you" | "other"; name: string } {
  return { who: seat === reader.seat ? "you" : "other", name: reader.nameOf(seat) };
}

/** Above so many taken cards, they are told by their number. */
const MOST_NAMED = 4;

function tookSentence(event: GameEvent, reader: Reader): string {
  const { who, name } = whose(event.seat ?? -1, reader);
  const cards = event.cards as CardName[];
  const [deepest = "", ...above] = cards;
  if (above.length === 0) return t(`event.tookTop.${who}`, { name, card: cardMark(deepest) });
  if (cards.length <= MOST_NAMED) return t(`event.took.${who}`, { name, cards: cardMarks(cards) });
  return t(`event.tookDeep.${who}`, { name, card: cardMark(deepest), n: above.length });
}

/** The sentence for one event; null for one that has none of its own. */
export function sentence(event: GameEvent, reader: Reader): string | null {
  const { who, name } = whose(event.seat ?? -1, reader);
  switch (event.type) {
    case "deal_started": {
      const first = whose(event.first as number, reader);
      const values = { deal: event.deal as number, name: first.name };
      return t(`event.started.${first.who}`, values);
    }
    case "drew": {
      const card = event.private?.card as CardName | undefined;
      if (card !== undefined) return t("event.drewCard.you", { card: cardMark(card) });
      return t(`event.drew.${who}`, { name });
    }
    case "took":
      return tookSentence(event, reader);
    case "melded":
      return t(`event.melded.${who}`, { name, cards: cardMarks(event.cards as CardName[]) });
    case "laid_off":
      return t(`event.laidOff.${who}`, { name, card: cardMark(event.card as CardName) });
    case "discarded":
      return t(`event.discarded.${who}`, { name, card: cardMark(event.card as CardName) });
    case "declined":
      return t(`event.declined.${who}`, { name });
    case "deal_ended":
      if (event.reason === "out") return t(`event.out.${who}`, { name });
      return event.reason === "bound" ? t("event.bound") : null;
    default:
      return null;
  }
}

/** The sentences for several events. */
export function sentences(events: readonly GameEvent[], reader: Reader): string[] {
  return events.flatMap((event) => sentence(event, reader) ?? []);
}

/** How a deal ended, as its sheet's heading says it. */
export function endText({ reason, seat }: Rummy500Result, reader: Reader): string {
  const { who, name } = whose(seat, reader);
  if (reason === "bound") return t("sheet.bound");
  return t(`sheet.${reason}.${who}`, { name });
}
