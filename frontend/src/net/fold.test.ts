import { expect, test } from "vitest";
import { fold, pictureOf, type Picture } from "./fold";
import { sampleMatch, sampleSnapshot } from "../test/samples";
import type { EventsMessage, Snapshot } from "./types";

const match = sampleMatch();

function snapshot(): Snapshot {
  return sampleSnapshot({ log: [{ type: "deal_started", deal: 2 }] });
}

function events(rest: Partial<EventsMessage>): EventsMessage {
  return { type: "events", v: 8, h: "h8", since: 7, room_events: [], events: [], wait: null, ...rest };
}

function after(rest: Partial<EventsMessage>, from: Picture = pictureOf(snapshot())): Picture {
  const next = fold(from, events(rest));
  if (!next) throw new Error("a gap was seen");
  return next;
}

test("the keys a message holds replace ours and the others stay", () => {
  const next = after({ match: { turn: 4, stock: 19 }, room: { ready: [0] } });
  expect(next.match).toEqual({ ...match, turn: 4, stock: 19 });
  expect(next.room.ready).toEqual([0]);
  expect(next.room.host).toBe("p1");
  expect([next.v, next.h]).toEqual([8, "h8"]);
});

test("a null match takes the match away, an absent one leaves it", () => {
  expect(after({ match: null }).match).toBeNull();
  expect(after({}).match).toEqual(match);
});

test("a match that begins is taken whole", () => {
  const lobby = { ...pictureOf(snapshot()), match: null };
  expect(after({ match }, lobby).match).toEqual(match);
});

test("events join the log without what only we may know", () => {
  const drew = { type: "drew", seat: 0, private: { card: "9S" } };
  expect(after({ events: [drew] }).log).toEqual([
    { type: "deal_started", deal: 2 },
    { type: "drew", seat: 0 },
  ]);
  expect(drew.private).toEqual({ card: "9S" });
});

test("a new deal empties the log, even in the middle of a message", () => {
  const types = ["deal_ended", "deal_started", "dealt"].map((type) => ({ type }));
  expect(after({ events: types }).log.map(({ type }) => type)).toEqual(["deal_started", "dealt"]);
});

test("a message past our version is a gap, one that overlaps it too", () => {
  expect(fold(pictureOf(snapshot()), events({ since: 8, v: 9 }))).toBeNull();
  expect(fold(pictureOf(snapshot()), events({ since: 5, v: 9 }))).toBeNull();
});

test("a message we already have changes nothing", () => {
  const picture = pictureOf(snapshot());
  expect(fold(picture, events({ since: 5, v: 7, match: null }))).toBe(picture);
});

test("the answer to a reconnection at our own version is taken in", () => {
  expect(after({ since: 7, v: 7, match: { ...match, stock: 18 } }).match?.stock).toBe(18);
});

test("a new name on my seat is mine, another's is not", () => {
  const seats = sampleSnapshot().room.seats;
  const named = (player: string) => after({ room: { seats: [...seats.slice(0, 1), { kind: "person", player, name: "Wati", held: null }] } });
  expect(named("p2").you).toEqual({ player: "p2", name: "Wati" });
  expect(named("p1").you).toEqual({ player: "p2", name: "Budi" });
});
