/** Catalogues of ICU messages with typed keys. */

import { IntlMessageFormat } from "intl-messageformat";
import { followLanguage, language, type Language } from "./language.svelte";

export type Values = Record<string, string | number>;
export type Catalogue = Record<string, string>;

/** One loader a language: `() => import("./texts/en.json")`. */
export type Sources<C> = Record<Language, () => Promise<{ default: Record<keyof C, string> }>>;

export interface Texts<C> {
  /** The text of `key` in the language in use, with `values` put in. */
  t: (key: keyof C & string, values?: Values) => string;
  /** Whether there is a text called `key`: for keys that come from the server. */
  has: (key: string) => key is keyof C & string;
  /** Load the catalogue of the language in use. Await it before the first `t`. */
  load: () => Promise<void>;
}

type Ast = ReturnType<IntlMessageFormat["getAst"]>;
const PLAIN_ARGUMENT = 1;
const NUMBER = 2;

/** Makes `{n}` a number in the language's own digits wherever a number is given for it. */
function showNumbers(nodes: Ast, values: Values): void {
  for (const node of nodes) {
    if (node.type === PLAIN_ARGUMENT && typeof values[node.value] === "number") {
      (node as { type: number }).type = NUMBER;
    } else if ("options" in node) {
      for (const option of Object.values(node.options)) showNumbers(option.value, values);
    }
  }
}

/**
 * A set of texts in all languages. The type argument is the English catalogue's:
 * `makeTexts<typeof en>({ bn: () => import("./bn.json"), ... })`.
 */
export function makeTexts<C extends Catalogue>(sources: Sources<C>): Texts<C> {
  const loaded = new Map<Language, Catalogue>();
  const formats = new Map<string, IntlMessageFormat>();

  async function load(wanted: Language): Promise<void> {
    if (!loaded.has(wanted)) loaded.set(wanted, (await sources[wanted]()).default);
  }
  followLanguage((wanted) => load(wanted));

  function t(key: keyof C & string, values: Values = {}): string {
    const lang = language();
    const message = loaded.get(lang)?.[key];
    if (message === undefined) throw new Error(`no text ${key} in ${lang}`);
    const id = `${lang}:${key}`;
    let format = formats.get(id);
    if (!format) {
      format = new IntlMessageFormat(message, lang);
      showNumbers(format.getAst(), values);
      formats.set(id, format);
    }
    return String(format.format(values));
  }

  return {
    t,
    has: (key): key is keyof C & string => loaded.get(language())?.[key] !== undefined,
    load: () => load(language()),
  };
}
