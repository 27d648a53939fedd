/** What happened, in whole sentences. Cards in them are marked: see `richParts` and `spoken`. */

import { faceOf, type CardName } from "../../cards/cards";
import { cardMark, cardMarks } from "../../cards/label";
import type { GameEvent } from "../../net/types";
import { ladderTexts } from "./texts";
import type { LadderResult } from "./types";

const { t } = ladderTexts;

/** Whose eyes the sentences are for. */
export interface Reader {
  seat: number | null;
  nameOf: (seat: number) => string;
}

/** A card that was laid off, a joker with the card it stands for. */
function laidOffCard(card: CardName, represents: string): string {
  const whole = faceOf(card).suit === null && /[SHDC]$/.test(represents);
  return whole ? t("joker.as", { joker: cardMark(card), card: cardMark(represents) }) : cardMark(card);
}

/** Why the deal ended, as a heading; see `sentence` for the log. */
export function endWords(
  result: Pick<LadderResult, "reason" | "bound" | "seat">,
  reader: Reader,
): string {
  if (result.reason === "out") {
    const who = result.seat === reader.seat ? "you" : "other";
    return t(`end.out.${who}`, { name: reader.nameOf(result.seat) });
  }
  return t(result.bound === null ? "end.stock" : `end.bound.${result.bound}`);
}

/** The sentence for one event; null for one that has none of its own. */
export function sentence(event: GameEvent, reader: Reader): string | null {
  const seat = event.seat ?? -1;
  const who = seat === reader.seat ? "you" : "other";
  const name = reader.nameOf(seat);
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
    case "drew_discard":
      return t(`event.drewDiscard.${who}`, { name, card: cardMark(event.card as CardName) });
    case "reshuffled":
      return t("event.reshuffled", { n: event.count as number });
    case "contract_laid": {
      const melds = (event.melds as CardName[][]).map(cardMarks).join("; ");
      return t(`event.contract.${who}`, { name, melds });
    }
    case "laid_off": {
      const card = laidOffCard(event.card as CardName, event.represents as string);
      const kind = event.end === null ? "group" : "run";
      return t(`event.laidOff.${kind}.${who}`, { name, card });
    }
    case "discarded":
      return t(`event.discarded.${who}`, { name, card: cardMark(event.card as CardName) });
    case "deal_ended":
      return t("event.ended", { reason: endWords(event as unknown as LadderResult, reader) });
    default:
      return null;
  }
}

/** The sentences for several events. */
export function sentences(events: readonly GameEvent[], reader: Reader): string[] {
  return events.flatMap((event) => sentence(event, reader) ?? []);
}
