/** A room, a match and a snapshot to start a test from; each call gives its own copy. */

import type { Match, NextMatch, PresenceMessage, Room, Snapshot } from "../net/types";

export function sampleNext(rest: Partial<NextMatch> = {}): NextMatch {
  return {
    match: "m2",
    commitment: "c".repeat(64),
    commitments: [null, null],
    stage: null,
    attempt: 0,
    revealed: [],
    ...rest,
  };
}

/** A game of Remi for two in play: a CPU on seat 0, Budi ("p2") on seat 1, "p1" is the host. */
export function sampleRoom(rest: Partial<Room> = {}): Room {
  return {
    code: "KQ7M2P",
    game: "remi",
    phase: "playing",
    host: "p1",
    seats: [
      { kind: "cpu", level: "greedy", name: "cpu-1" },
      { kind: "person", player: "p2", name: "Budi", held: null },
    ],
    ready: [],
    match_number: 1,
    next: sampleNext(),
    options: {
      public: false,
      level: "greedy",
      clock: 0,
      watchers: true,
      chat: true,
      quick: false,
      fill: false,
      gathering: null,
      pace: "normal",
    },
    claims: [],
    swaps: [],
    kicks: [],
    evening: { matches: 0, players: [] },
    ...rest,
  };
}

export function sampleMatch(rest: Partial<Match> = {}): Match {
  return {
    id: "m1",
    commitment: "a".repeat(64),
    nonces: [null, null],
    nonce_commitments: [null, null],
    secret: null,
    outcome: null,
    deal: 2,
    turn: 5,
    step: 1,
    to_move: 1,
    deal_over: false,
    match_over: false,
    dealer: 0,
    first_dealer: 0,
    hand: ["5H"],
    hand_sizes: [7, 7],
    stock: 20,
    totals: [0, 0],
    sheet: [],
    legal: [],
    result: null,
    ...rest,
  };
}

export function samplePresence(rest: Partial<PresenceMessage> = {}): PresenceMessage {
  return { type: "presence", away: [], watchers: 0, paused: false, wait: null, ...rest };
}

/** What Budi is told at version 7 of history "h7". */
export function sampleSnapshot(rest: Partial<Snapshot> = {}): Snapshot {
  return {
    type: "snapshot",
    v: 7,
    h: "h7",
    format: 2,
    reason: "joined",
    you: { player: "p2", name: "Budi" },
    room: sampleRoom(),
    match: sampleMatch(),
    log: [],
    wait: null,
    presence: samplePresence(),
    talk: [],
    ...rest,
  };
}
