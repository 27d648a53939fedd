import { expect, test } from "vitest";
import type { Held, RoomEvent } from "../net/types";
import { heldPerson, playedForPerson } from "./held";

const given: RoomEvent[] = [{ type: "given_back", seat: 1 }];

test.each<[string, Held | null, Held | null, RoomEvent[], boolean]>([
  ["a person's own move", null, null, [], false],
  ["a move while the person is away", "away", "away", [], true],
  ["the act of who comes back", "away", null, given, false],
  ["the act of who comes back in a turn with a clock", "away", "clock", [], false],
  ["the act of who was idle", "idle", null, given, false],
  ["a move in a turn whose clock ran out", "clock", "clock", [], true],
  ["the last move of that turn, with which the seat is given back", "clock", null, given, true],
  ["the last move of that turn, after which a CPU keeps the seat", "clock", "away", given, true],
])("%s", (_, before, after, roomEvents, byCpu) => {
  expect(playedForPerson(1, [null, before], [null, after], roomEvents)).toBe(byCpu);
});

test("an event of nobody's is nobody's move", () => {
  expect(playedForPerson(undefined, ["away"], ["away"], [])).toBe(false);
});

test("only a person's seat can be held", () => {
  const person = { kind: "person", player: "p1", name: "Ana" } as const;
  expect(heldPerson({ ...person, held: "idle" })).toEqual({ name: "Ana", held: "idle" });
  expect(heldPerson({ ...person, held: null })).toBeNull();
  expect(heldPerson({ kind: "cpu", level: "greedy", name: "cpu-1" })).toBeNull();
});
