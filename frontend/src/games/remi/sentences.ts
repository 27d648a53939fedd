/** What happened, in whole sentences. Cards in them are marked: see `richParts` and `spoken`. */

import { cardMark, cardMarks } from "../../cards/label";
import { sortCards, type CardName } from "../../cards/cards";
import type { GameEvent } from "../../net/types";
import { remiTexts } from "./texts";

const { t } = remiTexts;

/** Whose eyes the sentences are for. */
export interface Reader {
  seat: number | null;
  nameOf: (seat: number) => string;
}

function whose(event: GameEvent, reader: Reader): { who: "you" | "other"; name: string } {
  const seat = event.seat ?? -1;
  return { who: seat === reader.seat ? "you" : "other", name: reader.nameOf(seat) };
}

function tookSentence(event: GameEvent, reader: Reader): string {
  const { who, name } = whose(event, reader);
  const card = event.card as CardName;
  const picked = event.picked as CardName[];
  const values = {
    name,
    card: cardMark(card),
    cards: cardMarks(sortCards([...(event.with as CardName[]), card], "rank")),
    picked: cardMarks(picked),
  };
  return t(picked.length > 0 ? `event.tookMore.${who}` : `event.took.${who}`, values);
}

/** The sentence for one event; null for one that has none of its own. */
export function sentence(event: GameEvent, reader: Reader): string | null {
  const { who, name } = whose(event, reader);
  switch (event.type) {
    case "deal_started": {
      const first = event.first as number;
      const mine = first === reader.seat ? "you" : "other";
      const values = { deal: event.deal as number, name: reader.nameOf(first) };
      return t(`event.started.${mine}`, values);
    }
    case "drew": {
      const card = event.private?.card as CardName | undefined;
      if (card !== undefined) return t("event.drewCard.you", { card: cardMark(card) });
      return t(`event.drew.${who}`, { name });
    }
    case "took":
      return tookSentence(event, reader);
    case "discarded":
      return t(`event.discarded.${who}`, { name, card: cardMark(event.card as CardName) });
    case "declined":
      return t(`event.declined.${who}`, { name });
    case "closed":
      return t(`event.closed.${who}`, { name, card: cardMark(event.card as CardName) });
    case "deal_ended":
      return event.reason === "stock" ? t(`event.stock.${who}`, { name }) : null;
    default:
      return null;
  }
}

/**
 * The sentences for several events. A deal that a seat declined to go on with is not told
 * twice, as declined and as ended.
 */
export function sentences(events: readonly GameEvent[], reader: Reader): string[] {
  const declined = events.some(({ type }) => type === "declined");
  return events
    .filter(({ type }) => !(declined && type === "deal_ended"))
    .flatMap((event) => sentence(event, reader) ?? []);
}
