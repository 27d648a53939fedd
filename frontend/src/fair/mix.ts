/** Puts this browser's nonce into the shuffle of each match that its player sits in. */

import type { Request, Room } from "../net/types";
import { promise, promised } from "./nonces";

/** Whether the server takes a commitment now. */
function isOpen({ phase, next }: Room): boolean {
  return phase === "lobby" || phase === "ended" || next.stage === "commit";
}

export class Mixer {
  readonly #ask: (request: Request) => Promise<void>;
  /** What is being asked, or was refused: not to be asked again. */
  readonly #asked = new Set<string>();

  constructor(ask: (request: Request) => Promise<void>) {
    this.#ask = ask;
  }

  /** What to send along with a seat's taking; nothing where no commitment can be made. */
  async commitment(room: Room | null): Promise<{ commitment?: string }> {
    if (!room) return {};
    return promise(room.next.match).then(
      (commitment) => ({ commitment }),
      () => ({}),
    );
  }

  /** Commit or reveal, where the room now waits for it from the person on `seat`. */
  follow(room: Room, seat: number | null): void {
    const { next, phase } = room;
    if (seat === null) return;
    const { match, commitments, stage, revealed } = next;
    const told = commitments[seat] ?? null;
    const commit = `commit ${match}`;
    if (told === null) {
      if (isOpen(room)) void this.#once(commit, () => this.#commit(match));
      return;
    }
    this.#asked.delete(commit);
    if (phase === "starting" && stage === "reveal" && !revealed.includes(seat)) {
      const nonce = promised(told);
      if (nonce === null) return;
      void this.#once(`reveal ${match}`, () => this.#ask({ type: "reveal", match, nonce }));
    }
  }

  /** Ask anew for whatever is still missing: the server may have forgotten what it was told. */
  again(): void {
    this.#asked.clear();
  }

  async #commit(match: string): Promise<void> {
    await this.#ask({ type: "commit", match, commitment: await promise(match) });
  }

  async #once(what: string, ask: () => Promise<void>): Promise<void> {
    if (this.#asked.has(what)) return;
    this.#asked.add(what);
    // A refusal means that another tab was faster or the match has begun: both are fine.
    await ask().catch(() => undefined);
  }
}
