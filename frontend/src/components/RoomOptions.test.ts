import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, expect, test } from "vitest";
import { setLanguage } from "../i18n";
import type { ConfigurableOptions } from "../net/types";
import { defaultOptions } from "./choices";
import RoomOptions from "./RoomOptions.svelte";

const LEVELS = ["random", "greedy"];
let asked: Partial<ConfigurableOptions>[] = [];

beforeAll(() => setLanguage("en"));
afterEach(() => {
  cleanup();
  asked = [];
});

function show(answer: () => Promise<void> = async () => undefined) {
  return render(RoomOptions, {
    options: defaultOptions(LEVELS, {}),
    levels: LEVELS,
    onchange: (changed: Partial<ConfigurableOptions>) => {
      asked.push(changed);
      return answer();
    },
  });
}

const box = (name: RegExp) => screen.getByRole<HTMLInputElement>("checkbox", { name });
const radio = (name: string) => screen.getByRole<HTMLInputElement>("radio", { name });

test("only what is changed is asked for", async () => {
  show();
  expect(radio("No limit").checked).toBe(true);
  await fireEvent.click(radio("30"));
  await fireEvent.click(radio("Beginner"));
  await fireEvent.click(radio("Fast"));
  await fireEvent.click(box(/everybody/));
  expect(asked).toEqual([{ clock: 30 }, { level: "random" }, { pace: "fast" }, { public: true }]);
});

test("what the server refused is shown as it was", async () => {
  let refuse: () => void = () => undefined;
  show(() => new Promise((done) => (refuse = done)));
  await fireEvent.click(box(/watch/));
  expect(box(/watch/).checked).toBe(false);
  refuse();
  await expect.poll(() => box(/watch/).checked).toBe(true);
  await fireEvent.click(radio("60"));
  refuse();
  await expect.poll(() => radio("No limit").checked).toBe(true);
});

test("news of the room while a choice is under way does not take it back", async () => {
  let answer: () => void = () => undefined;
  const { rerender } = show(() => new Promise((done) => (answer = done)));
  await fireEvent.click(box(/watch/));
  await fireEvent.click(radio("30"));
  await rerender({ options: defaultOptions(LEVELS, { chat: false }) });
  expect([box(/watch/).checked, radio("30").checked, box(/chat/i).checked]).toEqual([false, true, false]);
  await rerender({ options: defaultOptions(LEVELS, { chat: false, watchers: false, clock: 30 }) });
  answer();
  await rerender({ options: defaultOptions(LEVELS, { watchers: false, clock: 30 }) });
  expect([box(/watch/).checked, radio("30").checked]).toEqual([false, true]);
});

test("a gathering's tables cannot be public, a game with one level has none to choose", async () => {
  await show().rerender({ listable: false, levels: ["greedy"] });
  expect(screen.queryByRole("checkbox", { name: /everybody/ })).toBeNull();
  expect(screen.queryByRole("radio", { name: "Skilled" })).toBeNull();
});
