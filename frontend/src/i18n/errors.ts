/** What a refusal's code means to the person it reaches. */

import type en from "./errors/en.json";
import { makeTexts, type Values } from "./texts";
import { Refusal } from "../net/types";

const errors = makeTexts<typeof en>({
  bn: () => import("./errors/bn.json"),
  id: () => import("./errors/id.json"),
  en: () => import("./errors/en.json"),
});

function printable(data: Record<string, unknown>): Values {
  const values: Values = {};
  for (const [key, value] of Object.entries(data)) {
    if (typeof value === "string" || typeof value === "number") values[key] = value;
  }
  return values;
}

/** The sentence for `code`; a code without one gets a general sentence that names it. */
export function errorText(code: string, data: Record<string, unknown> = {}): string {
  return errors.has(code) ? errors.t(code, printable(data)) : errors.t("other", { code });
}

/** The sentence for anything thrown: a refusal's own, or that the server was not reached. */
export function refusalText(thrown: unknown): string {
  if (thrown instanceof Refusal) return errorText(thrown.code, thrown.data);
  return errors.t("no_answer");
}
