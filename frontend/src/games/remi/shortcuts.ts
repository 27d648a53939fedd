/** The keys of Remi's table in words, for the list that `?` opens. */

import { tableTexts } from "../../table/texts";

/** Pairs of keys and what they do, in the language in use. */
export function shortcuts(): [keys: string, meaning: string][] {
  const { t } = tableTexts;
  return [
    ["← →", t("keys.hand")],
    [t("keys.enter"), t("keys.press")],
    ["D", t("keys.draw")],
    ["1 2 3", t("keys.discards")],
    ["L", t("keys.lay")],
    ["C", t("keys.close")],
    ["S", t("keys.sort")],
    [t("keys.escape"), t("keys.cancel")],
    ["R", t("keys.repeat")],
    ["?", t("keys.help")],
  ];
}
