import { describe, expect, it } from "vitest";
import {
  NO_CHOICE,
  chosenTake,
  fitting,
  litCards,
  openDepths,
  pressDiscard,
  pressHand,
  pressLay,
  pressStock,
  type Choice,
  type Decision,
} from "./selection";
import type { RemiAction } from "./types";

const takes: RemiAction[] = [
  { type: "draw_stock" },
  { type: "take_discard", depth: 2, with: ["5H", "6H"] },
  { type: "take_discard", depth: 2, with: ["5H", "6H", "8H"] },
  { type: "take_discard", depth: 2, with: ["7S", "7D"] },
];
const drawing: Decision = {
  legal: takes,
  phase: "draw",
  mySeat: 0,
  toMove: 0,
  stock: 12,
  top: ["KC", "7H", "2D"],
};
const discarding: Decision = {
  ...drawing,
  phase: "discard",
  legal: [
    { type: "discard", card: "5H" },
    { type: "discard", card: "AS" },
    { type: "close", card: "AS" },
  ],
};

function taking(...chosen: string[]): Choice {
  return { kind: "take", depth: 2, chosen };
}

describe("a take", () => {
  it("is offered only where the server lists one", () => {
    expect(openDepths(takes)).toEqual(new Set([2]));
    expect(pressDiscard(drawing, NO_CHOICE, 1)).toEqual({ why: "why.noTake", card: "2D" });
    expect(pressDiscard(drawing, NO_CHOICE, 2)).toEqual({ choose: taking() });
  });

  it("lights what some listed take still holds with all chosen cards", () => {
    expect(fitting(takes, 2, [])).toEqual(new Set(["5H", "6H", "8H", "7S", "7D"]));
    expect(fitting(takes, 2, ["5H"])).toEqual(new Set(["6H", "8H"]));
    expect(fitting(takes, 2, ["6H", "5H"])).toEqual(new Set(["8H"]));
    expect(fitting(takes, 2, ["7S"])).toEqual(new Set(["7D"]));
    expect(fitting(takes, 1, [])).toEqual(new Set());
  });

  it("can be laid when the chosen cards are exactly a listed one, in any order", () => {
    expect(chosenTake(takes, taking("5H"))).toBeNull();
    expect(chosenTake(takes, taking("8H", "5H"))).toBeNull();
    expect(chosenTake(takes, taking("6H", "5H"))).toBe(takes[1]);
    expect(chosenTake(takes, taking("8H", "6H", "5H"))).toBe(takes[2]);
    expect(pressLay(drawing, taking("6H", "5H"))).toEqual({ act: takes[1] });
    expect(pressLay(drawing, taking("6H"))).toEqual({ why: "why.chooseMore", card: "7H" });
  });

  it("adds and puts back cards, and refuses what does not go with them", () => {
    expect(pressHand(drawing, taking(), "5H")).toEqual({ choose: taking("5H") });
    expect(pressHand(drawing, taking("5H", "6H"), "5H")).toEqual({ choose: taking("6H") });
    expect(pressHand(drawing, taking("5H"), "7S")).toEqual({ why: "why.doesNotGo", card: "7S" });
  });

  it("is put back by a second press on its discard", () => {
    expect(pressDiscard(drawing, taking("5H"), 2)).toEqual({ choose: NO_CHOICE });
  });
});

describe("the stock", () => {
  it("draws, and ends the deal where only declining is listed", () => {
    expect(pressStock(drawing)).toEqual({ act: { type: "draw_stock" } });
    const empty: Decision = { ...drawing, stock: 0, legal: [{ type: "decline" }] };
    expect(pressStock(empty)).toEqual({ act: { type: "decline" } });
    expect(pressHand(empty, NO_CHOICE, "5H")).toEqual({ why: "why.takeFirst" });
  });

  it("says why it does nothing", () => {
    expect(pressStock(discarding)).toEqual({ why: "why.alreadyDrawn" });
    expect(pressStock({ ...drawing, toMove: 2, legal: [] })).toEqual({ why: "why.notYourTurn" });
    expect(pressStock({ ...drawing, mySeat: null, legal: [] })).toEqual({ why: "why.watching" });
    expect(pressStock({ ...drawing, toMove: null, phase: "over", legal: [] })).toEqual({
      why: "why.dealOver",
    });
  });
});

describe("a hand card", () => {
  it("is discarded with one press, only after drawing", () => {
    expect(pressHand(discarding, NO_CHOICE, "5H")).toEqual({
      act: { type: "discard", card: "5H" },
    });
    expect(pressHand(drawing, NO_CHOICE, "5H")).toEqual({ why: "why.drawFirst" });
  });

  it("closes only when closing was begun and the server lists it", () => {
    expect(pressHand(discarding, NO_CHOICE, "AS")).toEqual({
      act: { type: "discard", card: "AS" },
    });
    expect(pressHand(discarding, { kind: "close" }, "AS")).toEqual({
      act: { type: "close", card: "AS" },
    });
    expect(pressHand(discarding, { kind: "close" }, "5H")).toEqual({
      why: "why.doesNotClose",
      card: "5H",
    });
    expect(litCards(discarding.legal, { kind: "close" })).toEqual(new Set(["AS"]));
  });
});
