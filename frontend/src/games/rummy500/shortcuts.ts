/** The keys of the table, for the list that `?` opens. */

import { tableTexts } from "../../table/texts";
import { rummyTexts } from "./texts";

export function shortcuts(): (readonly [string, string])[] {
  const say = tableTexts.t;
  const { t } = rummyTexts;
  return [
    ["← →", say("keys.hand")],
    [say("keys.enter"), say("keys.press")],
    ["D", say("keys.draw")],
    ["1 … 9", t("keys.pile")],
    ["T", t("keys.take")],
    ["M", t("keys.meld")],
    ["L", t("keys.layOff")],
    ["X", t("keys.discard")],
    ["S", say("keys.sort")],
    [say("keys.escape"), say("keys.cancel")],
    ["R", say("keys.repeat")],
    ["?", say("keys.help")],
  ];
}
