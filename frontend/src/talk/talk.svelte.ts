/** A room's talk as one person has it: what is unread, begun, or shown at a seat for a moment. */

import { SvelteMap } from "svelte/reactivity";
import { bringScript } from "../i18n";
import type { TalkLine } from "../net/types";
import type { RoomStore } from "../state/room.svelte";

/** A line floats by its speaker's seat for so long, longer the more there is to read. */
const SHOWN_MS = 3500;
const SHOWN_MS_A_LETTER = 45;
const LONGEST_SHOWN_MS = 9000;

export class Talk {
  readonly store: RoomStore;
  /** What has been begun to be written. */
  draft = $state("");
  /** What each player said a moment ago, by player. */
  readonly floating = new SvelteMap<string, TalkLine>();
  /** Whether the lines are in sight. */
  #seen = $state(false);
  #readTo: number | null = $state(null);
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  /** How many lines of others came since the lines were last in sight. */
  unread: number = $derived.by(() => {
    if (this.#seen || this.#readTo === null) return 0;
    const [read, me] = [this.#readTo, this.store.you?.player];
    return this.store.talk.filter(({ n, player }) => n > read && player !== me).length;
  });

  constructor(store: RoomStore) {
    this.store = store;
  }

  /** Begin to hear; what was said before counts as read. Gives what ends it. */
  open(): () => void {
    this.#readTo = this.#newest();
    const end = this.store.onTalk((line) => this.#float(line));
    return () => {
      end();
      for (const timer of this.#timers.values()) clearTimeout(timer);
    };
  }

  /** Tell that the lines come into sight; gives what tells that they are gone again. */
  read(): () => void {
    this.#seen = true;
    return () => {
      this.#seen = false;
      this.#readTo = this.#newest();
    };
  }

  /** Say it; rejects with the server's refusal. */
  say(kind: TalkLine["kind"], what: string): Promise<void> {
    return this.store.say(kind, what);
  }

  #newest(): number {
    return this.store.talk.at(-1)?.n ?? 0;
  }

  #float(line: TalkLine): void {
    void bringScript(line.name + line.what).catch(() => undefined);
    clearTimeout(this.#timers.get(line.player));
    this.floating.set(line.player, line);
    const ms = SHOWN_MS + (line.kind === "text" ? line.what.length * SHOWN_MS_A_LETTER : 0);
    const timer = setTimeout(
      () => this.floating.delete(line.player),
      Math.min(LONGEST_SHOWN_MS, ms),
    );
    this.#timers.set(line.player, timer);
  }
}
