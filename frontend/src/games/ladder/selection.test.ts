import { describe, expect, it } from "vitest";
import {
  contractIn,
  fittingCards,
  layOffs,
  pressContract,
  pressDiscard,
  pressHand,
  pressMeld,
  pressPile,
  pressStock,
  stockMeans,
  type Decision,
} from "./selection";
import type { LadderAction } from "./types";

const drawing: Decision = {
  legal: [{ type: "draw_stock" }, { type: "draw_discard" }],
  phase: "draw",
  mySeat: 0,
  toMove: 0,
  stock: 30,
  discards: 9,
  reshuffles: 0,
  laid: "no",
  blocked: null,
};
const melds = [["9C#1", "9D#1", "JK#1"]];
const before: Decision = {
  ...drawing,
  phase: "play",
  blocked: "4C#2",
  legal: [
    { type: "lay_contract", melds },
    { type: "discard", card: "9C#1" },
    { type: "discard", card: "4C#1" },
  ],
};
const after: Decision = {
  ...before,
  laid: "earlier",
  legal: [
    { type: "layoff", meld: 0, card: "9H#1", end: null },
    { type: "layoff", meld: 2, card: "JK#2", end: "low" },
    { type: "layoff", meld: 2, card: "JK#2", end: "high" },
    { type: "discard", card: "9H#1" },
    { type: "discard", card: "JK#2" },
  ],
};

describe("drawing", () => {
  it("draws from either pile, and tells who may not", () => {
    expect(pressStock(drawing)).toEqual({ act: { type: "draw_stock" } });
    expect(pressPile(drawing, null)).toEqual({ act: { type: "draw_discard" } });
    expect(pressStock({ ...drawing, mySeat: null })).toEqual({ why: "why.watching" });
    expect(pressStock({ ...drawing, toMove: 2 })).toEqual({ why: "why.notYourTurn" });
    expect(pressStock({ ...drawing, toMove: null })).toEqual({ why: "why.dealOver" });
    expect(pressStock(before)).toEqual({ why: "why.alreadyDrawn" });
    expect(pressPile(before, null)).toEqual({ why: "why.alreadyDrawn" });
    expect(pressHand(drawing, null, "4C#1")).toEqual({ why: "why.drawFirst" });
  });

  it("knows what the stock would do: draw, be made anew, end the deal", () => {
    expect(stockMeans(drawing, 2)).toBe("draw");
    expect(stockMeans({ ...drawing, stock: 0 }, 2)).toBe("reshuffle");
    expect(stockMeans({ ...drawing, stock: 0, reshuffles: 2 }, 2)).toBe("end");
    expect(stockMeans({ ...drawing, stock: 0, discards: 0 }, 2)).toBe("end");
    const forced: LadderAction[] = [{ type: "draw_discard" }];
    expect(stockMeans({ ...drawing, stock: 0, legal: forced }, 2)).toBeNull();
    expect(pressStock({ ...drawing, stock: 0, legal: forced })).toEqual({ why: "why.stockEmpty" });
  });
});

describe("before the contract is laid", () => {
  it("discards with one press, but not the card just taken: its twin may go", () => {
    expect(pressHand(before, null, "4C#1")).toEqual({ act: { type: "discard", card: "4C#1" } });
    expect(pressHand(before, null, "4C#2")).toEqual({ why: "why.blocked" });
  });

  it("lays exactly the contract that the server found", () => {
    expect(pressContract(before)).toEqual({ act: { type: "lay_contract", melds } });
    expect(contractIn(before.legal)?.melds).toBe(melds);
    expect(pressContract({ ...before, legal: [] })).toEqual({ why: "why.notComplete" });
    expect(pressContract(drawing)).toEqual({ why: "why.drawFirst" });
    expect(pressContract(after)).toEqual({ why: "why.alreadyLaid" });
  });

  it("lays nothing off", () => {
    expect(pressMeld(before, null, 0, null, 11)).toEqual({ why: "why.contractFirst" });
  });
});

describe("after the contract", () => {
  it("chooses a card, and puts it back", () => {
    expect(pressHand(after, null, "9H#1")).toEqual({ choose: "9H#1" });
    expect(pressHand(after, "9H#1", "JK#2")).toEqual({ choose: "JK#2" });
    expect(pressHand(after, "JK#2", "JK#2")).toEqual({ choose: null });
    expect(fittingCards(after.legal)).toEqual(new Set(["9H#1", "JK#2"]));
  });

  it("lays the chosen card off where the server lists it, at the pressed end", () => {
    expect([...layOffs(after.legal, "JK#2").keys()]).toEqual([2]);
    expect(pressMeld(after, "9H#1", 0, null, 5)).toEqual({ act: after.legal[0] });
    expect(pressMeld(after, "JK#2", 2, "low", 5)).toEqual({ act: after.legal[1] });
    expect(pressMeld(after, "JK#2", 2, "high", 5)).toEqual({ act: after.legal[2] });
    expect(pressMeld(after, "9H#1", 2, null, 5)).toEqual({ why: "why.doesNotFit" });
    expect(pressMeld(after, null, 0, null, 5)).toEqual({ why: "why.chooseFirst" });
  });

  it("tells a lay-off that would leave only the blocked card, and one that comes too soon", () => {
    expect(pressMeld(after, "3H#1", 0, null, 2)).toEqual({ why: "why.wouldStrand" });
    expect(pressMeld(after, "4C#2", 0, null, 2)).toEqual({ why: "why.doesNotFit" });
    const laidNow: Decision = { ...after, laid: "this_turn" };
    expect(pressMeld(laidNow, "9H#1", 0, null, 5)).toEqual({ why: "why.nextTurn" });
  });

  it("discards the chosen card by the button or on the pile", () => {
    expect(pressDiscard(after, "9H#1")).toEqual({ act: { type: "discard", card: "9H#1" } });
    expect(pressPile(after, "9H#1")).toEqual({ act: { type: "discard", card: "9H#1" } });
    expect(pressDiscard(after, null)).toEqual({ why: "why.chooseFirst" });
    expect(pressDiscard(after, "4C#2")).toEqual({ why: "why.blocked" });
    expect(pressDiscard({ ...after, toMove: 3 }, "9H#1")).toEqual({ why: "why.notYourTurn" });
  });
});
