import { expect, test } from "vitest";
import type { PersonSeat, Room, Seat } from "../../net/types";
import { sampleRoom } from "../../test/samples";
import { actionAtSeat, seatActions, type Looker } from "./seatActions";

const person = (player: string): PersonSeat => ({ kind: "person", player, name: player, held: null });
const cpu: Seat = { kind: "cpu", level: "greedy", name: "cpu-1" };
const ana: Looker = { player: "ana", seat: 0, isHost: true };
const budi: Looker = { player: "budi", seat: 1, isHost: false };
const visitor: Looker = { player: "cici", seat: null, isHost: false };

function room(rest: Partial<Room> = {}): Room {
  return sampleRoom({ phase: "lobby", host: "ana", seats: [person("ana"), person("budi"), cpu, null], ...rest });
}

test("a visitor sits where no person does, and claims a CPU's seat while a deal is played", () => {
  expect([0, 1, 2, 3].map((seat) => seatActions(room(), visitor, seat))).toEqual([[], [], ["sit"], ["sit"]]);
  expect(seatActions(room({ phase: "playing" }), visitor, 2)).toEqual(["claim"]);
  expect(seatActions(room({ phase: "pause" }), visitor, 2)).toEqual(["sit"]);
});

test("a claimed seat is nobody else's, and its claim can be dropped", () => {
  const claimed = room({ phase: "playing", claims: [{ seat: 2, player: "cici", name: "Cici" }] });
  expect(seatActions(claimed, visitor, 2)).toEqual(["unclaim"]);
  expect(seatActions(claimed, { ...visitor, player: "dodo" }, 2)).toEqual([]);
  expect(seatActions({ ...claimed, phase: "pause" }, budi, 2)).toEqual([]);
});

test("the host puts CPUs and takes them away, only while no match runs", () => {
  expect(seatActions(room(), ana, 3)).toEqual(["add_cpu", "move"]);
  expect(seatActions(room(), ana, 2)).toEqual(["level", "remove_cpu", "move"]);
  expect(seatActions(room({ phase: "pause" }), ana, 2)).toEqual(["move"]);
  expect(seatActions(room({ phase: "playing" }), ana, 2)).toEqual([]);
  expect(seatActions(room(), { player: "ana", seat: null, isHost: true }, 3)).toEqual(["sit", "add_cpu"]);
});

test("a swap is asked for, taken back, or agreed to; not while a deal is played", () => {
  expect(seatActions(room(), budi, 0)).toEqual(["swap"]);
  const asked = room({ swaps: [{ from: 1, to: 0 }] });
  expect(seatActions(asked, budi, 0)).toEqual(["unask"]);
  expect(seatActions(asked, ana, 1)).toEqual(["agree"]);
  expect(seatActions(room({ phase: "playing" }), budi, 0)).toEqual([]);
});

test("a vote needs two others, so at least three people", () => {
  const three = room({ seats: [person("ana"), person("budi"), person("dodo"), null] });
  expect(seatActions(three, budi, 2)).toEqual(["swap", "kick"]);
  expect(seatActions({ ...three, phase: "playing" }, budi, 2)).toEqual(["kick"]);
  expect(seatActions(three, visitor, 2)).toEqual([]);
});

test("one's own seat can be left and named; while the match starts nothing can be done", () => {
  expect(seatActions(room(), ana, 0)).toEqual(["stand", "rename"]);
  expect([0, 1, 2, 3].flatMap((seat) => seatActions(room({ phase: "starting" }), ana, seat))).toEqual([]);
});

test("only the likeliest action may stand beside the seat", () => {
  expect(actionAtSeat(["add_cpu", "move"])).toBe("add_cpu");
  expect(actionAtSeat(["level", "remove_cpu", "move"])).toBeUndefined();
  expect(actionAtSeat(["swap", "kick"])).toBeUndefined();
  expect(actionAtSeat([])).toBeUndefined();
});
