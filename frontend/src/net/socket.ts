/** One room's socket: it reconnects by itself and never lets a request go unanswered. */

import { reloadFor } from "./outdated";
import {
  MESSAGE_FORMAT,
  Refusal,
  type NewsMessage,
  type Request,
  type ServerMessage,
} from "./types";

/**
 * How the line stands. `until` is when the next try begins (as `Date.now()` counts);
 * `lost`: the room is not there (`room_not_found`, `room_lost`); `kicked`: the server will
 * not have this socket (`no_player`, `flooding`, `too_many_tabs`, `room_crowded`), or this page
 * is too old for the server (`page_too_old`). The last two are final.
 */
export type Connection =
  | { state: "connecting" }
  | { state: "open" }
  | { state: "retrying"; until: number }
  | { state: "lost"; code: string }
  | { state: "kicked"; code: string };

export interface SocketHooks {
  /** The version and history that the page holds, to be brought up from; null: none yet. */
  seen: () => { v: number; h: string } | null;
  /** `missed`: the first message of a line that replaced a broken one: it tells what was missed. */
  onMessage: (message: NewsMessage, missed: boolean) => void;
  onConnection: (connection: Connection) => void;
  /** A refusal that answers no request of this page. */
  onRefusal: (refusal: Refusal) => void;
  /** Fetch the page anew. */
  reload: () => void;
}

interface Pending {
  text: string;
  /** How often the server was too busy for it. */
  busy: number;
  resolve: () => void;
  reject: (refusal: Refusal) => void;
}

const PING_EVERY_MS = 20_000;
const PONG_WITHIN_MS = 8_000;
/**
 * The same after a moment in which a line often dies unseen (sleep, another network), and four
 * times what the last answer took.
 */
const PONG_SOON_MS = 1_200;
/** A timer that fires so much too late: the machine slept. */
const SLEPT_MS = 5_000;
const OPEN_WITHIN_MS = 8_000;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8_000;
const BUSY_DELAY_MS = 400;
const BUSY_TRIES = 4;
const NO_PLAYER = 4401;
const NO_ROOM = 4404;
const FLOODING = 4429;
/** Errors that only come before a close, which tells the same. */
const LAST_WORDS = new Set([
  "room_not_found",
  "room_lost",
  "no_player",
  "too_many_tabs",
  "room_crowded",
]);

/** Milliseconds before try number `attempt` (from 0): doubling up to 8 s, the upper half drawn. */
export function retryDelay(attempt: number, random: number): number {
  const longest = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt + 1));
  return Math.max(FIRST_DELAY_MS, (longest / 2) * (1 + random));
}

function randomPrefix(): string {
  return [...crypto.getRandomValues(new Uint32Array(2))].map((n) => n.toString(36)).join("");
}

type Timer = ReturnType<typeof setTimeout> | undefined;

export class RoomSocket {
  readonly #code: string;
  readonly #hooks: SocketHooks;
  readonly #pending = new Map<string, Pending>();
  /** Accepted, and the page does not hold the version that it made. */
  #unseen: { v: number; resolve: () => void }[] = [];
  readonly #idPrefix = randomPrefix();
  readonly #leave = new AbortController();
  #socket: WebSocket | null = null;
  #open = false;
  #final = false;
  /** The line replaced another, and has told nothing yet. */
  #resumed = false;
  #nextId = 1;
  #attempt = 0;
  #pingedAt = 0;
  #roundTripMs = 0;
  /** The code of the error that came before the server closed the line. */
  #lastWord: string | null = null;
  #retryTimer: Timer;
  #openTimer: Timer;
  #pingTimer: Timer;
  #pongTimer: Timer;

  constructor(code: string, hooks: SocketHooks) {
    this.#code = code;
    this.#hooks = hooks;
    const { signal } = this.#leave;
    const nowVisible = (): void => {
      if (document.visibilityState === "visible") this.#wake();
    };
    // A page that comes out of the browser's back-forward cache has lost its line.
    window.addEventListener("pageshow", ({ persisted }) => persisted && this.#renew(), { signal });
    window.addEventListener("online", () => this.#renew(), { signal });
    window.addEventListener("offline", () => this.#wake(), { signal });
    document.addEventListener("visibilitychange", nowVisible, { signal });
    document.addEventListener("resume", () => this.#wake(), { signal });
    this.#connect();
  }

  /**
   * Send `request`; resolves when the server has accepted it and the page holds the version that
   * it made, rejects with the server's `Refusal`. While the line is broken it waits and is sent
   * (again, with the same id) on the next one. After `close` it settles no more.
   */
  request(request: Request): Promise<void> {
    const id = `${this.#idPrefix}.${this.#nextId++}`;
    const text = JSON.stringify({ ...request, id });
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { text, busy: 0, resolve, reject });
      if (this.#open) this.#socket?.send(text);
    });
  }

  /** Ask for a snapshot. */
  sync(): void {
    if (this.#open) this.#socket?.send('{"type":"sync"}');
  }

  /** Leave the room's line for good. */
  close(): void {
    this.#finish();
    this.#socket?.close();
    this.#socket = null;
  }

  /** Try now instead of waiting; on an open line, see whether it is still alive. */
  retryNow(): void {
    this.#wake();
  }

  #finish(): void {
    this.#final = true;
    this.#leave.abort();
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#openTimer);
    this.#stopPings();
  }

  #connect(): void {
    clearTimeout(this.#retryTimer);
    const seen = this.#hooks.seen();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const query = seen === null ? "" : `?since=${seen.v}.${seen.h}`;
    const socket = new WebSocket(`${scheme}//${location.host}/ws/rooms/${this.#code}${query}`);
    this.#socket = socket;
    this.#resumed = seen !== null;
    this.#lastWord = null;
    this.#hooks.onConnection({ state: "connecting" });
    this.#openTimer = setTimeout(() => this.#dead(), OPEN_WITHIN_MS);
    socket.onopen = () => this.#socket === socket && this.#opened();
    socket.onmessage = ({ data }) =>
      this.#socket === socket && this.#received(JSON.parse(String(data)) as ServerMessage);
    socket.onclose = ({ code }) => this.#socket === socket && this.#closed(code);
  }

  #opened(): void {
    clearTimeout(this.#openTimer);
    this.#open = true;
    this.#hooks.onConnection({ state: "open" });
    for (const { text } of this.#pending.values()) this.#socket?.send(text);
    this.#pingLater();
  }

  #received(message: ServerMessage): void {
    clearTimeout(this.#pongTimer);
    this.#pongTimer = undefined;
    switch (message.type) {
      case "snapshot":
        if (message.format > MESSAGE_FORMAT) return this.#tooOld(message.format);
        return this.#hand(message);
      case "events":
        return this.#hand(message);
      case "presence":
      case "talk":
        return this.#hooks.onMessage(message, false);
      case "pong":
        this.#roundTripMs = Date.now() - this.#pingedAt;
        return;
      case "ok":
        return this.#accepted(message.id, message.v);
      case "error": {
        const { id, code, data } = message;
        if (id !== null && code === "server_busy" && this.#askLater(id)) return;
        this.#lastWord = code;
        const refusal = new Refusal(code, data);
        const asked = id === null ? undefined : this.#settle(id);
        if (asked) asked.reject(refusal);
        else if (!LAST_WORDS.has(code)) this.#hooks.onRefusal(refusal);
      }
    }
  }

  #hand(message: NewsMessage): void {
    const missed = this.#resumed;
    this.#resumed = false;
    this.#attempt = 0;
    this.#hooks.onMessage(message, missed);
    this.#show(missed || (message.type === "snapshot" && message.reason === "rolled_back"));
  }

  #accepted(id: string, v: number): void {
    const asked = this.#settle(id);
    if (!asked) return;
    this.#unseen.push({ v, resolve: asked.resolve });
    this.#show(false);
  }

  /** Tell who asked what is now seen; `all` where the history may never have their version. */
  #show(all: boolean): void {
    const v = this.#hooks.seen()?.v ?? -1;
    const seen = this.#unseen.filter((one) => all || one.v <= v);
    this.#unseen = this.#unseen.filter((one) => !seen.includes(one));
    for (const { resolve } of seen) resolve();
  }

  /** The store is away for a moment; false: it has been for too long. */
  #askLater(id: string): boolean {
    const pending = this.#pending.get(id);
    if (!pending || pending.busy >= BUSY_TRIES) return false;
    setTimeout(() => {
      if (this.#open && this.#pending.has(id)) this.#socket?.send(pending.text);
    }, BUSY_DELAY_MS * 2 ** pending.busy++);
    return true;
  }

  #settle(id: string): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  #tooOld(format: number): void {
    if (reloadFor(format, this.#hooks.reload)) this.close();
    else this.#end({ state: "kicked", code: "page_too_old" });
  }

  #closed(code: number): void {
    this.#open = false;
    clearTimeout(this.#openTimer);
    this.#stopPings();
    if (this.#final) return;
    const said = this.#lastWord !== null && LAST_WORDS.has(this.#lastWord) ? this.#lastWord : null;
    if (code === NO_ROOM) this.#end({ state: "lost", code: said ?? "room_not_found" });
    else if (code === NO_PLAYER) this.#end({ state: "kicked", code: "no_player" });
    else if (code === FLOODING) this.#end({ state: "kicked", code: said ?? "flooding" });
    else this.#retryLater();
  }

  #end(connection: Connection & { code: string }): void {
    this.close();
    this.#hooks.onConnection(connection);
    for (const { reject } of this.#pending.values()) reject(new Refusal(connection.code));
    this.#pending.clear();
  }

  #retryLater(): void {
    const delay = retryDelay(this.#attempt++, Math.random());
    this.#hooks.onConnection({ state: "retrying", until: Date.now() + delay });
    this.#retryTimer = setTimeout(() => this.#connect(), delay);
  }

  /** Something happened after which the line may be dead: find out soon, or try now. */
  #wake(): void {
    if (this.#final) return;
    if (this.#open) this.#ping(true);
    else if (this.#socket?.readyState !== WebSocket.CONNECTING) this.#connect();
  }

  /** The line is surely dead, or hangs on a network that is gone: have another at once. */
  #renew(): void {
    if (this.#final) return;
    this.#drop();
    this.#attempt = 0;
    this.#connect();
  }

  #pingLater(): void {
    const due = Date.now() + PING_EVERY_MS;
    this.#pingTimer = setTimeout(
      () => this.#ping(Date.now() - due > SLEPT_MS),
      PING_EVERY_MS,
    );
  }

  #ping(suspicious: boolean): void {
    clearTimeout(this.#pingTimer);
    clearTimeout(this.#pongTimer);
    this.#pingedAt = Date.now();
    this.#socket?.send('{"type":"ping"}');
    const soon = PONG_SOON_MS + 4 * this.#roundTripMs;
    const patience = suspicious ? Math.min(soon, PONG_WITHIN_MS) : PONG_WITHIN_MS;
    this.#pongTimer = setTimeout(() => this.#dead(), patience);
    this.#pingLater();
  }

  /** A line without an answer: its own `close` event could take minutes to come. */
  #dead(): void {
    this.#drop();
    this.#retryLater();
  }

  #drop(): void {
    const dropped = this.#socket;
    this.#socket = null;
    this.#open = false;
    clearTimeout(this.#openTimer);
    this.#stopPings();
    dropped?.close();
  }

  #stopPings(): void {
    clearTimeout(this.#pingTimer);
    clearTimeout(this.#pongTimer);
    this.#pongTimer = undefined;
  }
}
