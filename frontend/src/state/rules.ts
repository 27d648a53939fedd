/** Finds the rules that each game brings along in `games/<name>/rules/`. Nothing else names a game. */

import type { Language } from "../i18n";
import type { RulesDocument } from "../pages/rules/document";

const documents = import.meta.glob<RulesDocument>("../games/*/rules/*.json", { import: "default" });

/** The games that have rules to show, by their names on the wire. */
export const gamesWithRules: readonly string[] = [
  ...new Set(Object.keys(documents).flatMap((path) => /games\/([^/]+)\//.exec(path)?.[1] ?? [])),
].sort();

/** Where the rules of `game` are read; null when it has none. */
export function rulesPath(game: string): string | null {
  return gamesWithRules.includes(game) ? `/rules/${game}` : null;
}

/** The rules of `game` in `language`; null when there are none. */
export async function loadRules(game: string, language: Language): Promise<RulesDocument | null> {
  const load = documents[`../games/${game}/rules/${language}.json`];
  return load ? load() : null;
}
