import { beforeEach, expect, test, vi } from "vitest";
import { Refusal, type Request, type Room } from "../net/types";
import { sampleNext, sampleRoom } from "../test/samples";
import { Mixer } from "./mix";
import { promise, promised } from "./nonces";

let asked: Request[];
let answer: () => Promise<void>;
let mixer: Mixer;

beforeEach(() => {
  localStorage.clear();
  asked = [];
  answer = () => Promise.resolve();
  mixer = new Mixer((request) => {
    asked.push(request);
    return answer();
  });
});

/** Let everything that was begun come to its end. */
async function settle(): Promise<void> {
  for (let n = 0; n < 20; n++) await new Promise((done) => setTimeout(done));
}

function lobby(rest: Partial<Room> = {}): Room {
  return sampleRoom({ phase: "lobby", ...rest });
}

test("who sits commits to the next match, once", async () => {
  mixer.follow(lobby(), 1);
  mixer.follow(lobby({ ready: [0] }), 1);
  await settle();
  expect(asked).toEqual([{ type: "commit", match: "m2", commitment: await promise("m2") }]);
});

test("who only watches, and who is in the middle of a match, does not", async () => {
  mixer.follow(lobby(), null);
  mixer.follow(sampleRoom({ phase: "playing" }), 1);
  mixer.follow(sampleRoom({ phase: "pause" }), 1);
  await settle();
  expect(asked).toEqual([]);
});

test("what another tab committed to is left alone", async () => {
  mixer.follow(lobby({ next: sampleNext({ commitments: [null, "e".repeat(64)] }) }), 1);
  await settle();
  expect(asked).toEqual([]);
});

test("a refused commitment is not repeated until the room is read anew", async () => {
  answer = () => Promise.reject(new Refusal("stale_match"));
  mixer.follow(lobby(), 1);
  await settle();
  mixer.follow(lobby(), 1);
  await settle();
  expect(asked).toHaveLength(1);
  mixer.again();
  mixer.follow(lobby(), 1);
  await settle();
  expect(asked).toHaveLength(2);
});

test("a commitment that the room lost with the seat is made again", async () => {
  mixer.follow(lobby(), 1);
  await settle();
  mixer.follow(lobby({ next: sampleNext({ commitments: [null, await promise("m2")] }) }), 1);
  mixer.follow(lobby(), 1);
  await settle();
  expect(asked.map(({ type }) => type)).toEqual(["commit", "commit"]);
});

function starting(commitment: string, rest = {}): Room {
  const next = sampleNext({ stage: "reveal", attempt: 1, commitments: [null, commitment], ...rest });
  return sampleRoom({ phase: "starting", next });
}

test("the nonce behind the frozen commitment is revealed, whichever tab made it", async () => {
  const mine = promise("m2");
  vi.resetModules();
  const { promise: promiseInAnotherTab } = await import("./nonces");
  const [one, other] = await Promise.all([mine, promiseInAnotherTab("m2")]);
  expect(one).not.toBe(other);
  for (const commitment of [one, other]) {
    asked = [];
    mixer.again();
    mixer.follow(starting(commitment), 1);
    mixer.follow(starting(commitment), 1);
    expect(asked).toEqual([{ type: "reveal", match: "m2", nonce: promised(commitment) }]);
  }
});

test("nothing is revealed twice, for another browser, or before its time", async () => {
  const commitment = await promise("m2");
  mixer.follow(starting(commitment, { revealed: [1] }), 1);
  mixer.follow(starting("f".repeat(64)), 1);
  mixer.follow(lobby({ next: sampleNext({ commitments: [null, commitment] }) }), 1);
  mixer.follow(starting(commitment, { stage: "commit" }), 1);
  await settle();
  expect(asked).toEqual([]);
});

test("a second attempt is committed to afresh", async () => {
  await promise("m2");
  const next = sampleNext({ match: "m3", stage: "commit", attempt: 2 });
  mixer.follow(sampleRoom({ phase: "starting", next }), 1);
  await settle();
  expect(asked).toEqual([{ type: "commit", match: "m3", commitment: await promise("m3") }]);
});

test("a seat is taken with the commitment", async () => {
  expect(await mixer.commitment(lobby())).toEqual({ commitment: await promise("m2") });
  expect(await mixer.commitment(null)).toEqual({});
});
