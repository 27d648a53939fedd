/** The messages of the socket and the bodies of the HTTP calls, as docs/protocol.md tells them. */

/** A game's action: a closed shape of the game's own, told apart by `type`. */
export type Action = { type: string } & Record<string, unknown>;

/** Something that happened in a match. `private` is there only for the seat it is meant for. */
export type GameEvent = {
  type: string;
  seat?: number;
  private?: Record<string, unknown>;
} & Record<string, unknown>;

/** Something that happened in the room beside the match. */
export type RoomEvent =
  | { type: "seat_taken"; seat: number; name: string }
  | { type: "seat_left"; seat: number }
  | { type: "cpu_added"; seat: number; level: string }
  | { type: "cpu_removed"; seat: number }
  | { type: "host_changed"; player: string }
  | { type: "match_started"; match: string; number: number; commitment: string }
  | { type: "ready"; seat: number }
  | { type: "rematch"; seat: number };

export type PersonSeat = { kind: "person"; player: string; name: string };
export type CpuSeat = { kind: "cpu"; level: string; name: string };
/** Who sits on a seat; null is an empty one. */
export type Seat = PersonSeat | CpuSeat | null;

export type Phase = "lobby" | "playing" | "pause" | "ended";

export interface Room {
  code: string;
  game: string;
  phase: Phase;
  /** The host's player id. */
  host: string;
  seats: Seat[];
  /** Seats that have said `ready` (in a pause) or `rematch` (after the end). */
  ready: number[];
  match_number: number;
  /** The next match's id and the SHA-256 of its secret, published before it starts. */
  next?: { match: string; commitment: string };
}

/** One line of the score sheet. */
export interface SheetLine {
  deal: number;
  dealer: number;
  scores: number[];
  reason: string;
}

export interface Outcome {
  totals: number[];
  /** Place of each seat, from 1; equal results share one. */
  places: number[];
  winners: number[];
}

/**
 * What the receiver may know of the running match: the keys every game has. A game's own
 * type extends this one with its keys.
 */
export interface Match {
  id: string;
  commitment: string;
  /** The match's secret in hex; null until the match is over. */
  secret: string | null;
  outcome: Outcome | null;
  deal: number;
  turn: number;
  step: number;
  to_move: number | null;
  deal_over: boolean;
  match_over: boolean;
  dealer: number;
  first_dealer: number;
  /** Own cards; null for a watcher. */
  hand: string[] | null;
  hand_sizes: number[];
  /** How many cards the stock holds. */
  stock: number;
  totals: number[];
  sheet: SheetLine[];
  /** What the receiver may do now; empty when not to move. */
  legal: Action[];
  result: unknown;
}

export interface You {
  player: string;
  name: string;
}

export type SnapshotReason = "joined" | "asked" | "gap" | "rolled_back";

export interface Snapshot {
  type: "snapshot";
  v: number;
  format: number;
  reason: SnapshotReason;
  you: You;
  room: Room;
  match: Match | null;
  log: GameEvent[];
  wait_ms: number | null;
}

export interface EventsMessage {
  type: "events";
  v: number;
  since: number;
  room_events: RoomEvent[];
  events: GameEvent[];
  /** Changed keys only; absent when nothing of the room changed. */
  room?: Partial<Room>;
  /** Changed keys only; null: there is no match; absent: nothing changed. */
  match?: Partial<Match> | null;
  wait_ms: number | null;
}

export interface OkMessage {
  type: "ok";
  id: string;
  v: number;
}

export interface ErrorMessage {
  type: "error";
  id: string | null;
  code: string;
  data: Record<string, unknown>;
}

export type ServerMessage = Snapshot | EventsMessage | OkMessage | ErrorMessage | { type: "pong" };

/** What asks the room for something; the socket adds the `id` and gives back its answer. */
export type Request =
  | { type: "sit"; seat?: number }
  | { type: "stand" }
  | { type: "add_cpu"; seat: number; level: string }
  | { type: "remove_cpu"; seat: number }
  | { type: "start" }
  | { type: "act"; match: string; deal: number; turn: number; step: number; action: Action }
  | { type: "ready" }
  | { type: "rematch" };

export interface Player {
  id: string;
  name: string;
}

/** A game that the server offers. `levels` are its CPUs' levels, weakest first. */
export interface GameInfo {
  name: string;
  seats: number;
  levels: string[];
}

export interface RoomInfo {
  code: string;
  game: string;
  phase: Phase;
}

/** A refusal, of the socket or of HTTP: a code with data, put into words by `errorText`. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly data: Record<string, unknown> = {},
  ) {
    super(code);
    this.name = "Refusal";
  }
}
