/** Joins a room's news to the flights of cards and to what readers are told. */

import { mount, tick, unmount } from "svelte";
import CardFace from "../cards/CardFace.svelte";
import type { CardName } from "../cards/cards";
import type { GameEvent } from "../net/types";
import type { News, RoomStore } from "../state/room.svelte";
import { playMoves, positionsIn, type Move, type Positions } from "./flights";

function drawCard(target: HTMLElement, card: CardName | null): () => void {
  const drawn = mount(CardFace, { target, props: { card } });
  return () => void unmount(drawn);
}

export interface Stage {
  /** The table and the layer above it; null before they are there. */
  root: () => HTMLElement | undefined;
  layer: () => HTMLElement | undefined;
  movesOf: (events: readonly GameEvent[]) => Move[];
  /** Called for each message with its events, before the page draws it; a snapshot has none. */
  onEvents: (events: readonly GameEvent[]) => void;
  /** Called once the page shows what the messages changed. */
  onShown: () => void;
}

/**
 * Follow `store`'s news on a stage; gives what ends it. Messages that come before the page is
 * drawn again share one flight.
 */
export function followNews(store: RoomStore, stage: Stage): () => void {
  let before: Positions | null = null;
  let moves: Move[] = [];

  async function show(): Promise<void> {
    await tick();
    const [root, layer, was, all] = [stage.root(), stage.layer(), before, moves];
    before = null;
    moves = [];
    if (root && layer && was) playMoves(root, layer, was, all, drawCard);
    stage.onShown();
  }

  function hear({ snapshot, events }: News): void {
    const root = stage.root();
    if (snapshot) stage.onEvents([]);
    if (snapshot || events.length === 0 || !root) return;
    const waiting = before !== null;
    before ??= positionsIn(root);
    // The cards of the last deal are gathered in: none of them flies into the new one.
    if (events.some(({ type }) => type === "deal_started")) {
      before = { cards: new Map(), places: before.places };
    }
    moves.push(...stage.movesOf(events));
    stage.onEvents(events);
    if (!waiting) void show();
  }

  return store.onNews(hear);
}
