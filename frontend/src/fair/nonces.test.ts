import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { promise, promised } from "./nonces";
import { commitmentOf } from "./shuffle";

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("a match has one nonce, also after a reload, and it fits its commitment", async () => {
  const commitment = await promise("m1");
  expect(await promise("m1")).toBe(commitment);
  const nonce = promised(commitment);
  expect(nonce).toMatch(/^[0-9a-f]{64}$/);
  expect(await commitmentOf(nonce ?? "")).toBe(commitment);
});

test("another match has another nonce", async () => {
  expect(await promise("m2")).not.toBe(await promise("m1"));
});

/** The same page in another tab: it shares only what the browser keeps. */
async function anotherTab(): Promise<typeof import("./nonces")> {
  vi.resetModules();
  return import("./nonces");
}

test("a page that promises twice at the same moment makes one nonce", async () => {
  const [one, other] = await Promise.all([promise("m1"), promise("m1")]);
  expect(one).toBe(other);
});

test("two tabs that promise at the same moment can both keep their word", async () => {
  const { promise: promiseThere } = await anotherTab();
  const [one, other] = await Promise.all([promise("m1"), promiseThere("m1")]);
  expect(one).not.toBe(other);
  for (const commitment of [one, other]) {
    expect(await commitmentOf(promised(commitment) ?? "")).toBe(commitment);
  }
});

test("a commitment that another browser made is not ours", async () => {
  await promise("m1");
  expect(promised("f".repeat(64))).toBeNull();
});

test("a nonce is dropped two days after", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-01T08:00:00Z") });
  const old = await promise("m1");
  vi.setSystemTime(new Date("2026-11-02T08:00:00Z"));
  const young = await promise("m2");
  vi.setSystemTime(new Date("2026-11-03T09:00:00Z"));
  await promise("m3");
  expect(promised(old)).toBeNull();
  expect(promised(young)).not.toBeNull();
});

test("a browser that keeps nothing still keeps its word while the page is open", async () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  const commitment = await promise("m1");
  expect(await promise("m1")).toBe(commitment);
  expect(promised(commitment)).not.toBeNull();
});
