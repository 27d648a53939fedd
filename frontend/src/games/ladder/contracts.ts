/** The ten contracts, for the eye and in words. What counts is what the server says is legal. */

import { ladderTexts } from "./texts";
import type { Kind, Need } from "./types";

const { t } = ladderTexts;

const groups = (...sizes: number[]): Need[] => sizes.map((size) => ({ type: "group", size }));
const runs = (...sizes: number[]): Need[] => sizes.map((size) => ({ type: "run", size }));

/** By rung, beginning with the first (rules, section 3.3). */
const CONTRACTS: readonly (readonly Need[])[] = [
  groups(3, 3),
  [...groups(3), ...runs(4)],
  runs(4, 4),
  groups(3, 3, 3),
  [...groups(4), ...runs(4)],
  [...groups(3, 3), ...runs(4)],
  runs(7),
  groups(4, 4),
  runs(4, 6),
  [...groups(3), ...runs(7)],
];

/** What `rung` (1 to 10) asks for. */
export function contractOf(rung: number): readonly Need[] {
  return CONTRACTS[rung - 1] ?? [];
}

/** A contract in words: "two groups of 3 and a run of 4". */
export function contractWords(needs: readonly Need[]): string {
  const counted = new Map<string, { type: Kind; size: number; n: number }>();
  for (const { type, size } of needs) {
    const key = `${type}${size}`;
    counted.set(key, { type, size, n: (counted.get(key)?.n ?? 0) + 1 });
  }
  const [first = "", second] = [...counted.values()].map(({ type, size, n }) =>
    t(`contract.${type}`, { size, n }),
  );
  return second === undefined ? first : t("contract.and", { first, second });
}

/** "Rung 6: two groups of 3 and a run of 4". */
export function rungWords(rung: number): string {
  return t("rung.contract", { rung, contract: contractWords(contractOf(rung)) });
}
