import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { EventsMessage } from "../net/types";
import { Line } from "../test/line";
import { sampleSnapshot } from "../test/samples";
import { RoomStore, type News } from "./room.svelte";

const snapshot = sampleSnapshot();

let store: RoomStore;

beforeEach(() => {
  vi.stubGlobal("WebSocket", Line);
  store = new RoomStore("KQ7M2P");
  Line.last.open();
});

afterEach(() => {
  store.close();
  vi.unstubAllGlobals();
});

test("a snapshot tells the room, the match and who I am in it", () => {
  Line.last.say(snapshot);
  flushSync();
  expect(store.room?.game).toBe("remi");
  expect(store.match?.turn).toBe(5);
  expect(store.mySeat).toBe(1);
  expect(store.isHost).toBe(false);
  expect(store.waitUntil).toBeNull();
});

test("an action names the decision that the page shows", () => {
  Line.last.say(snapshot);
  void store.act({ type: "discard", card: "5H" });
  expect(Line.last.sent.at(-1)).toMatchObject({
    type: "act", match: "m1", deal: 2, turn: 5, step: 1, action: { type: "discard", card: "5H" },
  });
});

test("two messages that arrive together are heard one by one, with what only I may know", () => {
  Line.last.say(snapshot);
  const heard: News[] = [];
  store.onNews((news) => heard.push(news));
  const drew = { type: "drew", seat: 1, private: { card: "9S" } };
  const base: EventsMessage = { type: "events", since: 7, v: 8, h: "h8", room_events: [], events: [], wait: null };
  Line.last.say({ ...base, events: [drew], match: { turn: 6 } });
  Line.last.say({ ...base, since: 8, v: 9, events: [{ type: "discarded", seat: 1, card: "9S" }], wait: { kind: "pause", ms: 3000 } });
  expect(heard.map(({ v }) => v)).toEqual([8, 9]);
  expect(heard[0]?.events).toEqual([drew]);
  expect(store.log).toEqual([{ type: "drew", seat: 1 }, { type: "discarded", seat: 1, card: "9S" }]);
  expect(store.wait?.kind).toBe("pause");
  expect(store.waitUntil).toBeGreaterThan(Date.now() + 2000);
});

test("a gap asks for a snapshot and keeps the picture until it comes", () => {
  Line.last.say(snapshot);
  Line.last.say({ type: "events", since: 9, v: 10, h: "h9", room_events: [], events: [], match: null, wait: null });
  expect(Line.last.sent.at(-1)).toEqual({ type: "sync" });
  expect(store.match?.id).toBe("m1");
});

test("a server that went back says so", () => {
  Line.last.say({ ...snapshot, reason: "rolled_back", v: 3 });
  expect(store.notice?.code).toBe("rolled_back");
});
