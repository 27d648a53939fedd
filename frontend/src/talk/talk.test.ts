import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LANGUAGES, setLanguage } from "../i18n";
import { PHRASES, REACTIONS, type TalkLine } from "../net/types";
import { RoomStore } from "../state/room.svelte";
import { mute, unmute } from "../state/muted.svelte";
import { Line } from "../test/line";
import { sampleSnapshot } from "../test/samples";
import { Talk } from "./talk.svelte";
import { talkTexts } from "./texts";
import { wordsOf } from "./words";

function line(n: number, player: string, rest: Partial<TalkLine> = {}): TalkLine {
  return { n, player, name: player, kind: "text", what: "hi", ...rest };
}

let store: RoomStore;
let talk: Talk;
let close: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Line);
  store = new RoomStore("KQ7M2P");
  Line.last.open();
  Line.last.say(sampleSnapshot({ you: { player: "me", name: "Me" }, talk: [line(1, "old")] }));
  talk = new Talk(store);
  close = talk.open();
});

afterEach(() => {
  close();
  store.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function hear(one: TalkLine): void {
  Line.last.say({ type: "talk", line: one });
  flushSync();
}

test("lines of others are unread until the lines have been in sight; own and old ones never", () => {
  expect(talk.unread).toBe(0);
  hear(line(2, "ana"));
  hear(line(3, "me"));
  expect(talk.unread).toBe(1);
  const gone = talk.read();
  expect(talk.unread).toBe(0);
  hear(line(4, "ana"));
  gone();
  expect(talk.unread).toBe(0);
  hear(line(5, "ana"));
  expect(talk.unread).toBe(1);
});

test("a line floats at its speaker for a while; the next one takes its place", () => {
  hear(line(2, "ana", { kind: "reaction", what: "heart" }));
  vi.advanceTimersByTime(3000);
  hear(line(3, "ana", { kind: "reaction", what: "fire" }));
  vi.advanceTimersByTime(3000);
  expect(talk.floating.get("ana")?.what).toBe("fire");
  vi.advanceTimersByTime(1000);
  expect(talk.floating.size).toBe(0);
});

test("who is muted is neither seen nor counted", () => {
  mute("rude");
  hear(line(2, "rude"));
  expect([talk.unread, talk.floating.size, store.talk.length]).toEqual([0, 0, 1]);
  unmute("rude");
  expect(store.talk).toHaveLength(2);
});

test.each(LANGUAGES)("every phrase and reaction has words in %s", async (language) => {
  await setLanguage(language);
  await talkTexts.load();
  for (const [kind, all] of [["phrase", PHRASES], ["reaction", REACTIONS]] as const) {
    const words = all.map((what) => wordsOf(line(1, "ana", { kind, what })));
    expect(new Set(words).size).toBe(all.length);
    for (const [n, what] of all.entries()) expect(words[n]).not.toBe(what);
  }
  expect(wordsOf(line(1, "ana", { kind: "phrase", what: "of_a_newer_page" }))).toBe("of_a_newer_page");
  expect(wordsOf(line(1, "ana", { kind: "text", what: "hello" }))).toBe("hello");
});
