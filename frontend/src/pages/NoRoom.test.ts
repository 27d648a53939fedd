import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, expect, test } from "vitest";
import { errorText, setLanguage } from "../i18n";
import NoRoom from "./NoRoom.svelte";

beforeAll(() => setLanguage("en"));
afterEach(() => cleanup());

function show(code: string): string {
  render(NoRoom, { code, text: errorText(code, { code: "KQ7M2P" }) });
  expect(screen.getByRole("link", { name: "Home" }).getAttribute("href")).toBe("/");
  return screen.getByRole("heading").textContent;
}

test.each([
  ["too_many_tabs", "Open in too many tabs"],
  ["room_crowded", "This table is crowded"],
  ["page_too_old", "This page is out of date"],
  ["flooding", "The door is stuck"],
])("%s can be tried again", (code, title) => {
  expect(show(code)).toBe(title);
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
});

test.each([
  ["room_lost", "This table is gone"],
  ["room_not_found", "No such table"],
  ["kicked", "You cannot sit here any more"],
])("%s leads to other tables", (code, title) => {
  expect(show(code)).toBe(title);
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  expect(screen.getByRole("link", { name: "Open tables" }).getAttribute("href")).toBe("/rooms");
});
