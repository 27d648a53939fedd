import { beforeAll, expect, test } from "vitest";
import { setLanguage } from "../../i18n";
import type { RoomEvent } from "../../net/types";
import { sampleRoom } from "../../test/samples";
import { newsText } from "./news";
import { lobbyTexts } from "./texts";

const room = sampleRoom({
  seats: [
    { kind: "person", player: "ana", name: "Ana", held: null },
    { kind: "person", player: "budi", name: "Budi", held: null },
  ],
});
const told = (event: RoomEvent) => newsText(event, room, { player: "budi", name: "Budi" });

beforeAll(async () => {
  await setLanguage("en");
  await lobbyTexts.load();
});

test("another host is told by name, and to the one who it is", () => {
  expect(told({ type: "host_changed", player: "ana" })).toBe("Ana is the host now.");
  expect(told({ type: "host_changed", player: "budi" })).toBe("You are the host now.");
});

test("a person sent away is told so; the others by name", () => {
  expect(told({ type: "kicked", seat: 1, name: "Cici" })).toBe("Cici was voted away from the table.");
  expect(told({ type: "kicked", seat: 1, name: "Budi" })).toMatch(/^You were/);
});

test("a swap names both; what the seats show is not told", () => {
  expect(told({ type: "seats_swapped", seats: [0, 1] })).toBe("Ana and Budi have swapped seats.");
  expect(told({ type: "seat_taken", seat: 0, name: "Ana" })).toBeNull();
});
