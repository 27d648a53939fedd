/** The one sentence that says whose turn it is and what can be done. Cards in it are marked. */

import { cardMark, cardMarks } from "../../cards/label";
import { kindOf, meldPoints } from "./points";
import {
  chosenCards,
  chosenMeld,
  fitting,
  layoffs,
  openDepths,
  type Choice,
  type Decision,
} from "./selection";
import { rummyTexts } from "./texts";

const { t } = rummyTexts;

function drawStatus({ legal, discards }: Decision, choice: Choice): string {
  if (choice.kind === "take") {
    const { depth } = choice;
    const card = cardMark(discards.at(-depth) ?? "");
    return depth === 1 ? t("status.takeTop", { card }) : t("status.take", { card, n: depth - 1 });
  }
  const deeper = [...openDepths(legal)].some((depth) => depth > 1);
  if (legal.some(({ type }) => type === "decline")) {
    return t(deeper ? "status.emptyOrLit" : "status.emptyOrTop");
  }
  return t(deeper ? "status.drawOrLit" : "status.drawOrTop");
}

function mustStatus({ legal, mustUse }: Decision, choice: Choice): string {
  const values = { card: cardMark(mustUse ?? "") };
  if (chosenCards(choice).length > 1) return t("status.must.more", values);
  const canMeld = legal.some(({ type }) => type === "meld");
  const canLayOff = legal.some(({ type }) => type === "layoff");
  if (canMeld && canLayOff) return t("status.must.both", values);
  return t(canMeld ? "status.must.meld" : "status.must.layoff", values);
}

function oneStatus({ legal, blocked }: Decision, choice: Choice): string {
  const [card = ""] = chosenCards(choice);
  const values = { card: cardMark(card) };
  const places = [...layoffs(legal, choice).values()];
  const fits = places.length > 0;
  const goes = fitting(legal, [card]).size > 0;
  if (card === blocked) {
    if (fits) return t("status.blocked.fits", values);
    return t(goes ? "status.blocked.goes" : "status.blocked", values);
  }
  if (places.some((ends) => ends.length > 1)) return t("status.one.ends", values);
  if (fits) return t(goes ? "status.one.both" : "status.one.fits", values);
  return t(goes ? "status.one.goes" : "status.one", values);
}

/** `names` by seat. */
export function statusText(decision: Decision, choice: Choice, names: readonly string[]): string {
  const { legal, phase, mySeat, toMove, mustUse } = decision;
  if (toMove === null || phase === "over") return t("status.over");
  if (toMove !== mySeat) return t(`status.wait.${phase}`, { name: names[toMove] ?? "" });
  if (phase === "draw") return drawStatus(decision, choice);
  const chosen = chosenCards(choice);
  const meld = chosenMeld(legal, choice);
  if (meld) {
    const values = { n: meld.cards.length, cards: cardMarks(meld.cards), points: meldPoints(meld.cards) };
    return t(`status.ready.${kindOf(meld.cards)}`, values);
  }
  if (mustUse !== null) return mustStatus(decision, choice);
  if (chosen.length === 1) return oneStatus(decision, choice);
  if (chosen.length > 1) {
    return t(fitting(legal, chosen).size > 0 ? "status.more" : "status.noMeld");
  }
  return t(legal.some(({ type }) => type !== "discard") ? "status.play" : "status.discard");
}
