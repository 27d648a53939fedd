/** The one sentence that says whose turn it is and what can be done. Cards in it are marked. */

import { sortCards } from "../../cards/cards";
import { cardMark, cardMarks } from "../../cards/label";
import { openDepths, type Choice, type Decision } from "./selection";
import { remiTexts } from "./texts";
import type { TakeDiscard } from "./types";

const { t } = remiTexts;

/** `take` is what the chosen cards make, once they make something; `names` by seat. */
export function statusText(
  decision: Decision,
  choice: Choice,
  take: TakeDiscard | null,
  names: readonly string[],
): string {
  const { legal, phase, mySeat, toMove, top } = decision;
  if (toMove === null || phase === "over") return t("status.over");
  if (toMove !== mySeat) return t(`status.wait.${phase}`, { name: names[toMove] ?? "" });
  if (choice.kind === "close") return t("status.close");
  if (choice.kind === "take") {
    const card = top.at(-choice.depth) ?? "";
    if (take) return t("status.takeReady", { cards: cardMarks(sortCards([...take.with, card], "rank")) });
    return t("status.take", { card: cardMark(card) });
  }
  if (phase === "discard") {
    return t(legal.some(({ type }) => type === "close") ? "status.discardOrClose" : "status.discard");
  }
  if (legal.some(({ type }) => type === "decline")) return t("status.declineOrTake");
  return t(openDepths(legal).size > 0 ? "status.drawOrTake" : "status.draw");
}
