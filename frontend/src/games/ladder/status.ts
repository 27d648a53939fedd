/** The one sentence that says whose turn it is and what can be done. Cards in it are marked. */

import type { CardName } from "../../cards/cards";
import { cardMark } from "../../cards/label";
import { contractIn, layOffs, stockMeans, type Decision } from "./selection";
import { ladderTexts } from "./texts";
import { MOST_RESHUFFLES } from "./types";

const { t } = ladderTexts;

function drawing(decision: Decision, top: CardName | null): string {
  const means = stockMeans(decision, MOST_RESHUFFLES);
  const card = top === null ? "" : cardMark(top);
  if (top === null) return t(means === "end" ? "status.draw.end" : "status.draw.stock");
  if (means === null) return t("status.draw.pile", { card });
  return means === "end" ? t("status.draw.endOrPile", { card }) : t(`status.draw.${means}`, { card });
}

function playing(decision: Decision, chosen: CardName | null): string {
  const { legal, laid, blocked } = decision;
  if (laid === "no") return t(contractIn(legal) ? "status.contract" : "status.discard");
  if (chosen === null) return t(laid === "this_turn" ? "status.laidNow" : "status.choose");
  const card = cardMark(chosen);
  const fits = [...layOffs(legal, chosen).values()];
  const stays = chosen === blocked;
  if (fits.some((actions) => actions.length > 1)) {
    return t(stays ? "status.endsOnly" : "status.ends", { card });
  }
  if (fits.length > 0) return t(stays ? "status.fitsOnly" : "status.fits", { card });
  return t(stays ? "status.stays" : "status.chosen", { card });
}

/** `top` is the uppermost discard, `chosen` the card taken up; `names` by seat. */
export function statusText(
  decision: Decision,
  top: CardName | null,
  chosen: CardName | null,
  names: readonly string[],
): string {
  const { phase, mySeat, toMove } = decision;
  if (toMove === null || phase === "over") return t("status.over");
  if (toMove !== mySeat) return t(`status.wait.${phase}`, { name: names[toMove] ?? "" });
  return phase === "draw" ? drawing(decision, top) : playing(decision, chosen);
}
