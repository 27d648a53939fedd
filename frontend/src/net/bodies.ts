/** The bodies of the HTTP calls. */

import type { Clock, ConfigurableOptions, Phase } from "./types";

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

/** A room from outside: a line of the public list. */
export interface RoomSummary {
  code: string;
  game: string;
  phase: Phase;
  seats_total: number;
  people: number;
  /** Seats one could have: empty, or a CPU's. */
  free: number;
  host_name: string;
  clock: Clock;
  watchers: boolean;
}

export interface RoomInfo extends RoomSummary {
  public: boolean;
}

export type NewRoom = { game: string } & Partial<ConfigurableOptions>;

/** Where one sits now; `claimed`: only from the next deal on. */
export interface Joined {
  code: string;
  seat: number;
  claimed: boolean;
}

export type NewGathering = { game: string; title?: string } & Partial<
  Omit<ConfigurableOptions, "public">
>;

/** A class's or a club's rooms of one game. */
export interface Gathering {
  code: string;
  game: string;
  title: string;
  host_name: string;
  rooms: { code: string; phase: Phase; people: string[]; free: number; match_number: number }[];
  /** Best first. */
  results: { name: string; player: string; matches: number; wins: number }[];
}
