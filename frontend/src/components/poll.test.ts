import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Poll } from "./poll.svelte";

let visibility: DocumentVisibilityState = "visible";
let answers: (() => Promise<number>)[] = [];
let asked = 0;
let poll: Poll<number>;

function open(): void {
  poll = new Poll(() => {
    asked += 1;
    return answers.shift()?.() ?? Promise.resolve(asked);
  }, 1000);
}

function look(now: DocumentVisibilityState): void {
  visibility = now;
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
  visibility = "visible";
  answers = [];
  asked = 0;
});

afterEach(() => {
  poll.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("it asks at once and after each answer", async () => {
  open();
  await vi.advanceTimersByTimeAsync(0);
  expect(poll.value).toBe(1);
  await vi.advanceTimersByTimeAsync(2000);
  expect(poll.value).toBe(3);
});

test("a failure keeps the last answer and is forgotten with the next", async () => {
  answers = [() => Promise.resolve(7), () => Promise.reject(new Error("gone"))];
  open();
  await vi.advanceTimersByTimeAsync(1000);
  expect(poll.value).toBe(7);
  expect(poll.fault).toBeInstanceOf(Error);
  await vi.advanceTimersByTimeAsync(1000);
  expect(poll.value).toBe(3);
  expect(poll.fault).toBeNull();
});

test("a page that nobody looks at asks nothing, and at once when it is seen again", async () => {
  open();
  await vi.advanceTimersByTimeAsync(0);
  look("hidden");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(1);
  look("visible");
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toBe(2);
});

test("it does not ask twice at a time, and no more once it is closed", async () => {
  open();
  poll.refresh();
  poll.refresh();
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(0);
  poll.close();
  poll.refresh();
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked).toBe(1);
});
