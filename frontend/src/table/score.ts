/** Scores as they are written. */

import { formatNumber } from "../i18n";

/** `value` with its sign, a true minus among them, in the language's own digits. */
export function signed(value: number): string {
  return formatNumber(value, true).replace("-", "\u2212");
}
