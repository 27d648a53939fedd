import { describe, expect, it } from "vitest";
import {
  NO_CHOICE,
  beginning,
  chosenMeld,
  fitting,
  layoffs,
  openDepths,
  pressDiscard,
  pressHand,
  pressMeld,
  pressPile,
  pressStock,
  pressTable,
  pressTake,
  type Choice,
  type Decision,
} from "./selection";
import type { Rummy500Action } from "./types";

const drawing: Decision = {
  legal: [
    { type: "draw_stock" },
    { type: "take_discard", depth: 1 },
    { type: "take_discard", depth: 4 },
  ],
  phase: "draw",
  mySeat: 0,
  toMove: 0,
  stock: 12,
  discards: ["8H", "KC", "3S", "QD"],
  mustUse: null,
  blocked: null,
};
const playing: Decision = {
  ...drawing,
  phase: "play",
  legal: [
    { type: "meld", cards: ["5H", "6H", "7H"] },
    { type: "meld", cards: ["6H", "7H", "8H"] },
    { type: "meld", cards: ["5H", "6H", "7H", "8H"] },
    { type: "meld", cards: ["8S", "8H", "8D"] },
    { type: "layoff", meld: 2, card: "KC" },
    { type: "layoff", meld: 0, card: "AS", end: "low" },
    { type: "layoff", meld: 0, card: "AS", end: "high" },
    { type: "discard", card: "5H" },
    { type: "discard", card: "KC" },
  ],
};
const duty: Decision = {
  ...playing,
  phase: "must_use",
  mustUse: "8H",
  legal: playing.legal.filter(
    (action) => action.type === "meld" && action.cards.includes("8H"),
  ),
};

function holding(...cards: string[]): Choice {
  return { kind: "cards", cards };
}

describe("the pile", () => {
  it("gives its top at once and a deeper card only when it was chosen and told", () => {
    expect(openDepths(drawing.legal)).toEqual(new Set([1, 4]));
    expect(pressPile(drawing, NO_CHOICE, 1)).toEqual({ act: { type: "take_discard", depth: 1 } });
    const choose = { kind: "take", depth: 4 } as const;
    expect(pressPile(drawing, NO_CHOICE, 4)).toEqual({ choose });
    expect(pressTake(drawing, choose)).toEqual({ act: { type: "take_discard", depth: 4 } });
    expect(pressPile(drawing, choose, 4)).toEqual({ choose: NO_CHOICE });
    expect(pressPile(drawing, choose, 1)).toEqual({ choose: { kind: "take", depth: 1 } });
  });

  it("says why a card cannot be taken", () => {
    expect(pressPile(drawing, NO_CHOICE, 2)).toEqual({ why: "why.notAtOnce", card: "3S" });
    expect(pressPile(playing, NO_CHOICE, 1)).toEqual({ why: "why.alreadyDrawn" });
    expect(pressPile(duty, NO_CHOICE, 1)).toEqual({ why: "why.mustPlace", card: "8H" });
    expect(pressPile({ ...drawing, discards: [], legal: [] }, NO_CHOICE, 1)).toEqual({
      why: "why.tapPile",
    });
    expect(pressTake(drawing, NO_CHOICE)).toEqual({ why: "why.tapPile" });
  });
});

describe("the stock", () => {
  it("draws, or ends the deal where it is empty and that is legal", () => {
    expect(pressStock(drawing)).toEqual({ act: { type: "draw_stock" } });
    const empty: Decision = { ...drawing, stock: 0, legal: [{ type: "decline" }] };
    expect(pressStock(empty)).toEqual({ act: { type: "decline" } });
    expect(pressHand(empty, NO_CHOICE, "5H")).toEqual({ why: "why.takeFirst" });
  });

  it("does nothing for a watcher, in the other's turn and after the deal", () => {
    expect(pressStock({ ...drawing, mySeat: null })).toEqual({ why: "why.watching" });
    expect(pressStock({ ...drawing, toMove: 1 })).toEqual({ why: "why.notYourTurn" });
    expect(pressStock({ ...drawing, toMove: null, phase: "over" })).toEqual({
      why: "why.dealOver",
    });
  });
});

describe("hand cards", () => {
  it("are taken up while some listed meld holds them all, and put back", () => {
    expect(fitting(playing.legal, ["6H"])).toEqual(new Set(["5H", "7H", "8H"]));
    expect(fitting(playing.legal, ["5H", "8H"])).toEqual(new Set(["6H", "7H"]));
    expect(fitting(playing.legal, [])).toEqual(new Set());
    expect(pressHand(playing, holding("6H"), "7H")).toEqual({ choose: holding("6H", "7H") });
    expect(pressHand(playing, holding("6H", "7H"), "6H")).toEqual({ choose: holding("7H") });
    expect(pressHand(playing, holding("7H"), "7H")).toEqual({ choose: NO_CHOICE });
  });

  it("begin anew instead of one that goes with nothing, and are refused beside several", () => {
    expect(pressHand(playing, holding("KC"), "5H")).toEqual({ choose: holding("5H") });
    expect(pressHand(playing, holding("5H", "6H"), "KC")).toEqual({
      why: "why.doesNotGo",
      card: "KC",
    });
    expect(pressHand(drawing, NO_CHOICE, "5H")).toEqual({ why: "why.drawFirst" });
  });

  it("keep the card that has to be placed taken up", () => {
    expect(beginning(duty)).toEqual(holding("8H"));
    expect(beginning({ ...duty, toMove: 1 })).toEqual(NO_CHOICE);
    expect(pressHand(duty, holding("8H"), "8H")).toEqual({ why: "why.mustPlace", card: "8H" });
    expect(pressHand(duty, holding("8H"), "KC")).toEqual({ why: "why.doesNotGo", card: "KC" });
    expect(pressDiscard(duty, holding("8H"))).toEqual({ why: "why.mustPlace", card: "8H" });
  });
});

describe("melding", () => {
  it("needs exactly a listed meld, in any order, and lays it in table order", () => {
    expect(chosenMeld(playing.legal, holding("7H", "5H"))).toBeNull();
    expect(pressMeld(playing, holding("7H", "5H", "6H"))).toEqual({ act: playing.legal[0] });
    expect(pressMeld(playing, holding("8D", "8H", "8S"))).toEqual({ act: playing.legal[3] });
    expect(pressMeld(playing, holding("5H", "6H"))).toEqual({ why: "why.chooseThree" });
  });

  it("lets the server say why three other cards are refused", () => {
    const cards = ["5H", "6H", "KC"];
    expect(pressMeld(playing, holding(...cards))).toEqual({ act: { type: "meld", cards } });
    const kept = { ...playing, blocked: "2D" };
    expect(pressHand(kept, holding("5H", "6H"), "KC")).toEqual({ choose: holding(...cards) });
  });

  it("lays a whole suit with its ace high", () => {
    const low = ["AH", "2H", "3H"];
    const legal: Rummy500Action[] = [
      { type: "meld", cards: low },
      { type: "meld", cards: ["2H", "3H", "AH"] },
    ];
    expect(chosenMeld(legal, holding(...low))).toBe(legal[1]);
  });
});

describe("one chosen card", () => {
  it("is discarded unless it is blocked", () => {
    expect(pressDiscard(playing, holding("5H"))).toEqual({ act: { type: "discard", card: "5H" } });
    expect(pressDiscard({ ...playing, blocked: "5H" }, holding("5H"))).toEqual({
      why: "why.blocked",
      card: "5H",
    });
    expect(pressDiscard(playing, NO_CHOICE)).toEqual({ why: "why.chooseOne" });
    expect(pressDiscard(playing, holding("5H", "6H"))).toEqual({ why: "why.onlyOne" });
  });

  it("lights the melds it fits, with both ends where it has two", () => {
    expect([...layoffs(playing.legal, holding("KC")).keys()]).toEqual([2]);
    expect(layoffs(playing.legal, holding("AS")).get(0)).toHaveLength(2);
    expect(layoffs(playing.legal, holding("KC", "AS")).size).toBe(0);
  });

  it("goes on the pressed meld, at the pressed end; elsewhere the server says why not", () => {
    expect(pressTable(playing, holding("KC"), 2)).toEqual({ act: playing.legal[4] });
    expect(pressTable(playing, holding("AS"), 0, "low")).toEqual({ act: playing.legal[5] });
    expect(pressTable(playing, holding("AS"), 0)).toEqual({ act: playing.legal[6] });
    expect(pressTable(playing, holding("5H"), 2)).toEqual({
      act: { type: "layoff", meld: 2, card: "5H" },
    });
    expect(pressTable(playing, NO_CHOICE, 2)).toBeNull();
    expect(pressTable(playing, holding("5H", "6H"), 2)).toBeNull();
  });
});
