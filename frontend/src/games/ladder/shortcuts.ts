/** The keys of the table, for the list that `?` opens. */

import { tableTexts } from "../../table/texts";
import { ladderTexts } from "./texts";

/** Pairs of keys and what they do, in the language in use. */
export function shortcuts(): (readonly [string, string])[] {
  const say = tableTexts.t;
  const own = ladderTexts.t;
  return [
    ["← →", say("keys.hand")],
    [say("keys.enter"), say("keys.press")],
    ["D", say("keys.draw")],
    ["P", own("keys.pile")],
    ["L", own("keys.contract")],
    ["X", own("keys.discard")],
    ["S", say("keys.sort")],
    [say("keys.escape"), say("keys.cancel")],
    ["R", say("keys.repeat")],
    ["?", say("keys.help")],
  ];
}
