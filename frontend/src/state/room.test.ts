import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { EventsMessage, TalkLine } from "../net/types";
import { Line } from "../test/line";
import { promise } from "../fair/nonces";
import { sampleMatch, sampleNext, samplePresence, sampleRoom, sampleSnapshot } from "../test/samples";
import { mute, unmute } from "./muted.svelte";
import { RoomStore, type News } from "./room.svelte";

const snapshot = sampleSnapshot();

let store: RoomStore;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
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

const events: EventsMessage = {
  type: "events", since: 7, v: 8, h: "h8", room_events: [], events: [], wait: null,
};
const drew = { type: "drew", seat: 0 };

/** The line breaks, and another takes its place. */
function reconnect(): void {
  window.dispatchEvent(new Event("online"));
  Line.last.open();
}

test("who is away, until when their seat is theirs, and that everything waits", () => {
  const away = [{ player: "p2", hold_ms: 12_000 }];
  Line.last.say({ ...snapshot, presence: samplePresence({ away, watchers: 3 }) });
  flushSync();
  expect(store.awayOn(1)?.until).toBeGreaterThan(Date.now() + 11_000);
  expect(store.awayOn(0)).toBeNull();
  expect([store.presence.watchers, store.isPaused]).toEqual([3, false]);
  Line.last.say(samplePresence({ paused: true, away: [{ player: "p2", hold_ms: null }] }));
  flushSync();
  expect(store.awayOn(1)).toEqual({ player: "p2", until: null });
  expect(store.isPaused).toBe(true);
});

test("a presence message replaces what the server waits for", () => {
  Line.last.say({ ...snapshot, wait: { kind: "clock", ms: 30_000 }, presence: samplePresence({ wait: { kind: "clock", ms: 30_000 } }) });
  flushSync();
  expect(store.wait?.kind).toBe("clock");
  expect(store.waitUntil).toBeNull();
  Line.last.say(samplePresence({ paused: true }));
  expect(store.wait).toBeNull();
});

test("my seat is told to be held, my claim to be mine", () => {
  const seats = [sampleRoom().seats[0] ?? null, { kind: "person" as const, player: "p2", name: "Budi", held: "idle" as const }];
  Line.last.say({ ...snapshot, room: sampleRoom({ seats }) });
  flushSync();
  expect(store.mySeatHeld).toBe("idle");
  expect(store.myClaim).toBeNull();
  const claim = { seat: 0, player: "p2", name: "Budi" };
  Line.last.say({ ...snapshot, room: sampleRoom({ claims: [{ ...claim, player: "p9" }, claim] }) });
  flushSync();
  expect(store.mySeatHeld).toBeNull();
  expect(store.myClaim).toEqual(claim);
});

const line: TalkLine = { n: 1, player: "p1", name: "Ana", kind: "phrase", what: "hello" };

test("lines are heard once and kept in order; those of muted people are not", () => {
  const heard: number[] = [];
  store.onTalk(({ n }) => heard.push(n));
  Line.last.say({ ...snapshot, talk: [line] });
  Line.last.say({ type: "talk", line: { ...line, n: 2, player: "p3" } });
  Line.last.say({ type: "talk", line: { ...line, n: 2, player: "p3" } });
  mute("p3");
  Line.last.say({ type: "talk", line: { ...line, n: 3, player: "p3" } });
  Line.last.say({ type: "talk", line: { ...line, n: 4 } });
  flushSync();
  expect(heard).toEqual([2, 4]);
  expect(store.talk.map(({ n }) => n)).toEqual([1, 4]);
  unmute("p3");
  flushSync();
  expect(store.talk.map(({ n }) => n)).toEqual([1, 2, 3, 4]);
});

test("what a new line brings is told once, marked as missed, and kept for a summary", () => {
  const heard: News[] = [];
  Line.last.say(snapshot);
  store.onNews((news) => heard.push(news));
  reconnect();
  expect(Line.last.url).toMatch(/since=7\.h7$/);
  const given = { type: "given_back" as const, seat: 1 };
  const missed: EventsMessage = { ...events, v: 9, h: "h9", events: [drew, { type: "discarded", seat: 0, card: "2S" }], room_events: [given] };
  Line.last.say(missed);
  Line.last.say(missed);
  Line.last.say({ ...events, since: 9, v: 10, h: "h10", events: [{ type: "drew", seat: 1 }] });
  expect(heard.map((news) => [news.v, news.missed, news.events.length])).toEqual([[9, true, 2], [10, false, 1]]);
  expect(store.missed).toEqual({ events: missed.events, roomEvents: [given] });
  store.seenMissed();
  expect(store.missed).toBeNull();
});

test("a line that was broken for so long that a snapshot comes still tells what was missed", () => {
  const log = [{ type: "deal_started", deal: 2 }, drew];
  Line.last.say({ ...snapshot, log });
  reconnect();
  const later = [{ type: "discarded", seat: 0, card: "2S" }, { type: "drew", seat: 1 }];
  Line.last.say({ ...snapshot, v: 300, reason: "gap", log: [...log, ...later] });
  expect(store.missed?.events).toEqual(later);
});

test("a reloaded page knows what happened meanwhile, and that nothing did", () => {
  const log = [{ type: "deal_started", deal: 2 }, drew];
  for (const later of [[], [{ type: "discarded", seat: 0, card: "2S" }]]) {
    Line.last.say({ ...snapshot, log });
    window.dispatchEvent(new Event("pagehide"));
    store.close();
    store = new RoomStore("KQ7M2P");
    Line.last.open();
    Line.last.say({ ...snapshot, v: 9, log: [...log, ...later] });
    expect(store.missed?.events ?? []).toEqual(later);
  }
});

test("after another deal began, all of it was missed; after another match, nothing can be told", () => {
  Line.last.say({ ...snapshot, log: [{ type: "deal_started", deal: 2 }, drew] });
  const log = [{ type: "deal_started", deal: 3 }, drew];
  Line.last.say({ ...snapshot, v: 90, reason: "gap", match: sampleMatch({ deal: 3 }), log });
  expect(store.missed?.events).toEqual(log);
  store.seenMissed();
  Line.last.say({ ...snapshot, v: 190, reason: "gap", match: sampleMatch({ id: "m5" }), log });
  expect(store.missed).toBeNull();
});

test("news of a hidden page count as missed", () => {
  Line.last.say(snapshot);
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  Line.last.say({ ...events, events: [drew] });
  hidden.mockRestore();
  expect(store.recent.missed).toBe(true);
  expect(store.missed?.events).toEqual([drew]);
});

test("a seat and a rematch are asked for with a commitment to the next match", async () => {
  Line.last.say({ ...snapshot, room: sampleRoom({ phase: "pause" }) });
  void store.sit(0);
  void store.rematch();
  const commitment = await promise("m2");
  await vi.waitFor(() => expect(Line.last.sent).toHaveLength(2));
  expect(Line.last.sent).toMatchObject([
    { type: "sit", seat: 0, commitment },
    { type: "rematch", commitment },
  ]);
});

test("who is seated between matches commits and reveals without being asked", async () => {
  Line.last.say({ ...snapshot, room: sampleRoom({ phase: "ended" }) });
  const commitment = await promise("m2");
  await vi.waitFor(() => expect(Line.last.sent).toHaveLength(1));
  expect(Line.last.sent[0]).toMatchObject({ type: "commit", match: "m2", commitment });
  const next = sampleNext({ stage: "reveal", attempt: 1, commitments: [null, commitment] });
  Line.last.say({ ...events, room: { phase: "starting", next } });
  expect(Line.last.sent[1]).toMatchObject({ type: "reveal", match: "m2" });
});
