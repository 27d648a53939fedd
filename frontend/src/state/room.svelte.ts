/** One room as the page holds it, and everything a person can ask of it. */

import { Mixer } from "../fair/mix";
import { witnessDeal, witnessRoom } from "../fair/witness";
import { fold, pictureOf, type Picture } from "../net/fold";
import { RoomSocket, type Connection } from "../net/socket";
import {
  Refusal,
  type Action,
  type Claim,
  type ConfigurableOptions,
  type EventsMessage,
  type GameEvent,
  type Held,
  type Match,
  type NewsMessage,
  type PresenceMessage,
  type Request,
  type Room,
  type RoomEvent,
  type Seat,
  type Snapshot,
  type TalkLine,
  type Wait,
  type You,
} from "../net/types";
import { missedSince, recallSeen, rememberSeen, seenSoFar } from "./missed";
import { isMuted } from "./muted.svelte";

/**
 * What came with one message: the match's events in the receiver's form (own secrets in
 * `private`) and the room's. Empty with `snapshot` true when the picture was replaced and nothing
 * should move. `missed`: these happened while the line was broken or the page hidden, so they are
 * old news (`RoomStore.missed` gathers them for a summary).
 */
export interface News {
  v: number;
  snapshot: boolean;
  missed: boolean;
  events: GameEvent[];
  roomEvents: RoomEvent[];
}

/** What happened while the page could not show it, oldest first, in the receiver's form where known. */
export interface Missed {
  events: GameEvent[];
  roomEvents: RoomEvent[];
}

type NewsListener = (news: News) => void;
type TalkListener = (line: TalkLine) => void;

/** What the server does by itself, and when (as `Date.now()` counts). */
export interface Waiting {
  kind: Wait["kind"];
  until: number;
}

/** A seated person who is not connected; a CPU holds the seat at `until`, where it will. */
export interface AwayPerson {
  player: string;
  until: number | null;
}

export interface Presence {
  away: AwayPerson[];
  watchers: number;
  paused: boolean;
}

/** As many lines of talk as the page keeps. */
const TALK_KEPT = 200;

/** As many missed events as the page keeps: the newest. */
const MISSED_KEPT = 500;

const NOBODY_AWAY: Presence = { away: [], watchers: 0, paused: false };

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
  /** Why a CPU plays on this player's seat; null: none does. */
  mySeatHeld: Held | null = $derived.by(() => this.#held());
  /** The CPU's seat that this player gets at the next deal. */
  myClaim: Claim | null = $derived.by(
    () => this.room?.claims.find(({ player }) => player === this.you?.player) ?? null,
  );
  isHost: boolean = $derived.by(() => this.you !== null && this.room?.host === this.you.player);
  /** What the server will do by itself; null: nothing. */
  wait: Waiting | null = $state.raw(null);
  /** When the next deal begins by itself, as `Date.now()` counts; null: not now. */
  waitUntil: number | null = $derived.by(() =>
    this.wait?.kind === "pause" ? this.wait.until : null,
  );
  presence: Presence = $state.raw(NOBODY_AWAY);
  /** No seated person is connected, and everything waits. */
  isPaused: boolean = $derived.by(() => this.presence.paused);
  /** What was said, oldest first; what muted people said is not in it. */
  talk: TalkLine[] = $derived.by(() => this.#talk.filter(({ player }) => !isMuted(player)));
  recent: News = $state.raw({ v: 0, snapshot: true, missed: false, events: [], roomEvents: [] });
  /** What was missed and not yet shown; null: nothing. `seenMissed` once it is shown. */
  missed: Missed | null = $state.raw(null);
  /** A refusal, or `rolled_back`, that answers nothing the page asked; the newest. */
  notice: Refusal | null = $state.raw(null);

  #picture: Picture | null = $state.raw(null);
  #talk: TalkLine[] = $state.raw([]);
  readonly #listeners = new Set<NewsListener>();
  readonly #talkListeners = new Set<TalkListener>();
  readonly #leave = new AbortController();
  readonly #socket: RoomSocket;
  readonly #mixer: Mixer;

  constructor(code: string) {
    this.code = code;
    this.#socket = new RoomSocket(code, {
      seen: () => this.#picture,
      onMessage: (message, missed) => this.#receive(message, missed),
      onConnection: (connection) => (this.connection = connection),
      onRefusal: (refusal) => (this.notice = refusal),
      reload: () => location.reload(),
    });
    this.#mixer = new Mixer((request) => this.#ask(request));
    window.addEventListener("pagehide", () => this.#remember(), { signal: this.#leave.signal });
  }

  /**
   * Hear of every message, in order and before the page draws it; two that arrive together
   * are two calls (`recent` would show only the second). Gives the function that ends it.
   */
  onNews(listener: NewsListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Hear of every new line as it is said, by people who are not muted. Gives what ends it. */
  onTalk(listener: TalkListener): () => void {
    this.#talkListeners.add(listener);
    return () => this.#talkListeners.delete(listener);
  }

  seenMissed(): void {
    this.missed = null;
  }

  /** Whether the person on `seat` is not connected, and when a CPU takes over. */
  awayOn(seat: number): AwayPerson | null {
    const one = this.#seatAt(seat);
    if (one?.kind !== "person") return null;
    return this.presence.away.find(({ player }) => player === one.player) ?? null;
  }

  // Each resolves when the server accepts, and rejects with its `Refusal`.

  /** Take a seat, move to it, or (while a deal is played) claim a CPU's for the next deal. */
  async sit(seat?: number): Promise<void> {
    const chosen = seat === undefined ? {} : { seat };
    await this.#ask({ type: "sit", ...chosen, ...(await this.#mixer.commitment(this.room)) });
  }

  /** Leave the seat for good, or give up the claim. */
  stand(): Promise<void> {
    return this.#ask({ type: "stand" });
  }

  /** Ask the person on `seat` to swap, or agree to their wish; null: ask no more. */
  swap(seat: number | null): Promise<void> {
    return this.#ask({ type: "swap", seat });
  }

  /** Vote that the person on `seat` must go. */
  kick(seat: number): Promise<void> {
    return this.#ask({ type: "kick", seat });
  }

  /** Put a CPU on an empty seat, or change a CPU's level. */
  addCpu(seat: number, level: string): Promise<void> {
    return this.#ask({ type: "add_cpu", seat, level });
  }

  removeCpu(seat: number): Promise<void> {
    return this.#ask({ type: "remove_cpu", seat });
  }

  /** Change the options that are named. */
  configure(options: Partial<ConfigurableOptions>): Promise<void> {
    return this.#ask({ type: "configure", ...options });
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

  /** Take the held seat back from its CPU. */
  back(): Promise<void> {
    return this.#ask({ type: "back" });
  }

  ready(): Promise<void> {
    return this.#ask({ type: "ready" });
  }

  async rematch(): Promise<void> {
    await this.#ask({ type: "rematch", ...(await this.#mixer.commitment(this.room)) });
  }

  /** Have the room show the name that this player has now. */
  rename(): Promise<void> {
    return this.#ask({ type: "rename" });
  }

  /** Say a phrase or a reaction by its code, or free text. */
  say(kind: TalkLine["kind"], what: string): Promise<void> {
    return this.#ask({ type: "say", kind, what });
  }

  /** Try the line now instead of at `connection.until`. */
  retryNow(): void {
    this.#socket.retryNow();
  }

  /** Leave the room's line; the seat stays kept on the server. */
  close(): void {
    this.#leave.abort();
    this.#socket.close();
    this.#listeners.clear();
    this.#talkListeners.clear();
  }

  #ask(request: Request): Promise<void> {
    return this.#socket.request(request);
  }

  #seatAt(seat: number | null): Seat {
    return seat === null ? null : (this.room?.seats[seat] ?? null);
  }

  #findSeat(): number | null {
    const player = this.you?.player;
    const seat = this.room?.seats.findIndex(
      (one) => one?.kind === "person" && one.player === player,
    );
    return seat === undefined || seat < 0 ? null : seat;
  }

  #held(): Held | null {
    const seat = this.#seatAt(this.mySeat);
    return seat?.kind === "person" ? seat.held : null;
  }

  #receive(message: NewsMessage, missed: boolean): void {
    switch (message.type) {
      case "snapshot":
        return this.#replace(message);
      case "events":
        return this.#goOn(message, missed || document.hidden);
      case "presence":
        return this.#setPresence(message);
      case "talk":
        return this.#hear(message.line);
    }
  }

  #replace(message: Snapshot): void {
    const before = this.#picture;
    const seen = before?.match ? seenSoFar(before.match, before.log) : recallSeen(this.code);
    this.#picture = pictureOf(message);
    this.#talk = message.talk;
    this.#setPresence(message.presence);
    this.#setWait(message.wait);
    if (message.reason === "rolled_back") this.notice = new Refusal("rolled_back");
    else if (seen) this.#miss(missedSince(seen, message.match, message.log), []);
    this.#mixer.again();
    this.#look(message.log, message.match?.hand ?? null);
    this.#tell({ v: message.v, snapshot: true, missed: false, events: [], roomEvents: [] });
  }

  #goOn(message: EventsMessage, missed: boolean): void {
    if (this.#picture === null) return;
    const next = fold(this.#picture, message);
    if (next === null) {
      this.#socket.sync();
      return;
    }
    if (next === this.#picture) return;
    this.#picture = next;
    this.#setWait(message.wait);
    const { v, events, room_events: roomEvents } = message;
    if (missed) this.#miss(events, roomEvents);
    this.#look(events, null);
    this.#tell({ v, snapshot: false, missed, events, roomEvents });
  }

  /** Do for the shuffle's fairness what the new picture asks for. */
  #look(events: readonly GameEvent[], hand: readonly string[] | null): void {
    const { room, match, mySeat } = this;
    if (!room) return;
    witnessRoom(room, match, mySeat);
    if (match) witnessDeal(match, mySeat, events, hand);
    this.#mixer.follow(room, mySeat);
  }

  #miss(events: readonly GameEvent[], roomEvents: readonly RoomEvent[]): void {
    if (events.length + roomEvents.length === 0) return;
    const before = this.missed ?? { events: [], roomEvents: [] };
    this.missed = {
      events: [...before.events, ...events].slice(-MISSED_KEPT),
      roomEvents: [...before.roomEvents, ...roomEvents].slice(-MISSED_KEPT),
    };
  }

  #remember(): void {
    if (this.match) rememberSeen(this.code, seenSoFar(this.match, this.log));
  }

  #setPresence({ away, watchers, paused, wait }: PresenceMessage): void {
    const now = Date.now();
    this.presence = {
      away: away.map(({ player, hold_ms }) => ({
        player,
        until: hold_ms === null ? null : now + hold_ms,
      })),
      watchers,
      paused,
    };
    this.#setWait(wait);
  }

  #setWait(wait: Wait | null): void {
    this.wait = wait && { kind: wait.kind, until: Date.now() + wait.ms };
  }

  #hear(line: TalkLine): void {
    if (this.#talk.some(({ n }) => n === line.n)) return;
    this.#talk = [...this.#talk, line].slice(-TALK_KEPT);
    if (isMuted(line.player)) return;
    for (const listener of this.#talkListeners) listener(line);
  }

  #tell(news: News): void {
    this.recent = news;
    for (const listener of this.#listeners) listener(news);
  }
}
