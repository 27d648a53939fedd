import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Line } from "../test/line";
import { samplePresence, sampleSnapshot } from "../test/samples";
import { RoomSocket, retryDelay, type Connection } from "./socket";
import { Refusal } from "./types";

let states: Connection[];
let refusals: Refusal[];
let reloads: number;
let missed: boolean[];
let socket: RoomSocket;
let seen: { v: number; h: string } | null;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Line);
  Line.all = [];
  states = [];
  refusals = [];
  reloads = 0;
  missed = [];
  sessionStorage.clear();
  seen = null;
  socket = new RoomSocket("KQ7M2P", {
    seen: () => seen,
    onMessage: (_message, late) => missed.push(late),
    onConnection: (state) => states.push(state),
    onRefusal: (refusal) => refusals.push(refusal),
    reload: () => (reloads += 1),
  });
});

afterEach(() => {
  socket.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a request carries an id and resolves with its answer", async () => {
  Line.last.open();
  const asked = socket.request({ type: "sit", seat: 2 });
  const [sent] = Line.last.sent;
  expect(sent).toMatchObject({ type: "sit", seat: 2, id: expect.stringMatching(/^[a-z0-9.]{1,40}$/) });
  seen = { v: 3, h: "00ff" };
  Line.last.say({ type: "ok", id: sent?.id, v: 3 });
  await expect(asked).resolves.toBeUndefined();
});

test("an accepted request resolves when the page holds what it made", async () => {
  Line.last.open();
  seen = { v: 4, h: "00ff" };
  const done: string[] = [];
  const ask = (name: string) => void socket.request({ type: "stand" }).then(() => done.push(name));
  for (const name of ["talk", "sit", "stand"]) ask(name);
  const answer = (nth: number, v: number) => Line.last.say({ type: "ok", id: Line.last.sent[nth]?.id, v });
  answer(0, 0);
  answer(1, 5);
  answer(2, 6);
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toEqual(["talk"]);
  seen = { v: 5, h: "00ff" };
  Line.last.say({ type: "events", v: 5, h: "00ff", since: 4, room_events: [], events: [], wait: null });
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toEqual(["talk", "sit"]);
  seen = { v: 3, h: "11ff" };
  Line.last.say({ ...sampleSnapshot(), v: 3, h: "11ff", reason: "rolled_back" });
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toEqual(["talk", "sit", "stand"]);
});

test("a refused request rejects with the code and its data", async () => {
  Line.last.open();
  const asked = socket.request({ type: "sit", seat: 2 });
  Line.last.say({ type: "error", id: Line.last.sent[0]?.id, code: "seat_taken", data: { seat: 2 } });
  await expect(asked).rejects.toMatchObject({ code: "seat_taken", data: { seat: 2 } });
  expect(refusals).toEqual([]);
});

test("after a broken line the unanswered request is sent again with its id, and only that", async () => {
  seen = { v: 3, h: "00ff" };
  Line.last.open();
  const answered = socket.request({ type: "stand" });
  Line.last.say({ type: "ok", id: Line.last.sent[0]?.id, v: 3 });
  await answered;
  const asked = socket.request({ type: "start" });
  const id = Line.last.sent[1]?.id;
  seen = { v: 41, h: "00ff" };
  Line.last.drop(1006);
  await vi.advanceTimersByTimeAsync(8000);
  expect(Line.last.url).toMatch(/\/ws\/rooms\/KQ7M2P\?since=41\.00ff$/);
  Line.last.open();
  expect(Line.last.sent).toEqual([{ type: "start", id }]);
  seen = { v: 42, h: "00ff" };
  Line.last.say({ type: "ok", id, v: 42 });
  await expect(asked).resolves.toBeUndefined();
});

test("what is asked while the line is broken goes out on the next one", () => {
  const asked = socket.request({ type: "ready" });
  expect(Line.last.sent).toEqual([]);
  Line.last.open();
  expect(Line.last.sent).toHaveLength(1);
  expect(asked).toBeInstanceOf(Promise);
});

test("the wait before a try doubles up to eight seconds and never falls below half a second", () => {
  for (const random of [0, 0.5, 1]) {
    const delays = [0, 1, 2, 3, 4, 9].map((attempt) => retryDelay(attempt, random));
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(500);
    expect(Math.max(...delays)).toBeLessThanOrEqual(8000);
    expect([...delays].sort((one, other) => one - other)).toEqual(delays);
  }
});

test("coming online tries at once", () => {
  Line.last.drop(1006);
  expect(states.at(-1)?.state).toBe("retrying");
  window.dispatchEvent(new Event("online"));
  expect(Line.all).toHaveLength(2);
});

test("a line that does not answer a ping within eight seconds is given up", async () => {
  Line.last.open();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(Line.last.sent).toEqual([{ type: "ping" }]);
  await vi.advanceTimersByTimeAsync(7_900);
  expect(states.at(-1)?.state).toBe("open");
  await vi.advanceTimersByTimeAsync(200);
  expect(states.at(-1)?.state).toBe("retrying");
});

test("a look at the page finds a dead line out sooner", async () => {
  Line.last.open();
  document.dispatchEvent(new Event("visibilitychange"));
  expect(Line.last.sent).toEqual([{ type: "ping" }]);
  await vi.advanceTimersByTimeAsync(1300);
  expect(states.at(-1)?.state).toBe("retrying");
});

test("a slow line is given more time to answer", async () => {
  Line.last.open();
  socket.retryNow();
  await vi.advanceTimersByTimeAsync(1000);
  Line.last.say({ type: "pong" });
  socket.retryNow();
  await vi.advanceTimersByTimeAsync(5000);
  expect(states.at(-1)?.state).toBe("open");
  await vi.advanceTimersByTimeAsync(300);
  expect(states.at(-1)?.state).toBe("retrying");
});

test("on another network an open line is replaced at once, and nothing is heard of the old one", () => {
  Line.last.open();
  const old = Line.last;
  seen = { v: 41, h: "00ff" };
  window.dispatchEvent(new Event("online"));
  expect(Line.all).toHaveLength(2);
  expect(old.readyState).toBe(3);
  old.say(sampleSnapshot());
  old.drop(1006);
  expect(missed).toEqual([]);
  expect(states.at(-1)?.state).toBe("connecting");
});

test("a page out of the browser's memory opens a new line", () => {
  Line.last.open();
  window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: false }));
  expect(Line.all).toHaveLength(1);
  window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  expect(Line.all).toHaveLength(2);
});

test("a line that does not open is given up", async () => {
  await vi.advanceTimersByTimeAsync(8_100);
  expect(states.at(-1)?.state).toBe("retrying");
});

test("what a new line tells first is what was missed on the old one", () => {
  Line.last.open();
  Line.last.say(sampleSnapshot());
  expect(missed).toEqual([false]);
  seen = { v: 7, h: "h7" };
  window.dispatchEvent(new Event("online"));
  Line.last.open();
  Line.last.say(samplePresence());
  const events = { type: "events", v: 9, h: "h9", since: 7, room_events: [], events: [], wait: null };
  Line.last.say(events);
  Line.last.say({ ...events, since: 9, v: 10, h: "h10" });
  expect(missed).toEqual([false, false, true, false]);
});

test("a server that is busy is asked again, with the same id, and not for ever", async () => {
  Line.last.open();
  const asked = socket.request({ type: "stand" });
  const settled = expect(asked).rejects.toMatchObject({ code: "server_busy" });
  const id = Line.last.sent[0]?.id;
  for (let n = 0; n < 5; n++) {
    expect(Line.last.sent).toHaveLength(n + 1);
    Line.last.say({ type: "error", id, code: "server_busy", data: {} });
    await vi.advanceTimersByTimeAsync(400 * 2 ** n);
  }
  expect(new Set(Line.last.sent.map((one) => one.id))).toEqual(new Set([id]));
  await settled;
});

test("a server with a newer format has the page fetched anew, once", () => {
  Line.last.open();
  Line.last.say(sampleSnapshot({ format: 3 }));
  expect(reloads).toBe(1);
  expect(missed).toEqual([]);
  const again = new RoomSocket("KQ7M2P", {
    seen: () => null,
    onMessage: () => undefined,
    onConnection: (state) => states.push(state),
    onRefusal: () => undefined,
    reload: () => (reloads += 1),
  });
  Line.last.open();
  Line.last.say(sampleSnapshot({ format: 3 }));
  expect(reloads).toBe(1);
  expect(states.at(-1)).toEqual({ state: "kicked", code: "page_too_old" });
  again.close();
});

test.each(["too_many_tabs", "room_crowded"])("a socket that finds no place is told %s", (code) => {
  Line.last.open();
  Line.last.say({ type: "error", id: null, code, data: { max: 12 } });
  Line.last.drop(4429);
  expect(states.at(-1)).toEqual({ state: "kicked", code });
  expect(refusals).toEqual([]);
});

test("an answered ping keeps the line", async () => {
  Line.last.open();
  await vi.advanceTimersByTimeAsync(20_000);
  Line.last.say({ type: "pong" });
  await vi.advanceTimersByTimeAsync(15_000);
  expect(states.at(-1)?.state).toBe("open");
});

test("a room that is gone ends the tries and the waiting requests, with the server's code", async () => {
  Line.last.open();
  const asked = socket.request({ type: "start" });
  Line.last.say({ type: "error", id: null, code: "room_lost", data: {} });
  Line.last.drop(4404);
  await expect(asked).rejects.toMatchObject({ code: "room_lost" });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(states.at(-1)).toEqual({ state: "lost", code: "room_lost" });
  expect(Line.all).toHaveLength(1);
});

test("a page that flooded the server is not let in again by itself", async () => {
  Line.last.open();
  Line.last.drop(4429);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(states.at(-1)).toEqual({ state: "kicked", code: "flooding" });
  expect(Line.all).toHaveLength(1);
});

test("a refusal that answers nothing we asked is handed on", () => {
  Line.last.open();
  Line.last.say({ type: "error", id: null, code: "malformed_message", data: {} });
  expect(refusals.map(({ code }) => code)).toEqual(["malformed_message"]);
});
