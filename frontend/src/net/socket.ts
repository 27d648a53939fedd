/** One room's socket: it reconnects by itself and never lets a request go unanswered. */

import {
  Refusal,
  type NewsMessage,
  type Request,
  type ServerMessage,
} from "./types";

/**
 * How the line stands. `until` is when the next try begins (as `Date.now()` counts);
 * `lost`: the room is not there (`room_not_found`, `room_lost`); `kicked`: the server will
 * not have this socket (`no_player`, `flooding`). The last two are final.
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
  onMessage: (message: NewsMessage) => void;
  onConnection: (connection: Connection) => void;
  /** A refusal that answers no request of this page. */
  onRefusal: (refusal: Refusal) => void;
}

interface Pending {
  text: string;
  resolve: () => void;
  reject: (refusal: Refusal) => void;
}

const PING_EVERY_MS = 20_000;
const PONG_WITHIN_MS = 8_000;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8_000;
const NO_PLAYER = 4401;
const NO_ROOM = 4404;
const FLOODING = 4429;
/** Errors that only come before a close, which tells the same. */
const LAST_WORDS = new Set(["room_not_found", "room_lost", "no_player"]);

/** Milliseconds before try number `attempt` (from 0): doubling up to 8 s, the upper half drawn. */
export function retryDelay(attempt: number, random: number): number {
  const longest = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt + 1));
  return Math.max(FIRST_DELAY_MS, (longest / 2) * (1 + random));
}

function randomPrefix(): string {
  return [...crypto.getRandomValues(new Uint32Array(2))].map((n) => n.toString(36)).join("");
}

export class RoomSocket {
  readonly #code: string;
  readonly #hooks: SocketHooks;
  readonly #pending = new Map<string, Pending>();
  readonly #idPrefix = randomPrefix();
  readonly #leave = new AbortController();
  #socket: WebSocket | null = null;
  #open = false;
  #final = false;
  #nextId = 1;
  #attempt = 0;
  /** The code of the error that came before the server closed the line. */
  #lastWord: string | null = null;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #pingTimer: ReturnType<typeof setTimeout> | undefined;
  #pongTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(code: string, hooks: SocketHooks) {
    this.#code = code;
    this.#hooks = hooks;
    const { signal } = this.#leave;
    window.addEventListener("online", () => this.#hurry(), { signal });
    document.addEventListener(
      "visibilitychange",
      () => document.visibilityState === "visible" && this.#hurry(),
      { signal },
    );
    this.#connect();
  }

  /**
   * Send `request`; resolves when the server accepts it, rejects with its `Refusal`. While the
   * line is broken it waits and is sent (again, with the same id) on the next one. After
   * `close` it settles no more.
   */
  request(request: Request): Promise<void> {
    const id = `${this.#idPrefix}.${this.#nextId++}`;
    const text = JSON.stringify({ ...request, id });
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { text, resolve, reject });
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
    this.#hurry();
  }

  #finish(): void {
    this.#final = true;
    this.#leave.abort();
    clearTimeout(this.#retryTimer);
    this.#stopPings();
  }

  #connect(): void {
    clearTimeout(this.#retryTimer);
    const seen = this.#hooks.seen();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const query = seen === null ? "" : `?since=${seen.v}.${seen.h}`;
    const socket = new WebSocket(`${scheme}//${location.host}/ws/rooms/${this.#code}${query}`);
    this.#socket = socket;
    this.#lastWord = null;
    this.#hooks.onConnection({ state: "connecting" });
    socket.onopen = () => this.#socket === socket && this.#opened();
    socket.onmessage = ({ data }) =>
      this.#socket === socket && this.#received(JSON.parse(String(data)) as ServerMessage);
    socket.onclose = ({ code }) => this.#socket === socket && this.#closed(code);
  }

  #opened(): void {
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
      case "events":
        this.#attempt = 0;
        this.#hooks.onMessage(message);
        break;
      case "presence":
      case "talk":
        this.#hooks.onMessage(message);
        break;
      case "ok":
        this.#settle(message.id)?.resolve();
        break;
      case "error": {
        this.#lastWord = message.code;
        const refusal = new Refusal(message.code, message.data);
        const asked = message.id === null ? undefined : this.#settle(message.id);
        if (asked) asked.reject(refusal);
        else if (!LAST_WORDS.has(message.code)) this.#hooks.onRefusal(refusal);
        break;
      }
    }
  }

  #settle(id: string): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  #closed(code: number): void {
    this.#open = false;
    this.#stopPings();
    if (this.#final) return;
    if (code === NO_ROOM) this.#end({ state: "lost", code: this.#lastWord ?? "room_not_found" });
    else if (code === NO_PLAYER) this.#end({ state: "kicked", code: "no_player" });
    else if (code === FLOODING) this.#end({ state: "kicked", code: "flooding" });
    else this.#retryLater();
  }

  #end(connection: Connection & { code: string }): void {
    this.#finish();
    this.#hooks.onConnection(connection);
    for (const { reject } of this.#pending.values()) reject(new Refusal(connection.code));
    this.#pending.clear();
  }

  #retryLater(): void {
    const delay = retryDelay(this.#attempt++, Math.random());
    this.#hooks.onConnection({ state: "retrying", until: Date.now() + delay });
    this.#retryTimer = setTimeout(() => this.#connect(), delay);
  }

  #hurry(): void {
    if (this.#final) return;
    if (this.#open) this.#ping();
    else if (this.#socket?.readyState !== WebSocket.CONNECTING) this.#connect();
  }

  #pingLater(): void {
    this.#pingTimer = setTimeout(() => this.#ping(), PING_EVERY_MS);
  }

  #ping(): void {
    clearTimeout(this.#pingTimer);
    this.#socket?.send('{"type":"ping"}');
    this.#pongTimer ??= setTimeout(() => this.#dead(), PONG_WITHIN_MS);
    this.#pingLater();
  }

  /** A line without an answer: its own `close` event could take minutes to come. */
  #dead(): void {
    const dead = this.#socket;
    this.#socket = null;
    dead?.close();
    this.#closed(1006);
  }

  #stopPings(): void {
    clearTimeout(this.#pingTimer);
    clearTimeout(this.#pongTimer);
    this.#pongTimer = undefined;
  }
}
