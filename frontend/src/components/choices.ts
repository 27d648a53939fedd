/** What can be chosen for a room, and in words. */

import { t, texts } from "../i18n";
import type { Clock, ConfigurableOptions } from "../net/types";

/** What a new room of a game with these CPU levels is like when nothing is chosen. */
export function defaultOptions(levels: readonly string[], chosen: Partial<ConfigurableOptions>): ConfigurableOptions {
  const open = chosen.public ?? false;
  return {
    public: open,
    level: levels.at(-1) ?? "",
    clock: 0,
    watchers: true,
    // Among strangers, ready-made phrases only.
    chat: !open,
    pace: "normal",
    ...chosen,
  };
}

/** A CPU level in words; one that this page does not know, as the server calls it. */
export function levelName(level: string): string {
  const key = `level.${level}`;
  return texts.has(key) ? t(key) : level;
}

/** One line on how the level plays; empty for one that this page does not know. */
export function levelAbout(level: string): string {
  const key = `level_about.${level}`;
  return texts.has(key) ? t(key) : "";
}

export function clockName(clock: Clock): string {
  return clock === 0 ? t("options.clock_off") : t("options.seconds", { n: clock });
}
