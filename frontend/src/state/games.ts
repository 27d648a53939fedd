/** Finds the page's part of each game: every folder of `games/`. Nothing else names a game. */

import type { Component } from "svelte";
import { language } from "../i18n";
import type { RoomStore } from "./room.svelte";

/** What `games/<name>/index.ts` gives as its default export. */
export interface GamePage {
  Table: Component<{ store: RoomStore }>;
  texts: { load: () => Promise<void> };
}

const pages = import.meta.glob<{ default: GamePage }>("../games/*/index.ts");
const about = import.meta.glob<Record<string, string>>("../games/*/about/*.json", {
  import: "default",
});

/** The game's table, with its texts loaded; null when this page has none. */
export async function loadGame(name: string): Promise<GamePage | null> {
  const page = pages[`../games/${name}/index.ts`];
  if (!page) return null;
  const game = (await page()).default;
  await game.texts.load();
  return game;
}

export interface GameAbout {
  name: string;
  /** One or two sentences on what it is like; empty when unknown. */
  about: string;
}

/**
 * What `games/<name>/about/<language>.json` says of a game, without loading the game:
 * `{"name": "...", "about": "..."}`. A game without it is shown by its name on the wire.
 */
export async function aboutGame(name: string): Promise<GameAbout> {
  const load = about[`../games/${name}/about/${language()}.json`];
  const said: Partial<GameAbout> = load ? await load() : {};
  return { name: said.name ?? name.charAt(0).toUpperCase() + name.slice(1), about: said.about ?? "" };
}
