/** The messages of the socket and the bodies of the HTTP calls, as docs/protocol.md tells them. */

/** The newest format of the socket's messages that this page understands. */
export const MESSAGE_FORMAT = 2;

/** A game's action: a closed shape of the game's own, told apart by `type`. */
export type Action = { type: string } & Record<string, unknown>;

/** Which CPU made a move that was a person's to make, or another level's. */
export interface MadeBy {
  level: string;
  /** It played for the person of a held seat. */
  held: boolean;
  /** The level that it should have played. */
  instead_of: string | null;
}

/** Something that happened in a match. `private` is there only for the seat it is meant for. */
export type GameEvent = {
  type: string;
  seat?: number;
  by?: MadeBy;
  private?: Record<string, unknown>;
} & Record<string, unknown>;

/**
 * Why a CPU plays for a person who has the seat: not connected, out of time for the rest of this
 * one turn, or out of time twice in a row. `back`, or any action, ends the first and the last.
 */
export type Held = "away" | "clock" | "idle";

export type PersonSeat = { kind: "person"; player: string; name: string; held: Held | null };
export type CpuSeat = { kind: "cpu"; level: string; name: string };
/** Who sits on a seat; null is an empty one. */
export type Seat = PersonSeat | CpuSeat | null;

export type Phase = "lobby" | "starting" | "playing" | "pause" | "ended";

/** Seconds a turn; 0: no clock. */
export type Clock = 0 | 15 | 30 | 60 | 120;
export const CLOCKS: readonly Clock[] = [0, 15, 30, 60, 120];

/** How soon CPUs move; fast: in about a quarter of the time. */
export type Pace = "normal" | "fast";
export const PACES: readonly Pace[] = ["normal", "fast"];

/** What the host may change, between matches. */
export interface ConfigurableOptions {
  public: boolean;
  /** The level of CPUs that take empty and held seats. */
  level: string;
  clock: Clock;
  /** Whether people without a seat may look on. */
  watchers: boolean;
  /** Whether free text may be said. */
  chat: boolean;
  pace: Pace;
}

export interface RoomOptions extends ConfigurableOptions {
  /** The room starts by itself when it is full; with `fill`, CPUs fill it after a while. */
  quick: boolean;
  fill: boolean;
  /** The code of the gathering that the room belongs to. */
  gathering: string | null;
}

/** A person who waits for a CPU's seat: theirs from the next deal on. */
export interface Claim {
  seat: number;
  player: string;
  name: string;
}

/** The wish of the person on `from` to swap with the person on `to`. */
export interface SwapWish {
  from: number;
  to: number;
}

/** Votes that the person on `seat` must go. */
export interface KickVotes {
  seat: number;
  votes: number;
  needed: number;
}

/** Somebody's sums over the matches of this room; `player` is null for the CPUs of a seat. */
export interface EveningLine {
  player: string | null;
  name: string;
  matches: number;
  wins: number;
  points: number;
}

/** The next match, while it is not dealt: what its shuffle will be made of. */
export interface NextMatch {
  match: string;
  /** SHA-256 of the server's secret, in hex. */
  commitment: string;
  /** SHA-256 of each seat's nonce; null: none. */
  commitments: (string | null)[];
  /** While the match starts: browsers commit afresh, or reveal. */
  stage: null | "commit" | "reveal";
  attempt: 0 | 1 | 2;
  /** Seats that have revealed. */
  revealed: number[];
}

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
  next: NextMatch;
  options: RoomOptions;
  claims: Claim[];
  swaps: SwapWish[];
  kicks: KickVotes[];
  /** Best first. */
  evening: { matches: number; players: EveningLine[] };
}

/** Something that happened in the room beside the match. */
export type RoomEvent =
  | { type: "seat_taken"; seat: number; name: string }
  | { type: "seat_left"; seat: number; name: string }
  | { type: "seat_moved"; from: number; seat: number; name: string }
  | { type: "seats_swapped"; seats: [number, number] }
  | { type: "claimed"; seat: number; name: string }
  | { type: "claim_dropped"; seat: number }
  | { type: "swap_asked"; from: number; to: number }
  | { type: "kick_asked"; seat: number; votes: number }
  | { type: "kicked"; seat: number; name: string }
  | { type: "cpu_added"; seat: number; level: string }
  | { type: "cpu_removed"; seat: number }
  | ({ type: "configured" } & Partial<ConfigurableOptions>)
  | { type: "host_changed"; player: string }
  | { type: "held"; seat: number; why: Held }
  | { type: "given_back"; seat: number }
  | { type: "clock_ran_out"; seat: number }
  | { type: "renamed"; seat: number; name: string }
  | { type: "ready"; seat: number }
  | { type: "rematch"; seat: number }
  | { type: "starting"; match: string; attempt: number }
  | { type: "start_again"; missing: number[]; match: string }
  | { type: "match_started"; match: string; number: number; commitment: string };

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
  /** The people's nonces by seat, and the SHA-256 of each; null: none from that seat. */
  nonces: (string | null)[];
  nonce_commitments: (string | null)[];
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

/**
 * The server goes on by itself in `ms` milliseconds: the next deal, the end of a turn's clock,
 * the end of the time for nonces, CPUs for the seats still empty.
 */
export interface Wait {
  kind: "pause" | "clock" | "starting" | "fill";
  ms: number;
}

/** A seated person who is not connected; a CPU holds the seat in `hold_ms`, where it will. */
export interface Away {
  player: string;
  hold_ms: number | null;
}

export interface PresenceMessage {
  type: "presence";
  away: Away[];
  watchers: number;
  /** No seated person is there, and everything waits. */
  paused: boolean;
  /** Replaces the last `wait`. */
  wait: Wait | null;
}

export const PHRASES = [
  "hello",
  "good_luck",
  "well_played",
  "thanks",
  "sorry",
  "one_moment",
  "your_turn",
  "nice_move",
  "so_close",
  "well_done",
  "again",
  "bye",
] as const;
export const REACTIONS = ["smile", "laugh", "clap", "wow", "sad", "think", "heart", "fire"] as const;

/** Something somebody said. `what` is a phrase's or a reaction's code, or the text itself. */
export interface TalkLine {
  n: number;
  player: string;
  name: string;
  kind: "phrase" | "reaction" | "text";
  what: string;
}

export interface TalkMessage {
  type: "talk";
  line: TalkLine;
}

export type SnapshotReason = "joined" | "asked" | "gap" | "rolled_back";

export interface Snapshot {
  type: "snapshot";
  v: number;
  /** Names the room's history up to `v`. */
  h: string;
  format: number;
  reason: SnapshotReason;
  you: You;
  room: Room;
  match: Match | null;
  log: GameEvent[];
  wait: Wait | null;
  presence: PresenceMessage;
  /** The last lines, oldest first. */
  talk: TalkLine[];
}

export interface EventsMessage {
  type: "events";
  v: number;
  h: string;
  since: number;
  room_events: RoomEvent[];
  events: GameEvent[];
  /** Changed keys only; absent when nothing of the room changed. */
  room?: Partial<Room>;
  /** Changed keys only; null: there is no match; absent: nothing changed. */
  match?: Partial<Match> | null;
  wait: Wait | null;
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

/** What changes the page's picture of the room, or stands beside it. */
export type NewsMessage = Snapshot | EventsMessage | PresenceMessage | TalkMessage;
export type ServerMessage = NewsMessage | OkMessage | ErrorMessage | { type: "pong" };

/** What asks the room for something; the socket adds the `id` and gives back its answer. */
export type Request =
  | { type: "sit"; seat?: number; commitment?: string }
  | { type: "stand" }
  | { type: "swap"; seat: number | null }
  | { type: "kick"; seat: number }
  | { type: "add_cpu"; seat: number; level: string }
  | { type: "remove_cpu"; seat: number }
  | ({ type: "configure" } & Partial<ConfigurableOptions>)
  | { type: "start" }
  | { type: "commit"; match: string; commitment: string }
  | { type: "reveal"; match: string; nonce: string }
  | { type: "act"; match: string; deal: number; turn: number; step: number; action: Action }
  | { type: "back" }
  | { type: "ready" }
  | { type: "rematch"; commitment?: string }
  | { type: "rename" }
  | { type: "say"; kind: TalkLine["kind"]; what: string };

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
