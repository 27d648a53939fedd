/** A line of talk in the reader's own language. */

import type { TalkLine } from "../net/types";
import { talkTexts } from "./texts";

/** What was said, in words: of a reaction its name; a code that this page does not know as it is. */
export function wordsOf({ kind, what }: TalkLine): string {
  const key = `${kind}.${what}`;
  return kind !== "text" && talkTexts.has(key) ? talkTexts.t(key) : what;
}
