/** A check's outcome in plain words. */

import { formatNumber, language } from "../i18n";
import { spoken } from "../cards/label";
import { nameList } from "../table/names";
import type { Check, Verdict } from "./check";
import { fairTexts } from "./texts";

/** One step of the check; `notes` are added to its text. */
export interface Line {
  verdict: Verdict;
  title: string;
  text: string;
  notes: string[];
}

const { t } = fairTexts;

/** The whole of it: `weak` where it fits but something could not be checked that can matter. */
export function overall(check: Check): "good" | "weak" | "bad" {
  if (check.verdict === "bad") return "bad";
  const { published, nonces } = check;
  return published.verdict === "good" && nonces.verdict === "good" ? "good" : "weak";
}

function line(verdict: Verdict, title: string, text: string, ...notes: string[]): Line {
  return { verdict, title, text, notes };
}

function nonceLine({ nonces }: Check, namesOf: (seats: readonly number[]) => string): Line {
  const { verdict, mixed, untold, wrong } = nonces;
  const notes =
    untold.length > 0 ? [t("nonces.untold", { n: untold.length, names: namesOf(untold) })] : [];
  if (verdict === "bad") {
    const title = t("nonces.bad", { n: wrong.length, names: namesOf(wrong) });
    return line(verdict, title, t("nonces.bad.text"), ...notes);
  }
  if (mixed.length === 0) return line(verdict, t("nonces.none"), t("nonces.none.text"), ...notes);
  const title = t("nonces.good", { n: mixed.length, names: namesOf(mixed) });
  return line(verdict, title, t("nonces.good.text"), ...notes);
}

/** What each step came to, in the order in which a match goes. `names` by seat. */
export function explain(check: Check, names: readonly string[]): Line[] {
  const { secret, published, own, dealer, cards } = check;
  const nameOf = (seat: number): string => spoken(names[seat] ?? "");
  const namesOf = (seats: readonly number[]): string => nameList(seats.map(nameOf), language());

  const fits = secret.verdict === "bad" ? "bad" : "good";
  const saw = published.verdict === "bad" ? "bad" : published.late ? "late" : "good";
  const drawn = dealer.follows ? "follows" : dealer.verdict === "bad" ? "bad" : "good";
  const deals = nameList(cards.differ.map((deal) => formatNumber(deal)), language());
  const dealt = cards.verdict === "unknown" ? "none" : cards.verdict;
  const compared = dealt === "bad" ? cards.differ.length : cards.seen.length;

  return [
    line(published.verdict, t(`published.${saw}`), t(`published.${saw}.text`)),
    nonceLine(check, namesOf),
    line(own.verdict, t(`own.${own.what}`), t(`own.${own.what}.text`)),
    line(secret.verdict, t(`secret.${fits}`), t(`secret.${fits}.text`)),
    line(
      dealer.verdict,
      t(`dealer.${drawn}`, { name: nameOf(dealer.seat) }),
      t(`dealer.${drawn}.text`),
    ),
    line(
      cards.verdict,
      t(`cards.${dealt}`, { n: compared, deals }),
      t(`cards.${dealt}.text`, { n: compared }),
    ),
  ];
}
