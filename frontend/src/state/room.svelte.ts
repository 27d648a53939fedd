/** One room as the page holds it, and everything a person can ask of it. */

import { fold, pictureOf, type Picture } from "../net/fold";
import { RoomSocket, type Connection } from "../net/socket";
import {
  Refusal,
  type Action,
  type EventsMessage,
  type GameEvent,
  type Match,
  type Request,
  type Room,
  type Snapshot,
  type You,
} from "../net/types";

/**
 * What came with one message: the match's events in the receiver's form (own secrets in
 * `private`). Empty with `snapshot` true when the picture was replaced and nothing should move.
 */
export interface News {
  v: number;
  snapshot: boolean;
  events: GameEvent[];
}

type NewsListener = (news: News) => void;

export class RoomStore {
  readonly code: string;

  connection: Connection = $state.raw({ state: "connecting" });
  /** Null until the first snapshot; then always there. */
  room: Room | null = $derived.by(() => this.#picture?.room ?? null);
  match: Match | null = $derived.by(() => this.#picture?.match ?? null);
  /** The public events of the running deal, oldest first. */
  log: GameEvent[] = $derived.by(() => this.#picture?.log ?? []);
  you: You | null = $derived.by(() => this.#picture?.you ?? null);
  /** The seat this player sits on; null for a watcher. */
  mySeat: number | null = $derived.by(() => this.#findSeat());
  isHost: boolean = $derived.by(() => this.you !== null && this.room?.host === this.you.player);
  /** When the server goes on by itself, as `Date.now()` counts; null when it will not. */
  waitUntil: number | null = $state(null);
  recent: News = $state.raw({ v: 0, snapshot: true, events: [] });
  /** A refusal, or `rolled_back`, that answers nothing the page asked; the newest. */
  notice: Refusal | null = $state.raw(null);

  #picture: Picture | null = $state.raw(null);
  readonly #listeners = new Set<NewsListener>();
  readonly #socket: RoomSocket;

  constructor(code: string) {
    this.code = code;
    this.#socket = new RoomSocket(code, {
      version: () => this.#picture?.v ?? null,
      onMessage: (message) => this.#receive(message),
      onConnection: (connection) => (this.connection = connection),
      onRefusal: (refusal) => (this.notice = refusal),
    });
  }

  /**
   * Hear of every message, in order and before the page draws it; two that arrive together
   * are two calls (`recent` would show only the second). Gives the function that ends it.
   */
  onNews(listener: NewsListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  // Each resolves when the server accepts, and rejects with its `Refusal`.

  sit(seat?: number): Promise<void> {
    return this.#ask(seat === undefined ? { type: "sit" } : { type: "sit", seat });
  }

  stand(): Promise<void> {
    return this.#ask({ type: "stand" });
  }

  addCpu(seat: number, level: string): Promise<void> {
    return this.#ask({ type: "add_cpu", seat, level });
  }

  removeCpu(seat: number): Promise<void> {
    return this.#ask({ type: "remove_cpu", seat });
  }

  start(): Promise<void> {
    return this.#ask({ type: "start" });
  }

  /** Ask for `action` in the decision that the page shows now. */
  act(action: Action): Promise<void> {
    const match = this.match;
    if (!match) return Promise.reject(new Refusal("no_match"));
    const { id, deal, turn, step } = match;
    return this.#ask({ type: "act", match: id, deal, turn, step, action });
  }

  ready(): Promise<void> {
    return this.#ask({ type: "ready" });
  }

  rematch(): Promise<void> {
    return this.#ask({ type: "rematch" });
  }

  /** Try the line now instead of at `connection.until`. */
  retryNow(): void {
    this.#socket.retryNow();
  }

  /** Leave the room's line; the seat stays kept on the server. */
  close(): void {
    this.#socket.close();
    this.#listeners.clear();
  }

  #ask(request: Request): Promise<void> {
    return this.#socket.request(request);
  }

  #findSeat(): number | null {
    const player = this.you?.player;
    const seat = this.room?.seats.findIndex(
      (one) => one?.kind === "person" && one.player === player,
    );
    return seat === undefined || seat < 0 ? null : seat;
  }

  #receive(message: Snapshot | EventsMessage): void {
    if (message.type === "snapshot") {
      this.#picture = pictureOf(message);
      this.#tell({ v: message.v, snapshot: true, events: [] });
      if (message.reason === "rolled_back") this.notice = new Refusal("rolled_back");
    } else {
      if (this.#picture === null) return;
      const next = fold(this.#picture, message);
      if (next === null) {
        this.#socket.sync();
        return;
      }
      if (next === this.#picture) return;
      this.#picture = next;
      this.#tell({ v: message.v, snapshot: false, events: message.events });
    }
    this.waitUntil = message.wait_ms === null ? null : Date.now() + message.wait_ms;
  }

  #tell(news: News): void {
    this.recent = news;
    for (const listener of this.#listeners) listener(news);
  }
}
