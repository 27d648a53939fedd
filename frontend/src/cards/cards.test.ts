import { describe, expect, it } from "vitest";
import { faceOf, sortCards, standsFor, startsGroup } from "./cards";

describe("faceOf", () => {
  it("takes names apart, twins and jokers too", () => {
    expect(faceOf("10H")).toEqual({ rank: "10", suit: "H", copy: 1 });
    expect(faceOf("AS#2")).toEqual({ rank: "A", suit: "S", copy: 2 });
    expect(faceOf("JK#3")).toEqual({ rank: "JK", suit: null, copy: 3 });
    expect(faceOf("JC")).toEqual({ rank: "J", suit: "C", copy: 1 });
  });

  it.each(["", "1H", "11H", "KX", "10", "AS#", "JKS"])("refuses %j", (name) => {
    expect(() => faceOf(name)).toThrow(RangeError);
  });
});

it("takes apart what a joker stands for, a face or a rank alone", () => {
  expect(standsFor("10H")).toMatchObject({ rank: "10", suit: "H" });
  expect(standsFor("10")).toEqual({ rank: "10", suit: null });
  expect(() => standsFor("1")).toThrow(RangeError);
});

describe("sortCards", () => {
  const hand = ["KD", "2S", "10S", "AC", "2H", "9S"];

  it("by suit puts colours in turn and ranks low to high", () => {
    expect(sortCards(hand, "suit")).toEqual(["2S", "9S", "10S", "2H", "AC", "KD"]);
  });

  it("by rank puts equal ranks together", () => {
    expect(sortCards(hand, "rank")).toEqual(["AC", "2S", "2H", "9S", "10S", "KD"]);
  });

  it("depends on the cards alone, not on how they came", () => {
    for (const order of ["suit", "rank"] as const) {
      expect(sortCards([...hand].reverse(), order)).toEqual(sortCards(hand, order));
    }
  });

  it("leaves what it was given as it is", () => {
    const given = ["KD", "2S"];
    sortCards(given, "suit");
    expect(given).toEqual(["KD", "2S"]);
  });

  it("puts jokers last and twins side by side", () => {
    expect(sortCards(["JK#1", "5H#2", "9D#1", "5H#1"], "rank")).toEqual([
      "5H#1",
      "5H#2",
      "9D#1",
      "JK#1",
    ]);
  });
});

describe("startsGroup", () => {
  it("parts suits, or ranks, by the order in use", () => {
    expect(startsGroup("3H", "2S", "suit")).toBe(true);
    expect(startsGroup("3S", "2S", "suit")).toBe(false);
    expect(startsGroup("2H", "2S", "rank")).toBe(false);
    expect(startsGroup("3S", "2S", "rank")).toBe(true);
    expect(startsGroup("3S", undefined, "rank")).toBe(false);
  });
});
